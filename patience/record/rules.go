package record

import (
	"encoding/json"
	"strconv"

	"birdie/patience"
)

// Rules are rules in JSON: the id of a preset, or options by the names of their
// values as patience.Option.Values has them, or both, where an option replaces
// that of the preset. Without a preset, options that are missing are those of
// the default preset; without any member, the rules are those of the deal's code.
type Rules struct {
	Preset  string `json:"preset,omitempty"`
	King    Value  `json:"king,omitempty"`
	Draw    Value  `json:"draw,omitempty"`
	Jokers  Value  `json:"jokers,omitempty"`
	Opening Value  `json:"opening,omitempty"`
	Scoring Value  `json:"scoring,omitempty"`
	Undo    Value  `json:"undo,omitempty"`
	Par     Value  `json:"par,omitempty"`
}

// Value is the name of an option's value; numbers are written as JSON numbers
// and may be read as texts too.
type Value string

// MarshalJSON writes v.
func (v Value) MarshalJSON() ([]byte, error) {
	if _, err := strconv.Atoi(string(v)); err == nil && json.Valid([]byte(v)) {
		return []byte(v), nil
	}
	return json.Marshal(string(v))
}

// UnmarshalJSON reads a text or a number.
func (v *Value) UnmarshalJSON(data []byte) error {
	var n json.Number // also takes texts that are numbers
	if json.Unmarshal(data, &n) == nil {
		*v = Value(n)
		return nil
	}
	return json.Unmarshal(data, (*string)(v))
}

// RulesOf returns the JSON form of rules: the preset where there is one, else
// all options.
func RulesOf(r patience.Rules) Rules {
	if p, ok := patience.PresetOf(r); ok {
		return Rules{Preset: p.ID}
	}
	var all Rules
	for _, o := range patience.Options() {
		*all.value(o) = Value(r.Value(o))
	}
	return all
}

// value returns where r has an option.
func (r *Rules) value(o patience.Option) *Value {
	switch o {
	case patience.OptionKing:
		return &r.King
	case patience.OptionDraw:
		return &r.Draw
	case patience.OptionJokers:
		return &r.Jokers
	case patience.OptionOpening:
		return &r.Opening
	case patience.OptionScoring:
		return &r.Scoring
	case patience.OptionUndo:
		return &r.Undo
	}
	return &r.Par
}

// Patience returns the rules. The error is a *ValueError for a preset or a value
// that does not exist, and a *patience.RulesError for options that contradict
// each other.
func (r Rules) Patience() (patience.Rules, error) {
	rules := patience.Default().Rules
	if r.Preset != "" {
		p, ok := patience.PresetByID(r.Preset)
		if !ok {
			return rules, &ValueError{Member: "rules.preset", Value: r.Preset}
		}
		rules = p.Rules
	}
	for _, o := range patience.Options() {
		v := *r.value(o)
		if v == "" {
			continue
		}
		if err := rules.Set(o, string(v)); err != nil {
			return rules, &ValueError{Member: "rules." + string(o), Value: string(v)}
		}
	}
	return rules, rules.Validate()
}

// UnmarshalJSON refuses members that rules do not have.
func (r *Rules) UnmarshalJSON(data []byte) error {
	names := []string{"preset"}
	for _, o := range patience.Options() {
		names = append(names, string(o))
	}
	if err := known(data, "rules.", names...); err != nil {
		return err
	}
	type plain Rules // without this method
	return json.Unmarshal(data, (*plain)(r))
}
