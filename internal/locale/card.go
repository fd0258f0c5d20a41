package locale

import (
	"strconv"

	"birdie/card"
)

// Index returns the index of a rank as printed on cards of the language:
// A 2–10 J Q K in English, A 2–10 B D K in German, and a star for a joker.
func (l Lang) Index(r card.Rank) string {
	switch r {
	case card.Ace:
		return "A"
	case card.Jack:
		return l.pick("J", "B")
	case card.Queen:
		return l.pick("Q", "D")
	case card.King:
		return "K"
	case card.JokerRank:
		return "★"
	}
	return strconv.Itoa(int(r))
}

var symbols = [card.Suits]string{"♣", "♦", "♥", "♠"}

// Symbol returns the symbol of a suit.
func Symbol(s card.Suit) string { return symbols[s&3] }

// Card returns the short form of a card: index and suit symbol, "★1" and "★2"
// for the jokers, "–" for None.
func (l Lang) Card(c card.Card) string {
	switch {
	case !c.Valid():
		return "–"
	case c.Joker():
		return l.Index(card.JokerRank) + strconv.Itoa(int(c-card.Joker1)+1)
	}
	return l.Index(c.Rank()) + Symbol(c.Suit())
}

func (l Lang) pick(english, german string) string {
	if l == German {
		return german
	}
	return english
}
