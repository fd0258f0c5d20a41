package rulestext

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
	"birdie/internal/document"
	"birdie/internal/locale"
)

//go:generate go test -run ^TestGolfDocumentationIsCurrent$ -update

// The pages of all presets stand in the documentation.
func TestGolfDocumentationIsCurrent(t *testing.T) {
	const dir = "../../docs/rules/golf/"
	for _, l := range locale.Langs() {
		for _, p := range golf.Presets() {
			name := p.ID + "." + string(l) + ".md"
			want := GolfPage(l, p.Rules).Markdown()
			if *update {
				if err := os.WriteFile(dir+name, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(dir + name)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want {
				t.Errorf("docs/rules/golf/%s is not current: run go generate ./internal/rulestext", name)
			}
		}
	}
}

// golfValues returns the values of an option that a page can tell apart.
func golfValues(o golf.Option) []string {
	switch o {
	case golf.OptionHoles:
		return []string{"1", "9", "18"}
	case golf.OptionTarget:
		return []string{"10", "100", "500"}
	case golf.OptionDecks:
		return []string{"0", "1", "2", "3"}
	case golf.OptionJokers:
		return []string{"0", "1", "2"}
	case golf.OptionFirstFlips:
		return []string{"0", "1", "2", "3"}
	}
	return o.Words()
}

// validGolfRules draws any rules that two players can play.
func validGolfRules(t *rapid.T) golf.Rules {
	r := golf.Default().Rules
	for _, o := range golf.Options() {
		if o == golf.OptionTarget && rapid.Bool().Draw(t, "a number of holes") {
			continue
		}
		if err := r.Set(o, rapid.SampledFrom(golfValues(o)).Draw(t, string(o))); err != nil {
			t.Fatal(err)
		}
	}
	r.Peek = r.Peek && r.FirstFlips > 0
	if err := r.Validate(2); err != nil {
		t.Fatal(err)
	}
	return r
}

// A page names every option, its value and what that means, and leaves nothing
// untranslated, whatever the rules are.
func TestGolfPagesOfAllRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := validGolfRules(t)
		for _, l := range locale.Langs() {
			d := GolfPage(l, r)
			text := plain(t, d)
			for _, form := range []string{text, d.Markdown(), d.HTML()} {
				for _, bad := range []string{"{{", "<no value>", "golf.", "golfrules."} {
					if _, rest, found := strings.Cut(form, bad); found && rest != "" && 'a' <= rest[0] && rest[0] <= 'z' {
						t.Errorf("%s %+v: %s%.20s is not translated", l, r, bad, rest)
					}
				}
			}
			for _, o := range golf.Options() {
				for _, want := range []string{GolfOption(l, o), GolfValue(l, r, o), golfMeaning(l, r, o)} {
					if want == "" || !strings.Contains(text, want) {
						t.Errorf("%s %+v: %s: the page does not say %q", l, r, o, want)
					}
				}
			}
		}
	})
}

// Two rule sets that differ in any option have pages that differ.
func TestGolfPagesDiffer(t *testing.T) {
	for _, o := range golf.Options() {
		seen := map[string]string{}
		for _, v := range golfValues(o) {
			r := golf.Default().Rules
			if err := r.Set(o, v); err != nil || r.Validate(2) != nil {
				continue
			}
			text := plain(t, GolfPage(locale.English, r))
			if other, ok := seen[text]; ok {
				t.Errorf("%s %s has the same page as %s", o, v, other)
			}
			seen[text] = v
		}
		if len(seen) < 2 {
			t.Errorf("%s has %d pages", o, len(seen))
		}
	}
}

// What the page says of an example is what a hole with these cards counts: the
// sum is the engine's.
func TestGolfExamples(t *testing.T) {
	sums := func(settings string) (list []string) {
		r := golf.Default().Rules
		for _, s := range strings.Fields(settings) {
			option, value, _ := strings.Cut(s, "=")
			if err := r.Set(golf.Option(option), value); err != nil {
				t.Fatal(err)
			}
		}
		for _, part := range strings.Split(plain(t, GolfPage(locale.English, r)), "Together: ")[1:] {
			sum, _, _ := strings.Cut(part, ". ")
			list = append(list, sum)
		}
		return list
	}
	for settings, want := range map[string]string{
		// Jacks 0, queen and ten 20, king 0 and five; the jacks apart, 20 more; jokers 0,
		// three, king, ace, four.
		"":                                 "25 45 8",
		"negative-pairs=keep":              "25 45 4",
		"jokers=0":                         "25 45",
		"jokers=1":                         "25 45 6",
		"wild-twos=on negative-pairs=keep": "25 45 4",
		"layout=four":                      "20 40 3",
		"layout=eight":                     "34 54 22",
		"layout=nine":                      "40 70 21",
		"rows=on":                          "25 45 8 13",
		"rows=on jokers=0 layout=four":     "20 40 9",
		"four-equal=on jokers=0":           "25 45 −17",
		// Who ended the hole and somebody else: ten more, twice as much, five less.
		"jokers=0 knock=on knock-penalty=on": "25 45 35 7",
		"jokers=0 ender-double=on":           "25 45 50 7",
		"jokers=0 ender-bonus=on":            "25 45 2 25",
	} {
		if got := strings.Join(sums(settings), " "); got != want {
			t.Errorf("%q: %s, want %s", settings, got, want)
		}
	}
}

