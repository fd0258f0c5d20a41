package name

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		err      error
	}{
		{"Anna", "Anna", nil},
		{"  Jörg \t Müller ", "Jörg Müller", nil},
		{"Jo\u0308rg", "Jörg", nil},
		{"Анна", "Анна", nil},
		{"李小龍", "李小龍", nil},
		{"नमस्ते", "नमस्ते", nil},
		{"O’Neil-2", "O’Neil-2", nil},
		{"42", "42", nil},
		{strings.Repeat("x", MaxRunes), strings.Repeat("x", MaxRunes), nil},
		{strings.Repeat("x", MaxRunes+1), "", ErrLong},
		{strings.Repeat(" ", 1000), "", ErrLong},
		{"", "", ErrEmpty},
		{" \n ", "", ErrEmpty},
		{"...", "", ErrSymbol},
		{"Anna\u202egnp", "", ErrSymbol},
		{"An\u200bna", "", ErrSymbol},
		{"A\u0300\u0301\u0302\u0303nna", "", ErrSymbol},
		{"\u0301", "", ErrSymbol},
		{"<b>", "", ErrSymbol},
		{"a/b", "", ErrSymbol},
		{"Anna 🂡", "", ErrSymbol},
		{"bad\xffbytes", "", ErrSymbol},
		{"Аnna", "", ErrMixed}, // a Cyrillic А
		{"Ρaul", "", ErrMixed}, // a Greek Ρ
	} {
		got, err := Clean(tt.in)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("Clean(%q) = %q, %v, want %q, %v", tt.in, got, err, tt.want, tt.err)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("Anna")
	f.Add("A\u0300\u0301\u0302nna")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Clean(s)
		if err != nil {
			return
		}
		if n := utf8.RuneCountInString(got); n < 1 || n > MaxRunes || !utf8.ValidString(got) {
			t.Errorf("%q became %q", s, got)
		}
		if again, err := Clean(got); again != got || err != nil {
			t.Errorf("%q became %q, then %q, %v", s, got, again, err)
		}
	})
}
