package record

import (
	"birdie/card"
	"birdie/golf"
)

// View is a golf.View in JSON, for a page or a program that plays a seat. A seat
// that is nobody is null.
type View struct {
	Rules       Rules    `json:"rules"`
	Players     int      `json:"players"`
	Seat        *int     `json:"seat" doc:"the viewer, null for a spectator"`
	Hole        int      `json:"hole" doc:"number of the hole, from 1, sudden death included; 0 outside a match"`
	Extra       int      `json:"extra" doc:"number of the hole of sudden death, 0 before"`
	Totals      []int    `json:"totals" doc:"strokes of the finished holes, one number a seat"`
	Active      []int    `json:"active" doc:"seats that play this hole"`
	Dealer      int      `json:"dealer"`
	Starter     int      `json:"starter" doc:"the seat that plays first"`
	Phase       string   `json:"phase" enum:"over,choose,draw,place,flip"`
	Turn        *int     `json:"turn" doc:"the seat on turn, null when the hole is over"`
	Chosen      []int    `json:"chosen,omitempty" doc:"seats that have chosen their first cards"`
	Choice      []int    `json:"choice,omitempty" doc:"the viewer's own choice while others still choose, positions from 1"`
	Ender       *int     `json:"ender" doc:"the seat that ended the hole"`
	LastTurns   int      `json:"last-turns" doc:"last turns still to be finished"`
	Turns       int      `json:"turns" doc:"turns completed by all seats together"`
	QuietRounds int      `json:"quiet-rounds" doc:"rounds in which nobody turned up a card"`
	Stalled     bool     `json:"stalled,omitempty" doc:"the hole ended because nobody turned up a card"`
	Grids       [][]Cell `json:"grids" doc:"one grid a seat, row by row; empty for seats that do not play"`
	Pile        []string `json:"pile" doc:"discard pile, bottom first"`
	Stock       int      `json:"stock" doc:"number of cards in the stock"`
	Reshuffles  int      `json:"reshuffles" doc:"how often the discard pile has become the stock"`
	Recycled    []string `json:"recycled,omitempty" doc:"cards known to be in the stock (or just drawn) since the last reshuffle, in no order"`
	Taken       string   `json:"taken,omitempty" doc:"card taken from the discard pile by the seat on turn and not yet swapped in"`
	Drawn       bool     `json:"drawn,omitempty" doc:"the seat on turn holds a card from the stock"`
	Hand        string   `json:"hand,omitempty" doc:"the card in the viewer's own hand"`
	Legal       []string `json:"legal" doc:"what the viewer may do now"`
	Scores      []Score  `json:"scores,omitempty" doc:"one score a seat, of a hole that is over"`
}

// Cell is one card of a grid.
type Cell struct {
	Card string `json:"card,omitempty" doc:"missing when the viewer does not know it"`
	Up   bool   `json:"up" doc:"face up"`
	// Peeked tells everyone who has looked at which card, not what it is.
	Peeked bool `json:"peeked,omitempty" doc:"face down and known to its owner"`
	Taken  bool `json:"taken,omitempty" doc:"came from the discard pile"`
}

// Score is a golf.Score in JSON.
type Score struct {
	Cells     []int `json:"cells" doc:"what each card counts, row by row"`
	Columns   []int `json:"columns,omitempty" doc:"columns that cancelled, from 1"`
	Rows      []int `json:"rows,omitempty" doc:"rows that cancelled, from 1"`
	Cards     int   `json:"cards" doc:"sum of the cells"`
	FourEqual int   `json:"four-equal,omitempty"`
	Bonus     int   `json:"bonus,omitempty" doc:"for the ender who alone is lowest"`
	Doubling  int   `json:"doubling,omitempty" doc:"what doubling added"`
	Penalty   int   `json:"penalty,omitempty" doc:"for the ender who is not lowest"`
	Total     int   `json:"total"`
}

var phases = [...]string{
	golf.PhaseOver: "over", golf.PhaseChoose: "choose", golf.PhaseDraw: "draw", golf.PhasePlace: "place", golf.PhaseFlip: "flip",
}

// ViewOf returns the JSON form of v.
func ViewOf(v *golf.View) View {
	standing := v.Standing()
	j := View{
		Rules: RulesOf(v.Rules()), Players: v.Players(), Seat: seat(v.Seat()),
		Hole: standing.Hole, Extra: standing.Extra, Totals: standing.Totals[:v.Players()],
		Active: seats(v.Active()), Dealer: v.Dealer(), Starter: v.Starter(), Phase: phases[v.Phase()], Turn: seat(v.Turn()),
		Ender: seat(v.Ender()), LastTurns: v.LastTurns(), Turns: v.Turns(), QuietRounds: v.QuietRounds(), Stalled: v.Stalled(),
		Pile: cardList(v.Pile()), Stock: v.Stock(), Reshuffles: v.Reshuffles(), Drawn: v.Drawn(), Taken: cardText(v.Taken()),
		Legal: []string{},
	}
	if v.Phase() == golf.PhaseChoose {
		j.Chosen, j.Choice = seats(v.Chosen()), positions(v.Choice())
	}
	if v.Turn() == v.Seat() {
		j.Hand = cardText(v.Hand())
	}
	recycled := v.Recycled()
	for c := card.Card(1); c <= card.Max; c++ {
		for range recycled[c] {
			j.Recycled = append(j.Recycled, c.String())
		}
	}
	for _, a := range v.Legal(nil) {
		j.Legal = append(j.Legal, a.String())
	}
	cells := v.Rules().Layout.Cells()
	for s := range v.Players() {
		grid := []Cell{}
		if v.Active().Has(s) {
			grid = make([]Cell, cells)
		}
		for pos := range grid {
			grid[pos] = Cell{
				Card: cardText(v.Card(s, pos)), Up: v.FaceUp(s).Has(pos), Peeked: v.Peeked(s).Has(pos), Taken: v.FromPile(s).Has(pos),
			}
		}
		j.Grids = append(j.Grids, grid)
	}
	if v.Over() {
		for s, score := range v.Scores() {
			if s < v.Players() {
				j.Scores = append(j.Scores, ScoreOf(score, v.Rules().Layout))
			}
		}
	}
	return j
}

