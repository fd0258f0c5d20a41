package table

import (
	"time"

	"birdie/golf"
	"birdie/golf/record"
)

// Note is an event as one viewer is told of it. What of the match the viewer
// may not see is an event of kind skip with nothing but its number.
type Note struct {
	Seq      int64          `json:"seq" doc:"number of the event at this table, from 1, without gaps"`
	Kind     Kind           `json:"kind"`
	At       int64          `json:"at,omitempty" doc:"when it happened, milliseconds since 1970"`
	Seat     *int           `json:"seat,omitempty" doc:"the seat concerned"`
	Name     string         `json:"name,omitempty" doc:"sat, opened, rose, removed: the player's name"`
	Program  bool           `json:"program,omitempty" doc:"sat, opened: the player is a program"`
	Level    string         `json:"level,omitempty" doc:"botted, removed: the bot that sits there now"`
	Settings *Settings      `json:"settings,omitempty" doc:"opened, configured"`
	On       bool           `json:"on,omitempty" doc:"ready, lock"`
	By       By             `json:"by,omitempty" enum:"bot,clock,host" doc:"who is behind it, if not the player"`
	Phrase   string         `json:"phrase,omitempty" doc:"said"`
	Reason   string         `json:"reason,omitempty" enum:"host,idle" doc:"closed"`
	Golf     []record.Event `json:"golf,omitempty" doc:"what happened in the match"`
	View     *View          `json:"view,omitempty" doc:"what the viewer knows after this event; only in the last of several that are sent together"`
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
		Seq: l.seq, Kind: e.Kind, At: l.at.UnixMilli(), Seat: seatOrNil(e.Seat), Name: e.Name, Program: e.Program, Level: e.Level,
		Settings: e.Settings, On: e.On, By: e.By, Phrase: e.Phrase, Reason: e.Reason,
	}
	for i := range l.golf {
		n.Golf = append(n.Golf, record.EventFor(viewer, &l.golf[i]))
	}
	return n
}

// seatOrNil returns nil for no seat.
func seatOrNil(seat int) *int {
	if seat < 0 {
		return nil
	}
	return &seat
}
