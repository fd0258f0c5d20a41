package arena

import (
	"math"
	"time"
)

// Estimate is a mean with what is needed to say how sure it is.
type Estimate struct {
	Mean  float64
	Error float64 // standard error of the mean
	N     int     // observations
}

// z95 is the half-width of a 95 % interval in standard errors.
const z95 = 1.959964

// Interval returns the 95 % confidence interval.
func (e Estimate) Interval() (low, high float64) {
	return e.Mean - z95*e.Error, e.Mean + z95*e.Error
}

// sample collects observations (Welford's method).
type sample struct {
	n        int
	mean, m2 float64
}

func (s *sample) add(x float64) {
	s.n++
	delta := x - s.mean
	s.mean += delta / float64(s.n)
	s.m2 += delta * (x - s.mean)
}

// variance returns the variance of one observation.
func (s *sample) variance() float64 {
	if s.n < 2 {
		return 0
	}
	return s.m2 / float64(s.n-1)
}

func (s *sample) estimate() Estimate {
	if s.n == 0 {
		return Estimate{}
	}
	return Estimate{s.mean, math.Sqrt(s.variance() / float64(s.n)), s.n}
}

// Test is a sequential probability ratio test of the first contestant's share:
// it stops as soon as the results speak clearly for a share of at least High or
// of at most Low. It is the generalised test for independent observations with
// an estimated variance, as in computer chess; an observation is a deal with all
// its rotations.
type Test struct {
	Low, High float64 // the two shares, for instance 0.5 and 0.55
	// Alpha is the chance to accept High when Low is true, Beta the reverse;
	// 0 means 0.05.
	Alpha, Beta float64
}

// Verdict is what a Test found.
type Verdict uint8

// The verdicts.
const (
	Undecided    Verdict = iota
	AcceptedLow          // the share is Low rather than High
	AcceptedHigh         // the share is High rather than Low
)

// fewestDeals is how many deals there must be before the estimated variance is
// trusted.
const fewestDeals = 30

// decide returns the verdict after the observations of s and the log-likelihood
// ratio of High against Low.
func (t *Test) decide(s *sample) (Verdict, float64) {
	v := s.variance()
	if s.n < fewestDeals || v == 0 {
		return Undecided, 0
	}
	llr := float64(s.n) * (t.High - t.Low) * (2*s.mean - t.High - t.Low) / (2 * v)
	alpha, beta := t.Alpha, t.Beta
	if alpha == 0 {
		alpha = .05
	}
	if beta == 0 {
		beta = .05
	}
	switch {
	case llr >= math.Log((1-beta)/alpha):
		return AcceptedHigh, llr
	case llr <= math.Log(beta/(1-alpha)):
		return AcceptedLow, llr
	}
	return Undecided, llr
}

// sums adds up deals by name.
type sums struct {
	config  *Config
	names   []string
	index   []int // of each contestant in names
	seats   []int
	deals   int
	holes   int
	strokes []sample
	shares  []sample
	matches []sample
	moves   []int
	thought []time.Duration
	slowest []time.Duration
	verdict Verdict
	llr     float64
}

func newSums(config *Config) *sums {
	s := &sums{config: config}
	for _, c := range config.Contestants {
		i := 0
		for i < len(s.names) && s.names[i] != c.Name {
			i++
		}
		if i == len(s.names) {
			s.names = append(s.names, c.Name)
			s.seats = append(s.seats, 0)
		}
		s.index = append(s.index, i)
		s.seats[i]++
	}
	n := len(s.names)
	s.strokes, s.shares, s.matches = make([]sample, n), make([]sample, n), make([]sample, n)
	s.moves, s.thought, s.slowest = make([]int, n), make([]time.Duration, n), make([]time.Duration, n)
	return s
}

func (s *sums) add(d *deal) {
	s.deals++
	s.holes += d.holes
	n := len(s.names)
	strokes, shares, matches := make([]float64, n), make([]float64, n), make([]float64, n)
	for c, i := range s.index {
		strokes[i] += d.strokes[c]
		shares[i] += d.shares[c]
		matches[i] += d.matches[c]
		s.moves[i] += d.moves[c]
		s.thought[i] += d.thought[c]
		s.slowest[i] = max(s.slowest[i], d.slowest[c])
	}
	rotations := float64(len(s.index))
	for i := range n {
		s.strokes[i].add(strokes[i] / float64(d.holes*s.seats[i]))
		s.shares[i].add(shares[i] / float64(d.holes))
		if s.config.Matches {
			s.matches[i].add(matches[i] / rotations)
		}
	}
	if t := s.config.Test; t != nil {
		of := &s.shares[0]
		if s.config.Matches {
			of = &s.matches[0]
		}
		s.verdict, s.llr = t.decide(of)
	}
}

func (s *sums) report() Report {
	r := Report{Deals: s.deals, Holes: s.holes, Verdict: s.verdict, LLR: s.llr}
	for i, name := range s.names {
		r.Standings = append(r.Standings, Standing{
			Name: name, Seats: s.seats[i],
			Strokes: s.strokes[i].estimate(), Holes: s.shares[i].estimate(), Matches: s.matches[i].estimate(),
			Moves: s.moves[i], Thought: s.thought[i], Slowest: s.slowest[i],
		})
	}
	return r
}
