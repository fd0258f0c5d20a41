package table

import (
	"encoding/hex"
	"time"

	"birdie/card"
	"birdie/golf"
)

// View is what a viewer knows of a table: nothing in it, not even its length,
// depends on a card the viewer may not know.
type View struct {
	Table    string     `json:"table"`
	Seq      int64      `json:"seq"`
	Phase    Phase      `json:"phase"`
	You      int        `json:"you"`  // the viewer's seat, -1 for a spectator
	Host     int        `json:"host"` // -1 for none
	Locked   bool       `json:"locked,omitempty"`
	Settings Settings   `json:"settings"`
	Seats    []SeatView `json:"seats"`
	// Deadline is when the running clock, countdown or pause ends, in
	// milliseconds since 1970; 0 when nothing of that kind runs.
	Deadline int64     `json:"deadline,omitempty"`
	Fair     FairView  `json:"fair"`
	Hole     *HoleView `json:"hole,omitempty"`
	// Scorecard has the score of each seat for every finished hole.
	Scorecard []HoleScore `json:"scorecard,omitempty"`
	Totals    []int       `json:"totals,omitempty"`
	Winners   []int       `json:"winners,omitempty"`
}

// SeatView is what everyone knows of a seat. One with neither a name nor a level
// is free.
type SeatView struct {
	Name   string `json:"name,omitempty"`
	Level  string `json:"level,omitempty"` // of the bot that sits there
	Ready  bool   `json:"ready,omitempty"`
	Away   bool   `json:"away,omitempty"`
	Sub    bool   `json:"sub,omitempty"` // a bot plays for the player
	WentOn bool   `json:"wentOn,omitempty"`
}

// FairView is what everyone needs to check the shuffles, see docs/fairness.md.
// The seeds are public once the match has started, the secret when it is over.
type FairView struct {
	Match      string `json:"match"`
	Commitment string `json:"commitment"`
	Seeds      []Seed `json:"seeds,omitempty"`
	Secret     string `json:"secret,omitempty"`
}

// HoleView is what the viewer knows of the hole being played or just finished.
type HoleView struct {
	Number    int    `json:"number"`
	Extra     int    `json:"extra,omitempty"` // number of the hole of sudden death
	Phase     string `json:"phase"`           // over, choose, draw, place or flip
	Active    []int  `json:"active"`
	Dealer    int    `json:"dealer"`
	Starter   int    `json:"starter"`
	Turn      int    `json:"turn"` // -1 for nobody
	Chosen    []int  `json:"chosen,omitempty"`
	First     int    `json:"first,omitempty"`  // number of cards the viewer is to choose now
	Choice    []int  `json:"choice,omitempty"` // what the viewer has chosen, while others still choose
	Ender     int    `json:"ender"`            // -1 for nobody
	LastTurns int    `json:"lastTurns,omitempty"`
	Stalled   bool   `json:"stalled,omitempty"`
	Turns     int    `json:"turns"`
	Stock     int    `json:"stock"`
	Pile      int    `json:"pile"`
	Top       string `json:"top,omitempty"`
	// Hand is the card the seat on turn holds, if the viewer may know it; Drawn
	// tells that it holds one from the stock.
	Hand  string     `json:"hand,omitempty"`
	Drawn bool       `json:"drawn,omitempty"`
	Grids []GridView `json:"grids"`
	// Legal are the viewer's legal actions, except for choosing the first cards.
	Legal []string `json:"legal,omitempty"`
}

// GridView is a seat's grid. A card the viewer does not know is "--".
type GridView struct {
	Cards  []string `json:"cards"`
	Up     []int    `json:"up,omitempty"`     // face-up positions, from 1
	Peeked []int    `json:"peeked,omitempty"` // face-down positions their owner has looked at
}

// HoleScore is a line of the scorecard.
type HoleScore struct {
	Dealer  int         `json:"dealer"`
	Extra   int         `json:"extra,omitempty"`
	Ender   int         `json:"ender"`
	Stalled bool        `json:"stalled,omitempty"`
	Seats   []SeatScore `json:"seats"`
}

// SeatScore is what a seat scored in a hole. Total is the sum of the items.
type SeatScore struct {
	Total     int   `json:"total"`
	Cards     int   `json:"cards"`
	FourEqual int   `json:"fourEqual,omitempty"`
	Bonus     int   `json:"bonus,omitempty"`
	Doubling  int   `json:"doubling,omitempty"`
	Penalty   int   `json:"penalty,omitempty"`
	Cols      []int `json:"cols,omitempty"` // columns that cancelled, from 1
	Rows      []int `json:"rows,omitempty"`
}

