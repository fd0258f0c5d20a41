package solve

import (
	"birdie/patience"
)

// Verify plays a line from the position of g, which it leaves as it is, and
// returns the strokes it ends with and whether it wins. The error is the
// patience.Refusal of the first move that is not legal.
func Verify(g *patience.Game, line []patience.Action) (strokes int, won bool, err error) {
	f := g.Fork()
	for _, a := range line {
		if err := f.Do(a); err != nil {
			return 0, false, err
		}
	}
	return f.Strokes(), f.State() == patience.Won, nil
}

// Turn is where a game was lost.
type Turn struct {
	// Before is the number of moves before the last position that could still be
	// won, among the moves that stood at the end.
	Before int
	// Move is the move made there, after which there was no win. When Lost is
	// false there is no such move.
	Move patience.Action
	Lost bool
	// Winnable says whether the deal could be won at all.
	Winnable bool
}

// TurningPoint finds the last position of a game, among those its standing moves
// passed through, from which it could still be won, and the move that lost it.
// The second result is false when the context ended the search.
func (s *Solver) TurningPoint(ctx Context, g *patience.Game) (Turn, bool) {
	moves := Standing(g)
	start, err := patience.New(g.Rules(), g.Deck())
	if err != nil {
		return Turn{}, false // g is not a game
	}
	first := FromGame(start)
	// No move makes a lost position winnable: halve until won, the number of
	// positions that could be won, is known.
	won, high := 0, len(moves)+1
	for won < high {
		mid := (won + high) / 2
		p := first
		for _, a := range moves[:mid] {
			p.Play(a)
		}
		r := s.Winnable(ctx, &p)
		switch {
		case !r.Proved:
			return Turn{}, false
		case r.Winnable:
			won = mid + 1
		default:
			high = mid
		}
	}
	switch {
	case won == 0:
		return Turn{}, true
	case won > len(moves):
		return Turn{Before: len(moves), Winnable: true}, true
	}
	return Turn{Before: won - 1, Move: moves[won-1], Lost: true, Winnable: true}, true
}

// Standing returns the moves of g that were made and not taken back.
func Standing(g *patience.Game) []patience.Action {
	var moves []patience.Action
	depth := 0
	for _, a := range g.Actions() {
		switch {
		case a.Move():
			moves = append(moves[:depth], a)
			depth++
		case a == patience.UndoOne:
			depth--
		case a == patience.RedoOne:
			depth++
		}
	}
	return moves[:depth]
}
