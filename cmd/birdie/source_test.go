package main

import (
	"slices"
	"strings"
	"testing"

	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// sourcesIn reads all sources of a text, up to a number.
func sourcesIn(text string, rules *chosenRules, most int) (found []source, errs []error) {
	for s, err := range quiet(locale.English).stream("-", strings.NewReader(text), rules) {
		if err != nil {
			errs = append(errs, err)
		} else {
			found = append(found, s)
		}
		if len(found)+len(errs) == most {
			break
		}
	}
	return found, errs
}

// Many boards follow one another with or without blank lines, with names between
// them, and are told apart by the line they begin at.
func TestStreamOfBoards(t *testing.T) {
	board := func(n uint64) string {
		return dealcode.FormatBoard(dealcode.OfNumber(dealcode.NumberOf(n)).Deck(), patience.Dealt)
	}
	text := board(1) + board(2) + "\n# a remark\n\npysol:7-9\nGO1-E-AAAAAAB.d52\n" + strings.TrimSuffix(board(3), "\n")
	found, errs := sourcesIn(text, new(chosenRules), -1)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var names []string
	for _, s := range found {
		names = append(names, s.name)
	}
	want := []string{"-", "-:10", "pysol:7", "pysol:8", "pysol:9", "GO1-E-AAAAAAB.d52", "-:24"}
	if !slices.Equal(names, want) {
		t.Errorf("found %q, want %q", names, want)
	}
	for i, n := range []uint64{1, 2, 7, 8, 9, 0, 3} {
		if n == 0 {
			if len(found[i].actions) != 3 || !found[i].played {
				t.Errorf("the game has the actions %v", found[i].actions)
			}
			continue
		}
		if want := dealcode.OfNumber(dealcode.NumberOf(n)).Deck(); !slices.Equal(found[i].deal.Deck(), want) {
			t.Errorf("source %d is not deal %d", i, n)
		}
	}
}

// Whatever a file holds, what comes of it are deals that can be played, and
// errors that can be told in both languages.
func FuzzStream(f *testing.F) {
	for _, seed := range []string{
		"", "# nothing", "GO1-E-AAAAAAB\npysol:1-3\n", "GO2-S-24-S.ddd", "{}", `{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":["draw"]} {`,
		dealcode.FormatBoard(dealcode.Deck(1, 0), patience.Free), "Talon: X1\nFoundations: AS\n1 2 3\n", "pysol:0", "GO1-E-AAAAAAA..ZZZZZZZ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, errs := sourcesIn(text, new(chosenRules), 50)
		for _, s := range found {
			if _, err := s.deal.Game(); err != nil {
				t.Errorf("%s cannot be played: %v", s.name, err)
			}
		}
		for _, err := range errs {
			for _, l := range locale.Langs() {
				if line, code := explain(l, err); line == "" || code == exitDone || strings.HasPrefix(line, "cli.") ||
					strings.Contains(line, "<no value>") && !strings.Contains(text, "<no value>") {
					t.Errorf("%v: %d %q", err, code, line)
				}
			}
		}
	})
}
