package table

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the largest number of characters of a player's name.
const MaxName = 24

// maxMarks is the number of combining marks a letter may carry: two suffice for
// every written language, more pile up over the lines around.
const maxMarks = 2

// CleanName returns name as it is shown: blanks trimmed and joined, compatibility
// forms replaced by plain ones (the Nickname profile of RFC 8266). It refuses,
// with BadName, names that are empty or too long, characters that are invisible or
// change the writing direction, heaps of combining marks, and Latin letters
// mixed with the look-alikes of Cyrillic or Greek.
func CleanName(name string) (string, error) {
	if len(name) > 8*MaxName {
		return "", BadName
	}
	name, err := precis.Nickname.String(name)
	if err != nil || utf8.RuneCountInString(name) > MaxName {
		return "", BadName
	}
	var latin, alike bool
	marks, visible := 0, false
	for _, r := range name {
		if unicode.Is(unicode.M, r) {
			if marks++; marks > maxMarks {
				return "", BadName
			}
			continue
		}
		marks = 0
		switch {
		case unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S):
			visible = visible || !blank(r)
		case r != ' ':
			return "", BadName
		}
		latin = latin || unicode.Is(unicode.Latin, r)
		alike = alike || unicode.In(r, unicode.Cyrillic, unicode.Greek)
	}
	if !visible || latin && alike {
		return "", BadName
	}
	return name, nil
}

// blank reports whether r is counted as a letter or symbol but shows nothing:
// the Hangul fillers and the empty Braille pattern.
func blank(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800':
		return true
	}
	return false
}

// sameName reports whether two clean names would be taken for each other.
func sameName(a, b string) bool {
	ka, errA := precis.Nickname.CompareKey(a)
	kb, errB := precis.Nickname.CompareKey(b)
	return errA == nil && errB == nil && ka == kb
}
