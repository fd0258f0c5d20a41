package solve

import (
	"context"
	"testing"

	"birdie/card"
	"birdie/patience"
)

// shuffled returns a game with cards in an order that src chooses.
func shuffled(t *testing.T, rules patience.Rules, src *card.SplitMix) *patience.Game {
	t.Helper()
	deck := card.Deck(1, int(rules.Jokers))
	card.Shuffle(deck, src)
	g, err := patience.New(rules, deck)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A log that holds the last turns only is enough to find a line.
func TestShortLog(t *testing.T) {
	src := card.SplitMix(12)
	s := New()
	s.ends.front.log = s.ends.front.log[:turnEvents+100]
	again := 0
	for _, king := range []patience.KingRule{patience.Closed, patience.Queen, patience.Wrap} {
		for range 20 {
			g := shuffled(t, patience.Rules{King: king}, &src)
			p := FromGame(g)
			r := s.Best(context.Background(), &p)
			line := s.Line(nil)
			if s.ends.front.cards > r.Left {
				again++ // the last pass was one to an earlier turn
			}
			if strokes, won, err := Verify(g, line); err != nil || strokes != r.Strokes || won != r.Winnable {
				t.Errorf("%+v: a line to %d strokes, %v, %v, want %+v", p, strokes, won, err, r)
			}
		}
	}
	if again < 10 {
		t.Errorf("the log was too short for only %d deals", again)
	}
}

// The answer does not depend on which columns are the inner ones.
func TestInnerColumns(t *testing.T) {
	src := card.SplitMix(13)
	s := New()
	d, q := &s.ends.front, &s.q
	for _, jokers := range []uint8{0, 2} {
		p := FromGame(shuffled(t, patience.Rules{Jokers: jokers}, &src))
		want := s.Best(context.Background(), &p)
		for a := range outer + 1 {
			for b := a + 1; b < patience.Columns; b++ {
				order := [patience.Columns]uint8{0, 1, 2, 3, 4, 5, 6}
				order[b], order[6] = order[6], order[b]
				order[a], order[5] = order[5], order[a]
				d.order = order
				d.take(q)
				if turn := d.run(q, q.all); d.cards != want.Left || d.cards == 0 && turn != want.Strokes+q.all {
					t.Errorf("order %v: %d cards left at turn %d, want %+v", order, d.cards, turn, want)
				}
			}
		}
	}
}
