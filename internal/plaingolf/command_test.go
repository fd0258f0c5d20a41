package plaingolf

import (
	"slices"
	"testing"

	"birdie/golf"
	"birdie/internal/locale"
)

func TestParse(t *testing.T) {
	none := command{}
	for _, tt := range []struct {
		lang locale.Lang
		line string
		want command
	}{
		{locale.English, "d", command{verb: "draw"}},
		{locale.English, " DRAW ", command{verb: "draw"}},
		{locale.English, "ziehen", command{verb: "draw"}},
		{locale.German, "draw", command{verb: "draw"}},
		{locale.German, "z", command{verb: "draw"}},
		{locale.English, "z", none},
		{locale.German, "x", none},
		{locale.English, "3", command{verb: verbPlaces, cells: golf.Cell(2)}},
		{locale.English, "1 5", command{verb: verbPlaces, cells: golf.Cell(0) | golf.Cell(4)}},
		{locale.English, "15", command{verb: verbPlaces, cells: golf.Cell(0) | golf.Cell(4)}},
		{locale.English, "5, 1", command{verb: verbPlaces, cells: golf.Cell(0) | golf.Cell(4)}},
		{locale.English, "0", none},
		{locale.English, "1 x", none},
		{locale.English, "s3", command{verb: "swap", cells: golf.Cell(2), rest: "3"}},
		{locale.English, "t 4", command{verb: "take", cells: golf.Cell(3), rest: "4"}},
		{locale.German, "t 4", command{verb: "swap", cells: golf.Cell(3), rest: "4"}},
		{locale.German, "n4", command{verb: "take", cells: golf.Cell(3), rest: "4"}},
		{locale.English, "discard 3", none},
		{locale.English, "d3", none},
		{locale.English, "save my file.json", command{verb: verbSave, rest: "my file.json"}},
		{locale.English, "?", command{verb: verbHelp}},
		{locale.English, "quit now", none},
		{locale.English, "", none},
		{locale.English, "3d", none},
	} {
		got, ok := parse(tt.lang, tt.line)
		if ok != (tt.want != none) || ok && got != tt.want {
			t.Errorf("%s %q: %+v, %v, want %+v", tt.lang, tt.line, got, ok, tt.want)
		}
	}
}

// TestWordsAreClear: in a language no word stands for two things, and no word of
// more than two letters means something else in the other.
func TestWordsAreClear(t *testing.T) {
	means := map[string]verb{}
	for _, l := range locale.Langs() {
		short := map[string]bool{}
		for _, v := range verbs {
			list := words(l, v)
			if len(list) == 0 || !slices.IsSortedFunc(list, func(a, b string) int { return len(a) - len(b) }) {
				t.Errorf("%s: %s has the words %v", l, v, list)
			}
			for _, w := range list {
				if other, known := means[w]; len(w) > 2 && known && other != v {
					t.Errorf("%s stands for %s and %s", w, v, other)
				}
				if short[w] {
					t.Errorf("%s: %s stands for two things", l, w)
				}
				means[w], short[w] = v, true
			}
		}
	}
}
