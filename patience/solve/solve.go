package solve

import (
	"birdie/patience"
)

// Result is an answer. Its zero value is that of a search that was stopped.
type Result struct {
	// Proved says that the other fields are exact. It is false only when the
	// context ended the search.
	Proved   bool
	Winnable bool
	// Left is the fewest cards that can be left in the tableau, 0 when the
	// position can be won.
	Left int
	// Strokes is the lowest result in strokes: Left, or minus the most cards that
	// can be left in the stock at a win. It is also the result of most points.
	// Only Best sets it.
	Strokes int
}

// Solver answers questions about positions. It keeps its memory, at most 16 MiB,
// for the next question and then allocates no more. A Solver is for one
// goroutine at a time; any number of them work side by side.
type Solver struct {
	meet  meet
	stuck *stuck // made when it is first needed
	line  []patience.Action
	// turned is the number of cards turned up in line, when it is that of a win.
	turned int
}

// New returns a Solver.
func New() *Solver {
	s := new(Solver)
	s.meet.f = newSide(states + 1)
	s.meet.b = newSide(backNodes)
	s.line = make([]patience.Action, 0, patience.MaxDeck)
	return s
}

// Visits returns the number of column states that the solver has met with since
// it was made, a measure of work that is the same on every machine.
func (s *Solver) Visits() uint64 { return s.meet.visits }

// Line appends to buf the moves that reach the last result, and returns it: to a
// win after Winnable, to the best result after Best. It appends nothing when
// there was no win to show.
func (s *Solver) Line(buf []patience.Action) []patience.Action { return append(buf, s.line...) }

// Winnable says whether p can be won.
func (s *Solver) Winnable(ctx Context, p *Problem) Result {
	s.start(ctx, p)
	switch {
	case p.Left() == 0:
		return Result{Proved: true, Winnable: true}
	case p.draw == patience.WhenStuck:
		r := s.forced(0)
		if !r.Winnable {
			s.line = s.line[:0]
		}
		return Result{Proved: r.Proved, Winnable: r.Winnable}
	default:
		s.wins(s.meet.all)
	}
	return s.result(Result{Winnable: len(s.line) > 0})
}

// Best finds the best result of p.
func (s *Solver) Best(ctx Context, p *Problem) Result {
	s.start(ctx, p)
	m := &s.meet
	if p.Left() == 0 {
		return Result{Proved: true, Winnable: true, Strokes: -int(p.stocks)}
	}
	if p.draw == patience.WhenStuck {
		for limit := 0; ; {
			// With no more than limit left, it is the fewest. With one more, which an
			// earlier search found too, nothing better was there to be found.
			r := s.forced(limit)
			if !r.Proved || r.Left <= limit+1 {
				return r
			}
			limit = r.Left - 1
		}
	}
	turns := m.all + 1 // turned up in the best win so far
	for turns > 1 && s.wins(turns-1) {
		turns = s.turned
	}
	if turns <= m.all {
		return s.result(Result{Winnable: true, Strokes: turns - m.all})
	}
	left := s.fewest()
	return s.result(Result{Left: left, Strokes: left})
}

// fewest finds the fewest cards that can be left when there is no win, and the
// line to it.
func (s *Solver) fewest() int {
	m := &s.meet
	left := s.improve(m.p.Left())
	if m.begin(m.all, looseLimit, true) {
		m.beam(wideBeam)
		left = s.improve(left)
	}
	for left > 1 && !m.stopped {
		if left > fewGoals {
			// The last states would be so many that looking from both ends gains nothing.
			if m.begin(m.all, left-1, true) {
				m.search()
			}
			return s.improve(left)
		}
		if !m.begin(m.all, left-1, false) || !m.search() {
			break
		}
		s.keep()
		left--
	}
	return left
}

// The beam that looks for few cards left: how much slack it may lack, and its
// width.
const (
	looseLimit = 2
	wideBeam   = 64
)

// fewGoals is the most cards left for which it pays to look backward.
const fewGoals = 6

// improve keeps the line to the state with the fewest cards that the last search
// reached, if it has fewer than left, and returns the fewest.
func (s *Solver) improve(left int) int {
	i, n := s.meet.lowest()
	if n < left {
		s.line, _, _ = s.meet.reach(s.line[:0], i, s.meet.all)
		return n
	}
	return left
}

// start takes a problem.
func (s *Solver) start(ctx Context, p *Problem) {
	s.line = s.line[:0]
	s.meet.load(ctx, p)
}

// keep keeps the line of a search that has succeeded.
func (s *Solver) keep() { s.line, s.turned = s.meet.trace(s.line[:0]) }

// result returns r, proved, unless the search was stopped.
func (s *Solver) result(r Result) Result {
	if s.meet.stopped {
		s.line = s.line[:0]
		return Result{}
	}
	r.Proved = true
	return r
}

// forced searches under the rule that draws are forced, for what leaves no more
// than limit cards.
func (s *Solver) forced(limit int) Result {
	if s.stuck == nil {
		s.stuck = newStuck(&s.meet)
	}
	i := s.stuck.search(limit)
	left := count(s.meet.f.nodes[i].left)
	s.line = s.stuck.trace(s.line[:0], i)
	r := Result{Winnable: left == 0, Left: left, Strokes: left}
	if left == 0 {
		r.Strokes = s.stuck.turned(i) - s.meet.all
	}
	return s.result(r)
}

// wins looks for a win with no more than turns cards turned up, and keeps the
// line to it. Beams of growing width go first.
func (s *Solver) wins(turns int) bool {
	m := &s.meet
	if !m.begin(turns, 0, false) {
		return false
	}
	for _, width := range widths[m.p.king] {
		if m.won || m.stopped {
			break
		}
		if won, proof := m.beam(width); proof && !won {
			return false
		}
	}
	if m.won || !m.stopped && m.search() {
		s.keep()
		return true
	}
	return false
}

// widths are those of the beams, by king rule: where more deals can be won, it
// pays to look longer for a win.
var widths = [...][]int{patience.Wrap: {8, 32}, patience.Queen: {8}, patience.Closed: {8}}
