package dealcode

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// What follows is done without the tables of package unicode, which are a
// fiftieth of what the page downloads: blanks are those that plain leaves out, and
// letters those of ASCII.

// blank reports whether r is a blank that people and chat programs put into text.
func blank(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r' || r == '\u0085' || r == '\u00a0' || r == '\u202f' || r == '\u200b' || r == '\ufeff'
}

// trim returns s without the blanks at both ends.
func trim(s string) string {
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if !blank(r) {
			break
		}
		s = s[n:]
	}
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if !blank(r) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// fields calls yield with the words of s, which blanks separate.
func fields(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := -1
		for i, r := range s {
			switch {
			case !blank(r) && from < 0:
				from = i
			case blank(r) && from >= 0:
				if !yield(s[from:i]) {
					return
				}
				from = -1
			}
		}
		if from >= 0 {
			yield(s[from:])
		}
	}
}

// equalFold reports whether two texts of ASCII are equal but for their case.
func equalFold(a, b string) bool { return upperText(a) == upperText(b) }

// upperText returns s with its ASCII letters in upper case.
func upperText(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = upper(b[i])
	}
	return string(b)
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// plain returns text in upper case without blanks and dashes of any kind, which
// people and chat programs put into codes as they like.
func plain(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '-' || r == '\u2212' || '\u2010' <= r && r <= '\u2015': // hyphens, dashes, minus
		case blank(r):
		case r < 0x80:
			b.WriteByte(upper(byte(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// quote puts text into quotation marks for an error message, shortened and
// without what would disturb a terminal.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		if i >= 60 {
			b.WriteString("…")
			break
		}
		if r < ' ' || '\u007f' <= r && r <= '\u009f' || r == '"' {
			r = '\ufffd'
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}
