package table

import (
	"encoding/json"
	"strings"

	"birdie/golf"
	"birdie/golf/record"
	"birdie/internal/name"
)

// Settings are what the host of a table decides before a match.
type Settings struct {
	Rules      record.Rules `json:"rules" required:"false" doc:"those of the default preset where they are missing"`
	Seats      int          `json:"seats" minimum:"2" maximum:"8" doc:"number of seats; those nobody takes are left out when the match starts"`
	Clock      int          `json:"clock,omitempty" doc:"seconds for a turn, 15 to 300, or 0 for no clock"`
	Listed     bool         `json:"listed,omitempty" doc:"strangers can find the table; otherwise only who has its link"`
	Spectators bool         `json:"spectators,omitempty" doc:"who does not sit at the table may watch"`
	Quiet      bool         `json:"quiet,omitempty" doc:"the table knows no phrases"`
}

// The limits of a turn clock in seconds.
const (
	MinClock = 15
	MaxClock = 300
)

// UnmarshalJSON fills in the rules of the default preset when there are none.
func (s *Settings) UnmarshalJSON(data []byte) error {
	type plain Settings
	read := plain{Rules: record.RulesOf(golf.Default().Rules)}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*s = Settings(read)
	return nil
}

// check returns nil or what is wrong with s: a Refusal or a *golf.RulesError.
func (s *Settings) check() error {
	if s.Clock != 0 && (s.Clock < MinClock || s.Clock > MaxClock) {
		return BadSettings
	}
	return s.playable(s.Seats)
}

// playable returns nil or why so many players cannot play, a *golf.RulesError.
func (s *Settings) playable(players int) error {
	rules, err := s.Rules.Golf()
	if err != nil {
		return err
	}
	return rules.Validate(players)
}

// cleanName returns a player's name as it is shown, or BadName.
func cleanName(chosen string) (string, error) {
	clean, err := name.Clean(chosen)
	if err != nil {
		return "", BadName
	}
	return clean, nil
}

// sameName reports whether two names would be taken for each other.
func sameName(a, b string) bool { return strings.EqualFold(a, b) }

// Phrases returns the ids of what can be said at a table. There is no free
// text: nothing that is said here needs a moderator.
func Phrases() []string {
	return []string{
		"hello", "good-luck", "well-played", "thanks", "sorry", "oops", "your-turn", "one-moment", "good-game", "bye",
		"smile", "laugh", "wow", "think", "sad", "thumbs-up",
	}
}
