package caddie

import (
	"birdie/patience"
	"birdie/patience/solve"
)

// Level is how much a hint tells.
type Level uint8

// The levels.
const (
	ThereIs   Level = iota // whether a free card fits at all
	WhichPile              // the column or the stock
	WhichMove              // the move, its chances and its reasons
)

// Hint is what a player is told. What its level does not tell is not in it.
type Hint struct {
	Level  Level
	Fits   bool             // a free card fits
	Move   *patience.Action // from WhichPile on: the removal, or the draw for the stock
	Choice *Choice          // at WhichMove
}

// Hint returns the hint of a level, and false when there is no move to hint at.
func (a *Advice) Hint(level Level) (Hint, bool) {
	best, ok := a.Best()
	if !ok {
		return Hint{}, false
	}
	h := Hint{Level: level}
	for i := range a.Choices {
		if a.Choices[i].Move != patience.Draw {
			h.Fits = true
		}
	}
	if level >= WhichPile {
		h.Move = &best
	}
	if level >= WhichMove {
		h.Choice = &a.Choices[0]
	}
	return h, true
}

// Peek is the hint of somebody who has looked at the stock.
type Peek struct {
	Move     patience.Action
	Winnable bool
	Strokes  int // the best that can be reached
}

// Omniscient returns the best move of a game with the order of the stock known.
// It is no fair advice, and whoever shows it should say so. The second result is
// false when the context ended the search or there is no move to make.
func Omniscient(ctx solve.Context, s *solve.Solver, g *patience.Game) (Peek, bool) {
	if g.State() != patience.Playing {
		return Peek{}, false
	}
	problem := solve.FromGame(g)
	r := s.Best(ctx, &problem)
	line := s.Line(nil)
	if !r.Proved {
		return Peek{}, false
	}
	p := Peek{Winnable: r.Winnable, Strokes: r.Strokes}
	if len(line) > 0 {
		p.Move = line[0]
		return p, true
	}
	// The best result needs no further removal: only draws are left.
	p.Move = patience.Draw
	return p, g.Check(patience.Draw) == patience.Allowed
}
