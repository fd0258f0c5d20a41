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
	ends  ends // first, so that rows have cache lines of their own
	q     question
	beam  beam
	stuck stuck
	line  []patience.Action
	late  bool // line is to be found when it is asked for
}

// New returns a Solver.
func New() *Solver {
	s := new(Solver)
	s.ends.rear.back = true
	s.ends.rear.led = make([][outer]set, allRows)
	words := make([]uint64, 3*states)
	s.ends.front.log = words
	s.stuck.words = words // never at the same time
	s.line = make([]patience.Action, 0, patience.MaxDeck)
	return s
}

// Steps returns how many column states and rows of them the solver has looked at since
// it was made, a measure of work that is the same on every machine.
func (s *Solver) Steps() uint64 { return s.q.steps }

// Line appends to buf the moves that reach the last result, and returns it: to a
// win after Winnable, to the best result after Best. It appends nothing when
// there was no win to show. Unless draws are forced, it is found only now, which
// takes longer than Best.
func (s *Solver) Line(buf []patience.Action) []patience.Action {
	if s.late {
		s.q.ctx = endless{}
		s.line, s.late = s.ends.front.line(&s.q, s.line), false
	}
	return append(buf, s.line...)
}

// endless is a context that does not end.
type endless struct{}

func (endless) Err() error { return nil }

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
	}
	s.late = s.wins()
	return s.result(Result{Winnable: s.late})
}

// Best finds the best result of p.
func (s *Solver) Best(ctx Context, p *Problem) Result {
	s.start(ctx, p)
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
	cards, turn := s.ends.best(&s.q)
	r := Result{Winnable: cards == 0, Left: cards, Strokes: cards}
	if r.Winnable {
		r.Strokes = turn - s.q.all
	}
	s.late = true
	return s.result(r)
}

// start takes a problem.
func (s *Solver) start(ctx Context, p *Problem) {
	s.line, s.late = s.line[:0], false
	s.q.load(ctx, p)
}

// result returns r, proved, unless the search was stopped.
func (s *Solver) result(r Result) Result {
	if s.q.stopped {
		s.line, s.late = s.line[:0], false
		return Result{}
	}
	r.Proved = true
	return r
}

// forced searches under the rule that draws are forced, for what leaves no more
// than limit cards.
func (s *Solver) forced(limit int) Result {
	i, left := s.stuck.search(&s.q, limit)
	s.line = s.stuck.trace(&s.q, s.line[:0], i)
	r := Result{Winnable: left == 0, Left: left, Strokes: left}
	if left == 0 {
		r.Strokes = s.stuck.turned(i) - s.q.all
	}
	return s.result(r)
}

// wins looks for a win. Beams of growing width go first.
func (s *Solver) wins() bool {
	if s.beam.prepare(&s.q) {
		return false
	}
	for _, width := range widths {
		if won, proof := s.beam.search(&s.q, width); won || proof || s.q.stopped {
			return won
		}
	}
	return s.ends.meet(&s.q)
}

// widths are those of the beams.
var widths = [...]int{4, widest}

const widest = 12
