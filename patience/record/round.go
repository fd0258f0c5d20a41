package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"birdie/card"
	"birdie/patience"
)

// Round is the record of a round: up to nine games under the same rules.
type Round struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Holes   []Game       `json:"holes"`
	Result  *RoundResult `json:"result,omitempty"`
}

// RoundResult is how a round stands. It follows from the holes.
type RoundResult struct {
	Strokes []int `json:"strokes"` // hole by hole
	Total   int   `json:"total"`
	Par     int   `json:"par"`
	Beaten  bool  `json:"beaten"` // all holes are played, and the total is below par
}

// Tournament is the record of a tournament of two players.
type Tournament struct {
	Format    string            `json:"format"`
	Version   int               `json:"version"`
	SameDeals bool              `json:"same-deals"`
	Rounds    []Round           `json:"rounds"`
	Result    *TournamentResult `json:"result,omitempty"`
}

// TournamentResult is how a tournament stands. It follows from the rounds.
type TournamentResult struct {
	Points [2]int `json:"points"`
	Winner int    `json:"winner"` // 1 or 2; 0 for a tie or while it is being played
}

// The faults of rounds and tournaments that their holes alone do not have.
var (
	ErrInPlay    = errors.New("record: the game is still in play")
	ErrOwnRules  = errors.New("record: the rules are not those of the first hole")
	ErrHoles     = errors.New("record: a round has no more than nine holes")
	ErrPlayers   = errors.New("record: a tournament has two players, with a round each")
	ErrOtherDeal = errors.New("record: the other player had another deal, though both should have the same")
)

// A HoleError says which hole of a round is wrong.
type HoleError struct {
	Number int // from 1
	Err    error
}

func (e *HoleError) Error() string { return fmt.Sprintf("hole %d: %v", e.Number, e.Err) }

func (e *HoleError) Unwrap() error { return e.Err }

// A PlayerError says whose round of a tournament is wrong.
type PlayerError struct {
	Number int // 1 or 2
	Err    error
}

func (e *PlayerError) Error() string { return fmt.Sprintf("player %d: %v", e.Number, e.Err) }

func (e *PlayerError) Unwrap() error { return e.Err }

// RoundOf returns the record of a round of the given games. Its errors are those
// of Replay.
func RoundOf(holes []Game) (Round, error) {
	r := Round{Format: RoundFormat, Version: Version, Holes: holes}
	round, err := r.Replay()
	if err != nil {
		return Round{}, err
	}
	r.Result = roundResult(&round)
	return r, nil
}

func roundResult(r *patience.Round) *RoundResult {
	result := &RoundResult{Strokes: []int{}, Total: r.Total(), Par: r.Par(), Beaten: r.Beaten()}
	for i := range r.Played() {
		result.Strokes = append(result.Strokes, r.Hole(i))
	}
	return result
}

// Replay plays all holes back and verifies them. Its errors are *HoleError,
// *ResultError, *VersionError, ErrFormat and ErrHoles.
func (r *Round) Replay() (patience.Round, error) {
	round, _, err := r.replay()
	return round, err
}

// replay returns the decks that were played, too.
func (r *Round) replay() (round patience.Round, decks [][]card.Card, err error) {
	switch {
	case r.Format != RoundFormat:
		return round, nil, ErrFormat
	case r.Version != Version:
		return round, nil, &VersionError{Version: r.Version}
	case len(r.Holes) > patience.Holes:
		return round, nil, ErrHoles
	}
	for i := range r.Holes {
		_, g, err := r.Holes[i].Replay()
		switch {
		case err != nil:
		case g.State() == patience.Playing:
			err = ErrInPlay
		case i == 0:
			round.Rules = g.Rules()
		case g.Rules() != round.Rules:
			err = ErrOwnRules
		}
		if err == nil {
			err = round.Add(g.Strokes())
		}
		if err != nil {
			return round, nil, &HoleError{Number: i + 1, Err: err}
		}
		decks = append(decks, g.Deck())
	}
	if r.Result != nil {
		err = r.Result.differs(roundResult(&round))
	}
	return round, decks, err
}

