package table

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"Anna":                            "Anna",
		"  Anna   Lena ":                  "Anna Lena",
		"Jürgen Ø'Å":                      "Jürgen Ø'Å",
		"Ольга":                           "Ольга",
		"Νίκος":                           "Νίκος",
		"小明":                              "小明",
		"שרה":                             "שרה",
		"🐦 Birdie":                        "🐦 Birdie",
		"<b>x</b>":                        "<b>x</b>", // text is escaped where it is shown
		strings.Repeat("ü", 24):           strings.Repeat("ü", 24),
		"Ａｎｎａ":                            "Anna",
		"u\u0308":                         "ü",
		"\u00a0Anna\u00a0":                "Anna",
		"":                                "",
		"   ":                             "",
		strings.Repeat("x", 25):           "",
		strings.Repeat("x", 1<<20):        "",
		"a\u202eb":                        "", // right-to-left override
		"a\u2066b":                        "", // isolate
		"a\u200bb":                        "", // zero width space
		"a\u200db":                        "", // zero width joiner
		"a\x00b":                          "",
		"a\nb":                            "",
		"a\tb":                            "",
		"\u3164":                          "", // Hangul filler
		"\u2800\u2800":                    "", // empty Braille
		"a\u0300\u0301\u0302\u0303":       "",
		"Ann\u0430":                       "", // Cyrillic a
		"\u0391nna":                       "", // Greek capital alpha
		"\xff":                            "",
		"\ue000":                          "", // private use
		"\u0301":                          "", // a mark alone
		"a" + strings.Repeat("\u0489", 9): "",
	} {
		got, err := CleanName(name)
		if (err != nil) != (want == "") || got != want {
			t.Errorf("CleanName(%.40q) = %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestSameName(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"Anna", "anna", true}, {"Anna", "Anne", false}, {"ÜRGEN", "ürgen", true}} {
		if got := sameName(c.a, c.b); got != c.want {
			t.Errorf("sameName(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"Anna", " a  b ", "a\u202eb", "\u0301", "ﷺ", "🐦"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := CleanName(s)
		if err != nil {
			return
		}
		if n := utf8.RuneCountInString(name); n == 0 || n > MaxName {
			t.Errorf("%q has %d characters", name, n)
		}
		if again, err := CleanName(name); err != nil || again != name {
			t.Errorf("%q becomes %q, %v the second time", name, again, err)
		}
	})
}
