package table

import (
	"time"

	"birdie/golf"
)

// Note is an event as one viewer is told of it. What of the match the viewer
// may not see is a Happening of kind Skip with nothing but its number.
type Note struct {
	Seq      int64     `json:"seq"`
	Kind     Kind      `json:"kind"`
	At       int64     `json:"at,omitempty"` // milliseconds since 1970
	Seat     *int      `json:"seat,omitempty"`
	Name     string    `json:"name,omitempty"`
	Level    string    `json:"level,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	On       bool      `json:"on,omitempty"`
	By       By        `json:"by,omitempty"`
	Phrase   string    `json:"phrase,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	// Golf is what happened in the match.
	Golf []Happening `json:"golf,omitempty"`
	// View is what the viewer knows after this event. Only the last of several
	// Notes that are sent together has one.
	View *View `json:"view,omitempty"`
}

// Happening is an event of the match as one viewer is told of it. Numbers are
// those of the match; what the viewer may not see is a Happening of kind "skip".
type Happening struct {
	Seq    int      `json:"seq"`
	Kind   string   `json:"kind"`
	Seat   *int     `json:"seat,omitempty"`
	Seats  []int    `json:"seats,omitempty"`
	Number int      `json:"number,omitempty"`
	Card   string   `json:"card,omitempty"`
	Old    string   `json:"old,omitempty"`
	Cells  []int    `json:"cells,omitempty"` // positions, from 1
	Cards  []string `json:"cards,omitempty"` // the cards at Cells
}

// line is an event with what it caused in the match, kept to be told to viewers.
type line struct {
	seq   int64
	at    time.Time
	event Event
	golf  []golf.Event
}

// line returns the event just folded.
func (t *Table) line(e Event) line { return line{t.seq, t.at, e, t.happened} }

// note tells a viewer, a seat or golf.Spectator, of the line. It looks at
// nothing but the line, so that telling it again gives the same.
func (l *line) note(viewer int) Note {
	e := &l.event
	n := Note{
		Seq: l.seq, Kind: e.Kind, At: l.at.UnixMilli(), Name: e.Name, Level: e.Level, Settings: e.Settings, On: e.On,
		By: e.By, Phrase: e.Phrase, Reason: e.Reason,
	}
	if e.Seat >= 0 {
		seat := e.Seat
		n.Seat = &seat
	}
	for i := range l.golf {
		n.Golf = append(n.Golf, happening(&l.golf[i], viewer))
	}
	return n
}

func happening(e *golf.Event, viewer int) Happening {
	if !e.VisibleTo(viewer) {
		return Happening{Seq: e.Seq, Kind: string(Skip)}
	}
	h := Happening{Seq: e.Seq, Kind: e.Kind.ID(), Number: e.Number, Seats: seatList(e.Seats)}
	switch e.Kind {
	case golf.EventReshuffled, golf.EventStalled, golf.EventHoleOver, golf.EventSuddenDeath, golf.EventMatchOver:
	default:
		seat := int(e.Seat)
		h.Seat = &seat
	}
	if e.Card.Valid() {
		h.Card = e.Card.String()
	}
	if e.Old.Valid() {
		h.Old = e.Old.String()
	}
	h.Cells = cellList(e.Cells)
	for _, pos := range h.Cells {
		if c := e.Cards[pos-1]; c.Valid() {
			h.Cards = append(h.Cards, c.String())
		}
	}
	return h
}

func seatList(seats golf.Seats) (list []int) {
	for ; seats != 0; seats &= seats - 1 {
		list = append(list, seats.First())
	}
	return list
}

// cellList returns the positions of a set, counted from 1.
func cellList(cells golf.Cells) (list []int) {
	for ; cells != 0; cells &= cells - 1 {
		list = append(list, cells.First()+1)
	}
	return list
}
