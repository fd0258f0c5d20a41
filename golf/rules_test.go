package golf

import (
	"errors"
	"slices"
	"testing"

	"birdie/card"
)

func TestPresets(t *testing.T) {
	for id, settings := range map[string]string{
		"six":       "",
		"four":      "layout=four",
		"nine":      "layout=nine first-flips=3",
		"eight":     "layout=eight",
		"knock":     "knock=on knock-penalty=on",
		"no-jokers": "jokers=0",
		"peek":      "layout=four peek=on knock=on",
		"family":    "wild-twos=on rows=on flip=may",
	} {
		p, ok := PresetByID(id)
		if want := rules(t, settings); !ok || p.Rules != want {
			t.Errorf("%s: %+v, want %+v", id, p.Rules, want)
		}
		if again, ok := PresetOf(p.Rules); !ok || again.ID != id {
			t.Errorf("%s is found as %q", id, again.ID)
		}
	}
	if len(Presets()) != 8 {
		t.Errorf("%d presets, want 8", len(Presets()))
	}
	if _, ok := PresetByID("two"); ok {
		t.Error("there is a preset two")
	}
	if _, ok := PresetOf(rules(t, "rows=on")); ok {
		t.Error("six with rows is a preset")
	}
}

// The default is seed rules: two rows of three, two jokers, two first cards,
// nine holes, a card must be turned up after a discard, every house rule off.
func TestDefault(t *testing.T) {
	want := Rules{Layout: Six, Jokers: 2, FirstFlips: 2, Holes: 9}
	if d := Default(); d.ID != "six" || d.Rules != want {
		t.Errorf("default %+v", d)
	}
}

func TestLayouts(t *testing.T) {
	for l, want := range map[Layout][3]int{Six: {2, 3, 6}, Four: {2, 2, 4}, Nine: {3, 3, 9}, Eight: {2, 4, 8}} {
		if got := [3]int{l.Rows(), l.Cols(), l.Cells()}; got != want || l.All().Count() != want[2] {
			t.Errorf("layout %d: rows, columns and cells %v, want %v", l, got, want)
		}
	}
}

func TestRecommendedPlayers(t *testing.T) {
	for l, want := range map[Layout][2]int{Six: {2, 6}, Four: {3, 7}, Nine: {3, 6}, Eight: {2, 6}} {
		low, high := Rules{Layout: l}.Recommended()
		if got := [2]int{low, high}; got != want {
			t.Errorf("layout %d: %v, want %v", l, got, want)
		}
	}
}

