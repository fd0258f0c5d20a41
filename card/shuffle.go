package card

import "math/bits"

// Source is a source of random bits. math/rand/v2's generators are Sources, and
// so is SplitMix.
type Source interface{ Uint64() uint64 }

// SplitMix is the SplitMix64 generator of Steele, Lea and Flood ("Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014). Its value is its
// state: any value is a good seed. It is frozen: the same seed gives the same
// numbers for ever. It is not secret enough for a table of players; see package
// fair for that.
type SplitMix uint64

// Uint64 returns the next 64 random bits.
func (s *SplitMix) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number in [0, n), each equally likely. It returns 0 for n = 0.
// The method is Lemire's ("Fast Random Integer Generation in an Interval", 2019):
// multiply, and reject the few products that would favour some results.
func Below(src Source, n uint64) uint64 {
	hi, lo := bits.Mul64(src.Uint64(), n)
	if lo < n {
		for threshold := -n % n; lo < threshold; {
			hi, lo = bits.Mul64(src.Uint64(), n)
		}
	}
	return hi
}

// Shuffle puts cards into random order, each order equally likely as far as src
// allows (Fisher and Yates in Durstenfeld's form, from the last card down).
func Shuffle(cards []Card, src Source) {
	for i := len(cards) - 1; i > 0; i-- {
		j := Below(src, uint64(i+1))
		cards[i], cards[j] = cards[j], cards[i]
	}
}
