package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldens are games by their lines; each has a file of its own.
var goldens = map[string]string{
	// The won game of the deal that the rules print.
	"won":       "GO1-E-AAAAAAB.d52d3dd556617452d17d144d23d37d6d423246117d53d6dd7",
	"blocked":   "GO2-S-24-S.1ddddd647d7ddd62651d21214d77dd32412d6dd",
	"actions":   "GO1-C-AAAAAAB.d52uurh5dug",
	"exact":     "GO2-J-8VJBUV-NV5UDS-55654H-9MAWSN-7XC2LZ-N5EPT1-9CG7ML-HIXP-R.ddd",
	"options":   "GO2-XCS1FW36007-AAAAAAB-F.3",
	"untouched": "GO2-XWA2DP36ALL-QWERTYU-0.",
}

func TestGolden(t *testing.T) {
	for name, line := range goldens {
		t.Run(name, func(t *testing.T) {
			d, actions, err := dealcode.ParseLine(line)
			if err != nil {
				t.Fatal(err)
			}
			g, err := d.Replay(actions)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := Write(&got, d, g); err != nil {
				t.Fatal(err)
			}
			file := "testdata/" + name + ".json"
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("written as\n%s, not\n%s", &got, want)
			}
			back, h, err := Read(bytes.NewReader(want))
			if err != nil {
				t.Fatal(err)
			}
			if got := dealcode.FormatLine(back, h.Actions()); got != line {
				t.Errorf("reads as %s", got)
			}
		})
	}
}

// The shortest records that people write by hand.
func TestRecordsByHand(t *testing.T) {
	deck := "6C 2S TC 3D JH TH 3S 5S KC AH QH 3C 4H 7S QS 4S 2D AS 7D 7H 3H TS 2C 5D KD 8H 7C 9S 6H 8C JS 4C 9C 8D 5C" +
		" AC 8S TD KS 9H 9D KH 5H AD 6S JC QC JD QD 2H 4D 6D"
	for members, want := range map[string]string{
		`"code": "go1 e aaaaaab", "actions": ["draw", "remove 5"]`:             "GO1-E-AAAAAAB.d5",
		`"code": "GO1-E-AAAAAAB", "rules": {"preset": "easy"}, "actions": []`:  "GO1-E-AAAAAAB.",
		`"code": "GO1-E-AAAAAAB", "rules": {"preset": "easy", "king": "wrap"}`: "GO1-E-AAAAAAB.",
		`"code": "pysol:24", "rules": {"preset": "strict"}`:                    "GO2-S-24-S.",
		`"code": "pysol:24"`: "GO2-E-24-C.",
		`"code": "pysol:24", "rules": {"preset": "strict", "undo": 7, "par": "36"}`:            "GO2-XCS0DS36007-24-D.",
		`"code": "pysol:24", "rules": {"king": "queen"}`:                                       "GO2-C-24-G.",
		`"code": "GO1-E-AAAAAAB", "deck": "` + strings.ToLower(deck) + `"`:                     "GO1-E-AAAAAAB.",
		`"deck": "` + deck + `", "rules": {"preset": "easy"}, "result": null, "actions": null`: "exact",
	} {
		d, g, err := Read(strings.NewReader(`{"format": "birdie-patience-game", "version": 1, ` + members + `}`))
		if err != nil {
			t.Errorf("%s: %v", members, err)
			continue
		}
		got := dealcode.FormatLine(d, g.Actions())
		if want == "exact" {
			if formatCards(g.Deck()) != deck {
				t.Errorf("%s: dealt %s", members, formatCards(g.Deck()))
			}
		} else if got != want {
			t.Errorf("%s: reads as %s, want %s", members, got, want)
		}
	}
}

