package card

// Deck returns the given number of 52-card decks with so many jokers each
// (0 to 2), unshuffled: deck by deck, each suit by suit from ace to king, then
// its jokers.
func Deck(decks, jokers int) []Card {
	jokers = max(0, min(jokers, 2))
	cards := make([]Card, 0, max(0, decks)*(52+jokers))
	for range decks {
		for c := Card(1); c < Joker1+Card(jokers); c++ {
			cards = append(cards, c)
		}
	}
	return cards
}

// Counts is a multiset of cards: how many of each there are, indexed by Card.
// It compares with ==.
type Counts [Max + 1]uint8

// Count returns the multiset of the given cards. Values that are no card are
// counted as None.
func Count(cards []Card) (n Counts) {
	for _, c := range cards {
		if !c.Valid() {
			c = None
		}
		n[c]++
	}
	return n
}
