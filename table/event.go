package table

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"birdie/fair"
)

// Kind is the kind of an Event or of a Note. Its value is stable: it is in logs
// and in the API.
type Kind string

// The kinds of event.
const (
	Opened     Kind = "opened"     // the table, or after a match its lobby, opens: a new commitment
	Sat        Kind = "sat"        // a player takes a seat
	Botted     Kind = "botted"     // a bot takes a seat
	Rose       Kind = "rose"       // a seat becomes free
	Removed    Kind = "removed"    // the host removes a player, who may not come back
	Hosted     Kind = "hosted"     // another seat is host
	Configured Kind = "configured" // the host changes the settings
	LockSet    Kind = "lock"       // the host locks or unlocks the table
	Readied    Kind = "ready"      // a seat is ready and gives its seed, or is not any more
	Starting   Kind = "starting"   // the match starts when the seeds are in or the time is up
	Started    Kind = "started"    // the dealer is cut for and the first hole dealt
	Acted      Kind = "acted"      // a seat acts in the hole
	WentOn     Kind = "went-on"    // a seat has seen the end of the hole
	Dealt      Kind = "dealt"      // the next hole is dealt
	Away       Kind = "away"       // a seat has lost its connection: a bot will take over
	Taken      Kind = "taken"      // a bot plays for a seat
	Back       Kind = "back"       // a seat is there again and plays for itself
	Said       Kind = "said"       // a seat says one of the phrases
	Shut       Kind = "closed"     // the table is closed for good

	// Now is the kind of the Note that opens a stream: nothing has happened, this
	// is how things are.
	Now Kind = "now"
)

// Kinds returns all kinds of event.
func Kinds() []Kind {
	return []Kind{
		Opened, Sat, Botted, Rose, Removed, Hosted, Configured, LockSet, Readied, Starting, Started, Acted, WentOn, Dealt,
		Away, Taken, Back, Said, Shut,
	}
}

// By says who is behind an event of a seat if not its player.
type By string

// Who may be behind an event.
const (
	ByPlayer By = ""
	ByBot    By = "bot"
	ByClock  By = "clock"
	ByHost   By = "host"
)

// Event is what changes a table. Which fields count depends on the kind.
type Event struct {
	Kind     Kind      `json:"kind"`
	Seat     int       `json:"seat"`               // the seat concerned, -1 for none
	Player   string    `json:"player,omitempty"`   // Sat: who it is, for the server alone
	Name     string    `json:"name,omitempty"`     // Opened, Sat: who it is; Rose, Removed: who it was
	Program  bool      `json:"program,omitempty"`  // Sat: the player is a program with an account of its own
	Level    string    `json:"level,omitempty"`    // Botted
	Settings *Settings `json:"settings,omitempty"` // Opened, Configured
	Secret   *Secret   `json:"secret,omitempty"`   // Opened
	Seed     Seed      `json:"seed,omitempty"`     // Readied
	On       bool      `json:"on,omitempty"`       // Readied, LockSet
	Action   string    `json:"action,omitempty"`   // Acted, in the notation of golf
	By       By        `json:"by,omitempty"`
	Phrase   string    `json:"phrase,omitempty"` // Said
	Reason   string    `json:"reason,omitempty"` // Shut
}

// Secret is a fair.Secret that is hexadecimal in JSON.
type Secret fair.Secret

// MarshalText writes s in hexadecimal.
func (s Secret) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Secret) UnmarshalText(text []byte) error {
	if len(text) != 2*len(s) {
		return hex.ErrLength
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// Seed is what a player contributes to the shuffles, hexadecimal in JSON.
type Seed []byte

// MarshalText writes s in hexadecimal.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Seed) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	*s = b
	return err
}

// encode returns e as it is stored.
func (e Event) encode() ([]byte, error) { return json.Marshal(e) }

// decodeEvent reads what encode wrote. Anything else is an errLog.
func decodeEvent(data []byte) (e Event, err error) {
	if err := json.Unmarshal(data, &e); err != nil {
		return Event{}, fmt.Errorf("%w: %w", errLog, err)
	}
	return e, nil
}