func TestWrongRecords(t *testing.T) {
	data, err := os.ReadFile("testdata/won.json")
	if err != nil {
		t.Fatal(err)
	}
	won := string(data)
	replace := func(old, new string) string {
		if !strings.Contains(won, old) {
			t.Fatalf("no %q in the record", old)
		}
		return strings.Replace(won, old, new, 1)
	}
	for name, tt := range map[string]struct {
		record string
		want   error
	}{
		"another format":        {replace(Format, "birdie-golf-match"), ErrFormat},
		"no format":             {`{"version": 1}`, ErrFormat},
		"another version":       {replace(`"version": 1`, `"version": 2, "weather": "fine"`), &VersionError{2}},
		"unknown member":        {replace(`"version": 1`, `"version": 1, "weather": "fine"`), &UnknownError{"weather"}},
		"member in capitals":    {replace(`"deck"`, `"Deck"`), &UnknownError{"Deck"}},
		"unknown rule":          {replace(`"preset"`, `"weather"`), &UnknownError{"rules.weather"}},
		"unknown result":        {replace(`"strokes"`, `"weather"`), &UnknownError{"result.weather"}},
		"unknown preset":        {replace(`"easy"`, `"hard"`), &ValueError{Member: "rules.preset", Value: "hard"}},
		"unknown value":         {replace(`"preset": "easy"`, `"king": "open"`), &ValueError{Member: "rules.king", Value: "open"}},
		"contradiction":         {replace(`"preset": "easy"`, `"par": 45`), &patience.RulesError{Option: patience.OptionPar, Against: patience.OptionScoring}},
		"rules of another code": {replace(`"easy"`, `"classic"`), ErrRules},
		"another deck":          {replace("6C 2S TC", "2S 6C TC"), ErrDeal},
		"no card":               {replace("6C 2S TC", "1C 2S TC"), &ValueError{Member: "deck", Value: "1C", Err: card.ErrSyntax}},
		"doubled card":          {replace("6C 2S TC", "2S 2S TC"), &patience.DeckError{Want: 52, Got: 52, Card: card.Of(2, card.Spades)}},
		"short deck":            {replace("6C 2S TC", "6C 2S"), &patience.DeckError{Want: 52, Got: 51}},
		"wrong code":            {replace("GO1-E-AAAAAAB", "GO1-E-AAAAAB"), &dealcode.Error{Fault: dealcode.WrongLength, Text: "GO1-E-AAAAAB"}},
		"no deal":               {`{"format": "birdie-patience-game", "version": 1, "actions": []}`, ErrNoDeal},
		"no action":             {replace(`"remove 5"`, `"remove 8"`), &WordError{2, "remove 8"}},
		"refused action":        {replace(`"remove 5"`, `"remove 1"`), &dealcode.ActionError{Number: 2, Action: 0, Refusal: patience.NotAdjacent}},
		"other points":          {replace(`"points": 350`, `"points": 340`), &ResultError{"points", "340", "350"}},
		"no points":             {replace(`"points": 350,`, ``), &ResultError{"points", "missing", "350"}},
		"other state":           {replace(`"won"`, `"blocked"`), &ResultError{"state", "blocked", "won"}},
		"not clean":             {replace(`"clean": true`, `"clean": false`), &ResultError{"clean", "false", "true"}},
	} {
		_, _, err := Read(strings.NewReader(tt.record))
		// The innermost typed error is the one to look at.
		for ; err != nil && !reflect.DeepEqual(err, tt.want); err = errors.Unwrap(err) {
		}
		if err == nil {
			_, _, err := Read(strings.NewReader(tt.record))
			t.Errorf("%s: got %v (%T), want %v", name, err, err, tt.want)
		} else if err.Error() == "" {
			t.Errorf("%s: an error without a text", name)
		}
	}
	for name, record := range map[string]string{
		"nothing": "", "no object": "[]", "null": "null", "not JSON": "{", "more behind": won + "{}", "text for a number": replace(`"moves": 49`, `"moves": "49"`),
	} {
		if _, _, err := Read(strings.NewReader(record)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A refused action still yields the game up to there, to show it.
func TestRefusedActionShowsTheGame(t *testing.T) {
	_, g, err := Read(strings.NewReader(
		`{"format": "birdie-patience-game", "version": 1, "code": "GO1-E-AAAAAAB", "actions": ["draw", "remove 5", "remove 1"]}`))
	var refused *dealcode.ActionError
	if !errors.As(err, &refused) || refused.Number != 3 || g.Standing() != 2 {
		t.Errorf("got %v", err)
	}
}

func TestOfAnotherDeal(t *testing.T) {
	d, err := dealcode.ParseSource("GO1-E-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.Game()
	if err != nil {
		t.Fatal(err)
	}
	other, err := dealcode.ParseSource("GO1-E-AAAAAAC")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(other, g); !errors.Is(err, ErrDeal) {
		t.Errorf("got %v", err)
	}
}

func TestActionWords(t *testing.T) {
	seen := map[string]bool{"?": true}
	for a := patience.Remove(0); a <= patience.GiveUp; a++ {
		word := FormatAction(a)
		if back, ok := ParseAction(word); !ok || back != a || seen[word] {
			t.Errorf("%q is action %d", word, back)
		}
		seen[word] = true
	}
	for _, word := range []string{"", "?", "remove", "remove 0", "remove 8", "Draw", "draw ", FormatAction(patience.GiveUp + 1)} {
		if _, ok := ParseAction(word); ok {
			t.Errorf("%q is an action", word)
		}
	}
}

// Records replay to the same state, over random rules, deals and games.
func TestRecordReplays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := patience.Rules{
			King:    patience.KingRule(rapid.IntRange(0, 2).Draw(t, "king")),
			Draw:    patience.DrawRule(rapid.IntRange(0, 1).Draw(t, "draw")),
			Jokers:  uint8(rapid.IntRange(0, 2).Draw(t, "jokers")),
			Opening: patience.Opening(rapid.IntRange(0, 1).Draw(t, "opening")),
			Scoring: patience.Scoring(rapid.IntRange(0, 2).Draw(t, "scoring")),
			Undo:    patience.Undo(rapid.IntRange(-1, 999).Draw(t, "undo")),
		}
		if rapid.Bool().Draw(t, "preset") {
			rules = rapid.SampledFrom(patience.Presets()).Draw(t, "rules").Rules
		}
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		d, err := dealcode.Random(&src, rules)
		if err != nil {
			t.Fatal(err)
		}
		g, err := d.Game()
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 120).Draw(t, "actions") {
			g.Do(patience.Action(card.Below(&src, 12))) // refused actions leave no trace
		}
		if rapid.Bool().Draw(t, "only the cards") {
			d = dealcode.Deal{}
		}
		var data bytes.Buffer
		if err := Write(&data, d, g); err != nil {
			t.Fatal(err)
		}
		_, h, err := Read(bytes.NewReader(data.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, &data)
		}
		if h.View() != g.View() || !slices.Equal(h.Deck(), g.Deck()) || !slices.Equal(h.Actions(), g.Actions()) ||
			h.Rules() != g.Rules() || !reflect.DeepEqual(resultOf(h), resultOf(g)) {
			t.Fatalf("another game:\n%s", &data)
		}
	})
}

