package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

// nextStep returns a random legal step of a match that is not over.
func nextStep(m *golf.Match, src card.Source) golf.Step {
	cards := m.Rules().Deck(m.Players())
	switch m.Waits() {
	case golf.WaitCut:
		card.Shuffle(cards, src)
		return golf.Step{Kind: golf.StepCut, Cards: cards}
	case golf.WaitDeal:
		card.Shuffle(cards, src)
		return golf.Step{Kind: golf.StepDeal, Cards: cards}
	case golf.WaitReshuffle:
		cards = m.Hole().ReshuffleCards(nil)
		card.Shuffle(cards, src)
		return golf.Step{Kind: golf.StepReshuffle, Cards: cards}
	}
	seat := m.Hole().Turn()
	legal := m.Hole().Legal(seat, nil)
	return golf.Step{Kind: golf.StepAct, Seat: seat, Action: legal[card.Below(src, uint64(len(legal)))]}
}

func toJSON(t interface{ Fatal(...any) }, v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A match can be written and restored after every step: the restored one looks
// the same to everybody, takes the same steps and tells the same events.
func TestRestoreAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		preset := rapid.SampledFrom(golf.Presets()).Draw(t, "preset")
		rules := preset.Rules
		rules.Holes = rapid.IntRange(1, 3).Draw(t, "holes")
		rules.Ties = golf.SuddenDeath
		players := rapid.IntRange(golf.MinPlayers, golf.MaxPlayers).Draw(t, "players")
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		every := uint64(rapid.IntRange(1, 60).Draw(t, "steps between restores"))

		m, err := golf.NewMatch(rules, players)
		if err != nil {
			t.Fatal(err)
		}
		restored, _ := golf.NewMatch(rules, players)
		for !m.Over() {
			if card.Below(&src, every) == 0 {
				restored = restore(t, restored)
			}
			step := nextStep(m, &src)
			want, err := m.Do(step, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := restored.Do(step, nil)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("events %v, %v, want %v", got, err, want)
			}
			for seat := golf.Spectator; seat < players; seat++ {
				if got, want := restored.View(seat), m.View(seat); got != want {
					t.Fatalf("seat %d sees %+v, want %+v", seat, got, want)
				}
			}
		}
		restored = restore(t, restored)
		if got, want := toJSON(t, record.ScorecardOf(restored)), toJSON(t, record.ScorecardOf(m)); got != want {
			t.Fatalf("scorecard %s, want %s", got, want)
		}
	})
}

func restore(t *rapid.T, m *golf.Match) *golf.Match {
	var text bytes.Buffer
	if err := record.Write(&text, m, nil); err != nil {
		t.Fatal(err)
	}
	again, _, err := record.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// sample is a finished match of two players with a reshuffle-free hole.
func sample(t *testing.T) *golf.Match {
	rules := golf.Default().Rules
	rules.Holes = 1
	m, err := golf.NewMatch(rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	src := card.SplitMix(4)
	for !m.Over() {
		if _, err := m.Do(nextStep(m, &src), nil); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestNamesAreKept(t *testing.T) {
	var text bytes.Buffer
	if err := record.Write(&text, sample(t), []string{"Ada", "Grace"}); err != nil {
		t.Fatal(err)
	}
	_, names, err := record.Read(&text)
	if err != nil || !reflect.DeepEqual(names, []string{"Ada", "Grace"}) {
		t.Errorf("names %q, %v", names, err)
	}
}

// Each fault of a record has its own error, which tells where it is.
func TestFaultsOfRecords(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *record.Match)
		want   error
		where  string
	}{
		"other format":       {func(r *record.Match) { r.Format = "birdie-patience" }, record.ErrFormat, ""},
		"later version":      {func(r *record.Match) { r.Version++ }, record.ErrFormat, ""},
		"names of some":      {func(r *record.Match) { r.Names = []string{"Ada"} }, record.ErrNames, ""},
		"cut and dealer":     {func(r *record.Match) { r.Dealer = new(int) }, record.ErrDealer, ""},
		"no dealer":          {func(r *record.Match) { r.Cut = "" }, record.ErrDealer, ""},
		"dealer who is none": {func(r *record.Match) { r.Cut, r.Dealer = "", ptr(2) }, golf.NoSuchSeat, "first dealer"},
		"cut is no card":     {func(r *record.Match) { r.Cut = "1C" }, card.ErrSyntax, "first dealer"},
		"cut of one card":    {func(r *record.Match) { r.Cut = "AC" }, golf.WrongCards, "first dealer"},
		"deck is no card":    {func(r *record.Match) { r.Holes[0].Deck = "AC ?" }, card.ErrSyntax, "hole 1: deck"},
		"short deck":         {func(r *record.Match) { r.Holes[0].Deck = "AC 2C" }, golf.WrongCards, "hole 1: deck"},
		"no such action":     {func(r *record.Match) { r.Holes[0].Steps[2].Do = "peek 1" }, golf.ErrSyntax, "hole 1: step 3"},
		"illegal action":     {func(r *record.Match) { r.Holes[0].Steps[2].Do = "pass" }, golf.DrawFirst, "hole 1: step 3"},
		"empty step":         {func(r *record.Match) { r.Holes[0].Steps[2] = record.Step{} }, record.ErrStep, "hole 1: step 3"},
		"reshuffle too soon": {func(r *record.Match) { r.Holes[0].Steps[2] = record.Step{Reshuffle: "AC"} }, golf.NoReshuffle, "hole 1: step 3"},
		"hole too many":      {func(r *record.Match) { r.Holes = append(r.Holes, r.Holes[0]) }, golf.MatchIsOver, "hole 2: deck"},
		"wrong totals":       {func(r *record.Match) { r.Result.Totals[0]++ }, record.ErrResult, ""},
		"wrong winners":      {func(r *record.Match) { r.Result.Winners = []int{} }, record.ErrResult, ""},
		"result too early":   {func(r *record.Match) { r.Holes[0].Steps = r.Holes[0].Steps[:4] }, record.ErrResult, ""},
		"rule unknown":       {func(r *record.Match) { r.Rules.Flip = "perhaps" }, &golf.RulesError{Option: golf.OptionFlip}, ""},
		"rules contradict": {
			func(r *record.Match) { r.Rules.Target = 100 },
			&golf.RulesError{Option: golf.OptionTarget, Against: golf.OptionHoles}, "",
		},
		"too many players": {func(r *record.Match) { r.Players = 9 }, &golf.RulesError{Option: golf.OptionPlayers}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := record.Of(sample(t), nil)
			c.change(&r)
			_, err := r.Replay()
			var rules *golf.RulesError
			switch {
			case err == nil:
				t.Fatal("replays")
			case errors.As(err, &rules):
				if !reflect.DeepEqual(rules, c.want) {
					t.Errorf("error %v, want %v", err, c.want)
				}
			case !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), c.where):
				t.Errorf("error %v, want %v at %q", err, c.want, c.where)
			}
		})
	}
}

