package dealcode

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"birdie/card"
	"birdie/patience"

	"pgregory.net/rapid"
)

func rules(t *testing.T, id string) patience.Rules {
	t.Helper()
	preset, ok := patience.PresetByID(id)
	if !ok {
		t.Fatalf("no preset %s", id)
	}
	return preset.Rules
}

func under(t *testing.T, d Deal, err error, r patience.Rules) Deal {
	t.Helper()
	if err == nil {
		d, err = d.Under(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWrittenForms(t *testing.T) {
	free := patience.Rules{
		King: patience.Closed, Draw: patience.WhenStuck, Jokers: 1, Opening: patience.Free,
		Scoring: patience.WinLoss, Undo: 7,
	}
	number := func(text string) Deal {
		d, err := ParseSource("pysol:" + text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	index := func(i uint64, r patience.Rules) Deal {
		d, err := OfIndex(i, r)
		return under(t, d, err, r)
	}
	exact := func(r patience.Rules) Deal {
		d, err := OfDeck(card.Deck(1, int(r.Jokers)))
		return under(t, d, err, r)
	}
	// The board whose number is 1, which must not be taken for deal 1 of PySolFC.
	deck := card.Deck(1, 0)
	deck[50], deck[51] = deck[51], deck[50]
	secondOrder, err := OfDeck(deck)
	secondOrder = under(t, secondOrder, err, rules(t, "easy"))
	for _, test := range []struct {
		deal Deal
		code string
	}{
		{index(1, rules(t, "easy")), "GO1-E-AAAAAAB"},
		{index(1, rules(t, "classic")), "GO1-C-AAAAAAB"},
		{index(1, rules(t, "strict")), "GO2-S-AAAAAAB-6"},
		{index(1, rules(t, "joker")), "GO2-J-AAAAAAB-X"},
		{index(Deals-1, free), "GO2-XCS1FW36007-ZZZZZZZ-P"},
		{index(1, patience.Rules{Undo: patience.Unlimited}), "GO2-XWA0DP36ALL-AAAAAAB-6"},
		{number("24"), "pysol:24"},
		{number("ms24"), "pysol:24"},
		{number("ms32001"), "pysol:ms32001"},
		{under(t, number("24"), nil, rules(t, "easy")), "GO2-E-24-C"},
		{under(t, number("ms32001"), nil, rules(t, "cards4")), "GO2-4-MS32001-4"},
		{exact(rules(t, "easy")), "GO2-E-000000-000000-000000-000000-000000-000000-000000-00-D"},
		{exact(rules(t, "joker")), "GO2-J-000000-000000-000000-000000-000000-000000-000000-0000-H"},
		{secondOrder, "GO2-E-000000-000000-000000-000000-000000-000000-000000-01-A"},
	} {
		if got := test.deal.Code(); got != test.code {
			t.Errorf("got %s, want %s", got, test.code)
			continue
		}
		back, err := ParseSource(test.code)
		if err != nil || !reflect.DeepEqual(back, test.deal) {
			t.Errorf("%s reads as %+v, %v", test.code, back, err)
		}
	}
	board := exact(rules(t, "easy"))
	board.ruled = false
	if got := board.Code(); got != "" {
		t.Errorf("a board without rules has the code %q", got)
	}
}

func TestCaseBlanksAndDashesDontMatter(t *testing.T) {
	for code, spellings := range map[string][]string{
		"GO1-E-AAAAAAB": {
			"go1eaaaaaab", " GO1 E AAAAAAB ", "G01-E-AAAAAAB", "g0 1–E—AAA AAA B", "GO1-N-AAAAAAB", "GO1\u00a0E\u2011AAAAAAB\n", "G-O-1-E-AAAAAAB",
		},
		"GO2-S-AAAAAAB-6": {"go2saaaaaab6", "G02 S AAAAAAB 6", "GO2-SAAAAAAB-6"},
		"pysol:24":        {"PySol:24", " pysol 24", "pysol24", "pysol#24", "pysol: 0024", "PYSOL:ms24", "pysol:MS24"},
	} {
		for _, s := range spellings {
			deal, err := ParseSource(s)
			if err != nil || deal.Code() != code {
				t.Errorf("%q reads as %q, %v; want %s", s, deal.Code(), err, code)
			}
		}
	}
}

func TestEachKindOfWrongCodeHasItsOwnError(t *testing.T) {
	seal := func(s string) string { return "GO2" + s + string(check(s)) }
	for _, test := range []struct {
		source string
		fault  Fault
		text   string
	}{
		{"", Empty, ""},
		{" - ", Empty, " - "},
		{"AAAAAAB", UnknownSource, "AAAAAAB"},
		{"GX1-E-AAAAAAB", UnknownSource, "GX1-E-AAAAAAB"},
		{"GO0-E-AAAAAAB", UnknownSource, "GO0-E-AAAAAAB"},
		{"GO", UnknownSource, "GO"},
		{"GO3-E-AAAAAAB", LaterCode, "GO3"},
		{"GO1", WrongLength, "GO1"},
		{"GO1-E-AAAAAA", WrongLength, "GO1-E-AAAAAA"},
		{"GO1-E-AAAAAABB", WrongLength, "GO1-E-AAAAAABB"},
		{"GO1-X-AAAAAAB", WrongRule, "X"},
		{"GO1-Ä-AAAAAAB", WrongRule, "Ä"},
		{"GO1-E-AAAA0AB", WrongLetter, "0"},
		{"GO1-E-AAAAÄAB", WrongLetter, "Ä"},
		{"GO2-S-AAAA!AB-6", WrongCharacter, "!"},
		{"GO2-S-AAAAÄAB-6", WrongCharacter, "Ä"},
		{"GO2", WrongLength, "GO2"},
		{"GO2-S", WrongLength, "GO2-S"},
		{"GO2-S-AAAAAAB", WrongLength, "GO2-S-AAAAAAB"},
		{"GO2-S-AAAAAAB-W", WrongCheck, "GO2-S-AAAAAAB-W"},
		{"GO2-S-AAAAABA-6", WrongCheck, "GO2-S-AAAAABA-6"},
		{seal("ZAAAAAAB"), Reserved, ""},
		{seal("X0"), Reserved, ""},
		{seal("XZA0DP36100AAAAAAB"), Reserved, ""},
		{seal("XWA3DP36100AAAAAAB"), Reserved, ""},
		{seal("XWA0DP36A00AAAAAAB"), Reserved, ""},
		{seal("SAAAAAAAB"), Reserved, ""},
		{seal("S0"), Reserved, ""},
		{seal("S" + strings.Repeat("Z", 44)), WrongBoard, ""},
		{seal("J" + strings.Repeat("0", 44)), Reserved, ""},
		{"pysol:", WrongNumber, ""},
		{"pysol:x", WrongNumber, "x"},
		{"pysol:ms", WrongNumber, "ms"},
		{"pysol:-5", WrongNumber, "-5"},
		{"pysol:1.5", WrongNumber, "1.5"},
		{"pysol:0", ZeroNumber, "0"},
		{"pysol:ms000", ZeroNumber, "ms000"},
		{"pysol:340282366920938463463374607431768211456", LargeNumber, "340282366920938463463374607431768211456"},
	} {
		_, err := ParseSource(test.source)
		var e *Error
		if !errors.As(err, &e) || e.Fault != test.fault || !errors.Is(err, test.fault) {
			t.Errorf("%q: got %v, want %v", test.source, err, test.fault)
			continue
		}
		if test.text != "" && e.Text != test.text {
			t.Errorf("%q: the error shows %q, want %q", test.source, e.Text, test.text)
		}
	}
	var contradiction *patience.RulesError
	if _, err := ParseSource(seal("XWA0DP45100AAAAAAB")); !errors.As(err, &contradiction) || contradiction.Option != patience.OptionPar {
		t.Errorf("par 45 with points: %v", err)
	}
	if _, err := ParseSource(seal("J24")); !errors.As(err, new(*patience.DeckError)) {
		t.Errorf("a numbered deal with jokers: %v", err)
	}
}

func TestFaultsHaveIDs(t *testing.T) {
	seen := map[string]bool{"": true}
	for f := Empty; f <= WrongRange; f++ {
		if seen[f.ID()] {
			t.Errorf("fault %d has the id %q", f, f.ID())
		}
		seen[f.ID()] = true
	}
	for f := NotACard; f <= UnknownHeader; f++ {
		if seen[f.ID()] {
			t.Errorf("board fault %d has the id %q", f, f.ID())
		}
		seen[f.ID()] = true
	}
	if Fault(200).ID() != "" || BoardFault(200).ID() != "" {
		t.Error("what is no fault has an id")
	}
}

// The check character must notice every change of one character into any other
// and every swap of different neighbours, itself included.
func TestCheckCharacterNoticesEverySlip(t *testing.T) {
	for _, code := range []string{
		"GO2-S-AAAAAAB-6", "GO2-XCS1FW36007-ZZZZZZZ-P", "GO2-4-MS32001-4",
		"GO2-J-000000-000000-000000-000000-000000-000000-000000-0000-H",
	} {
		s := plain(code)
		if _, err := ParseSource(s); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		for i := 3; i < len(s); i++ {
			for _, c := range characters {
				changed := s[:i] + string(c) + s[i+1:]
				if _, err := ParseSource(changed); err == nil && changed != s {
					t.Errorf("%s reads as well as %s", changed, code)
				}
			}
			if i > 3 && s[i-1] != s[i] {
				swapped := s[:i-1] + s[i:i+1] + s[i-1:i] + s[i+1:]
				if _, err := ParseSource(swapped); err == nil {
					t.Errorf("%s reads as well as %s", swapped, code)
				}
			}
		}
	}
	// The sum is linear, so that any two characters alone, with any number of
	// characters behind them, stand for every code with these two in it.
	for behind := range 60 {
		tail := strings.Repeat("0", behind)
		for _, a := range characters {
			for _, b := range characters {
				if a == b {
					continue
				}
				if ab, ba := string(a)+string(b)+tail, string(b)+string(a)+tail; sum(ab) == sum(ba) {
					t.Errorf("%s and %s have the same sum", ab, ba)
				}
				if a, b := string(a)+tail, string(b)+tail; sum(a) == sum(b) {
					t.Errorf("%s and %s have the same sum", a, b)
				}
			}
		}
	}
}

// What the exhaustive test above builds on.
func TestSumIsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := func(name string) []int {
			return rapid.SliceOfN(rapid.IntRange(0, 35), 20, 20).Draw(t, name)
		}
		a, b := word("a"), word("b")
		var x, y, z []byte
		for i := range a {
			x, y = append(x, characters[a[i]]), append(y, characters[b[i]])
			z = append(z, characters[elementOf(a[i]).plus(elementOf(b[i])).value()])
		}
		if sum(string(x)).plus(sum(string(y))) != sum(string(z)) {
			t.Fatalf("%s + %s is not %s", x, y, z)
		}
	})
}

// A slip in the digit of the prefix must not turn one kind of code into the
// other: GO1 codes have eight characters behind it, all of them letters.
func TestPrefixSlips(t *testing.T) {
	for _, code := range []string{"GO2-E-AAAAAAB", "GO1-S-AAAAAAB-6", "GO1-E-24-C", "GO1-E-123456-0"} {
		if _, err := ParseSource(code); err == nil {
			t.Errorf("%s reads", code)
		}
	}
}

func anyRules(t *rapid.T) patience.Rules {
	r := patience.Rules{
		King:    patience.KingRule(rapid.IntRange(0, 2).Draw(t, "king")),
		Draw:    patience.DrawRule(rapid.IntRange(0, 1).Draw(t, "draw")),
		Jokers:  uint8(rapid.IntRange(0, 2).Draw(t, "jokers")),
		Opening: patience.Opening(rapid.IntRange(0, 1).Draw(t, "opening")),
		Scoring: patience.Scoring(rapid.IntRange(0, 2).Draw(t, "scoring")),
		Undo:    patience.Undo(rapid.IntRange(-1, 999).Draw(t, "undo")),
	}
	if r.Scoring == patience.Strokes && rapid.Bool().Draw(t, "par") {
		r.Par = patience.Par45
	}
	return r
}

func anyDeal(t *rapid.T) Deal {
	r := anyRules(t)
	var d Deal
	var err error
	kind := rapid.IntRange(0, 2).Draw(t, "kind")
	switch kind {
	case 0:
		d, err = OfIndex(rapid.Uint64Range(0, Deals-1).Draw(t, "index"), r)
	case 1:
		r.Jokers = 0
		n := Number{ms: rapid.Bool().Draw(t, "ms")}
		for i := range n.words {
			n.words[i] = rapid.Uint32().Draw(t, "word")
		}
		n.words[0] |= 1
		n.ms = n.ms && !n.small()
		d, err = OfNumber(n).Under(r)
	case 2:
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		deck := card.Deck(1, int(r.Jokers))
		// Decks that are sorted but for their last cards have short numbers.
		sorted := rapid.SampledFrom([]int{0, 0, 45, len(deck) - 3}).Draw(t, "sorted")
		card.Shuffle(deck[sorted:], &src)
		d, err = OfDeck(deck)
		if err == nil {
			d, err = d.Under(r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCodeDealCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDeal(t)
		code := d.Code()
		back, err := ParseSource(code)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		if back.Code() != code || text(back.Deck()) != text(d.Deck()) {
			t.Fatalf("%s reads as %s", code, back.Code())
		}
		want, _ := d.Rules()
		if got, ok := back.Rules(); !ok || got != want {
			t.Fatalf("%s has rules %+v, not %+v", code, got, want)
		}
		game, err := back.Game()
		if err != nil || game.Rules() != want {
			t.Fatalf("%s: %v", code, err)
		}
	})
}

func TestDecksAndRulesThatDontFit(t *testing.T) {
	board, err := OfDeck(card.Deck(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Deal{"nothing": {}, "one joker": board, "a number": OfNumber(NumberOf(24)), "no number": OfNumber(Number{})} {
		if _, err := d.Under(rules(t, "joker")); !errors.As(err, new(*patience.DeckError)) {
			t.Errorf("%s under rules with two jokers: %v", name, err)
		}
	}
	if _, err := OfIndex(0, patience.Rules{Jokers: 3}); !errors.As(err, new(*patience.RulesError)) {
		t.Errorf("three jokers: %v", err)
	}
	// One joker is one joker, whichever.
	deck := append(card.Deck(1, 0), card.Joker2)
	if d, err := OfDeck(deck); err != nil || text(d.Deck()) != text(board.Deck()) || deck[52] != card.Joker2 {
		t.Errorf("the second joker alone: %s, %v", text(d.Deck()), err)
	}
	if _, err := OfDeck(card.Deck(1, 0)[:51]); !errors.As(err, new(*patience.DeckError)) {
		t.Errorf("51 cards: %v", err)
	}
}

func TestRandomReachesAllLetters(t *testing.T) {
	src := card.SplitMix(5)
	var seen [Letters]map[byte]bool
	for i := range seen {
		seen[i] = map[byte]bool{}
	}
	for range 1000 {
		d, err := Random(&src, rules(t, "easy"))
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []byte(d.Code()[len("GO1-E-"):]) {
			seen[i][c] = true
		}
	}
	for i := range seen {
		if len(seen[i]) != 26 {
			t.Errorf("letter %d took %d values in 1000 codes", i+1, len(seen[i]))
		}
	}
}

func FuzzParseSource(f *testing.F) {
	for _, s := range []string{
		"GO1-E-AAAAAAB", "go2saaaaaab6", "GO2-XCS1FW36007-ZZZZZZZ-K", "pysol:24", "pysol:ms32001",
		"GO2-E-000000-000000-000000-000000-000000-000000-000000-00-K", "", "GO9",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseSource(s)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			// The check character would keep most inputs from what lies behind it.
			body := plain(s)
			if strings.HasPrefix(body, "GO2") && errors.Is(err, WrongCheck) {
				d, err = ParseSource(body[:len(body)-1] + string(check(body[3:len(body)-1])))
			}
			if err != nil {
				return
			}
		}
		if err := patience.CheckDeck(d.Deck(), len(d.Deck())-52); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		back, err := ParseSource(d.Code())
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Errorf("%q is %s, which reads as %+v, %v", s, d.Code(), back, err)
		}
	})
}
