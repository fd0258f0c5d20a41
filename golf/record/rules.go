package record

import (
	"bytes"
	"encoding/json"

	"birdie/golf"
)

// Rules are golf.Rules in JSON: a member for every option, named and valued as
// golf.Option does. A member that is missing has the value of the default preset.
type Rules struct {
	Layout      string `json:"layout" enum:"six,four,nine,eight" doc:"shape of the grids, by their number of cards"`
	Decks       int    `json:"decks" minimum:"0" maximum:"3" doc:"number of decks, 0 to let the number of players decide"`
	Jokers      int    `json:"jokers" minimum:"0" maximum:"2" doc:"jokers in each deck"`
	FirstFlips  int    `json:"first-flips" minimum:"0" maximum:"3" doc:"cards turned up before the first turn"`
	Peek        bool   `json:"peek" doc:"the first cards are looked at privately and stay face down"`
	Flip        string `json:"flip" enum:"must,may,may-last,never" doc:"whether a card is turned up after discarding a drawn one"`
	FlipTurn    bool   `json:"flip-turn" doc:"turning up one card may be a whole turn"`
	Knock       bool   `json:"knock" doc:"a player may end the hole instead of drawing"`
	Penalty     string `json:"knock-penalty" enum:"off,on,strict" doc:"10 strokes for who ends the hole without being lowest; strict: a tie is punished too"`
	Negative    string `json:"negative-pairs" enum:"zero,keep" doc:"whether a line of equal negative cards cancels or keeps its value"`
	WildTwos    bool   `json:"wild-twos" doc:"a two counts -2"`
	Rows        bool   `json:"rows" doc:"a row of equal ranks cancels too"`
	FourEqual   bool   `json:"four-equal" doc:"four of a kind in a grid count -20"`
	EnderBonus  bool   `json:"ender-bonus" doc:"-5 for who ends the hole and alone is lowest"`
	EnderDouble bool   `json:"ender-double" doc:"the positive score of who ends the hole without being lowest doubles"`
	Holes       int    `json:"holes" minimum:"0" maximum:"18" doc:"number of holes, 0 when there is a target"`
	Target      int    `json:"target" minimum:"0" maximum:"500" doc:"play until a total reaches it, 0 when the number of holes is fixed"`
	Ties        string `json:"ties" enum:"shared,sudden-death" doc:"what a tie for first place leads to"`
}

// RulesOf returns the JSON form of r.
func RulesOf(r golf.Rules) Rules {
	return Rules{
		Layout: r.Get(golf.OptionLayout), Decks: r.Decks, Jokers: r.Jokers, FirstFlips: r.FirstFlips, Peek: r.Peek,
		Flip: r.Get(golf.OptionFlip), FlipTurn: r.FlipTurn, Knock: r.Knock, Penalty: r.Get(golf.OptionPenalty),
		Negative: r.Get(golf.OptionNegative), WildTwos: r.WildTwos, Rows: r.Rows, FourEqual: r.FourEqual,
		EnderBonus: r.EnderBonus, EnderDouble: r.EnderDouble, Holes: r.Holes, Target: r.Target, Ties: r.Get(golf.OptionTies),
	}
}

// UnmarshalJSON fills in the default preset where a member is missing: nine holes
// only when there is no target either. It refuses unknown members.
func (r *Rules) UnmarshalJSON(data []byte) error {
	type plain Rules
	var read struct {
		plain
		Holes *int `json:"holes"` // hides the one in plain, to tell 0 from missing
	}
	read.plain = plain(RulesOf(golf.Default().Rules))
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return err
	}
	*r = Rules(read.plain)
	switch {
	case read.Holes != nil:
		r.Holes = *read.Holes
	case r.Target != 0:
		r.Holes = 0
	}
	return nil
}

// Golf returns the rules r stands for. The error is a *golf.RulesError that names
// an option with an impossible word; whether the rules can be played is for
// golf.Rules.Validate to say.
func (r Rules) Golf() (golf.Rules, error) {
	g := golf.Rules{
		Decks: r.Decks, Jokers: r.Jokers, FirstFlips: r.FirstFlips, Peek: r.Peek, FlipTurn: r.FlipTurn, Knock: r.Knock,
		WildTwos: r.WildTwos, Rows: r.Rows, FourEqual: r.FourEqual, EnderBonus: r.EnderBonus, EnderDouble: r.EnderDouble,
		Holes: r.Holes, Target: r.Target,
	}
	for _, word := range []struct {
		option golf.Option
		value  string
	}{
		{golf.OptionLayout, r.Layout},
		{golf.OptionFlip, r.Flip},
		{golf.OptionPenalty, r.Penalty},
		{golf.OptionNegative, r.Negative},
		{golf.OptionTies, r.Ties},
	} {
		if err := g.Set(word.option, word.value); err != nil {
			return golf.Rules{}, err
		}
	}
	return g, nil
}
