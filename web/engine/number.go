package engine

import (
	"errors"

	"birdie/card"
)

// Package strconv would be a fiftieth of the download, most of it about floating
// point, which no request has.

// decimal writes a number.
func decimal(n int) string {
	if n < 0 {
		return "-" + decimal(-n)
	}
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = '0' + byte(n%10)
		if n /= 10; n == 0 {
			return string(digits[i:])
		}
	}
}

// number reads a decimal number of at most nine digits; what is none is -1, which
// no game has of anything.
func number(s string) int {
	n := 0
	for i := range len(s) {
		if i == 9 || s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = 10*n + int(s[i]-'0')
	}
	if s == "" {
		return -1
	}
	return n
}

var errSeed = errors.New("engine: a seed is 16 hexadecimal digits")

// source returns a source of randomness that begins with 64 bits, given as 16
// hexadecimal digits.
func source(seed string) (card.Source, error) {
	if len(seed) != 16 {
		return nil, errSeed
	}
	var bits card.SplitMix
	for i := range len(seed) {
		d := seed[i]
		switch {
		case '0' <= d && d <= '9':
			d -= '0'
		case 'a' <= d && d <= 'f':
			d -= 'a' - 10
		default:
			return nil, errSeed
		}
		bits = bits<<4 | card.SplitMix(d)
	}
	return &bits, nil
}
