// Package card holds what both games called Golf share: playing cards, their
// text notation, decks and shuffles. It knows no rules and depends on nothing.
package card

import "errors"

// Suit is one of the four suits, in the order clubs, diamonds, hearts, spades.
type Suit uint8

// The suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Suits is the number of suits.
const Suits = 4

// Rank is the rank of a card, Ace = 1 to King = 13. JokerRank is the rank of
// both jokers; the zero Rank belongs to no card.
type Rank uint8

// The ranks that have a name of their own.
const (
	Ace       Rank = 1
	Ten       Rank = 10
	Jack      Rank = 11
	Queen     Rank = 12
	King      Rank = 13
	JokerRank Rank = 14
)

// Ranks is the number of ranks of a suit.
const Ranks = 13

// Card is one playing card. Its zero value is None, the absence of a card; 1 to
// 52 are the ordinary cards suit by suit from ace to king, then the two jokers.
type Card uint8

// The cards that are no rank of a suit.
const (
	None   Card = 0
	Joker1 Card = 53
	Joker2 Card = 54
)

// Max is the largest valid Card: tables indexed by Card have Max+1 entries.
const Max = Joker2

// Of returns the card of rank r (Ace to King) and suit s, or None when there is
// no such card.
func Of(r Rank, s Suit) Card {
	if r < Ace || r > King || s > Spades {
		return None
	}
	return Card(uint8(s)*Ranks + uint8(r))
}

// Valid reports whether c is a real card, a joker included.
func (c Card) Valid() bool { return c >= 1 && c <= Max }

// Joker reports whether c is one of the two jokers.
func (c Card) Joker() bool { return c == Joker1 || c == Joker2 }

// Rank returns the rank of c: JokerRank for a joker, 0 for None.
func (c Card) Rank() Rank { return ranks[c&63] }

// Suit returns the suit of an ordinary card. For jokers and None the answer has
// no meaning.
func (c Card) Suit() Suit { return suits[c&63] }

// ranks and suits spare the hot loops of the engines a division.
var ranks, suits = func() (r [64]Rank, s [64]Suit) {
	for c := Card(1); c < Joker1; c++ {
		r[c], s[c] = Rank((c-1)%Ranks+1), Suit((c-1)/Ranks)
	}
	r[Joker1], r[Joker2] = JokerRank, JokerRank
	return r, s
}()

const (
	rankLetters = "-A23456789TJQKX"
	suitLetters = "CDHS"
)

// Letter returns the one-letter notation of r: A 2-9 T J Q K, X for a joker.
func (r Rank) Letter() byte {
	if int(r) >= len(rankLetters) {
		return '?'
	}
	return rankLetters[r]
}

// Letter returns the one-letter notation of s: C D H S.
func (s Suit) Letter() byte { return suitLetters[s&3] }

// String returns the two-letter notation of c: rank A 2-9 T J Q K, then suit
// C D H S; X1 and X2 are the jokers, "--" is None.
func (c Card) String() string {
	switch {
	case c == Joker1:
		return "X1"
	case c == Joker2:
		return "X2"
	case !c.Valid():
		return "--"
	}
	return string([]byte{c.Rank().Letter(), c.Suit().Letter()})
}

// ErrSyntax is returned by Parse for text that names no card.
var ErrSyntax = errors.New("card: not a card")

// Parse reads the notation that String writes. It also takes lower case, 10 for
// T, and the suit symbols in place of the letters. It returns ErrSyntax for
// everything else, "--" included.
func Parse(s string) (Card, error) {
	rest, r := s, Rank(0)
	switch {
	case len(s) >= 2 && s[0] == '1' && s[1] == '0':
		r, rest = Ten, s[2:]
	case len(s) >= 1:
		for i := 1; i < len(rankLetters); i++ {
			if upper(s[0]) == rankLetters[i] {
				r, rest = Rank(i), s[1:]
			}
		}
	}
	if r == JokerRank {
		switch rest {
		case "1":
			return Joker1, nil
		case "2":
			return Joker2, nil
		}
		return None, ErrSyntax
	}
	suit, ok := parseSuit(rest)
	if r == 0 || !ok {
		return None, ErrSyntax
	}
	return Of(r, suit), nil
}

func parseSuit(s string) (Suit, bool) {
	switch s {
	case "c", "C", "♣", "♧":
		return Clubs, true
	case "d", "D", "♦", "♢":
		return Diamonds, true
	case "h", "H", "♥", "♡":
		return Hearts, true
	case "s", "S", "♠", "♤":
		return Spades, true
	}
	return 0, false
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// MarshalText writes c as String does.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads c as Parse does; "--" and the empty text are None.
func (c *Card) UnmarshalText(text []byte) error {
	if len(text) == 0 || string(text) == "--" {
		*c = None
		return nil
	}
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}