// The average of an unseen card, to two decimals in the language's own form.
func TestGolfMean(t *testing.T) {
	for _, tt := range []struct {
		l      locale.Lang
		jokers int
		want   string
	}{{locale.English, 0, "5.77"}, {locale.German, 0, "5,77"}, {locale.English, 2, "5.48"}} {
		r := golf.Default().Rules
		r.Jokers = tt.jokers
		p := golfPage{l: tt.l, r: r}
		if got := p.mean(); got != tt.want {
			t.Errorf("%d jokers: %s, want %s", tt.jokers, got, tt.want)
		}
	}
}

// The refusals a page lists are those that a player at the table can meet under its
// rules by any action there is: no other and each of them.
func TestGolfRefusals(t *testing.T) {
	src := card.SplitMix(3)
	var sets []golf.Rules
	for _, p := range golf.Presets() {
		for _, flip := range golf.OptionFlip.Words() {
			r := p.Rules
			if err := r.Set(golf.OptionFlip, flip); err != nil {
				t.Fatal(err)
			}
			sets = append(sets, r)
		}
	}
	r := golf.Default().Rules
	r.FirstFlips = 0
	sets = append(sets, r)
	r.FlipTurn, r.Flip = true, golf.FlipNever
	sets = append(sets, r)
	for _, r := range sets {
		// An empty stock is rare with few players and met in other tests.
		met := map[golf.Refusal]bool{golf.ReshuffleFirst: true}
		listed := golfRefusalsUnder(r)
		all := func() bool { return !slices.ContainsFunc(listed, func(r golf.Refusal) bool { return !met[r] }) }
		for games := 0; games < 10 || games < 500 && !all(); games++ {
			deck := r.Deck(4)
			card.Shuffle(deck, &src)
			h, err := golf.NewHole(r, 4, 0, deck)
			if err != nil {
				t.Fatal(err)
			}
			meet(&h, met)
			for !h.Over() {
				h.ReshuffleRandom(&src)
				legal := h.Legal(h.Turn(), nil)
				if err := h.Apply(h.Turn(), legal[card.Below(&src, uint64(len(legal)))]); err != nil {
					t.Fatal(err)
				}
				meet(&h, met)
			}
		}
		for _, l := range listed {
			if !met[l] {
				t.Errorf("%+v: %s is listed and was never met", r, l.ID())
			}
			delete(met, l)
		}
		for other := range met {
			t.Errorf("%+v: %s was met and is not listed", r, other.ID())
		}
	}
}

// meet notes why actions of every kind are refused to every seat.
func meet(h *golf.Hole, met map[golf.Refusal]bool) {
	for seat := range h.Players() {
		for kind := golf.Choose; kind <= golf.Knock; kind++ {
			a := golf.Action{Kind: kind}
			for pos := range h.Rules().Layout.Cells() {
				switch kind {
				case golf.Choose:
					a.Cells |= golf.Cell(pos) // one, two, three ... cards
				case golf.Swap, golf.Flip:
					a.Cells = golf.Cell(pos)
				}
				var refusal golf.Refusal
				if err := h.Check(seat, a); errors.As(err, &refusal) {
					met[refusal] = true
				}
			}
		}
	}
}

// Pictures show what the text says: each card beside what it counts, lines that
// cancel struck out, and a grid with as many cards face up as are turned up first.
func TestGolfPictures(t *testing.T) {
	for _, preset := range golf.Presets() {
		r := preset.Rules
		var values, grids, off int
		for _, b := range GolfPage(locale.German, r).Blocks {
			switch b := b.(type) {
			case document.Table:
				for i, c := range b.Cards {
					values++
					if want := Number(r.Value(c)); b.Rows[i][1] != want {
						t.Errorf("%s: %v is said to count %s, want %s", preset.ID, c, b.Rows[i][1], want)
					}
				}
			case document.Grid:
				up := 0
				for _, row := range b.Rows {
					for _, c := range row {
						if c.Card == document.Back {
							continue
						}
						up++
						if c.Off {
							off++
						}
						if c.Off && c.Text != "0" {
							t.Errorf("%s: a card that cancels counts %s", preset.ID, c.Text)
						}
					}
				}
				if grids++; grids == 1 {
					want := r.FirstFlips
					if r.Peek {
						want = 0
					}
					if up != want {
						t.Errorf("%s: %d cards are face up at first, want %d", preset.ID, up, want)
					}
				}
				if len(b.Rows) != r.Layout.Rows() || len(b.Rows[0]) != r.Layout.Cols() {
					t.Errorf("%s: a grid of %d rows of %d", preset.ID, len(b.Rows), len(b.Rows[0]))
				}
			}
		}
		want := 13
		if r.Jokers > 0 {
			want++
		}
		if values != want || grids < 3 || off < r.Layout.Rows() {
			t.Errorf("%s: %d values, %d grids, %d cards that cancel", preset.ID, values, grids, off)
		}
	}
}
