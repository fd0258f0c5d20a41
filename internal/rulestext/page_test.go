package rulestext

import (
	"bytes"
	"context"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/solve"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the pages in docs/rules anew")

//go:generate go test -run ^TestDocumentationIsCurrent$ -update

// The pages of all presets stand in the documentation.
func TestDocumentationIsCurrent(t *testing.T) {
	const dir = "../../docs/rules/"
	for _, l := range locale.Langs() {
		for _, p := range patience.Presets() {
			name := p.ID + "." + string(l) + ".md"
			want := Page(l, p.Rules).Markdown()
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
				t.Errorf("docs/rules/%s is not current: run go generate ./internal/rulestext", name)
			}
		}
	}
}

// validRules draws any rules that can be played.
func validRules(t *rapid.T) patience.Rules {
	var r patience.Rules
	for _, o := range patience.Options() {
		values := o.Values()
		if o == patience.OptionUndo {
			values = append(values, strconv.Itoa(rapid.IntRange(1, int(patience.MaxUndo)).Draw(t, "moves")))
		}
		if err := r.Set(o, rapid.SampledFrom(values).Draw(t, string(o))); err != nil {
			t.Fatal(err)
		}
	}
	if r.Validate() != nil {
		r.Scoring = patience.Strokes
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return r
}

// untranslated returns what in a text is no text of any language, or nothing.
func untranslated(text string) string {
	for _, bad := range []string{"{{", "}}", "<no value>", "%!", "??"} {
		if strings.Contains(text, bad) {
			return bad
		}
	}
	for _, area := range []string{"rules.", "patience.", "cli.", "dealcode."} {
		for _, after := range strings.Split(text, area)[1:] {
			if after != "" && 'a' <= after[0] && after[0] <= 'z' {
				return area + after[:min(len(after), 20)]
			}
		}
	}
	return ""
}

// plain is a page as text without line ends, to look for sentences in.
func plain(t interface{ Fatal(...any) }, d *document.Document) string {
	var b bytes.Buffer
	if err := d.WriteText(&b, document.TextStyle{Width: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// A page names every option, its value and what that means, and leaves nothing
// untranslated, whatever the rules are.
func TestPagesOfAllRules(t *testing.T) {
	check := func(t interface {
		Fatal(...any)
		Errorf(string, ...any)
	}, r patience.Rules,
	) {
		for _, l := range locale.Langs() {
			p := page{l: l, r: r.Normal()}
			d := Page(l, r)
			text := plain(t, d)
			for _, form := range []string{text, d.Markdown(), d.HTML()} {
				if m := untranslated(form); m != "" {
					t.Errorf("%s %+v: %q is not translated", l, r, m)
				}
			}
			for _, o := range patience.Options() {
				for _, want := range []string{Option(l, o), Value(l, r, o), p.means(o)} {
					if !strings.Contains(text, want) {
						t.Errorf("%s %+v: %s: the page does not say %q", l, r, o, want)
					}
				}
			}
			if jokers := strings.Contains(d.HTML(), `<h2 id="jokers">`); jokers != (r.Jokers > 0) {
				t.Errorf("%s %+v: a section about jokers: %t", l, r, jokers)
			}
		}
	}
	for _, p := range patience.Presets() {
		check(t, p.Rules)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, validRules(t)) })
}

// In a terminal of the usual width no line of a page is wider, but for the links.
func TestPagesFitATerminal(t *testing.T) {
	for _, l := range locale.Langs() {
		for _, p := range patience.Presets() {
			var b bytes.Buffer
			if err := Page(l, p.Rules).WriteText(&b, document.TextStyle{}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 && !strings.Contains(line, "https://") {
					t.Errorf("%s, %s: %d characters in %q", l, p.ID, n, line)
				}
			}
		}
	}
}

// Two rule sets that differ in any option have pages that differ.
func TestPagesDiffer(t *testing.T) {
	base := patience.Rules{Scoring: patience.Strokes}
	for _, o := range patience.Options() {
		seen := map[string]string{}
		for _, v := range append(o.Values(), "7") {
			r := base
			if r.Set(o, v) != nil || r.Validate() != nil {
				continue
			}
			text := plain(t, Page(locale.English, r))
			if other, ok := seen[text]; ok {
				t.Errorf("%s %s has the same page as %s", o, v, other)
			}
			seen[text] = v
		}
	}
}

// The refusals a page lists are those that can be met under its rules: no other
// and each of them.
func TestRefusals(t *testing.T) {
	src := card.SplitMix(7)
	for _, p := range patience.Presets() {
		for _, undo := range []patience.Undo{patience.Unlimited, 2, patience.UndoOff} {
			r := p.Rules
			r.Undo = undo
			listed := refusalsUnder(r)
			met := map[patience.Refusal]bool{}
			all := func() bool {
				return !slices.ContainsFunc(listed, func(r patience.Refusal) bool { return !met[r] })
			}
			for games := 0; games < 200 || games < 5000 && !all(); games++ {
				deck := card.Deck(1, int(r.Jokers))
				card.Shuffle(deck, &src)
				g, err := patience.New(r, deck)
				if err != nil {
					t.Fatal(err)
				}
				for range 120 {
					a := patience.Action(card.Below(&src, patience.Columns))
					switch card.Below(&src, 20) {
					case 0:
						a = patience.UndoOne
					case 1:
						a = patience.RedoOne
					case 2, 3, 4, 5, 6, 7, 8:
						a = patience.Draw
					}
					met[g.Check(a)] = true
					met[g.Touch(int(card.Below(&src, patience.Columns)), int(card.Below(&src, patience.Rows)))] = true
					g.Do(a)
				}
			}
			delete(met, patience.Allowed)
			for _, l := range listed {
				if !met[l] {
					t.Errorf("%s, undo %d: %s is listed and was never met", p.ID, undo, l.ID())
				}
				delete(met, l)
			}
			for other := range met {
				t.Errorf("%s, undo %d: %s was met and is not listed", p.ID, undo, other.ID())
			}
		}
	}
}

// What the page says about the end of a game and its points is so.
func TestEndsAndPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := validRules(t)
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		deck := card.Deck(1, int(r.Jokers))
		card.Shuffle(deck, &src)
		g, err := patience.New(r, deck)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := g.Stock(), printed(r).Stock(); got != want {
			t.Errorf("the stock has %d cards, the page says %d", got, want)
		}
		for g.State() == patience.Playing {
			var moves []patience.Action
			for a := patience.Remove(0); a <= patience.Draw; a++ {
				if g.Moves().Has(a) {
					moves = append(moves, a)
				}
			}
			if len(moves) == 0 {
				t.Fatal("a game goes on without a move")
			}
			fits := g.Moves().Removals() != 0
			if mayDraw := g.Moves().Has(patience.Draw); r.Draw == patience.Anytime && g.Top() != card.None && mayDraw != (g.Stock() > 0) ||
				r.Draw == patience.WhenStuck && fits && mayDraw {
				t.Errorf("draw allowed: %t", mayDraw)
			}
			// Removals first, so that some games are won.
			a := moves[0]
			if fits && r.Draw == patience.Anytime && card.Below(&src, 20) == 0 {
				a = moves[len(moves)-1]
			}
			if err := g.Do(a); err != nil {
				t.Fatal(err)
			}
		}
		switch won := g.Remaining() == 0; {
		case won != (g.State() == patience.Won):
			t.Errorf("%d cards left: %s", g.Remaining(), g.State().ID())
		case won && g.Strokes() != -g.Stock() || !won && g.Strokes() != g.Remaining():
			t.Errorf("%d strokes with %d cards and a stock of %d", g.Strokes(), g.Remaining(), g.Stock())
		case !won && g.Stock() > 0:
			t.Error("blocked with a stock")
		}
		if r.Scoring == patience.Points {
			want := blockedPoints(g.Remaining())
			if g.Points() != want {
				t.Errorf("%d points with %d cards left, the page says %d", g.Points(), g.Remaining(), want)
			}
		}
	})
}