// View returns what a seat, or golf.Spectator, knows.
func (t *Table) View(viewer int, p Presence) View {
	v := View{
		Table: t.id, Seq: t.seq, Phase: t.phase, You: viewer, Host: t.host, Locked: t.locked, Settings: t.settings,
		Seats: make([]SeatView, len(t.seats)), Deadline: t.viewDeadline(p), Fair: t.fairView(),
	}
	for i := range t.seats {
		s := &t.seats[i]
		v.Seats[i] = SeatView{s.name, s.level, s.ready, s.away, s.sub, s.wentOn}
	}
	if t.match == nil || t.phase == PhaseLobby || t.phase == PhaseStarting {
		return v
	}
	v.Hole = holeView(t.match.View(viewer))
	for i := range t.match.Results() {
		v.Scorecard = append(v.Scorecard, holeScore(&t.match.Results()[i], t.match.Players()))
	}
	totals := t.match.Totals()
	v.Totals = totals[:t.match.Players()]
	v.Winners = seatList(t.match.Winners())
	return v
}

func (t *Table) viewDeadline(p Presence) int64 {
	at := time.Time{}
	switch t.phase {
	case PhaseStarting:
		at = t.since.Add(t.env.Countdown)
	case PhaseHoleOver:
		at = t.since.Add(t.env.GoOn)
	case PhasePlaying:
		at, _ = t.deadline(p)
	}
	if at.IsZero() || p.Awake.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

func (t *Table) fairView() FairView {
	commitment := t.secret.Commitment()
	f := FairView{Match: MatchID(t.id, t.round), Commitment: hex.EncodeToString(commitment[:])}
	switch t.phase {
	case PhasePlaying, PhaseHoleOver, PhaseFinished:
		for i := range t.seats {
			f.Seeds = append(f.Seeds, t.seats[i].seed)
		}
	}
	if t.phase == PhaseFinished {
		f.Secret = hex.EncodeToString(t.secret[:])
	}
	return f
}

var phaseNames = map[golf.Phase]string{
	golf.PhaseOver: "over", golf.PhaseChoose: "choose", golf.PhaseDraw: "draw", golf.PhasePlace: "place", golf.PhaseFlip: "flip",
}

func holeView(v golf.View) *HoleView {
	standing := v.Standing()
	h := &HoleView{
		Number: standing.Hole, Extra: standing.Extra, Phase: phaseNames[v.Phase()], Active: seatList(v.Active()),
		Dealer: v.Dealer(), Starter: v.Starter(), Turn: v.Turn(), Ender: v.Ender(), LastTurns: v.LastTurns(),
		Stalled: v.Stalled(), Turns: v.Turns(), Stock: v.Stock(), Pile: len(v.Pile()), Top: cardText(v.Top()),
		Hand: cardText(v.Hand()), Drawn: v.Drawn(), Grids: make([]GridView, v.Players()),
	}
	if v.Phase() == golf.PhaseChoose {
		h.Turn = -1 // all at once
		h.Chosen, h.Choice = seatList(v.Chosen()), cellList(v.Choice())
		if v.MayAct(v.Seat()) {
			h.First = v.Rules().FirstFlips
		}
	} else {
		for _, a := range v.Legal(nil) {
			h.Legal = append(h.Legal, a.String())
		}
	}
	cells := v.Rules().Layout.Cells()
	for s := range h.Grids {
		g := GridView{Cards: make([]string, cells), Up: cellList(v.FaceUp(s)), Peeked: cellList(v.Peeked(s))}
		for pos := range cells {
			g.Cards[pos] = v.Card(s, pos).String()
		}
		h.Grids[s] = g
	}
	return h
}

func cardText(c card.Card) string {
	if !c.Valid() {
		return ""
	}
	return c.String()
}

func holeScore(r *golf.HoleResult, players int) HoleScore {
	s := HoleScore{Dealer: r.Dealer, Extra: r.Extra, Ender: r.Ender, Stalled: r.Stalled}
	for i := range players {
		score := &r.Scores[i]
		s.Seats = append(s.Seats, SeatScore{
			score.Total, score.Cards, score.FourEqual, score.Bonus, score.Doubling, score.Penalty,
			cellList(golf.Cells(score.Cols)), cellList(golf.Cells(score.Rows)),
		})
	}
	return s
}
