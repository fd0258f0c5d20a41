package dealcode

import "strings"

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
		case r == ' ' || '\t' <= r && r <= '\r' || r == '\u00a0' || r == '\u202f' || r == '\u200b' || r == '\ufeff':
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