func TestPoints(t *testing.T) {
	for left, want := range map[int]int{0: 350, 4: 270, 5: 250, 10: 150, 18: 0, 35: 0} {
		if got := blockedPoints(left); got != want {
			t.Errorf("%d cards left: %d points, want %d", left, got, want)
		}
	}
}

// The table of fitting cards is what the engine allows, card for card.
func TestTableOfRanks(t *testing.T) {
	for _, king := range []patience.KingRule{patience.Wrap, patience.Queen, patience.Closed} {
		p := page{l: locale.English, r: patience.Rules{King: king}}
		for top := card.Ace; top <= card.King; top++ {
			listed := strings.Split(p.fitting(top), ", ")
			for r := card.Ace; r <= card.King; r++ {
				g := scene(p.r, card.Of(top, card.Clubs), [patience.Columns][]card.Card{{card.Of(r, card.Hearts)}})
				allowed := g.Touch(0, patience.Rows-1) == patience.Allowed
				if allowed != slices.Contains(listed, locale.English.Index(r)) {
					t.Errorf("king rule %d: %s on %s: allowed %t, the page says %v",
						king, locale.English.Index(r), locale.English.Index(top), allowed, listed)
				}
			}
		}
	}
}

// The examples of the sources, under every king rule.
func TestExamples(t *testing.T) {
	steps := func(g *patience.Game, moves []patience.Action) string {
		var cards []string
		for _, a := range moves {
			if err := g.Do(a); err != nil {
				t.Errorf("%s: %v", string(a.Letter()), err)
			}
			cards = append(cards, g.Top().String())
		}
		return strings.Join(cards, " ")
	}
	for _, tt := range []struct {
		king        patience.KingRule
		afterRun    string // what may follow the run
		aceOnKing   patience.Refusal
		jokerOnKing patience.Refusal
	}{
		{patience.Wrap, "Now these may follow: A♦, Q♠.", patience.Allowed, patience.Allowed},
		{patience.Queen, "Now these may follow: Q♠.", patience.NotAdjacent, patience.Allowed},
		{patience.Closed, "Now nothing fits any more. The run is over.", patience.KingTakesNone, patience.KingTakesNone},
	} {
		for _, opening := range []patience.Opening{patience.Dealt, patience.Free} {
			r := patience.Rules{King: tt.king, Opening: opening}

			// Nothing fits on the ace at first; 8♠ is drawn, 9♣ and 8♣ follow.
			ex := openingExample(r)
			if opening == patience.Dealt {
				if top := ex.game.Top().String(); top != "AC" || ex.game.Moves().Removals() != 0 {
					t.Errorf("%s is on the waste, moves %b", top, ex.game.Moves())
				}
				for i, want := range []patience.Refusal{patience.NotAdjacent, patience.CardCovered} {
					if got := ex.game.Touch(ex.touched[i].column, ex.touched[i].row); got != want {
						t.Errorf("touched card %d: %s", i, got.ID())
					}
				}
				if got := steps(ex.game, ex.moves); got != "8S 9C 8C" || ex.game.Stock() != 15 {
					t.Errorf("the game opens with %s", got)
				}
			} else if got := steps(ex.game, ex.moves); got != "9C 8C" {
				t.Errorf("the game opens with %s", got)
			}
			for i, want := range []string{"6H", "TS"} {
				if got := ex.game.Card(ex.touched[i].column, ex.touched[i].row).String(); got != want {
					t.Errorf("%s is touched, want %s", got, want)
				}
			}

			// The run up to a king.
			ex = runExample(r)
			if top := ex.game.Top().String(); top != "6H" {
				t.Errorf("the run begins on %s", top)
			}
			if got := steps(ex.game, ex.moves); got != "7D 8C 9S TC JS QH KH" {
				t.Errorf("the run is %s", got)
			}
			p := page{l: locale.English, r: r}
			if got := p.follow(ex.game); got != tt.afterRun {
				t.Errorf("after the run: %s", got)
			}

			// 7 6 5 6 7: the first 6 frees the 5 below it, and a 7 refuses a 7.
			ex = turnExample(r)
			for i, want := range []patience.Refusal{patience.NotAdjacent, patience.CardCovered} {
				if got := ex.game.Touch(ex.touched[i].column, ex.touched[i].row); got != want {
					t.Errorf("touched card %d of the run that turns: %s", i, got.ID())
				}
			}
			if got := steps(ex.game, ex.moves); got != "6S 5H 6H 7D" {
				t.Errorf("the run that turns is %s", got)
			}

			// An ace on a king.
			g := scene(r, card.Of(card.King, card.Clubs), [patience.Columns][]card.Card{{card.Of(card.Ace, card.Hearts)}})
			if got := g.Touch(0, patience.Rows-1); got != tt.aceOnKing {
				t.Errorf("king rule %d: an ace on a king: %s", tt.king, got.ID())
			}

			// Jokers.
			r.Jokers = 1
			var got []patience.Refusal
			for _, ex := range jokerExamples(r) {
				for _, c := range ex.touched {
					got = append(got, ex.game.Touch(c.column, c.row))
				}
			}
			want := []patience.Refusal{patience.Allowed, tt.jokerOnKing, patience.Allowed, patience.Allowed}
			if !slices.Equal(got, want) {
				t.Errorf("king rule %d: jokers are %v, want %v", tt.king, got, want)
			}
		}
	}
}

