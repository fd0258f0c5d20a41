// Package name decides which names people and tables may carry. A name is shown
// to strangers, so it may be in any script but must not trick them: no
// characters that are invisible, that turn the reading direction or pile up on
// others, and no word that mixes scripts whose letters look alike.
package name

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxRunes is the length of the longest name, in characters.
const MaxRunes = 24

// The reasons for which a name is refused.
var (
	ErrEmpty  = errors.New("name: empty")
	ErrLong   = errors.New("name: too long")
	ErrSymbol = errors.New("name: has characters that a name may not have")
	ErrMixed  = errors.New("name: mixes letters of alphabets that look alike")
)

// Clean returns s as it is to be kept and shown: composed (NFC), without blanks
// around it and with single blanks inside. It returns one of the errors above
// for a name that is refused.
func Clean(s string) (string, error) {
	// The bound before normalising keeps the work small whatever is sent.
	if len(s) > 16*MaxRunes {
		return "", ErrLong
	}
	s = norm.NFC.String(strings.Join(strings.Fields(s), " "))
	length, marks, letters := 0, 0, 0
	var scripts [len(alike)]bool
	for _, r := range s {
		length++
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r):
			// Two marks on a letter are enough for every language that needs them.
			if marks++; marks > 2 || letters == 0 {
				return "", ErrSymbol
			}
			continue
		case unicode.IsLetter(r):
			letters++
			for i, script := range alike {
				if unicode.Is(script, r) {
					scripts[i] = true
				}
			}
		case unicode.IsDigit(r) || strings.ContainsRune(" .-_'’!?&+", r):
		default:
			return "", ErrSymbol
		}
		marks = 0
	}
	mixed := 0
	for _, used := range scripts {
		if used {
			mixed++
		}
	}
	switch {
	case length == 0:
		return "", ErrEmpty
	case length > MaxRunes:
		return "", ErrLong
	case mixed > 1:
		return "", ErrMixed
	case letters == 0 && !strings.ContainsFunc(s, unicode.IsDigit):
		return "", ErrSymbol
	}
	return s, nil
}

// alike are the alphabets with letters that pass for one another's.
var alike = [...]*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee}
