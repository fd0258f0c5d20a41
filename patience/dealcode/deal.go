package dealcode

import (
	"slices"

	"birdie/card"
	"birdie/patience"
)

// Deal is what a code, a PySolFC number or a board names: cards in the order
// they are dealt and, when the name says so, the rules to play them by. A Deal
// is a value that never changes. The zero Deal is none.
type Deal struct {
	kind   kind
	ruled  bool
	rules  patience.Rules
	index  uint64      // of a lettered deal
	number Number      // of a numbered deal
	deck   []card.Card // of an exact board
}

type kind uint8

const (
	none kind = iota
	lettered
	numbered
	exact
)

// OfIndex returns one of the Deals lettered deals under rules, jokers included
// if the rules want them. It returns the *patience.RulesError of rules that
// cannot be.
func OfIndex(index uint64, rules patience.Rules) (Deal, error) {
	return Deal{kind: lettered, index: index % Deals}.Under(rules)
}

// Random returns a lettered deal drawn evenly from all of them. Its errors are
// those of OfIndex.
func Random(src card.Source, rules patience.Rules) (Deal, error) {
	return OfIndex(card.Below(src, Deals), rules)
}

// OfNumber returns PySolFC's deal n, without rules.
func OfNumber(n Number) Deal {
	if n == (Number{}) {
		return Deal{}
	}
	return Deal{kind: numbered, number: n}
}

// OfDeck returns a deal of the given cards in the order they are dealt, without
// rules: 52 cards and up to 2 jokers, of which one alone becomes the first. It
// returns a *patience.DeckError for what is no deck.
func OfDeck(deck []card.Card) (Deal, error) {
	if err := patience.CheckDeck(deck, max(0, min(len(deck)-52, 2))); err != nil {
		return Deal{}, err
	}
	deck = slices.Clone(deck)
	if len(deck) == 53 {
		if at := slices.Index(deck, card.Joker2); at >= 0 {
			deck[at] = card.Joker1
		}
	}
	return Deal{kind: exact, deck: deck}, nil
}

// Under returns the same deal under other rules. A lettered deal gets or loses
// jokers as the rules say; other deals have the jokers they have, and it returns
// a *patience.DeckError when the rules want more or fewer. It returns a
// *patience.RulesError for rules that cannot be.
func (d Deal) Under(rules patience.Rules) (Deal, error) {
	if err := rules.Validate(); err != nil {
		return Deal{}, err
	}
	size := rules.DeckSize()
	switch d.kind {
	case none:
		size = 0
	case numbered:
		size = 52
	case exact:
		size = len(d.deck)
	}
	if size != rules.DeckSize() {
		return Deal{}, &patience.DeckError{Want: rules.DeckSize(), Got: size}
	}
	d.rules, d.ruled = rules.Normal(), true
	return d, nil
}

// Rules returns the rules that the deal's name carries, and whether it carries
// any.
func (d Deal) Rules() (patience.Rules, bool) { return d.rules, d.ruled }

// AppendDeck appends to buf the cards in the order they are dealt.
func (d Deal) AppendDeck(buf []card.Card) []card.Card {
	switch d.kind {
	case lettered:
		return AppendDeck(buf, d.index, int(d.rules.Jokers))
	case numbered:
		return d.number.AppendDeck(buf)
	}
	return append(buf, d.deck...)
}

// Deck returns the cards in the order they are dealt.
func (d Deal) Deck() []card.Card { return d.AppendDeck(make([]card.Card, 0, card.Max)) }

// Index returns the index of a lettered deal, and whether d is one.
func (d Deal) Index() (uint64, bool) { return d.index, d.kind == lettered }

// Number returns the number of a deal of PySolFC, and whether d is one.
func (d Deal) Number() (Number, bool) { return d.number, d.kind == numbered }

// Game starts a game of the deal under its rules. For a deal without rules it
// returns a *patience.DeckError or plays by the zero Rules; say which with Under.
func (d Deal) Game() (*patience.Game, error) { return patience.New(d.rules, d.Deck()) }

// Code returns the shortest name that ParseSource reads as d: a GO1 code where
// one exists, else a GO2 code; pysol:24 for a number without rules. An exact
// board without rules and the zero Deal have none: the text is empty.
func (d Deal) Code() string {
	if !d.ruled {
		if d.kind == numbered {
			return "pysol:" + d.number.String()
		}
		return ""
	}
	if d.kind == lettered {
		for _, r := range go1Rules {
			if preset, _ := patience.PresetByID(r.preset); preset.Rules.Normal() == d.rules {
				return "GO1-" + string(r.letter) + "-" + FormatIndex(d.index)
			}
		}
	}
	return d.go2()
}
