package golf_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

// Two worlds that differ only in what a seat cannot know give it the same views,
// events and refusals, byte for byte, from the deal up to the moment they are
// compared, at any moment before the hole is over. The second world deals at
// random everything the seat has not seen by then: the face-down cards, the
// stock, the card in another's hand, first cards chosen but not revealed.
func TestIndistinguishability(t *testing.T) {
	anyRules := func(r golf.Rules, players int) (golf.Rules, int) { return r, players }
	for name, c := range map[string]struct {
		change func(r golf.Rules, players int) (golf.Rules, int)
		when   func(h *golf.Hole, seat int) bool // the moment at which the worlds are compared
	}{
		"anywhere": {anyRules, func(*golf.Hole, int) bool { return true }},
		"with a card in another's hand": {
			anyRules, func(h *golf.Hole, seat int) bool { return h.Drawn() && h.Turn() != seat },
		},
		"with choices not revealed": {
			func(r golf.Rules, players int) (golf.Rules, int) {
				r.FirstFlips = max(r.FirstFlips, 1)
				return r, max(players, 3)
			},
			func(h *golf.Hole, _ int) bool { return h.Phase() == golf.PhaseChoose && h.Chosen().Count() > 1 },
		},
		"with peeked cards": {
			func(r golf.Rules, players int) (golf.Rules, int) {
				r.Peek, r.FirstFlips = true, max(r.FirstFlips, 1)
				return r, players
			},
			func(h *golf.Hole, seat int) bool { return h.Peeked((seat+1)%h.Players()) != 0 },
		},
		"after a reshuffle": {
			func(r golf.Rules, _ int) (golf.Rules, int) {
				r.Layout, r.Decks, r.Knock, r.FirstFlips, r.Peek = golf.Six, 1, false, 0, false
				return r, 8
			},
			func(h *golf.Hole, _ int) bool { return h.Reshuffles() > 0 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			compared, differed := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
				rules, players := golf.DrawRules(t)
				rules, players = c.change(rules, players)
				seat := rapid.IntRange(golf.Spectator, players-1).Draw(t, "seat")
				m, err := golf.NewMatch(rules, players)
				if err != nil {
					t.Fatal(err)
				}
				for steps := rapid.IntRange(3, 200).Draw(t, "steps"); steps > 0 || m.Hole().Over() || !c.when(m.Hole(), seat); steps-- {
					if m.Over() {
						return
					}
					if _, err := m.Do(golf.RandomStep(m, &src), nil); err != nil {
						t.Fatal(err)
					}
				}
				compared++
				if compareWorlds(t, m, seat, &src) {
					differed++
				}
			})
			if compared == 0 || differed == 0 {
				t.Errorf("%d pairs of worlds compared, %d of them different", compared, differed)
			}
		})
	}
}

// compareWorlds compares the match so far with another that seat cannot tell
// from it, step by step, and reports whether the two are different at all.
func compareWorlds(t *rapid.T, m *golf.Match, seat int, src card.Source) bool {
	other := otherWorld(m, seat, src)
	a, b := newWorld(t, m, seat), newWorld(t, m, seat)
	for i, step := range m.Steps() {
		told, also := a.take(step), b.take(other[i])
		if told != also {
			t.Fatalf("step %d tells seat %d\n%s\nin one world and\n%s\nin the other", i+1, seat, told, also)
		}
	}
	return !slices.EqualFunc(m.Steps(), other, sameStep)
}

func sameStep(a, b golf.Step) bool {
	return a.Kind == b.Kind && a.Seat == b.Seat && a.Action == b.Action && slices.Equal(a.Cards, b.Cards)
}

// otherWorld returns the steps of a match that m's seat cannot tell from m: the
// deck of the hole being played, the order of its last reshuffle and the choices
// of others are replaced where the seat does not know them.
func otherWorld(m *golf.Match, seat int, src card.Source) []golf.Step {
	steps := slices.Clone(m.Steps())
	h := m.Hole()
	view := m.View(seat)
	sampled := view.Determinize(src)
	secrets := sampled.Secrets()

	dealt, reshuffled := 0, 0
	for i, s := range steps {
		switch s.Kind {
		case golf.StepDeal:
			dealt, reshuffled = i, 0
		case golf.StepReshuffle:
			reshuffled = i
		}
	}
	if h.Phase() == golf.PhaseChoose {
		for i := range steps[dealt+1:] {
			if s := &steps[dealt+1+i]; s.Seat != seat {
				s.Action.Cells = secrets.Choice[s.Seat]
			}
		}
	}
	deck := slices.Clone(steps[dealt].Cards)
	at := 0
	for pos := range h.Rules().Layout.Cells() {
		for i, s := 0, h.Starter(); i < h.Active().Count(); i, s = i+1, h.Active().After(s) {
			if h.FaceDown(s).Has(pos) {
				deck[at] = secrets.Hidden[s][pos]
			}
			at++
		}
	}
	steps[dealt].Cards = deck
	stock := deck
	if reshuffled > 0 {
		stock = slices.Clone(steps[reshuffled].Cards)
		steps[reshuffled].Cards = stock
	}
	next := len(stock)
	for _, c := range secrets.Stock {
		next--
		stock[next] = c
	}
	if secrets.Drawn != card.None {
		stock[next-1] = secrets.Drawn
	}
	return steps
}

// world is one of two matches, as one seat experiences it.
type world struct {
	t    *rapid.T
	seat int
	m    *golf.Match
}

func newWorld(t *rapid.T, like *golf.Match, seat int) *world {
	m, err := golf.NewMatch(like.Rules(), like.Players())
	if err != nil {
		t.Fatal(err)
	}
	return &world{t, seat, m}
}

// take returns everything the seat gets to know by a step: the events, its view,
// and what it is told when it tries any action at all.
func (w *world) take(s golf.Step) string {
	events, err := w.m.Do(s, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	var told struct {
		Events   []record.Event
		View     record.View
		Fields   string // every field of the golf.View, exported or not
		Refusals []string
	}
	for i := range events {
		told.Events = append(told.Events, record.EventFor(w.seat, &events[i]))
	}
	if len(w.m.Steps()) > 1 {
		v := w.m.View(w.seat)
		told.View = record.ViewOf(&v)
		told.Fields = fmt.Sprintf("%+v", v)
		for kind := golf.Choose; kind <= golf.Knock; kind++ {
			for pos := -1; pos < golf.MaxCells; pos++ {
				if err := w.m.Hole().Check(w.seat, golf.Action{Kind: kind, Cells: golf.Cell(pos)}); err != nil {
					told.Refusals = append(told.Refusals, err.Error())
				}
			}
		}
	}
	text, err := json.Marshal(told)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}
