package golf

import "birdie/card"

// FlipRule says whether a player who discards a card drawn from the stock turns
// up one of the own face-down cards.
type FlipRule uint8

// The flip rules.
const (
	FlipMust    FlipRule = iota // always
	FlipMay                     // as the player likes
	FlipMayLast                 // always, but as the player likes when it is the last face-down card
	FlipNever                   // never
)

// PenaltyRule says when the player who ended the hole gets EnderPenalty.
type PenaltyRule uint8

// The penalty rules.
const (
	PenaltyOff    PenaltyRule = iota // never
	PenaltyOn                        // when another card sum is lower
	PenaltyStrict                    // when another card sum is lower or the same
)

// NegativeRule says what a line of equal cards with negative values counts.
type NegativeRule uint8

// The negative rules.
const (
	NegativeZero NegativeRule = iota // it cancels like any other line
	NegativeKeep                     // it never cancels: two jokers count -4
)

// TieRule says what happens when several players share the lowest total.
type TieRule uint8

// The tie rules.
const (
	TiesShared  TieRule = iota // they share the win
	SuddenDeath                // they play extra holes until one is lowest, MaxExtraHoles at most
)

// The numbers of the house rules and of a match.
const (
	EnderPenalty   = 10  // strokes for an ender who is not lowest
	EnderBonus     = -5  // strokes for an ender who alone is lowest
	FourEqualBonus = -20 // strokes for each four of a kind in a grid

	MaxHoles      = 18
	MaxExtraHoles = 9 // holes of sudden death before the win is shared

	MinTarget      = 10
	DefaultTarget  = 100
	MaxTarget      = 500
	MaxTargetHoles = 100 // a match with a target ends after so many holes at the latest
)

// Rules are the rules of a match. They do not say how many play it. The zero
// Rules are no playable ones (they have neither holes nor a target); start from
// a preset.
type Rules struct {
	Layout Layout
	// Decks is the number of decks, 1 to 3; 0 lets the number of players decide.
	Decks int
	// Jokers is the number of jokers in each deck, 0 to 2.
	Jokers int
	// FirstFlips is the number of cards each player turns up before the first
	// turn, 0 to 3.
	FirstFlips int
	// Peek: the first cards are looked at privately and stay face down.
	Peek bool
	Flip FlipRule
	// FlipTurn: turning up one card may be a whole turn.
	FlipTurn bool
	// Knock: a player may end the hole instead of drawing.
	Knock    bool
	Penalty  PenaltyRule
	Negative NegativeRule
	// WildTwos: a two scores -2. It is not wild for lines.
	WildTwos bool
	// Rows: a row of equal ranks cancels too.
	Rows bool
	// FourEqual: four of a kind anywhere in a grid score FourEqualBonus.
	FourEqual bool
	// EnderBonus: an ender who alone is lowest scores EnderBonus.
	EnderBonus bool
	// EnderDouble: the positive score of an ender who is not lowest doubles.
	EnderDouble bool
	// Holes is the number of holes, 1 to 18; 0 when there is a target.
	Holes int
	// Target ends the match after the hole in which a total reaches it; 0 when
	// the number of holes is fixed.
	Target int
	Ties   TieRule
}

// Preset is a named set of rules.
type Preset struct {
	ID    string // stable, for records, addresses and catalogues
	Rules Rules
}

// six are the rules of the preset six; the others are told apart from it.
var six = Rules{Layout: Six, Jokers: 2, FirstFlips: 2, Holes: 9}

var presets = [...]Preset{
	{"six", six},
	{"four", six.with(func(r *Rules) { r.Layout = Four })},
	{"nine", six.with(func(r *Rules) { r.Layout, r.FirstFlips = Nine, 3 })},
	{"eight", six.with(func(r *Rules) { r.Layout = Eight })},
	{"knock", six.with(func(r *Rules) { r.Knock, r.Penalty = true, PenaltyOn })},
	{"no-jokers", six.with(func(r *Rules) { r.Jokers = 0 })},
	{"peek", six.with(func(r *Rules) { r.Layout, r.Peek, r.Knock = Four, true, true })},
	{"family", six.with(func(r *Rules) { r.WildTwos, r.Rows, r.Flip = true, true, FlipMay })},
}

func (r Rules) with(change func(r *Rules)) Rules {
	change(&r)
	return r
}

// Presets returns all presets, the default one first.
func Presets() []Preset { return append([]Preset(nil), presets[:]...) }

// Default is the preset a player meets first.
func Default() Preset { return presets[0] }

// PresetByID finds a preset by its id.
func PresetByID(id string) (Preset, bool) {
	for _, p := range presets {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// PresetOf finds the preset whose rules are r.
func PresetOf(r Rules) (Preset, bool) {
	for _, p := range presets {
		if p.Rules == r {
			return p, true
		}
	}
	return Preset{}, false
}

// Recommended returns the range of players the layout is at its best with. Every
// layout can be played by MinPlayers to MaxPlayers.
func (r Rules) Recommended() (low, high int) {
	switch r.Layout {
	case Four:
		return 3, 7
	case Nine:
		return 3, 6
	}
	return 2, 6
}

// DeckCount returns the number of decks so many players use: Decks, or when that
// is 0 two from five players on and three for seven or more with nine cards each.
func (r Rules) DeckCount(players int) int {
	switch {
	case r.Decks != 0:
		return r.Decks
	case players >= 7 && r.Layout == Nine:
		return 3
	case players >= 5:
		return 2
	}
	return 1
}

// Deck returns the unshuffled cards so many players use.
func (r Rules) Deck(players int) []card.Card {
	return card.Deck(r.DeckCount(players), r.Jokers)
}

// DeckSize returns the number of cards Deck returns.
func (r Rules) DeckSize(players int) int {
	return r.DeckCount(players) * (52 + r.Jokers)
}

// values are the strokes each rank counts; twos as they are when not wild.
var values = [16]int8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, -2}

// Value returns the strokes c counts by itself: ace 1, 2 to 10 their number,
// jack and queen 10, king 0, joker -2, with WildTwos a two -2. None counts 0.
func (r Rules) Value(c card.Card) int { return r.RankValue(c.Rank()) }

// RankValue returns the strokes a card of the given rank counts by itself.
func (r Rules) RankValue(rank card.Rank) int {
	if rank == 2 && r.WildTwos {
		return -2
	}
	return int(values[rank&15])
}
