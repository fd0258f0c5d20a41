// Package dealcode names deals: GO1 and GO2 codes, the deal numbers of PySolFC,
// and board text. What a name deals is frozen for ever; golden vectors in the
// tests hold it, and with it the generator and the shuffle of package card.
package dealcode

import "birdie/card"

// Letters is the number of letters that name a deal.
const Letters = 7

// Deals is the number of deals that seven letters can name: 26 to the 7th.
const Deals = 26 * 26 * 26 * 26 * 26 * 26 * 26

// unshuffled is the order of the deck before the shuffle. It is the one order
// that makes AAAAAAB the deal which the rules print as their example; any other
// constant would do as well.
const unshuffled = "" +
	"3C6C3DTSKD4SKSTDQDJDKH5HJC4HTC2D7HKCQH5SAHACJS9D4D5C" +
	"2C4CQC2S8D7S9C2H6H8C8HQSTH3S5D7CAS9S6SAD8S3H9H7DJH6D"

// stream keeps the random numbers of deals apart from those of any other use of
// the generator. It reads "GO1 deal" in ASCII.
const stream = 0x474f31206465616c

// AppendDeck appends to buf the deck of a deal, in the order it is dealt, with 0
// to 2 jokers. The deal is given by its index, 0 for AAAAAAA to Deals−1 for
// ZZZZZZZ; an index beyond that wraps around. Without the jokers the deck is the
// same for every number of jokers.
func AppendDeck(buf []card.Card, index uint64, jokers int) []card.Card {
	// The index is stirred once before it seeds the shuffle, so that neighbouring
	// deals have nothing to do with one another.
	stir := card.SplitMix(stream + index%Deals)
	src := card.SplitMix(stir.Uint64())
	start := len(buf)
	buf = append(buf, unshuffledDeck[:]...)
	card.Shuffle(buf[start:], &src)
	// Jokers are put in afterwards, each at any place of the deck.
	for j := range max(0, min(jokers, 2)) {
		buf = append(buf, card.None)
		deck := buf[start:]
		at := int(card.Below(&src, uint64(len(deck))))
		copy(deck[at+1:], deck[at:])
		deck[at] = card.Joker1 + card.Card(j)
	}
	return buf
}

// Deck returns the deck of a deal as AppendDeck does.
func Deck(index uint64, jokers int) []card.Card {
	return AppendDeck(make([]card.Card, 0, card.Max), index, jokers)
}

var unshuffledDeck = func() (deck [52]card.Card) {
	for i := range deck {
		deck[i], _ = card.Parse(unshuffled[2*i : 2*i+2])
	}
	return deck
}()

// FormatIndex returns the seven letters of a deal's index; an index beyond
// Deals−1 wraps around.
func FormatIndex(index uint64) string {
	var letters [Letters]byte
	for i := Letters - 1; i >= 0; i-- {
		letters[i] = 'A' + byte(index%26)
		index /= 26
	}
	return string(letters[:])
}

// parseIndex reads seven letters A to Z.
func parseIndex(letters string) (index uint64, ok bool) {
	if len(letters) != Letters {
		return 0, false
	}
	for i := range len(letters) {
		if letters[i] < 'A' || letters[i] > 'Z' {
			return 0, false
		}
		index = 26*index + uint64(letters[i]-'A')
	}
	return index, true
}