func FuzzRead(f *testing.F) {
	// Short ones: the fuzzer spends its time on making long inputs shorter.
	for _, members := range []string{
		`"rules":{"king":"closed","draw":"when-stuck","jokers":1,"opening":"free","scoring":"win-loss","undo":7,"par":36},` +
			`"code":"GO2-XCS1FW36007-AAAAAAB-F","actions":["remove 3"]`,
		`"code":"GO1-E-AAAAAAB","actions":["draw","remove 5","undo","redo","hint","give up"],"result":{"state":"given-up",` +
			`"points":0,"strokes":34,"left":34,"stock":15,"moves":2,"undos":1,"hints":1,"longest-run":1,"clean":false}`,
		`"rules":{"preset":"strict"},"deck":"` + formatCards(card.Deck(1, 0)) + `","actions":null`,
	} {
		f.Add([]byte(`{"format":"birdie-patience-game","version":1,` + members + `}`))
	}
	f.Add([]byte(`{"format": "birdie-patience-game", "version": 1, "code": "pysol:24", "rules": {"undo": 7}, "actions": ["draw"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, g, err := Read(bytes.NewReader(data))
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		record, err := Of(d, g)
		if err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		d2, g2, err := Read(bytes.NewReader(again))
		if err != nil || dealcode.FormatLine(d2, g2.Actions()) != dealcode.FormatLine(d, g.Actions()) {
			t.Errorf("%s does not read back: %v", again, err)
		}
	})
}

// The example in the documentation is a record.
func TestDocumentedExample(t *testing.T) {
	doc, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(doc), "```json\n{\n  \"format\": \""+Format)
	example, _, ended := strings.Cut(example, "```")
	if !found || !ended {
		t.Fatal("docs/formats.md has no example of a record")
	}
	example = strings.Replace(example, "\"deck\": \"6C 2S TC 3D …\",", "", 1)
	if _, _, err := Read(strings.NewReader("{\"format\": \"" + Format + example)); err != nil {
		t.Error(err)
	}
}
