package golf

import (
	"strconv"
	"strings"
	"testing"

	"birdie/card"
)

// fataler is what testing.TB and rapid.T have in common here.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// rules returns the default rules with options set, written as "rows=on knock=on".
func rules(t fataler, settings string) Rules {
	t.Helper()
	r := Default().Rules
	for _, setting := range strings.Fields(settings) {
		option, value, _ := strings.Cut(setting, "=")
		if err := r.Set(Option(option), value); err != nil {
			t.Fatal(setting, err)
		}
	}
	return r
}

func parseCards(t fataler, text string) []card.Card {
	t.Helper()
	var cards []card.Card
	for _, f := range strings.Fields(text) {
		c, err := card.Parse(f)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		cards = append(cards, c)
	}
	return cards
}

// grid returns cards as a grid.
func grid(t fataler, text string) (g [MaxCells]card.Card) {
	t.Helper()
	copy(g[:], parseCards(t, text))
	return g
}

// shuffled returns the cards of the rules in an order that the source decides.
func shuffled(r Rules, players int, src card.Source) []card.Card {
	deck := r.Deck(players)
	card.Shuffle(deck, src)
	return deck
}

// layDeck returns a deck that deals the given grids, one a seat and written row
// by row, with the given dealer, then opens the discard pile with the first of
// the cards rest and makes the others the top of the stock. What is left of the
// deck follows.
func layDeck(t fataler, r Rules, players, dealer int, grids []string, rest string) []card.Card {
	t.Helper()
	var deck []card.Card
	for pos := range r.Layout.Cells() {
		for i := range players {
			deck = append(deck, parseCards(t, grids[(dealer+1+i)%players])[pos])
		}
	}
	deck = append(deck, parseCards(t, rest)...)
	left := card.Count(r.Deck(players))
	for _, c := range deck {
		if left[c] == 0 {
			t.Fatalf("%v is laid too often", c)
		}
		left[c]--
	}
	return fill(deck, &left)
}

// lay deals a hole from layDeck.
func lay(t fataler, r Rules, players, dealer int, grids []string, rest string) Hole {
	t.Helper()
	return mustHole(t, r, players, dealer, layDeck(t, r, players, dealer, grids, rest))
}

func mustHole(t fataler, r Rules, players, dealer int, deck []card.Card) Hole {
	t.Helper()
	h, err := NewHole(r, players, dealer, deck)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// parseStep reads "2 swap 3": seat 2 swaps at position 3, counted from 1.
func parseStep(t fataler, text string) (int, Action) {
	t.Helper()
	number, notation, _ := strings.Cut(text, " ")
	seat, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ParseAction(notation)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return seat, a
}

// play lets seats act; steps are separated by commas.
func play(t fataler, h *Hole, steps string) {
	t.Helper()
	for _, step := range strings.Split(steps, ",") {
		seat, a := parseStep(t, strings.TrimSpace(step))
		if err := h.Apply(seat, a); err != nil {
			t.Fatalf("%s: %v", step, err)
		}
	}
}

// randomAction returns a random legal action of the seat on turn.
func randomAction(h *Hole, src card.Source) (int, Action) {
	var buf [100]Action
	legal := h.Legal(h.Turn(), buf[:0])
	return h.Turn(), legal[card.Below(src, uint64(len(legal)))]
}

// playRandomly plays the hole to its end with random legal actions.
func playRandomly(h *Hole, src card.Source) {
	for !h.Over() {
		h.ReshuffleRandom(src)
		if err := h.Apply(randomAction(h, src)); err != nil {
			panic(err)
		}
	}
}

// randomStep returns a random legal step of a match that is not over.
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
	seat, a := randomAction(m.Hole(), src)
	return Step{Kind: StepAct, Seat: seat, Action: a}
}

func do(t fataler, m *Match, s Step) []Event {
	t.Helper()
	events, err := m.Do(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func totals(h *Hole) []int {
	scores := h.Scores()
	list := make([]int, h.Players())
	for s := range list {
		list[s] = scores[s].Total
	}
	return list
}

// testingTB keeps the helpers honest: both kinds of test can use them.
var _ fataler = testing.TB(nil)
