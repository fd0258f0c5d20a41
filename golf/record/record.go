// Package record is the JSON of golf: match records that can be replayed, and
// the form in which views, events and scorecards leave the program.
// docs/formats.md describes it for other programs.
//
// Seats are numbers from 0, cards are texts such as "TH" and "X1", several cards
// are one text with blanks between them, and an action is its notation, in which
// positions count from 1.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"birdie/card"
	"birdie/golf"
)

// Format and Version are the first two members of every match record.
const (
	Format  = "birdie-golf-match"
	Version = 1
)

// Match is a match record: everything that went into a match, in order.
type Match struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Rules   Rules    `json:"rules"`
	Players int      `json:"players"`
	Names   []string `json:"names,omitempty"`  // one a seat, or none
	Cut     string   `json:"cut,omitempty"`    // the cards cut for the first deal, all of the deck
	Dealer  *int     `json:"dealer,omitempty"` // the first dealer, when there was no cut
	Holes   []Hole   `json:"holes,omitempty"`
	Result  *Result  `json:"result,omitempty"` // of a match that is over
}

// Hole is one hole of a match record.
type Hole struct {
	Deck  string `json:"deck"` // in the order in which it is dealt
	Steps []Step `json:"steps"`
}

// Step is what a seat did, or the order of the cards after a reshuffle.
type Step struct {
	Seat      *int   `json:"seat,omitempty"`
	Do        string `json:"do,omitempty"`
	Reshuffle string `json:"reshuffle,omitempty"` // the first card is drawn first
}

// Result is how a match ended. It can be worked out from the rest of the record,
// and is checked against it when the record is read.
type Result struct {
	Totals  []int `json:"totals"`
	Winners []int `json:"winners"`
}

// The faults of a record, beside what the rules refuse.
var (
	ErrFormat = errors.New("record: not a golf match record of a known version")
	ErrNames  = errors.New("record: there must be one name a seat, or none")
	ErrDealer = errors.New("record: the first dealer must be known before a hole is dealt, by cut or by number")
	ErrStep   = errors.New("record: a step is either a seat's action or a reshuffle")
	ErrResult = errors.New("record: the result is not what the steps lead to")
)

// A PlaceError says where in a record something is wrong.
type PlaceError struct {
	Hole int // from 1; 0 for the cut and the first dealer
	Step int // of the hole, from 1; 0 for its deck
	Err  error
}

// Error names the place.
func (e *PlaceError) Error() string {
	switch {
	case e.Hole == 0:
		return "first dealer: " + e.Err.Error()
	case e.Step == 0:
		return fmt.Sprintf("hole %d: deck: %v", e.Hole, e.Err)
	}
	return fmt.Sprintf("hole %d: step %d: %v", e.Hole, e.Step, e.Err)
}

// Unwrap returns what is wrong there.
func (e *PlaceError) Unwrap() error { return e.Err }

// Of returns the record of a match at the point it has reached. Names may be nil.
func Of(m *golf.Match, names []string) Match {
	r := Match{Format: Format, Version: Version, Rules: RulesOf(m.Rules()), Players: m.Players(), Names: names}
	for _, s := range m.Steps() {
		switch s.Kind {
		case golf.StepCut:
			r.Cut = cardsText(s.Cards)
		case golf.StepDealer:
			r.Dealer = &s.Seat
		case golf.StepDeal:
			r.Holes = append(r.Holes, Hole{Deck: cardsText(s.Cards), Steps: []Step{}})
		case golf.StepAct:
			r.add(Step{Seat: &s.Seat, Do: s.Action.String()})
		case golf.StepReshuffle:
			r.add(Step{Reshuffle: cardsText(s.Cards)})
		}
	}
	if m.Over() {
		r.Result = resultOf(m)
	}
	return r
}

func (r *Match) add(s Step) {
	hole := &r.Holes[len(r.Holes)-1]
	hole.Steps = append(hole.Steps, s)
}

func resultOf(m *golf.Match) *Result {
	totals := m.Totals()
	return &Result{Totals: totals[:m.Players()], Winners: seats(m.Winners())}
}