func ptr(n int) *int { return &n }

func TestReadRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{
		"", "{", "null", "[]", `{"format":"birdie-golf-match","version":1,"players":2,"rules":{"luck":true}}`,
		`{"format":"birdie-golf-match","version":1,"players":2,"rules":{},"luck":true}`,
	} {
		if _, _, err := record.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// Rules in JSON have a member for every option, and each survives the way there
// and back with every value it can have.
func TestRulesHaveEveryOption(t *testing.T) {
	var members map[string]any
	if err := json.Unmarshal([]byte(toJSON(t, record.RulesOf(golf.Default().Rules))), &members); err != nil {
		t.Fatal(err)
	}
	for _, o := range golf.Options() {
		if _, ok := members[string(o)]; !ok {
			t.Errorf("no member %s", o)
		}
		delete(members, string(o))
		low, high := o.Range()
		values := o.Words()
		if values == nil {
			values = []string{strings.TrimSpace(toJSON(t, low)), toJSON(t, high)}
		}
		for _, value := range values {
			rules := golf.Default().Rules
			if err := rules.Set(o, value); err != nil {
				t.Fatal(err)
			}
			var back record.Rules
			if err := json.Unmarshal([]byte(toJSON(t, record.RulesOf(rules))), &back); err != nil {
				t.Fatal(err)
			}
			if got, err := back.Golf(); err != nil || got != rules {
				t.Errorf("%s=%s comes back as %+v, %v", o, value, got, err)
			}
		}
	}
	if len(members) != 0 {
		t.Errorf("members that are no options: %v", members)
	}
}

func TestMissingRulesAreTheDefault(t *testing.T) {
	withTarget := golf.Default().Rules
	withTarget.Holes, withTarget.Target = 0, 50
	for text, want := range map[string]golf.Rules{`{}`: golf.Default().Rules, `{"target":50}`: withTarget} {
		var r record.Rules
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Golf(); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// FuzzRead: whatever is read can be written, and reads back as the same match.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"birdie-golf-match","version":1,"rules":{"layout":"four","target":50},"players":2}`))
	// A short record: what is found by changing it is found sooner than in a long one.
	m, err := golf.NewMatch(golf.Rules{Layout: golf.Four, FirstFlips: 1, Knock: true, Holes: 1}, 2)
	if err != nil {
		f.Fatal(err)
	}
	src := card.SplitMix(1)
	for i := 0; !m.Over(); i++ {
		step := nextStep(m, &src)
		if i == 6 {
			step.Action = golf.Action{Kind: golf.Knock}
		}
		if _, err := m.Do(step, nil); err != nil {
			f.Fatal(err)
		}
		var text bytes.Buffer
		if err := record.Write(&text, m, nil); err != nil {
			f.Fatal(err)
		}
		f.Add(text.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, names, err := record.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := record.Write(&first, m, names); err != nil {
			t.Fatal(err)
		}
		again, names, err := record.Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Write(&second, again, names); err != nil || second.String() != first.String() {
			t.Errorf("%s\nis written as %s", first.String(), second.String())
		}
	})
}
