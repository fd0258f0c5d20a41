package plaingolf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
	"birdie/golf/record"
	"birdie/internal/locale"
)

func drawRules(t *rapid.T) (golf.Rules, int) {
	for {
		r := rapid.SampledFrom(golf.Presets()).Draw(t, "preset").Rules
		r.Holes = rapid.IntRange(1, 2).Draw(t, "holes")
		for _, o := range rapid.SliceOfN(rapid.SampledFrom(golf.Options()), 0, 4).Draw(t, "options") {
			if words := o.Words(); words != nil {
				r.Set(o, rapid.SampledFrom(words).Draw(t, "word"))
			}
		}
		players := rapid.IntRange(golf.MinPlayers, golf.MaxPlayers).Draw(t, "players")
		if r.Validate(players) == nil {
			return r, players
		}
	}
}

func player(t testing.TB, id string) bot.Player {
	p, ok := bot.ByID(id)
	if !ok {
		t.Fatalf("no bot %s", id)
	}
	return p
}

// config returns a match against random and EV1, without its input and output.
func config(t *rapid.T, tb testing.TB, l locale.Lang) Config {
	rules, players := drawRules(t)
	m, err := golf.NewMatch(rules, players)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Match: m, Seed: rapid.Uint64().Draw(t, "seed"), Adviser: player(tb, "ev1"), Advice: rapid.Bool().Draw(t, "advice"), Lang: l, Width: 80,
		Color: rapid.Bool().Draw(t, "color"),
	}
	for range players - 1 {
		c.Bots = append(c.Bots, player(tb, rapid.SampledFrom([]string{"ev1", "random"}).Draw(t, "bot")))
	}
	return c
}

// raw is what shows that a text was not found or not filled in.
var raw = []string{"golfcli.", "golfpage.", "golf.", "bot.", "<no value>", "{{"}

// showsRaw reports whether there is something raw in a text.
func showsRaw(text string) bool {
	return slices.ContainsFunc(raw, func(id string) bool { return strings.Contains(text, id) })
}

// typed draws lines: mostly what makes sense somewhere, in any order, and some
// that makes none. What is not understood is said again, so none of it is raw.
func typed(t *rapid.T) string {
	sense := rapid.SampledFrom([]string{
		"1", "2", "3", "4", "5", "6", "9", "1 2", "14", "1, 5", "1 2 3", "d", "x", "t", "t 1", "t9", "s 2", "s 1 2", "f 3", "p", "k", "draw", "take 2",
		"z", "n 3", "a", "r", "ziehen", "ablegen", "aufdecken 4", "b", "c", "?", "q", "choose 1 2", "wählen 1 4", "0", "discard 3", "", "save",
	})
	nonsense := rapid.String().Filter(func(line string) bool { return !showsRaw(line) })
	lines := rapid.SliceOfN(rapid.OneOf(sense, sense, sense, nonsense), 0, 120).Draw(t, "lines")
	return strings.Join(lines, "\n")
}

// TestAnythingMayBeTyped: whatever is typed, nothing breaks, everything said is
// in words, and the record is the match.
func TestAnythingMayBeTyped(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		c := config(rt, t, rapid.SampledFrom(locale.Langs()).Draw(rt, "lang"))
		var out bytes.Buffer
		c.In, c.Out, c.Record = strings.NewReader(typed(rt)), &out, filepath.Join(dir, "match.json")
		if err := Play(context.Background(), c); err != nil {
			rt.Fatal(err)
		}
		text := out.String()
		if !utf8.ValidString(text) {
			rt.Error("not UTF-8")
		}
		if showsRaw(text) {
			rt.Errorf("one of %q in:\n%s", raw, text)
		}
		f, err := os.Open(c.Record)
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		m, names, err := record.Read(f)
		if err != nil {
			rt.Fatal(err)
		}
		if !reflect.DeepEqual(m.Steps(), c.Match.Steps()) || len(names) != m.Players() {
			rt.Errorf("the record is of another match")
		}
	})
}

// TestGoingOn: a match that is left and gone on with, anywhere, is the match that
// was not left.
func TestGoingOn(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		c := config(rt, t, locale.English)
		lines := strings.Split(strings.ReplaceAll(typed(rt), "q", ""), "\n")
		at := rapid.IntRange(0, len(lines)).Draw(rt, "at")
		play := func(c Config, lines []string) {
			c.In, c.Out = strings.NewReader(strings.Join(lines, "\n")), new(bytes.Buffer)
			if err := Play(context.Background(), c); err != nil {
				rt.Fatal(err)
			}
		}
		whole := c
		whole.Match, _ = golf.NewMatch(c.Match.Rules(), c.Match.Players())
		play(whole, lines)

		c.Record = filepath.Join(dir, "match.json")
		play(c, lines[:at])
		f, err := os.Open(c.Record)
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		if c.Match, _, err = record.Read(f); err != nil {
			rt.Fatal(err)
		}
		if !c.Match.Over() {
			play(c, lines[at:])
		}
		if !reflect.DeepEqual(c.Match.Steps(), whole.Match.Steps()) {
			rt.Errorf("%d steps in two goes, %d in one", len(c.Match.Steps()), len(whole.Match.Steps()))
		}
	})
}

