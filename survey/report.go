package survey

import (
	"maps"
	"math"
	"slices"

	"birdie/patience"
)

// Report is the answer: a tally for each of the rules, in the question's order.
type Report struct {
	Question Question
	Tallies  []Tally
}

// Tally is what was counted under one rule set.
type Tally struct {
	Strokes Histogram `json:"strokes"` // best strokes of a deal
	Rounds  Histogram `json:"rounds"`  // sums of nine deals in a row
}

// Count counts the strokes of deals in a row, at most nine; nine are also a round.
func (t *Tally) Count(strokes ...int) {
	total := 0
	for _, s := range strokes {
		t.Strokes.count(s)
		total += s
	}
	if len(strokes) == patience.Holes {
		t.Rounds.count(total)
	}
}

func (t *Tally) add(other Tally) {
	t.Strokes.add(other.Strokes)
	t.Rounds.add(other.Rounds)
}

// Deals returns the number of deals.
func (t Tally) Deals() uint64 { return t.Strokes.Total() }

// Won returns the number of winnable deals: a deal that is not has at least one
// card left at best.
func (t Tally) Won() (n uint64) {
	for strokes, count := range t.Strokes {
		if strokes <= 0 {
			n += count
		}
	}
	return n
}

// Share returns the share of winnable deals with its 95 % interval.
func (t Tally) Share() Share { return Wilson(t.Won(), t.Deals()) }

// Left returns the histogram of the fewest cards that can be left.
func (t Tally) Left() Histogram {
	left := Histogram{}
	for strokes, count := range t.Strokes {
		left[max(0, strokes)] += count
	}
	return left
}

// UnderPar returns the share of rounds of nine whose best is below par, with its
// 95 % interval.
func (t Tally) UnderPar(rules patience.Rules) Share {
	var below uint64
	for total, count := range t.Rounds {
		if total < rules.RoundPar() {
			below += count
		}
	}
	return Wilson(below, t.Rounds.Total())
}

// Histogram counts how often each value was seen. Its zero value is empty.
type Histogram map[int]uint64

func (h *Histogram) count(value int) {
	if *h == nil {
		*h = Histogram{}
	}
	(*h)[value]++
}

func (h *Histogram) add(other Histogram) {
	if *h == nil {
		*h = Histogram{}
	}
	for value, n := range other {
		(*h)[value] += n
	}
}

// Values returns the values that were seen, lowest first.
func (h Histogram) Values() []int { return slices.Sorted(maps.Keys(h)) }

// Total returns how many values were counted.
func (h Histogram) Total() (n uint64) {
	for _, count := range h {
		n += count
	}
	return n
}

// Mean returns the mean of the values and the half width of its 95 % interval:
// NaN where there is no value, or only one.
func (h Histogram) Mean() (mean, margin float64) {
	n := float64(h.Total())
	for _, value := range h.Values() { // in order: the sum must not depend on the map
		mean += float64(value) * float64(h[value]) / n
	}
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	squares := 0.0
	for _, value := range h.Values() {
		d := float64(value) - mean
		squares += d * d * float64(h[value])
	}
	return mean, z95 * math.Sqrt(squares/(n-1)/n) // 0/0 for one value
}

// z95 is the number of standard deviations on either side of the mean of a
// normal distribution that hold 95 % of it.
const z95 = 1.959963984540054

// Share is an observed share with its 95 % interval, all from 0 to 1.
type Share struct{ Value, Low, High float64 }

// Wilson returns the share of hits among n tries with its score interval
// (E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", 1927), which also holds for few tries and for shares near 0 and 1.
// Without tries nothing is known: NaN between 0 and 1.
func Wilson(hits, n uint64) Share {
	if n == 0 {
		return Share{math.NaN(), 0, 1}
	}
	p, m := float64(hits)/float64(n), float64(n)
	centre := (p + z95*z95/(2*m)) / (1 + z95*z95/m)
	half := z95 / (1 + z95*z95/m) * math.Sqrt(p*(1-p)/m+z95*z95/(4*m*m))
	return Share{p, max(0, centre-half), min(1, centre+half)}
}