// ScoreOf returns the JSON form of s, the score of a grid of the given layout.
func ScoreOf(s golf.Score, l golf.Layout) Score {
	j := Score{
		Columns: positions(golf.Cells(s.Cols)), Rows: positions(golf.Cells(s.Rows)), Cards: s.Cards, FourEqual: s.FourEqual,
		Bonus: s.Bonus, Doubling: s.Doubling, Penalty: s.Penalty, Total: s.Total,
	}
	for _, n := range s.Cells[:l.Cells()] {
		j.Cells = append(j.Cells, int(n))
	}
	return j
}

// Scorecard is the scorecard of a match in JSON.
type Scorecard struct {
	Holes   []ScorecardHole `json:"holes"`
	Totals  []int           `json:"totals" doc:"one number a seat, without sudden death"`
	Winners []int           `json:"winners" doc:"empty while the match is not over"`
}

// ScorecardHole is a finished hole of a Scorecard.
type ScorecardHole struct {
	Dealer  int        `json:"dealer"`
	Active  []int      `json:"active" doc:"seats that played it"`
	Extra   int        `json:"extra,omitempty" doc:"number of the hole of sudden death"`
	Ender   *int       `json:"ender" doc:"the seat that ended the hole, null when it stalled"`
	Stalled bool       `json:"stalled,omitempty"`
	Turns   int        `json:"turns"`
	Grids   [][]string `json:"grids" doc:"the cards of each seat, row by row"`
	Scores  []Score    `json:"scores" doc:"one a seat"`
}

// ScorecardOf returns the scorecard of m as far as it has been played.
func ScorecardOf(m *golf.Match) Scorecard {
	totals := m.Totals()
	card := Scorecard{Holes: []ScorecardHole{}, Totals: totals[:m.Players()], Winners: seats(m.Winners())}
	layout := m.Rules().Layout
	for _, r := range m.Results() {
		hole := ScorecardHole{
			Dealer: r.Dealer, Active: seats(r.Active), Extra: r.Extra, Ender: seat(r.Ender), Stalled: r.Stalled, Turns: r.Turns,
		}
		for s := range m.Players() {
			grid := []string{}
			if r.Active.Has(s) {
				grid = cardList(r.Grids[s][:layout.Cells()])
			}
			hole.Grids = append(hole.Grids, grid)
			hole.Scores = append(hole.Scores, ScoreOf(r.Scores[s], layout))
		}
		card.Holes = append(card.Holes, hole)
	}
	return card
}

// Event is a golf.Event in JSON. Which members there are depends on the kind;
// docs/formats.md lists them.
type Event struct {
	Seq   int    `json:"seq" doc:"number of the event in its match, from 1, without gaps"`
	Kind  string `json:"kind" doc:"what happened; skip stands for something the viewer may not see"`
	Seat  *int   `json:"seat,omitempty"`
	Seats []int  `json:"seats,omitempty"`
	// Number is holes, strokes, cards or turns, depending on the kind.
	Number *int     `json:"number,omitempty"`
	Card   string   `json:"card,omitempty"`
	Old    string   `json:"old,omitempty" doc:"the card that went to the discard pile"`
	Cells  []int    `json:"cells,omitempty" doc:"positions from 1"`
	Cards  []string `json:"cards,omitempty" doc:"the cards at the cells, in their order"`
}

// Skip is the kind of the placeholder for an event the viewer may not see.
const Skip = "skip"

// EventFor returns the JSON form of e as a seat, or golf.Spectator, may see it.
func EventFor(viewer int, e *golf.Event) Event {
	if !e.VisibleTo(viewer) {
		return Event{Seq: e.Seq, Kind: Skip}
	}
	j := Event{
		Seq: e.Seq, Kind: e.Kind.ID(), Card: cardText(e.Card), Old: cardText(e.Old), Cells: positions(e.Cells),
	}
	for c := e.Cells; c != 0; c &= c - 1 {
		if known := e.Cards[c.First()]; known != card.None {
			j.Cards = append(j.Cards, known.String())
		}
	}
	switch e.Kind {
	case golf.EventHoleOver, golf.EventStalled, golf.EventReshuffled:
	case golf.EventSuddenDeath, golf.EventMatchOver:
		j.Seats = seats(e.Seats)
	case golf.EventDealt:
		j.Seats = seats(e.Seats)
		j.Seat = seat(int(e.Seat))
	default:
		j.Seat = seat(int(e.Seat))
	}
	switch e.Kind {
	case golf.EventDealt, golf.EventLastTurns, golf.EventReshuffled, golf.EventScored, golf.EventHoleOver:
		j.Number = &e.Number
	}
	return j
}

// seat returns a pointer to s for JSON, nil for nobody.
func seat(s int) *int {
	if s < 0 {
		return nil
	}
	return &s
}

// positions returns the members of a set counted from 1, nil when it is empty.
func positions(set golf.Cells) []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, set.First()+1)
	}
	return list
}

// cardText returns the notation of c, the empty text for None.
func cardText(c card.Card) string {
	if c == card.None {
		return ""
	}
	return c.String()
}

func cardList(cards []card.Card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}
