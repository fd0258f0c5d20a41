package golf

import "strconv"

// Option names one field of Rules in errors, records, catalogues and on the
// command line.
type Option string

// The options, one for each field of Rules.
const (
	OptionLayout      Option = "layout"
	OptionDecks       Option = "decks"
	OptionJokers      Option = "jokers"
	OptionFirstFlips  Option = "first-flips"
	OptionPeek        Option = "peek"
	OptionFlip        Option = "flip"
	OptionFlipTurn    Option = "flip-turn"
	OptionKnock       Option = "knock"
	OptionPenalty     Option = "knock-penalty"
	OptionNegative    Option = "negative-pairs"
	OptionWildTwos    Option = "wild-twos"
	OptionRows        Option = "rows"
	OptionFourEqual   Option = "four-equal"
	OptionEnderBonus  Option = "ender-bonus"
	OptionEnderDouble Option = "ender-double"
	OptionHoles       Option = "holes"
	OptionTarget      Option = "target"
	OptionTies        Option = "ties"

	// OptionPlayers is no field of Rules; errors name it when rules do not fit
	// the number of players.
	OptionPlayers Option = "players"
)

// optionSpec says what values an option has: the numbers from min to max, or the
// words, which stand for the numbers from 0 on.
type optionSpec struct {
	id       Option
	min, max int
	words    []string
	get      func(r *Rules) int
	set      func(r *Rules, value int)
}

var optionSpecs = [...]optionSpec{
	choice(OptionLayout, func(r *Rules) *Layout { return &r.Layout }, "six", "four", "nine", "eight"),
	number(OptionDecks, func(r *Rules) *int { return &r.Decks }, 0, MaxDecks),
	number(OptionJokers, func(r *Rules) *int { return &r.Jokers }, 0, 2),
	number(OptionFirstFlips, func(r *Rules) *int { return &r.FirstFlips }, 0, 3),
	onOff(OptionPeek, func(r *Rules) *bool { return &r.Peek }),
	choice(OptionFlip, func(r *Rules) *FlipRule { return &r.Flip }, "must", "may", "may-last", "never"),
	onOff(OptionFlipTurn, func(r *Rules) *bool { return &r.FlipTurn }),
	onOff(OptionKnock, func(r *Rules) *bool { return &r.Knock }),
	choice(OptionPenalty, func(r *Rules) *PenaltyRule { return &r.Penalty }, "off", "on", "strict"),
	choice(OptionNegative, func(r *Rules) *NegativeRule { return &r.Negative }, "zero", "keep"),
	onOff(OptionWildTwos, func(r *Rules) *bool { return &r.WildTwos }),
	onOff(OptionRows, func(r *Rules) *bool { return &r.Rows }),
	onOff(OptionFourEqual, func(r *Rules) *bool { return &r.FourEqual }),
	onOff(OptionEnderBonus, func(r *Rules) *bool { return &r.EnderBonus }),
	onOff(OptionEnderDouble, func(r *Rules) *bool { return &r.EnderDouble }),
	number(OptionHoles, func(r *Rules) *int { return &r.Holes }, 0, MaxHoles),
	number(OptionTarget, func(r *Rules) *int { return &r.Target }, 0, MaxTarget),
	choice(OptionTies, func(r *Rules) *TieRule { return &r.Ties }, "shared", "sudden-death"),
}

func choice[T ~uint8](id Option, field func(r *Rules) *T, words ...string) optionSpec {
	return optionSpec{
		id: id, max: len(words) - 1, words: words,
		get: func(r *Rules) int { return int(*field(r)) },
		set: func(r *Rules, value int) { *field(r) = T(value) },
	}
}

func number(id Option, field func(r *Rules) *int, low, high int) optionSpec {
	return optionSpec{
		id: id, min: low, max: high,
		get: func(r *Rules) int { return *field(r) },
		set: func(r *Rules, value int) { *field(r) = value },
	}
}

