package golf

import (
	"testing"

	"birdie/card"
)

// shuffled returns the cards of the rules in an order that the seed decides.
func shuffled(r Rules, players int, src card.Source) []card.Card {
	deck := r.Deck(players)
	card.Shuffle(deck, src)
	return deck
}

// playRandomly plays the hole to its end with random legal actions.
func playRandomly(h *Hole, src card.Source) {
	var buf [100]Action
	for !h.Over() {
		h.ReshuffleRandom(src)
		seat := h.Turn()
		legal := h.Legal(seat, buf[:0])
		if err := h.Apply(seat, legal[card.Below(src, uint64(len(legal)))]); err != nil {
			panic(err)
		}
	}
}

func mustHole(t testing.TB, r Rules, players, dealer int, deck []card.Card) Hole {
	t.Helper()
	h, err := NewHole(r, players, dealer, deck)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
