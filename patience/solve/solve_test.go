package solve_test

import (
	"context"
	"fmt"
	"testing"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/solve"
)

// naive finds the best result of a game by trying every move of the engine from
// every position, remembering positions and nothing else.
type naive map[naivePosition]int

type naivePosition struct {
	left  [patience.Columns]uint8
	stock uint8
	top   card.Card
}

func (n naive) best(g *patience.Game) int {
	key := naivePosition{stock: uint8(g.Stock()), top: g.Top()}
	for c := range key.left {
		key.left[c] = uint8(g.Len(c))
	}
	if known, ok := n[key]; ok {
		return known
	}
	best := g.Strokes()
	moves := g.Moves()
	for a := patience.Action(0); a.Move(); a++ {
		switch _, removal := a.Column(); {
		case !moves.Has(a):
		case removal && g.Remaining() == 1: // a win could not be taken back
			best = min(best, -g.Stock())
		default:
			if err := g.Do(a); err != nil {
				panic(err)
			}
			best = min(best, n.best(g))
			if err := g.Do(patience.UndoOne); err != nil {
				panic(err)
			}
		}
	}
	n[key] = best
	return best
}

// ruleSets are the presets and, beside them, every king rule with every other
// option that changes what can be reached.
func ruleSets() (sets []patience.Rules) {
	for _, p := range patience.Presets() {
		sets = append(sets, p.Rules)
	}
	for king := patience.Wrap; king <= patience.Closed; king++ {
		for draw := patience.Anytime; draw <= patience.WhenStuck; draw++ {
			for opening := patience.Dealt; opening <= patience.Free; opening++ {
				for jokers := range uint8(3) {
					sets = append(sets, patience.Rules{King: king, Draw: draw, Jokers: jokers, Opening: opening})
				}
			}
		}
	}
	for i := range sets {
		sets[i].Undo = patience.Unlimited
	}
	return sets
}

// randomGame deals a game and plays random moves, fewer draws than there could
// be, until no more than left cards are in the tableau or nothing goes on.
func randomGame(rules patience.Rules, src card.Source, left int) *patience.Game {
	deck := card.Deck(1, int(rules.Jokers))
	card.Shuffle(deck, src)
	g, err := patience.New(rules, deck)
	if err != nil {
		panic(err)
	}
	for g.State() == patience.Playing && g.Remaining() > left {
		moves := g.Moves()
		if r := moves.Removals(); r != 0 && card.Below(src, 8) > 0 {
			moves = r
		}
		a := patience.Action(card.Below(src, patience.Columns+1))
		if moves.Has(a) {
			if err := g.Do(a); err != nil {
				panic(err)
			}
		}
	}
	return g
}

func TestAgainstNaive(t *testing.T) {
	src := card.SplitMix(1)
	s := solve.New()
	total, wins := 0, 0
	for _, rules := range ruleSets() {
		for i := range 120 {
			left := 6 + i%12
			g := randomGame(rules, &src, left)
			want := naive{}.best(g.Fork())
			total++
			if want <= 0 && g.State() != patience.Blocked {
				wins++
			}
			if err := check(s, g, want); err != nil {
				t.Fatalf("%+v, game %d, deck %v, actions %v: %v", rules, i, g.Deck(), g.Actions(), err)
			}
		}
	}
	t.Logf("%d positions, %d won", total, wins)
}

// What a solver has answered before makes no difference.
func TestWithoutHistory(t *testing.T) {
	ctx := context.Background()
	src := card.SplitMix(4)
	used := solve.New()
	for _, rules := range ruleSets() {
		small, whole := solve.FromGame(randomGame(rules, &src, 4)), solve.FromGame(randomGame(rules, &src, 26))
		used.Best(ctx, &small)
		if got, want := used.Best(ctx, &whole), solve.New().Best(ctx, &whole); got != want {
			t.Errorf("%+v: %+v, a new solver says %+v", rules, got, want)
		}
	}
}

func check(s *solve.Solver, g *patience.Game, want int) error {
	ctx := context.Background()
	p := solve.FromGame(g)
	r := s.Best(ctx, &p)
	if !r.Proved || r.Strokes != want {
		return fmt.Errorf("best: %+v, want %d strokes", r, want)
	}
	strokes, won, err := solve.Verify(g, s.Line(nil))
	if err != nil || strokes != want || won != r.Winnable {
		return fmt.Errorf("line of best: strokes %d, won %v, error %v, want %d, %v", strokes, won, err, want, r.Winnable)
	}
	w := s.Winnable(ctx, &p)
	if !w.Proved || w.Winnable != r.Winnable {
		return fmt.Errorf("winnable: %+v, want %v", w, r.Winnable)
	}
	if w.Winnable {
		if _, won, err := solve.Verify(g, s.Line(nil)); err != nil || !won {
			return fmt.Errorf("line of winnable: won %v, error %v", won, err)
		}
	}
	return nil
}