func onOff(id Option, field func(r *Rules) *bool) optionSpec {
	return optionSpec{
		id: id, max: 1, words: []string{"off", "on"},
		get: func(r *Rules) int {
			if *field(r) {
				return 1
			}
			return 0
		},
		set: func(r *Rules, value int) { *field(r) = value == 1 },
	}
}

func (o Option) spec() *optionSpec {
	for i := range optionSpecs {
		if optionSpecs[i].id == o {
			return &optionSpecs[i]
		}
	}
	return nil
}

// Options returns all options in the order they are shown.
func Options() []Option {
	all := make([]Option, len(optionSpecs))
	for i := range optionSpecs {
		all[i] = optionSpecs[i].id
	}
	return all
}

// Words returns the values of an option that is chosen by word, off first where
// it can only be on or off; nil for an option that is a number.
func (o Option) Words() []string {
	if s := o.spec(); s != nil {
		return append([]string(nil), s.words...)
	}
	return nil
}

// Range returns the bounds of an option that is a number.
func (o Option) Range() (low, high int) {
	if s := o.spec(); s != nil && s.words == nil {
		return s.min, s.max
	}
	return 0, 0
}

// Get returns the value of an option as text: its word or its number. It is
// empty when there is no such option.
func (r Rules) Get(o Option) string {
	s := o.spec()
	if s == nil {
		return ""
	}
	value := s.get(&r)
	if s.words == nil {
		return strconv.Itoa(value)
	}
	if value >= len(s.words) {
		return ""
	}
	return s.words[value]
}

// Set gives an option the value that Get would return as the text. Holes and
// target exclude each other: setting one to a number clears the other. The error
// is a *RulesError and r is then unchanged; whether the rules as a whole can be
// played is for Validate to say.
func (r *Rules) Set(o Option, value string) error {
	s := o.spec()
	if s == nil {
		return &RulesError{Option: o}
	}
	number := -1
	if s.words == nil {
		if n, err := strconv.Atoi(value); err == nil && strconv.Itoa(n) == value && n >= s.min && n <= s.max {
			number = n
		}
	} else {
		for i, word := range s.words {
			if word == value {
				number = i
			}
		}
	}
	if number < 0 {
		return &RulesError{Option: o}
	}
	s.set(r, number)
	switch {
	case o == OptionHoles && number > 0:
		r.Target = 0
	case o == OptionTarget && number > 0:
		r.Holes = 0
	}
	return nil
}

// A RulesError says which option of a Rules value cannot be, alone or together
// with another.
type RulesError struct {
	Option Option
	// Against is the option that contradicts Option; empty when the value of
	// Option is impossible by itself.
	Against Option
}

// Error names the options.
func (e *RulesError) Error() string {
	if e.Against == "" {
		return "golf: impossible value of option " + string(e.Option)
	}
	return "golf: option " + string(e.Option) + " contradicts option " + string(e.Against)
}

// Validate returns nil when so many players can play the rules, and otherwise a
// *RulesError for the first option that is wrong.
func (r Rules) Validate(players int) error {
	for i := range optionSpecs {
		s := &optionSpecs[i]
		if value := s.get(&r); value < s.min || value > s.max {
			return &RulesError{Option: s.id}
		}
	}
	switch {
	case players < MinPlayers || players > MaxPlayers:
		return &RulesError{Option: OptionPlayers}
	case r.Target != 0 && r.Target < MinTarget:
		return &RulesError{Option: OptionTarget}
	case r.Peek && r.FirstFlips == 0:
		return &RulesError{Option: OptionPeek, Against: OptionFirstFlips}
	case (r.Holes == 0) == (r.Target == 0):
		// Exactly one of them says when the match ends.
		return &RulesError{Option: OptionTarget, Against: OptionHoles}
	case r.DeckSize(players) < players*r.Layout.Cells()+2:
		return &RulesError{Option: OptionDecks, Against: OptionPlayers}
	}
	return nil
}
