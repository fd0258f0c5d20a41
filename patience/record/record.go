// Package record is the JSON of Golf patience: games that are written down,
// played back and verified. docs/formats.md describes the format for other
// programs. It is kept apart from the engine, whose browser build has no JSON;
// there dealcode.FormatLine does.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// The first two members of every record are its format and its version.
const (
	Format           = "birdie-patience-game"
	RoundFormat      = "birdie-patience-round"
	TournamentFormat = "birdie-patience-tournament"
	Version          = 1
)

// Game is the record of a game: rules, deal, actions, and what they lead to.
type Game struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Rules   Rules  `json:"rules,omitzero"`
	// Code is any name of the deal that dealcode.ParseSource reads, Deck its
	// cards in the order they are dealt. One of them is enough; if a record has
	// both, they must agree.
	Code    string   `json:"code,omitempty"`
	Deck    string   `json:"deck,omitempty"`
	Actions []string `json:"actions"`
	Result  *Result  `json:"result,omitempty"`
}

// Result is where a game stands after its actions. It follows from the rest of
// the record and is checked when the record is read.
type Result struct {
	State      string `json:"state"`            // as patience.State.ID has it
	Points     *int   `json:"points,omitempty"` // where the rules count points
	Strokes    int    `json:"strokes"`
	Left       int    `json:"left"`  // cards in the tableau
	Stock      int    `json:"stock"` // cards in the stock
	Moves      int    `json:"moves"`
	Undos      int    `json:"undos"`
	Hints      int    `json:"hints"`
	LongestRun int    `json:"longest-run"`
	Clean      bool   `json:"clean"`
}

// The faults that are no more than that.
var (
	ErrFormat = errors.New("record: not a record of patience, or not of this kind")
	ErrNoDeal = errors.New("record: neither code nor deck says which cards were dealt")
	ErrDeal   = errors.New("record: code and deck are different deals")
	ErrRules  = errors.New("record: code and rules are different rules")
)

// A VersionError is a record of a version that is not known here.
type VersionError struct{ Version int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("record: version %d, this program reads version %d", e.Version, Version)
}

// An UnknownError is a member that the format does not have. It might change
// what the record means, so the record is refused.
type UnknownError struct{ Member string } // such as "rules.weather"

func (e *UnknownError) Error() string { return fmt.Sprintf("record: unknown member %q", e.Member) }

// A ValueError is a member whose value cannot be.
type ValueError struct {
	Member string
	Value  string
	Err    error // why; nil when there is no more to say
}

func (e *ValueError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("record: %s %q: %v", e.Member, e.Value, e.Err)
	}
	return fmt.Sprintf("record: %s cannot be %q", e.Member, e.Value)
}

func (e *ValueError) Unwrap() error { return e.Err }

// A WordError is an entry of the actions that is no action.
type WordError struct {
	Number int // from 1
	Word   string
}

func (e *WordError) Error() string {
	return fmt.Sprintf("record: action %d: there is no action %q", e.Number, e.Word)
}

// A ResultError is a result that the actions do not lead to.
type ResultError struct {
	Member    string
	Got, Want string // what the record says, and what the game gives
}

func (e *ResultError) Error() string {
	return fmt.Sprintf("record: result: %s is %s, the game gives %s", e.Member, e.Got, e.Want)
}

// Of returns the record of a game. The deal is the one it was started from,
// whose code is written beside the cards, or the zero Deal when only the cards
// are known. It returns ErrDeal when the deal has other cards than the game.
func Of(d dealcode.Deal, g *patience.Game) (Game, error) {
	played, err := dealcode.OfDeck(g.Deck())
	if err != nil {
		return Game{}, err
	}
	deck := played.Deck()
	if len(d.Deck()) == 0 {
		d = played
	}
	if d, err = d.Under(g.Rules()); err != nil {
		return Game{}, err
	}
	if !slices.Equal(d.Deck(), deck) {
		return Game{}, ErrDeal
	}
	r := Game{
		Format: Format, Version: Version, Rules: RulesOf(g.Rules()), Code: d.Code(), Deck: formatCards(deck),
		Actions: make([]string, 0, len(g.Actions())), Result: resultOf(g),
	}
	for _, a := range g.Actions() {
		r.Actions = append(r.Actions, FormatAction(a))
	}
	return r, nil
}

func resultOf(g *patience.Game) *Result {
	r := &Result{
		State: g.State().ID(), Strokes: g.Strokes(), Left: g.Remaining(), Stock: g.Stock(), Moves: g.MoveCount(),
		Undos: g.Undos(), Hints: g.Hints(), LongestRun: g.LongestRun(), Clean: g.Clean(),
	}
	if g.Rules().Scoring == patience.Points {
		points := g.Points()
		r.Points = &points
	}
	return r
}