// The position before move 35 of the game in the sources: legal under the easy
// rules, refused under the classic ones. And the deal's verdicts.
func TestPicture(t *testing.T) {
	g := picture()
	if g.MoveCount() != 34 || g.Stock() != 6 || g.Top().String() != "KC" || g.FreeCard(pictureColumn).String() != "AH" {
		t.Errorf("%d moves, stock %d, waste %s, free %s", g.MoveCount(), g.Stock(), g.Top(), g.FreeCard(pictureColumn))
	}
	if got := g.Check(patience.Remove(pictureColumn)); got != patience.Allowed {
		t.Errorf("easy: %s", got.ID())
	}
	for _, tt := range []struct {
		preset string
		says   string
		won    bool
	}{
		{"easy", "Under these rules A♥ from column 3 may go on K♣.", true},
		{"classic", "Under the easy rules A♥ from column 3 may go on K♣. Here it may not.", false},
	} {
		p, _ := patience.PresetByID(tt.preset)
		if text := plain(t, Page(locale.English, p.Rules)); !strings.Contains(text, tt.says) {
			t.Errorf("the page of %s does not say %q", tt.preset, tt.says)
		}
		problem := solve.FromGame(printed(p.Rules))
		if got := solve.New().Winnable(context.Background(), &problem); !got.Proved || got.Winnable != tt.won {
			t.Errorf("%s: %+v, the pages say %t", tt.preset, got, tt.won)
		}
	}
}

// The page's round and tournament, worked through.
func TestRoundAndTournament(t *testing.T) {
	text := plain(t, Page(locale.English, patience.Default().Rules))
	if want := "4 cards are left at the first hole, and the second is won with 3 cards in the stock. After two holes you stand at 1."; !strings.Contains(text, want) {
		t.Errorf("the page does not say %q", want)
	}
	tournament := tournamentExample()
	if !tournament.Done() || tournament.Winner() != 0 || tournament.Points() != [2]int{6, 5} {
		t.Errorf("winner %d, points %v", tournament.Winner(), tournament.Points())
	}
	if want := "Anna wins the tournament by 6 to 5."; !strings.Contains(text, want) {
		t.Errorf("the page does not say %q", want)
	}
}
