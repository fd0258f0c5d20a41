package table

import (
	"encoding/json"

	"birdie/golf"
)

// Settings are what the host of a table decides before a match.
type Settings struct {
	Rules Rules `json:"rules"`
	// Seats is the number of seats, 2 to 8. Those nobody takes are left out when
	// the match starts.
	Seats int `json:"seats"`
	// Clock is the number of seconds for a turn, MinClock to MaxClock; 0 for no
	// clock.
	Clock int `json:"clock,omitempty"`
	// Listed tables can be found by strangers, others only by who has the link.
	Listed bool `json:"listed,omitempty"`
	// Spectators may watch.
	Spectators bool `json:"spectators,omitempty"`
	// Quiet tables know no phrases.
	Quiet bool `json:"quiet,omitempty"`
}

// The limits of a turn clock in seconds.
const (
	MinClock = 15
	MaxClock = 300
)

// check returns nil or what is wrong with s: a Refusal or a *golf.RulesError.
func (s *Settings) check() error {
	if s.Clock != 0 && (s.Clock < MinClock || s.Clock > MaxClock) {
		return BadSettings
	}
	return golf.Rules(s.Rules).Validate(s.Seats)
}

// Rules are golf.Rules that are an object of texts in JSON, one for each option
// that differs from the zero Rules, as in {"jokers":"2","first-flips":"2",
// "holes":"9"}. What is read may name a "preset" to start from.
type Rules golf.Rules

// presetKey is the member that is no option.
const presetKey = "preset"

// MarshalJSON writes r without a preset: what is written means the same for
// ever.
func (r Rules) MarshalJSON() ([]byte, error) {
	texts := map[golf.Option]string{}
	for _, o := range golf.Options() {
		if text := golf.Rules(r).Get(o); text != (golf.Rules{}).Get(o) {
			texts[o] = text
		}
	}
	return json.Marshal(texts)
}

// UnmarshalJSON reads rules. An unknown preset, option or value is a
// *golf.RulesError.
func (r *Rules) UnmarshalJSON(data []byte) error {
	var texts map[golf.Option]string
	if err := json.Unmarshal(data, &texts); err != nil {
		return err
	}
	var rules golf.Rules
	if id, ok := texts[presetKey]; ok {
		preset, ok := golf.PresetByID(id)
		if !ok {
			return &golf.RulesError{Option: presetKey}
		}
		rules = preset.Rules
		delete(texts, presetKey)
	}
	// In their own order, so that the result never depends on that of a map.
	for _, o := range golf.Options() {
		if text, ok := texts[o]; ok {
			if err := rules.Set(o, text); err != nil {
				return err
			}
			delete(texts, o)
		}
	}
	for o := range texts {
		return &golf.RulesError{Option: o}
	}
	*r = Rules(rules)
	return nil
}

// Phrases returns the ids of what can be said at a table. There is no free
// text: nothing that is said here needs a moderator.
func Phrases() []string {
	return []string{
		"hello", "good-luck", "well-played", "thanks", "sorry", "oops", "your-turn", "one-moment", "good-game", "bye",
		"smile", "laugh", "wow", "think", "sad", "thumbs-up",
	}
}
