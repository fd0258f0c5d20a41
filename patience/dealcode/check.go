package dealcode

// The check character of a GO2 code.
//
// The 36 characters stand for the elements of the ring GF(4)×GF(9). The
// characters c1 … cn of a code, the check character last, satisfy
//
//	c1·aⁿ⁻¹ + c2·aⁿ⁻² + … + cn = 0
//
// where a = (w, x), w being a root of t²+t+1 in GF(4) and x a root of t²+t+2 in
// GF(9). Neither part of a or of a−1 is zero, so both are units. Hence changing
// one character changes the sum by a unit times a difference that is not zero,
// and swapping two neighbours by a unit times (a−1) times their difference:
// both are always noticed.

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// value returns the number of a character of a code, or −1.
func value(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	return -1
}

// element is an element (p, q) of the ring as three numbers: p in GF(4) as a
// polynomial in w over GF(2), bit by bit, and q = q1·x + q0 in GF(9).
type element struct{ p, q1, q0 uint8 }

func elementOf(value int) element {
	return element{p: uint8(value / 9), q1: uint8(value % 9 / 3), q0: uint8(value % 3)}
}

func (e element) value() int { return int(e.p)*9 + int(e.q1)*3 + int(e.q0) }

func (e element) plus(f element) element {
	return element{p: e.p ^ f.p, q1: (e.q1 + f.q1) % 3, q0: (e.q0 + f.q0) % 3}
}

func (e element) minus() element {
	return element{p: e.p, q1: (3 - e.q1) % 3, q0: (3 - e.q0) % 3}
}

// timesA multiplies e by a, using w² = w+1 and x² = −x−2 = −x+1.
func (e element) timesA() element {
	return element{p: [4]uint8{0, 2, 3, 1}[e.p], q1: (e.q0 + 3 - e.q1) % 3, q0: e.q1}
}

// sum is the sum above for all the characters of text, which must be characters
// of a code.
func sum(text string) (s element) {
	for i := range len(text) {
		s = s.timesA().plus(elementOf(value(text[i])))
	}
	return s
}

// check returns the check character to put after text.
func check(text string) byte { return characters[sum(text).timesA().minus().value()] }
