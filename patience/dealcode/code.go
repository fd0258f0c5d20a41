package dealcode

import (
	"strings"
	"unicode/utf8"

	"birdie/card"
	"birdie/patience"
)

// ParseSource reads the name of a deal: a GO1 or GO2 code, in which case, blanks
// and dashes don't matter, or pysol:24. Its errors are *Error, and
// *patience.RulesError for a code whose rules contradict themselves.
func ParseSource(text string) (Deal, error) {
	if number, ok := cutPySol(text); ok {
		n, err := ParseNumber(number)
		return OfNumber(n), err
	}
	s := plain(text)
	switch {
	case s == "":
		return Deal{}, fail(Empty, text)
	case len(s) < 3 || s[0] != 'G' || s[1] != 'O' && s[1] != '0' || s[2] < '1' || s[2] > '9':
		return Deal{}, fail(UnknownSource, text)
	case s[2] == '1':
		return parseGO1(s[3:], text)
	case s[2] == '2':
		return parseGO2(s[3:], text)
	}
	return Deal{}, fail(LaterCode, s[:3])
}

// cutPySol returns what follows "pysol:" in text, and whether text begins so.
func cutPySol(text string) (string, bool) {
	const prefix = "pysol"
	text = trim(text)
	if len(text) < len(prefix) || !equalFold(text[:len(prefix)], prefix) {
		return "", false
	}
	text = trim(text[len(prefix):])
	if text != "" && (text[0] == ':' || text[0] == '#') {
		text = trim(text[1:])
	}
	return text, true
}

// go1Rules are the rules that a GO1 code can carry. The first letter of a preset
// is the one that is written.
var go1Rules = [...]struct {
	letter byte
	preset string
}{{'E', "easy"}, {'C', "classic"}, {'N', "easy"}}

// parseGO1 reads what follows GO1: a letter for the rules and seven for the deal.
func parseGO1(s, text string) (Deal, error) {
	if utf8.RuneCountInString(s) != 1+Letters {
		return Deal{}, fail(WrongLength, text)
	}
	_, size := utf8.DecodeRuneInString(s)
	rule, letters := s[:size], s[size:]
	for _, r := range go1Rules {
		if rule != string(r.letter) {
			continue
		}
		index, ok := parseIndex(letters)
		if !ok {
			return Deal{}, fail(WrongLetter, firstOther(letters, 'A', 'Z'))
		}
		preset, _ := patience.PresetByID(r.preset)
		return OfIndex(index, preset.Rules)
	}
	return Deal{}, fail(WrongRule, rule)
}

// firstOther returns the first character of s that is not between lo and hi.
func firstOther(s string, lo, hi rune) string {
	for _, r := range s {
		if r < lo || r > hi {
			return string(r)
		}
	}
	return s
}

// go2Rules are the letters of presets in GO2 codes. A letter, once given, keeps
// its rules for ever.
var go2Rules = [...]struct {
	letter byte
	preset string
}{
	{'E', "easy"},
	{'C', "classic"},
	{'4', "cards4"},
	{'T', "traditional"},
	{'S', "strict"},
	{'Q', "queen-on-king"},
	{'P', "putt-putt"},
	{'F', "free-opening"},
	{'J', "joker"},
}

// Rules that are no preset are spelled out after an X: one character for each of
// king rule, draw, jokers, opening and scoring, two for par, and three for undo,
// a number or ALL.
const (
	spelled    = 'X'
	kings      = "WQC"
	draws      = "AS"
	jokers     = "012"
	openings   = "DF"
	scorings   = "PSW"
	unlimited  = "ALL"
	spelledLen = 1 + 5 + 2 + 3
)

func formatRules(r patience.Rules) string {
	for _, p := range go2Rules {
		if preset, _ := patience.PresetByID(p.preset); preset.Rules.Normal() == r.Normal() {
			return string(p.letter)
		}
	}
	par := r.RoundPar()
	s := string([]byte{
		spelled, kings[r.King], draws[r.Draw], jokers[r.Jokers], openings[r.Opening], scorings[r.Scoring],
		characters[par/10], characters[par%10],
	})
	if r.Undo == patience.Unlimited {
		return s + unlimited
	}
	return s + string([]byte{characters[r.Undo/100], characters[r.Undo/10%10], characters[r.Undo%10]})
}