// TestShowKeepsSecrets: what one seat is shown does not depend on cards that it
// cannot know: all that it is told stays the same when they are others.
func TestShowKeepsSecrets(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rules, players := drawRules(rt)
		src := card.SplitMix(rapid.Uint64().Draw(rt, "seed"))
		deck := rules.Deck(players)
		card.Shuffle(deck, &src)
		h, err := golf.NewHole(rules, players, 0, deck)
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(rt, "actions") {
			if h.Over() {
				break
			}
			h.ReshuffleRandom(&src)
			legal := h.Legal(h.Turn(), nil)
			if err := h.Apply(h.Turn(), legal[card.Below(&src, uint64(len(legal)))]); err != nil {
				rt.Fatal(err)
			}
		}
		show := Show{Lang: locale.English, Names: make([]string, players), Viewer: rapid.IntRange(golf.Spectator, players-1).Draw(rt, "viewer"), Width: 80}
		v := h.View(show.Viewer)
		other := v.Determinize(&src)
		w := other.View(show.Viewer)
		if one, two := show.board(&v.Public, v.Card, v.Hand()), show.board(&w.Public, w.Card, w.Hand()); one != two {
			rt.Errorf("%s became\n%s", one, two)
		}
	})
}

// TestEventsForOthers: nothing is said about an event that is for another seat.
func TestEventsForOthers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := config(rt, t, locale.English)
		c.In, c.Out = strings.NewReader(typed(rt)), new(bytes.Buffer)
		if err := Play(context.Background(), c); err != nil {
			rt.Fatal(err)
		}
		names := make([]string, c.Match.Players())
		again, _ := golf.NewMatch(c.Match.Rules(), c.Match.Players())
		for _, s := range c.Match.Steps() {
			events, err := again.Do(s, nil)
			if err != nil {
				rt.Fatal(err)
			}
			for i := range events {
				for viewer := golf.Spectator; viewer < len(names); viewer++ {
					show := Show{Lang: locale.English, Names: names, Viewer: viewer, Width: 80}
					if text := show.Event(again, &events[i]); text != "" && !events[i].VisibleTo(viewer) {
						rt.Errorf("seat %d is told %q", viewer, text)
					}
				}
			}
		}
	})
}

// patient types the same lines for a long time.
type patient struct {
	lines string
	at    int
	reads int
}

func (p *patient) Read(b []byte) (int, error) {
	if p.reads++; p.reads > 100 {
		return 0, io.EOF
	}
	n := copy(b, p.lines[p.at:])
	p.at = (p.at + n) % len(p.lines)
	return n, nil
}

// stubborn are lines that bring every hole to its end, whatever the rules.
const stubborn = "1\n1 2\n1 2 3\ndraw\ndiscard\n1\n2\n3\n4\n5\n6\n7\n8\n9\npass\n"

// TestMatchesEnd: a match can be played to its end by typing, and can then be
// looked at again by everyone, to any point.
func TestMatchesEnd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := config(rt, t, rapid.SampledFrom(locale.Langs()).Draw(rt, "lang"))
		var out bytes.Buffer
		c.In, c.Out = &patient{lines: stubborn}, &out
		if err := Play(context.Background(), c); err != nil || !c.Match.Over() {
			rt.Fatalf("over: %v, %v\n%s", c.Match.Over(), err, out.String()[max(0, out.Len()-3000):])
		}
		if over := c.Lang.Say("golfpage.result.match-over", nil); !strings.Contains(out.String(), over) {
			rt.Errorf("nothing says that it is over:\n%s", out.String())
		}
		names := names(c.Lang, c.Bots)
		for viewer := Everything; viewer < len(names); viewer++ {
			show := Show{Lang: c.Lang, Names: names, Viewer: viewer, Width: 80}
			all, err := show.Replay(c.Match, len(c.Match.Steps()))
			if err != nil {
				rt.Fatal(err)
			}
			start, err := show.Replay(c.Match, 0)
			if err != nil {
				rt.Fatal(err)
			}
			told, _, _ := strings.Cut(start, "\n\n"+names[0]) // up to the board
			if !strings.HasPrefix(all, told) || len(start) >= len(all) {
				rt.Errorf("it begins with:\n%s\nbut should with:\n%s", all, told)
			}
		}
	})
}

// TestSuddenDeath: a tie is played off, also without the person.
func TestSuddenDeath(t *testing.T) {
	rules := golf.Default().Rules
	rules.Layout, rules.Holes, rules.Ties = golf.Four, 1, golf.SuddenDeath
	with, without := false, false
	for seed := uint64(0); !with || !without; seed++ {
		if seed == 1000 {
			t.Fatal("no tie in a thousand matches")
		}
		m, err := golf.NewMatch(rules, 4)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		random := player(t, "random")
		err = Play(context.Background(), Config{
			Match: m, Bots: []bot.Player{random, random, random}, Seed: seed, Adviser: random, Lang: locale.English, Width: 80,
			In: &patient{lines: stubborn}, Out: &out,
		})
		if err != nil || !m.Over() {
			t.Fatal(err)
		}
		if len(m.Results()) == 1 {
			continue
		}
		if m.Results()[1].Active.Has(0) {
			with = true
		} else {
			without = true
		}
		for _, text := range []string{"Tied for first place: ", "\nSudden death 1\n", "\nS 1 ", "\nThe match is over\n1. "} {
			if !strings.Contains(out.String(), text) {
				t.Errorf("%q is missing:\n%s", text, out.String())
			}
		}
	}
}

// TestStops: when the context ends, the game does, and the record is whole.
func TestStops(t *testing.T) {
	m, err := golf.NewMatch(golf.Default().Rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	in, typing, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer typing.Close()
	c := Config{
		Match: m, Bots: []bot.Player{player(t, "ev1")}, Adviser: player(t, "ev1"), Lang: locale.English, Width: 80, In: in, Out: new(bytes.Buffer),
		Record: filepath.Join(t.TempDir(), "match.json"),
	}
	cancel()
	if err := Play(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(c.Record); err != nil {
		t.Error(err)
	}
}