// A second deck from five players on, a third for nine cards from seven on.
func TestDecksFollowThePlayers(t *testing.T) {
	for settings, want := range map[string][MaxPlayers + 1]int{
		"layout=six":          {2: 1, 1, 1, 2, 2, 2, 2},
		"layout=four":         {2: 1, 1, 1, 2, 2, 2, 2},
		"layout=eight":        {2: 1, 1, 1, 2, 2, 2, 2},
		"layout=nine":         {2: 1, 1, 1, 2, 2, 3, 3},
		"layout=nine decks=3": {2: 3, 3, 3, 3, 3, 3, 3},
		"layout=four decks=1": {2: 1, 1, 1, 1, 1, 1, 1},
	} {
		for jokers, letter := range []string{"0", "1", "2"} {
			r := rules(t, settings+" jokers="+letter)
			for players := MinPlayers; players <= MaxPlayers; players++ {
				if got := r.DeckCount(players); got != want[players] {
					t.Errorf("%s: %d players use %d decks, want %d", settings, players, got, want[players])
				}
				if size := len(r.Deck(players)); size != want[players]*(52+jokers) || size != r.DeckSize(players) {
					t.Errorf("%s: %d players use %d cards, DeckSize says %d", settings, players, size, r.DeckSize(players))
				}
				if err := r.Validate(players); err != nil {
					t.Errorf("%s: %d players: %v", settings, players, err)
				}
			}
		}
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	change := func(f func(r *Rules)) Rules { return six.with(f) }
	for name, c := range map[string]struct {
		rules   Rules
		players int
		want    RulesError
	}{
		"the zero rules": {Rules{}, 2, RulesError{OptionTarget, OptionHoles}},
		"one player":     {six, 1, RulesError{Option: OptionPlayers}},
		"nine players":   {six, 9, RulesError{Option: OptionPlayers}},
		"no players":     {six, -1, RulesError{Option: OptionPlayers}},
		"no layout":      {change(func(r *Rules) { r.Layout = 4 }), 2, RulesError{Option: OptionLayout}},
		"four decks":     {change(func(r *Rules) { r.Decks = 4 }), 2, RulesError{Option: OptionDecks}},
		"minus a deck":   {change(func(r *Rules) { r.Decks = -1 }), 2, RulesError{Option: OptionDecks}},
		"three jokers":   {change(func(r *Rules) { r.Jokers = 3 }), 2, RulesError{Option: OptionJokers}},
		"four to choose": {change(func(r *Rules) { r.FirstFlips = 4 }), 2, RulesError{Option: OptionFirstFlips}},
		"flip rule":      {change(func(r *Rules) { r.Flip = 4 }), 2, RulesError{Option: OptionFlip}},
		"penalty rule":   {change(func(r *Rules) { r.Penalty = 3 }), 2, RulesError{Option: OptionPenalty}},
		"negative rule":  {change(func(r *Rules) { r.Negative = 2 }), 2, RulesError{Option: OptionNegative}},
		"tie rule":       {change(func(r *Rules) { r.Ties = 2 }), 2, RulesError{Option: OptionTies}},
		"19 holes":       {change(func(r *Rules) { r.Holes = 19 }), 2, RulesError{Option: OptionHoles}},
		"target too low": {change(func(r *Rules) { r.Holes, r.Target = 0, 9 }), 2, RulesError{Option: OptionTarget}},
		"target 501":     {change(func(r *Rules) { r.Holes, r.Target = 0, 501 }), 2, RulesError{Option: OptionTarget}},
		"two ends":       {change(func(r *Rules) { r.Target = 100 }), 2, RulesError{OptionTarget, OptionHoles}},
		"no end":         {change(func(r *Rules) { r.Holes = 0 }), 2, RulesError{OptionTarget, OptionHoles}},
		"peek at none": {
			change(func(r *Rules) { r.Peek, r.FirstFlips = true, 0 }), 2, RulesError{OptionPeek, OptionFirstFlips},
		},
		"54 cards for 9 grids of 6": {change(func(r *Rules) { r.Decks = 1 }), 9, RulesError{Option: OptionPlayers}},
		"6 grids of 9 from 54 cards": {
			change(func(r *Rules) { r.Layout, r.Decks = Nine, 1 }), 6, RulesError{OptionDecks, OptionPlayers},
		},
		"6 grids of 8 and a card": {
			change(func(r *Rules) { r.Layout, r.Decks, r.Jokers = Eight, 1, 1 }), 8, RulesError{OptionDecks, OptionPlayers},
		},
	} {
		var got *RulesError
		if err := c.rules.Validate(c.players); !errors.As(err, &got) || *got != c.want {
			t.Errorf("%s: %v, want %v", name, err, &c.want)
		}
		if _, err := NewMatch(c.rules, c.players); err == nil {
			t.Errorf("%s: a match begins", name)
		}
		if _, err := NewHole(c.rules, c.players, 0, nil); err == nil {
			t.Errorf("%s: a hole begins", name)
		}
	}
	// Two cards beyond the grids are enough, one is not.
	enough := change(func(r *Rules) { r.Decks, r.Jokers = 1, 2 })
	if err := enough.Validate(8); err != nil {
		t.Errorf("8 grids of 6 from 54 cards: %v", err)
	}
	tight := change(func(r *Rules) { r.Layout, r.Decks, r.Jokers = Eight, 1, 2 })
	if err := tight.Validate(6); err != nil {
		t.Errorf("6 grids of 8 from 54 cards: %v", err)
	}
}

func TestOptions(t *testing.T) {
	if len(Options()) != 18 {
		t.Errorf("%d options", len(Options()))
	}
	for _, o := range Options() {
		r := Default().Rules
		for _, word := range o.Words() {
			if err := r.Set(o, word); err != nil || r.Get(o) != word {
				t.Errorf("%s=%s reads back as %q, %v", o, word, r.Get(o), err)
			}
		}
		for _, wrong := range []string{"", "maybe", "-1", "1000", "01", "+1", "1.5", "ON"} {
			before := r
			var rulesError *RulesError
			if err := r.Set(o, wrong); !errors.As(err, &rulesError) || rulesError.Option != o || r != before {
				t.Errorf("%s=%s: %v", o, wrong, err)
			}
		}
		if low, high := o.Range(); o.Words() == nil && low >= high {
			t.Errorf("%s: numbers %d to %d", o, low, high)
		}
	}
	r := Default().Rules
	if r.Set("luck", "on") == nil || r.Get("luck") != "" || Option("luck").Words() != nil {
		t.Error("there is an option luck")
	}
	if (Rules{Flip: 9}).Get(OptionFlip) != "" {
		t.Error("an impossible value has a word")
	}
}

// Holes and target exclude each other, so setting one clears the other; setting
// one to 0 does not.
func TestHolesOrTarget(t *testing.T) {
	r := rules(t, "target=120")
	if r.Holes != 0 || r.Target != 120 || r.Validate(2) != nil {
		t.Errorf("%+v", r)
	}
	r = rules(t, "target=120 holes=18")
	if r.Holes != 18 || r.Target != 0 || r.Validate(2) != nil {
		t.Errorf("%+v", r)
	}
	if r = rules(t, "target=0"); r.Holes != 9 {
		t.Errorf("%+v", r)
	}
}

func TestValues(t *testing.T) {
	for text, want := range map[string]int{
		"AC": 1, "2D": 2, "3H": 3, "4S": 4, "5C": 5, "6D": 6, "7H": 7, "8S": 8, "9C": 9, "TD": 10, "JH": 10, "QS": 10,
		"KC": 0, "X1": -2, "X2": -2,
	} {
		c := parseCards(t, text)[0]
		if got := rules(t, "").Value(c); got != want {
			t.Errorf("%s counts %d, want %d", text, got, want)
		}
		if c.Rank() == 2 {
			want = -2
		}
		if got := rules(t, "wild-twos=on").Value(c); got != want {
			t.Errorf("with wild twos %s counts %d, want %d", text, got, want)
		}
	}
	if (Rules{}).Value(card.None) != 0 {
		t.Error("no card counts something")
	}
}

// An unseen card counts 75/13 on average without jokers, 296/54 with two.
func TestMeanOfACard(t *testing.T) {
	for settings, want := range map[string][2]int{"jokers=0": {300, 52}, "jokers=2": {296, 54}} {
		r, sum := rules(t, settings), 0
		for _, c := range r.Deck(2) {
			sum += r.Value(c)
		}
		if got := [2]int{sum, r.DeckSize(2)}; got != want {
			t.Errorf("%s: %v, want %v", settings, got, want)
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	var ids []string
	for _, r := range Refusals() {
		ids = append(ids, r.ID())
		if r.Error() != "golf: refused: "+r.ID() {
			t.Errorf("error text %q", r.Error())
		}
	}
	ids = append(ids, "|")
	for _, k := range EventKinds() {
		ids = append(ids, k.ID()+"-event")
	}
	slices.Sort(ids)
	if len(slices.Compact(slices.Clone(ids))) != len(ids) || slices.Contains(ids, "") || slices.Contains(ids, "-event") {
		t.Errorf("ids that are empty or given twice: %q", ids)
	}
	if Refusal(200).ID() != "" || EventKind(200).ID() != "" || Kind(200).String() != "?" {
		t.Error("what does not exist has a name")
	}
}