func (r *RoundResult) differs(want *RoundResult) error {
	return differ([]member{
		{"strokes", fmt.Sprint(r.Strokes), fmt.Sprint(want.Strokes)},
		{"total", fmt.Sprint(r.Total), fmt.Sprint(want.Total)},
		{"par", fmt.Sprint(r.Par), fmt.Sprint(want.Par)},
		{"beaten", fmt.Sprint(r.Beaten), fmt.Sprint(want.Beaten)},
	})
}

// TournamentOf returns the record of a tournament of the given rounds. Its
// errors are those of Replay.
func TournamentOf(sameDeals bool, rounds []Round) (Tournament, error) {
	t := Tournament{Format: TournamentFormat, Version: Version, SameDeals: sameDeals, Rounds: rounds}
	tournament, err := t.Replay()
	if err != nil {
		return Tournament{}, err
	}
	t.Result = tournamentResult(&tournament)
	return t, nil
}

func tournamentResult(t *patience.Tournament) *TournamentResult {
	return &TournamentResult{Points: t.Points(), Winner: t.Winner() + 1}
}

// Replay plays both rounds back and verifies them. Its errors are *PlayerError,
// *ResultError, *VersionError, ErrFormat and ErrPlayers.
func (t *Tournament) Replay() (patience.Tournament, error) {
	tournament := patience.Tournament{SameDeals: t.SameDeals}
	switch {
	case t.Format != TournamentFormat:
		return tournament, ErrFormat
	case t.Version != Version:
		return tournament, &VersionError{Version: t.Version}
	case len(t.Rounds) != len(tournament.Rounds):
		return tournament, ErrPlayers
	}
	var decks [2][][]card.Card
	for i := range t.Rounds {
		var err error
		if tournament.Rounds[i], decks[i], err = t.Rounds[i].replay(); err != nil {
			return tournament, &PlayerError{Number: i + 1, Err: err}
		}
	}
	both := min(len(decks[0]), len(decks[1]))
	if both > 0 && tournament.Rounds[0].Rules != tournament.Rounds[1].Rules {
		return tournament, &PlayerError{Number: 2, Err: &HoleError{Number: 1, Err: ErrOwnRules}}
	}
	for i := range both {
		if t.SameDeals && !slices.Equal(decks[0][i], decks[1][i]) {
			return tournament, &PlayerError{Number: 2, Err: &HoleError{Number: i + 1, Err: ErrOtherDeal}}
		}
	}
	if t.Result == nil {
		return tournament, nil
	}
	want := tournamentResult(&tournament)
	return tournament, differ([]member{
		{"points", fmt.Sprint(t.Result.Points), fmt.Sprint(want.Points)},
		{"winner", fmt.Sprint(t.Result.Winner), fmt.Sprint(want.Winner)},
	})
}

// UnmarshalJSON reads a record without replaying it.
func (r *Round) UnmarshalJSON(data []byte) error {
	if err := checkHead(data, RoundFormat); err != nil {
		return err
	}
	if err := known(data, "", "format", "version", "holes", "result"); err != nil {
		return err
	}
	type plain Round // without this method
	return json.Unmarshal(data, (*plain)(r))
}

// UnmarshalJSON refuses members that a result does not have.
func (r *RoundResult) UnmarshalJSON(data []byte) error {
	if err := known(data, "result.", "strokes", "total", "par", "beaten"); err != nil {
		return err
	}
	type plain RoundResult // without this method
	return json.Unmarshal(data, (*plain)(r))
}

// UnmarshalJSON reads a record without replaying it.
func (t *Tournament) UnmarshalJSON(data []byte) error {
	if err := checkHead(data, TournamentFormat); err != nil {
		return err
	}
	if err := known(data, "", "format", "version", "same-deals", "rounds", "result"); err != nil {
		return err
	}
	type plain Tournament // without this method
	return json.Unmarshal(data, (*plain)(t))
}

// UnmarshalJSON refuses members that a result does not have.
func (r *TournamentResult) UnmarshalJSON(data []byte) error {
	if err := known(data, "result.", "points", "winner"); err != nil {
		return err
	}
	type plain TournamentResult // without this method
	return json.Unmarshal(data, (*plain)(r))
}
