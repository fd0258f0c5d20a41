package golf

import (
	"errors"
	"testing"

	"birdie/card"
	"pgregory.net/rapid"
)

func drawRules(t *rapid.T) (Rules, int) {
	for {
		r := Rules{
			Layout:      rapid.SampledFrom([]Layout{Six, Four, Nine, Eight}).Draw(t, "layout"),
			Decks:       rapid.IntRange(0, 3).Draw(t, "decks"),
			Jokers:      rapid.IntRange(0, 2).Draw(t, "jokers"),
			FirstFlips:  rapid.IntRange(0, 3).Draw(t, "first flips"),
			Peek:        rapid.Bool().Draw(t, "peek"),
			Flip:        FlipRule(rapid.IntRange(0, 3).Draw(t, "flip")),
			FlipTurn:    rapid.Bool().Draw(t, "flip turn"),
			Knock:       rapid.Bool().Draw(t, "knock"),
			Penalty:     PenaltyRule(rapid.IntRange(0, 2).Draw(t, "penalty")),
			Negative:    NegativeRule(rapid.IntRange(0, 1).Draw(t, "negative")),
			WildTwos:    rapid.Bool().Draw(t, "wild twos"),
			Rows:        rapid.Bool().Draw(t, "rows"),
			FourEqual:   rapid.Bool().Draw(t, "four equal"),
			EnderBonus:  rapid.Bool().Draw(t, "ender bonus"),
			EnderDouble: rapid.Bool().Draw(t, "ender double"),
			Holes:       rapid.IntRange(1, 3).Draw(t, "holes"),
			Ties:        TieRule(rapid.IntRange(0, 1).Draw(t, "ties")),
		}
		if rapid.Bool().Draw(t, "target") {
			r.Holes, r.Target = 0, rapid.IntRange(MinTarget, 60).Draw(t, "target strokes")
		}
		r.Peek = r.Peek && r.FirstFlips > 0
		players := rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players")
		var wrong *RulesError
		if errors.As(r.Validate(players), &wrong) && wrong.Option == OptionDecks {
			r.Decks = 0
		}
		if err := r.Validate(players); err != nil {
			t.Fatalf("%+v for %d players: %v", r, players, err)
		}
		return r, players
	}
}

func source(t *rapid.T) *card.SplitMix {
	s := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
	return &s
}

// TestDeterminize: a sampled hole looks to the seat exactly like the real one.
func TestDeterminize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, players := drawRules(t)
		src := source(t)
		h, err := NewHole(r, players, 0, shuffled(r, players, src))
		if err != nil {
			t.Fatal(err)
		}
		var buf [100]Action
		for !h.Over() {
			for seat := Spectator; seat < players; seat++ {
				v := h.View(seat)
				w := v.Determinize(src)
				if w.View(seat) != v {
					t.Fatalf("seat %d: view changed", seat)
				}
			}
			h.ReshuffleRandom(src)
			legal := h.Legal(h.Turn(), buf[:0])
			if err := h.Apply(h.Turn(), legal[card.Below(src, uint64(len(legal)))]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMatchesEnd: every match ends, and replaying its steps gives it again.
func TestMatchesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, players := drawRules(t)
		src := source(t)
		m, err := NewMatch(r, players)
		if err != nil {
			t.Fatal(err)
		}
		var events []Event
		for !m.Over() {
			if events, err = m.Do(randomStep(m, src), events); err != nil {
				t.Fatal(err)
			}
		}
		for i, e := range events {
			if e.Seq != i+1 {
				t.Fatalf("event %d has number %d", i+1, e.Seq)
			}
		}
		again, err := Replay(r, players, m.Steps())
		if err != nil || *again.Hole() != *m.Hole() || again.Winners() != m.Winners() || again.Totals() != m.Totals() {
			t.Fatalf("replay differs: %v", err)
		}
	})
}

func randomStep(m *Match, src card.Source) Step {
	switch m.Waits() {
	case WaitCut:
		return Step{Kind: StepCut, Cards: shuffled(m.Rules(), m.Players(), src)}
	case WaitDeal:
		return Step{Kind: StepDeal, Cards: shuffled(m.Rules(), m.Players(), src)}
	case WaitReshuffle:
		cards := m.Hole().ReshuffleCards(nil)
		card.Shuffle(cards, src)
		return Step{Kind: StepReshuffle, Cards: cards}
	}
	seat := m.Hole().Turn()
	legal := m.Hole().Legal(seat, nil)
	return Step{Kind: StepAct, Seat: seat, Action: legal[card.Below(src, uint64(len(legal)))]}
}