// Replay plays a record back and verifies all of it. It returns the deal and the
// game. At an action that is refused it returns the game up to there and a
// *dealcode.ActionError. The other errors are those of this package, of dealcode
// and of patience.
func (r *Game) Replay() (dealcode.Deal, *patience.Game, error) {
	switch {
	case r.Format != Format:
		return dealcode.Deal{}, nil, ErrFormat
	case r.Version != Version:
		return dealcode.Deal{}, nil, &VersionError{Version: r.Version}
	}
	d, err := r.deal()
	if err != nil {
		return dealcode.Deal{}, nil, err
	}
	actions := make([]patience.Action, len(r.Actions))
	for i, word := range r.Actions {
		a, ok := ParseAction(word)
		if !ok {
			return d, nil, &WordError{Number: i + 1, Word: word}
		}
		actions[i] = a
	}
	g, err := d.Replay(actions)
	if err == nil && r.Result != nil {
		err = r.Result.differs(resultOf(g))
	}
	return d, g, err
}

// deal returns the deal under the record's rules.
func (r *Game) deal() (d dealcode.Deal, err error) {
	rules, err := r.Rules.Patience()
	if err != nil {
		return d, err
	}
	var deck []card.Card
	if r.Deck != "" {
		if deck, err = parseCards(r.Deck); err != nil {
			return d, err
		}
		if d, err = dealcode.OfDeck(deck); err != nil {
			return d, err
		}
		deck = d.Deck()
	}
	if r.Code != "" {
		if d, err = dealcode.ParseSource(r.Code); err != nil {
			return d, &ValueError{Member: "code", Value: r.Code, Err: err}
		}
	} else if r.Deck == "" {
		return d, ErrNoDeal
	}
	if coded, ok := d.Rules(); ok {
		if r.Rules == (Rules{}) {
			rules = coded
		} else if coded != rules.Normal() {
			return d, ErrRules
		}
	}
	if d, err = d.Under(rules); err == nil && deck != nil && !slices.Equal(deck, d.Deck()) {
		err = ErrDeal
	}
	return d, err
}

// differs returns a *ResultError for the first member in which r is not want.
func (r *Result) differs(want *Result) error {
	number := func(n *int) string {
		if n == nil {
			return "missing"
		}
		return fmt.Sprint(*n)
	}
	return differ([]member{
		{"state", r.State, want.State},
		{"points", number(r.Points), number(want.Points)},
		{"strokes", number(&r.Strokes), number(&want.Strokes)},
		{"left", number(&r.Left), number(&want.Left)},
		{"stock", number(&r.Stock), number(&want.Stock)},
		{"moves", number(&r.Moves), number(&want.Moves)},
		{"undos", number(&r.Undos), number(&want.Undos)},
		{"hints", number(&r.Hints), number(&want.Hints)},
		{"longest-run", number(&r.LongestRun), number(&want.LongestRun)},
		{"clean", fmt.Sprint(r.Clean), fmt.Sprint(want.Clean)},
	})
}

// member is a member of a result: what a record says and what the game gives.
type member struct{ name, got, want string }

// differ returns a *ResultError for the first member that is not as it should be.
func differ(members []member) error {
	for _, m := range members {
		if m.got != m.want {
			return &ResultError{Member: m.name, Got: m.got, Want: m.want}
		}
	}
	return nil
}

// Write writes the record of a game as JSON, indented, with a line end.
func Write(w io.Writer, d dealcode.Deal, g *patience.Game) error {
	r, err := Of(d, g)
	if err != nil {
		return err
	}
	return WriteJSON(w, r)
}

// WriteJSON writes any record as JSON, indented, with a line end.
func WriteJSON(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(record)
}

// Read reads a record and replays it. Its errors are those of Replay and of
// encoding/json, *UnknownError for a member that the format does not have, and
// those of r.
func Read(r io.Reader) (dealcode.Deal, *patience.Game, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return dealcode.Deal{}, nil, err
	}
	var record Game
	if err := json.Unmarshal(data, &record); err != nil {
		return dealcode.Deal{}, nil, err
	}
	return record.Replay()
}

// UnmarshalJSON reads a record without replaying it.
func (r *Game) UnmarshalJSON(data []byte) error {
	if err := checkHead(data, Format); err != nil {
		return err
	}
	if err := known(data, "", "format", "version", "rules", "code", "deck", "actions", "result"); err != nil {
		return err
	}
	type plain Game // without this method
	return json.Unmarshal(data, (*plain)(r))
}

// UnmarshalJSON refuses members that a result does not have.
func (r *Result) UnmarshalJSON(data []byte) error {
	err := known(data, "result.",
		"state", "points", "strokes", "left", "stock", "moves", "undos", "hints", "longest-run", "clean")
	if err != nil {
		return err
	}
	type plain Result // without this method
	return json.Unmarshal(data, (*plain)(r))
}

// checkHead looks at format and version before anything else is read, since
// another version may have other members.
func checkHead(data []byte, format string) error {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	switch {
	case head.Format != format:
		return ErrFormat
	case head.Version != Version:
		return &VersionError{Version: head.Version}
	}
	return nil
}

// known returns an *UnknownError for the first member of a JSON object that is
// none of the names. The path stands before its name in the error.
func known(data []byte, path string, names ...string) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(names, name) {
			return &UnknownError{Member: path + name}
		}
	}
	return nil
}