// Replay returns the match the record leads to. The error says why the record is
// wrong, and as a *PlaceError where: one of this package's errors,
// card.ErrSyntax, golf.ErrSyntax, a *golf.RulesError or a golf.Refusal. With it
// comes the match up to there, or nil when nothing can be played.
func (r *Match) Replay() (*golf.Match, error) {
	if r.Format != Format || r.Version != Version {
		return nil, ErrFormat
	}
	rules, err := r.Rules.Golf()
	if err != nil {
		return nil, err
	}
	m, err := golf.NewMatch(rules, r.Players)
	if err != nil {
		return nil, err
	}
	if len(r.Names) != 0 && len(r.Names) != r.Players {
		return nil, ErrNames
	}
	if err := r.begin(m); err != nil {
		return m, err
	}
	for i := range r.Holes {
		if step, err := r.Holes[i].replay(m); err != nil {
			return m, &PlaceError{i + 1, step, err}
		}
	}
	if r.Result != nil && (!m.Over() || !equal(*r.Result, *resultOf(m))) {
		return m, ErrResult
	}
	return m, nil
}

func equal(a, b Result) bool {
	return fmt.Sprint(a) == fmt.Sprint(b)
}

// begin takes the step that finds the first dealer.
func (r *Match) begin(m *golf.Match) error {
	step := golf.Step{Kind: golf.StepDealer}
	switch {
	case r.Cut != "" && r.Dealer == nil:
		cards, err := parseCards(r.Cut)
		if err != nil {
			return &PlaceError{Err: err}
		}
		step = golf.Step{Kind: golf.StepCut, Cards: cards}
	case r.Cut == "" && r.Dealer != nil:
		step.Seat = *r.Dealer
	case r.Cut == "" && len(r.Holes) == 0:
		return nil
	default:
		return ErrDealer
	}
	if _, err := m.Do(step, nil); err != nil {
		return &PlaceError{Err: err}
	}
	return nil
}

// replay plays the hole. With an error it returns the number of the step that is
// wrong, 0 for the deck.
func (h *Hole) replay(m *golf.Match) (int, error) {
	deck, err := parseCards(h.Deck)
	if err == nil {
		_, err = m.Do(golf.Step{Kind: golf.StepDeal, Cards: deck}, nil)
	}
	if err != nil {
		return 0, err
	}
	for i, s := range h.Steps {
		step, err := s.golf()
		if err == nil {
			_, err = m.Do(step, nil)
		}
		if err != nil {
			return i + 1, err
		}
	}
	return 0, nil
}

func (s *Step) golf() (golf.Step, error) {
	switch {
	case s.Reshuffle != "" && s.Seat == nil && s.Do == "":
		cards, err := parseCards(s.Reshuffle)
		return golf.Step{Kind: golf.StepReshuffle, Cards: cards}, err
	case s.Reshuffle == "" && s.Seat != nil:
		action, err := golf.ParseAction(s.Do)
		return golf.Step{Kind: golf.StepAct, Seat: *s.Seat, Action: action}, err
	}
	return golf.Step{}, ErrStep
}

// Write writes the record of a match as JSON, with a line end.
func Write(w io.Writer, m *golf.Match, names []string) error {
	return json.NewEncoder(w).Encode(Of(m, names))
}

// Read reads a match record and replays it. Unknown members are refused, since
// they might change what the record means. The errors are those of Replay and
// encoding/json.
func Read(r io.Reader) (*golf.Match, []string, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var record Match
	if err := d.Decode(&record); err != nil {
		return nil, nil, err
	}
	m, err := record.Replay()
	if err != nil {
		return nil, nil, err
	}
	return m, record.Names, nil
}

func cardsText(cards []card.Card) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}

func parseCards(text string) ([]card.Card, error) {
	fields := strings.Fields(text)
	cards := make([]card.Card, len(fields))
	for i, f := range fields {
		c, err := card.Parse(f)
		if err != nil {
			return nil, err
		}
		cards[i] = c
	}
	return cards, nil
}

func seats(set golf.Seats) []int {
	list := []int{}
	for ; set != 0; set &= set - 1 {
		list = append(list, set.First())
	}
	return list
}