// parseRules reads rules at the start of s and returns what follows. It returns
// false when s begins with no rules known here.
func parseRules(s string) (r patience.Rules, rest string, ok bool) {
	for _, p := range go2Rules {
		if s[0] == p.letter {
			preset, _ := patience.PresetByID(p.preset)
			return preset.Rules, s[1:], true
		}
	}
	if s[0] != spelled || len(s) < spelledLen {
		return r, s, false
	}
	s, rest = s[1:spelledLen], s[spelledLen:]
	ok = true
	pick := func(options string, at int) uint8 {
		i := strings.IndexByte(options, s[at])
		ok = ok && i >= 0
		return uint8(i)
	}
	r.King = patience.KingRule(pick(kings, 0))
	r.Draw = patience.DrawRule(pick(draws, 1))
	r.Jokers = pick(jokers, 2)
	r.Opening = patience.Opening(pick(openings, 3))
	r.Scoring = patience.Scoring(pick(scorings, 4))
	const digits = "0123456789"
	r.Par = 10*pick(digits, 5) + pick(digits, 6)
	if s[7:] == unlimited {
		r.Undo = patience.Unlimited
		return r, rest, ok
	}
	r.Undo = 100*patience.Undo(pick(digits, 7)) + 10*patience.Undo(pick(digits, 8)) + patience.Undo(pick(digits, 9))
	return r, rest, ok
}

// go2 returns the GO2 code of a deal with rules.
func (d Deal) go2() string {
	rules, name, grouped := formatRules(d.rules), "", ""
	switch d.kind {
	case lettered:
		name = FormatIndex(d.index)
		grouped = name
	case numbered:
		name = upperText(d.number.String())
		grouped = name
	default:
		const group = 6
		name = formatBoard(d.deck)
		for i := 0; i < len(name); i += group {
			if i > 0 {
				grouped += "-"
			}
			grouped += name[i:min(i+group, len(name))]
		}
	}
	return "GO2-" + rules + "-" + grouped + "-" + string(check(rules+name))
}

// parseGO2 reads what follows GO2: rules, deal and check character.
func parseGO2(s, text string) (Deal, error) {
	for _, r := range s {
		if r >= 0x80 || value(byte(r)) < 0 {
			return Deal{}, fail(WrongCharacter, string(r))
		}
	}
	if len(s) < 3 {
		return Deal{}, fail(WrongLength, text)
	}
	rules, name, known := parseRules(s[:len(s)-1])
	index, isIndex := parseIndex(name)
	number, err := ParseNumber(name)
	isNumber := err == nil
	if sum(s) != (element{}) {
		if known && !isIndex && !isNumber && len(name) != boardLen[0] && len(name) != boardLen[rules.Jokers] {
			return Deal{}, fail(WrongLength, text)
		}
		return Deal{}, fail(WrongCheck, text)
	}
	var d Deal
	switch {
	case !known:
		return Deal{}, fail(Reserved, text)
	case isIndex:
		d = Deal{kind: lettered, index: index}
	case len(name) == boardLen[rules.Jokers]:
		// Before numbers: a board's may look like one with zeros in front.
		deck, ok := parseBoard(name, 52+int(rules.Jokers))
		if !ok {
			return Deal{}, fail(WrongBoard, text)
		}
		d = Deal{kind: exact, deck: deck}
	case isNumber:
		d = OfNumber(number)
	default:
		return Deal{}, fail(Reserved, text)
	}
	return d.Under(rules)
}

// boardLen is the number of characters that name any order of a deck with 0, 1
// or 2 jokers: 36 to that power is more than 52!, 53! and 54!.
var boardLen = [...]int{44, 45, 46}

// formatBoard writes the number of a deck among all orders of its cards, in base
// 36. Each card adds the digit that it is among the cards still to come.
func formatBoard(deck []card.Card) string {
	var digits [46]int
	number := digits[:boardLen[len(deck)-52]]
	rest := card.Deck(1, len(deck)-52)
	for _, c := range deck {
		at := 0
		for rest[at] != c {
			at++
		}
		carry := at
		for i := len(number) - 1; i >= 0; i-- {
			carry += number[i] * len(rest)
			number[i] = carry % len(characters)
			carry /= len(characters)
		}
		rest = append(rest[:at], rest[at+1:]...)
	}
	var b strings.Builder
	for _, d := range number {
		b.WriteByte(characters[d])
	}
	return b.String()
}

// parseBoard reads what formatBoard writes for a deck of the given size, and
// reports whether there is such a deck.
func parseBoard(s string, size int) ([]card.Card, bool) {
	var digits [46]int
	number := digits[:len(s)]
	for i := range number {
		number[i] = value(s[i])
	}
	var at [card.Max]int
	for k := 1; k <= size; k++ {
		rest := 0
		for i := range number {
			rest = rest*len(characters) + number[i]
			number[i] = rest / k
			rest %= k
		}
		at[size-k] = rest
	}
	if digits != ([46]int{}) {
		return nil, false
	}
	cards := card.Deck(1, size-52)
	deck := make([]card.Card, size)
	for i, k := range at[:size] {
		deck[i] = cards[k]
		cards = append(cards[:k], cards[k+1:]...)
	}
	return deck, true
}
