// Package patience is the game of Golf patience: the rules as values, a game as
// rules, a deck and actions, and what is built from games, the nine-hole round
// and the tournament of two.
//
// The package is pure. It knows no clock, no input or output, no random source
// and no language; every refusal is a typed value that the faces put into words.
package patience

// KingRule says what may follow a king, and whether kings and aces are neighbours.
type KingRule uint8

// The king rules. The zero value is that of the default preset.
const (
	Wrap   KingRule = iota // king and ace are neighbours both ways; a queen may go on a king
	Queen                  // a queen may go on a king; an ace takes only a two
	Closed                 // nothing goes on a king, however it came to the waste
)

// DrawRule says when a stock card may be drawn.
type DrawRule uint8

// The draw rules.
const (
	Anytime   DrawRule = iota
	WhenStuck          // only when no free card fits
)

// Opening says how the waste begins.
type Opening uint8

// The openings.
const (
	Dealt Opening = iota // one card of the deck opens the waste
	Free                 // the waste begins empty; the first action removes any free card
)

// Scoring says how a finished game counts.
type Scoring uint8

// The scorings.
const (
	Points  Scoring = iota // +10 a removal, −10 for each card left when blocked, never below 0
	Strokes                // +1 a card left; after a win −1 a card left in the stock
	WinLoss                // only whether the game was won
)

// Undo is how many last moves can be taken back: Unlimited, UndoOff or a
// number from 1 to MaxUndo.
type Undo int16

// The bounds of Undo.
const (
	UndoOff   Undo = 0
	Unlimited Undo = -1
	MaxUndo   Undo = 999
)

// The pars of a nine-hole round: after Morehead and Mott-Smith, and the one
// that the English Wikipedia gives.
const (
	Par36 = 36
	Par45 = 45
)

// Rules are one way to play Golf patience. Every field is an option of its own;
// presets are nothing but named Rules. The zero value is valid: the default
// preset without undo.
type Rules struct {
	King    KingRule
	Draw    DrawRule
	Jokers  uint8 // 0, 1 or 2
	Opening Opening
	Scoring Scoring
	Undo    Undo
	Par     uint8 // of a nine-hole round: Par36, Par45, or 0 for Par36
}

// Option names one field of Rules in errors, codes and catalogues.
type Option string

// The options.
const (
	OptionKing    Option = "king"
	OptionDraw    Option = "draw"
	OptionJokers  Option = "jokers"
	OptionOpening Option = "opening"
	OptionScoring Option = "scoring"
	OptionUndo    Option = "undo"
	OptionPar     Option = "par"
)

// A RulesError says which option of a Rules value cannot be, alone or together
// with another.
type RulesError struct {
	Option Option
	// Against is the option that contradicts Option; empty when the value of
	// Option is impossible by itself.
	Against Option
}

func (e *RulesError) Error() string {
	if e.Against == "" {
		return "patience: impossible value of option " + string(e.Option)
	}
	return "patience: option " + string(e.Option) + " contradicts option " + string(e.Against)
}

// Validate returns nil for rules that can be played, and otherwise a
// *RulesError for the first option that is wrong.
func (r Rules) Validate() error {
	switch {
	case r.King > Closed:
		return &RulesError{Option: OptionKing}
	case r.Draw > WhenStuck:
		return &RulesError{Option: OptionDraw}
	case r.Jokers > 2:
		return &RulesError{Option: OptionJokers}
	case r.Opening > Free:
		return &RulesError{Option: OptionOpening}
	case r.Scoring > WinLoss:
		return &RulesError{Option: OptionScoring}
	case r.Undo < Unlimited || r.Undo > MaxUndo:
		return &RulesError{Option: OptionUndo}
	case r.Par != 0 && r.Par != Par36 && r.Par != Par45:
		return &RulesError{Option: OptionPar}
	case r.Par == Par45 && r.Scoring != Strokes:
		// Another par than the usual one is part of a way to count strokes.
		return &RulesError{Option: OptionPar, Against: OptionScoring}
	}
	return nil
}

// RoundPar is the par of nine holes under r.
func (r Rules) RoundPar() int {
	if r.Par == 0 {
		return Par36
	}
	return int(r.Par)
}

// DeckSize is the number of cards a game under r is dealt from: 52 and the jokers.
func (r Rules) DeckSize() int { return 52 + int(r.Jokers) }

// A Preset is a rule set with a name: an id that never changes.
type Preset struct {
	ID    string
	Rules Rules
}

var presets = [...]Preset{
	{"easy", Rules{King: Wrap, Scoring: Points, Undo: 100}},
	{"classic", Rules{King: Queen, Scoring: Points, Undo: 100}},
	{"cards4", Rules{King: Closed, Scoring: WinLoss, Undo: Unlimited}},
	{"traditional", Rules{King: Closed, Scoring: Strokes, Undo: Unlimited, Par: Par36}},
	{"strict", Rules{King: Closed, Draw: WhenStuck, Scoring: Strokes, Undo: Unlimited, Par: Par45}},
	{"queen-on-king", Rules{King: Queen, Scoring: Strokes, Undo: Unlimited, Par: Par36}},
	{"putt-putt", Rules{King: Wrap, Scoring: Strokes, Undo: Unlimited, Par: Par36}},
	{"free-opening", Rules{King: Closed, Opening: Free, Scoring: Strokes, Undo: Unlimited, Par: Par36}},
	{"joker", Rules{King: Closed, Jokers: 2, Scoring: Strokes, Undo: Unlimited, Par: Par36}},
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

// PresetOf finds the preset whose rules are r, par 0 and par 36 being the same.
func PresetOf(r Rules) (Preset, bool) {
	for _, p := range presets {
		if p.Rules.Normal() == r.Normal() {
			return p, true
		}
	}
	return Preset{}, false
}

// Normal returns r with what may be left out filled in, so that equal rules
// compare equal.
func (r Rules) Normal() Rules {
	r.Par = uint8(r.RoundPar())
	return r
}
