package patience

// Holes is the number of holes of a round.
const Holes = 9

// Round is a round of nine holes, always counted in strokes; the lowest sum
// wins. Its zero value is a round under the zero Rules with no hole played.
type Round struct {
	Rules  Rules
	scores [Holes]int8
	played int
}

// Add writes the strokes of the next hole down. It refuses a tenth hole with
// GameOver.
func (r *Round) Add(strokes int) error {
	if r.played == Holes {
		return GameOver
	}
	r.scores[r.played] = int8(strokes)
	r.played++
	return nil
}

// Played returns the number of holes written down.
func (r *Round) Played() int { return r.played }

// Hole returns the strokes of a hole, 0 to Played()−1.
func (r *Round) Hole(i int) int { return int(r.scores[i]) }

// Done reports whether all holes are played.
func (r *Round) Done() bool { return r.played == Holes }

// Total returns the sum of all holes so far.
func (r *Round) Total() (sum int) {
	for _, s := range r.scores[:r.played] {
		sum += int(s)
	}
	return sum
}

// Par returns the par of the whole round.
func (r *Round) Par() int { return r.Rules.RoundPar() }

// Beaten reports whether the round is done and its total is below par.
func (r *Round) Beaten() bool { return r.Done() && r.Total() < r.Par() }

// The points of a tournament: for a hole won, and for the lower total.
const (
	HolePoints  = 1
	TotalPoints = 3
)

// Tournament is two players' contest over nine holes each. A hole both have
// played gives the lower score HolePoints, and when all are played the lower
// total gives TotalPoints more; a tie gives nobody anything.
type Tournament struct {
	// SameDeals says that both play the same nine deals instead of own shuffles.
	SameDeals bool
	Rounds    [2]Round
}

// Points returns both players' points so far.
func (t *Tournament) Points() (points [2]int) {
	a, b := &t.Rounds[0], &t.Rounds[1]
	for i := range min(a.played, b.played) {
		award(&points, a.Hole(i), b.Hole(i), HolePoints)
	}
	if t.Done() {
		award(&points, a.Total(), b.Total(), TotalPoints)
	}
	return points
}

func award(points *[2]int, a, b, n int) {
	switch {
	case a < b:
		points[0] += n
	case b < a:
		points[1] += n
	}
}

// Done reports whether both rounds are done.
func (t *Tournament) Done() bool { return t.Rounds[0].Done() && t.Rounds[1].Done() }

// Winner returns who won a finished tournament, 0 or 1; −1 for a tie or while it
// is being played.
func (t *Tournament) Winner() int {
	points := t.Points()
	switch {
	case !t.Done() || points[0] == points[1]:
		return -1
	case points[0] > points[1]:
		return 0
	}
	return 1
}
