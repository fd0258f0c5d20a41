package dealcode

import "birdie/card"

// Number is the number of a PySolFC deal, from 1 to 2¹²⁸−1. Numbers compare
// with ==; the zero value is no number.
type Number struct {
	words [4]uint32 // the least significant first
	// ms says that the number was given as ms…, which deals numbers above 32000
	// with the generator of the lower ones. Below it has no meaning and is false.
	ms bool
}

// lastMS is the last number that PySolFC's tools deal with the generator of
// Microsoft's FreeCell. (Its window already deals 32000 with the other one.)
const lastMS = 32000

// NumberOf returns n as a Number.
func NumberOf(n uint64) Number {
	return Number{words: [4]uint32{uint32(n), uint32(n >> 32)}}
}

// ParseNumber reads a decimal number, or ms and a decimal number.
func ParseNumber(text string) (Number, error) {
	digits, ms := text, false
	if len(text) > 2 && upper(text[0]) == 'M' && upper(text[1]) == 'S' {
		digits, ms = text[2:], true
	}
	if digits == "" {
		return Number{}, fail(WrongNumber, text)
	}
	var n Number
	large := false
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return Number{}, fail(WrongNumber, text)
		}
		carry := uint64(digits[i] - '0')
		for w := range n.words {
			carry += 10 * uint64(n.words[w])
			n.words[w] = uint32(carry)
			carry >>= 32
		}
		large = large || carry > 0
	}
	if large {
		return Number{}, fail(LargeNumber, text)
	}
	if n == (Number{}) {
		return Number{}, fail(ZeroNumber, text)
	}
	n.ms = ms && !n.small()
	return n, nil
}

// small reports whether n is dealt with the Microsoft generator anyway.
func (n Number) small() bool {
	return n.words[1]|n.words[2]|n.words[3] == 0 && n.words[0] <= lastMS
}

// String writes n as ParseNumber reads it.
func (n Number) String() string {
	var buf [41]byte
	i := len(buf)
	for w := n.words; i == len(buf) || w != [4]uint32{}; {
		rest := uint64(0)
		for k := len(w) - 1; k >= 0; k-- {
			rest = rest<<32 | uint64(w[k])
			w[k] = uint32(rest / 10)
			rest %= 10
		}
		i--
		buf[i] = '0' + byte(rest)
	}
	if n.ms {
		i -= 2
		copy(buf[i:], "ms")
	}
	return string(buf[i:])
}

// plus returns n+k, and whether that is a number.
func (n Number) plus(k uint64) (Number, bool) {
	for w := range n.words {
		s := uint64(n.words[w]) + k&0xffffffff
		n.words[w] = uint32(s)
		k = k>>32 + s>>32
	}
	n.ms = n.ms && !n.small()
	return n, k == 0
}

// minus returns n−m if that is at least 0 and fits 64 bits.
func (n Number) minus(m Number) (d uint64, ok bool) {
	var words [4]uint32
	borrow := uint64(0)
	for w := range words {
		s := uint64(n.words[w]) - uint64(m.words[w]) - borrow
		words[w] = uint32(s)
		borrow = s >> 63
	}
	return uint64(words[1])<<32 | uint64(words[0]), borrow|uint64(words[2]|words[3]) == 0
}

// AppendDeck appends to buf the 52 cards of PySolFC's Golf deal n in the order
// they are dealt: its shuffle, its decks before the shuffle, its generators.
func (n Number) AppendDeck(buf []card.Card) []card.Card {
	start := len(buf)
	var pick func(n int) int
	if n.ms || n.small() {
		// Rank by rank, and within a rank by suit.
		for r := card.Ace; r <= card.King; r++ {
			for s := card.Clubs; s <= card.Spades; s++ {
				buf = append(buf, card.Of(r, s))
			}
		}
		// Microsoft's rand of 15 bits. Only 31 bits of its state matter.
		x := n.words[0]
		pick = func(n int) int {
			x = (214013*x + 2531011) & 0x7fffffff
			return int(x>>16) % n
		}
	} else {
		for _, s := range [...]card.Suit{card.Clubs, card.Spades, card.Hearts, card.Diamonds} {
			for r := card.Ace; r <= card.King; r++ {
				buf = append(buf, card.Of(r, s))
			}
		}
		key := n.words[:]
		for key[len(key)-1] == 0 {
			key = key[:len(key)-1]
		}
		mt := newTwister(key)
		pick = func(n int) int { return int(mt.float() * float64(n)) }
	}
	deck := buf[start:]
	for i := len(deck) - 1; i > 0; i-- {
		j := pick(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	for i, j := 0, len(deck)-1; i < j; i, j = i+1, j-1 {
		deck[i], deck[j] = deck[j], deck[i]
	}
	return buf
}
