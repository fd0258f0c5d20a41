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

// Editors put a byte order mark before names, boards and records alike.
func TestByteOrderMark(t *testing.T) {
	const game = `{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":["draw"]}`
	for _, text := range []string{"GO1-E-AAAAAAB\n", dealcode.FormatBoard(dealcode.Deck(1, 0), patience.Dealt), game} {
		found, errs := sourcesIn(byteOrderMark+text, new(chosenRules), -1)
		if len(found) != 1 || len(errs) > 0 || !slices.Equal(found[0].deal.Deck(), dealcode.Deck(1, 0)) {
			t.Errorf("%q: %d deals, %v", text, len(found), errs)
		}
	}
	e := quiet(locale.English)
	e.in = strings.NewReader(byteOrderMark + game)
	line, data, err := e.readRecord("-")
	if _, _, wrong := playBack(line, data); err != nil || wrong != nil {
		t.Errorf("a record: %v, %v", err, wrong)
	}
}

// endless is an input without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// An input of any size ends in one short line.
func TestEndlessInput(t *testing.T) {
	e := quiet(locale.English)
	e.in = endless{}
	if _, _, err := e.readRecord("-"); err == nil {
		t.Error("an endless record was read")
	} else if line, code := explain(e.lang, err); code != exitInput || !strings.Contains(line, "standard input is larger than 16 MB") {
		t.Errorf("%d %q", code, line)
	}
	for _, text := range []string{
		strings.Repeat("ä", 1<<20),
		`{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":["` + strings.Repeat("x", 1<<20) + `"]}`,
		`{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":[],"` + strings.Repeat("x", 1<<20) + `":1}`,
		`{"format":"birdie-patience-game","version":1,"code":"` + strings.Repeat("x", 1<<20) + `","actions":[]}`,
		`{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":[],"result":{"state":"` + strings.Repeat("x", 1<<20) + `"}}`,
	} {
		e.in = strings.NewReader(text)
		line, data, err := e.readRecord("-")
		if err == nil {
			_, _, err = playBack(line, data)
		}
		if err == nil {
			t.Errorf("%.20s… was read", text)
		} else if line, _ := explain(e.lang, err); len(line) > 500 {
			t.Errorf("%.20s…: an error of %d characters", text, len(line))
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
