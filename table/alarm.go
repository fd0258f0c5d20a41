package table

import (
	"time"

	"birdie/golf"
)

// Presence says who is there. It is known to the server a player is connected
// to, not to the log.
type Presence struct {
	// Gone is since when a seat's player is not there; zero for who is.
	Gone [golf.MaxPlayers]time.Time
	// Awake is since when anyone has been there; zero when nobody is. While
	// nobody is there the table rests: no clock runs and no bot moves.
	Awake time.Time
}

// awake returns from when on a wait that began at the given time counts.
func (p *Presence) awake(at time.Time) time.Time {
	if at.Before(p.Awake) {
		return p.Awake
	}
	return at
}

// Alarm is something that happens at a time by itself.
type Alarm struct {
	At    time.Time
	Event Event
}

// Alarm returns what will happen next by itself if nothing else happens before.
// There is always something, but for a closed table.
func (t *Table) Alarm(p Presence) (first Alarm, ok bool) {
	if t.phase == PhaseClosed {
		return Alarm{}, false
	}
	add := func(from time.Time, wait time.Duration, e Event) {
		if at := from.Add(wait); !ok || at.Before(first.At) {
			first, ok = Alarm{at, e}, true
		}
	}
	idle := t.env.Idle
	if t.playing() {
		idle = t.env.IdleMatch
	}
	add(t.at, idle, Event{Kind: Shut, Seat: -1, Reason: "idle"})
	if p.Awake.IsZero() {
		return first, ok
	}
	for i := range t.seats {
		s := &t.seats[i]
		if s.player == "" || s.sub && t.playing() || p.Gone[i].IsZero() {
			continue
		}
		gone := p.awake(p.Gone[i])
		if t.phase == PhaseFinished && gone.Before(t.since) {
			gone = t.since // until then the seat was kept, and now there is a result to be seen
		}
		switch {
		case !t.playing():
			add(gone, t.env.Grace, Event{Kind: Rose, Seat: i, Name: s.name, By: ByClock})
		case !s.away:
			add(gone, t.env.Warn, Event{Kind: Away, Seat: i})
		default:
			add(gone, t.env.Grace, Event{Kind: Taken, Seat: i, By: ByClock})
		}
	}
	switch t.phase {
	case PhaseStarting:
		add(p.awake(t.since), t.env.Countdown, Event{Kind: Started, Seat: -1})
	case PhaseHoleOver:
		add(p.awake(t.since), t.env.GoOn, Event{Kind: Dealt, Seat: -1})
	case PhasePlaying:
		if at, seat := t.deadline(p); seat >= 0 {
			e := Event{Kind: Acted, Seat: seat, Action: forClock(t.match.View(seat)).String(), By: ByClock}
			add(at, 0, e)
		}
	}
	return first, ok
}

// deadline returns when the clock of the turn being played runs out and the
// first seat it runs for, -1 when no clock runs.
func (t *Table) deadline(p Presence) (time.Time, int) {
	if t.settings.Clock == 0 || p.Awake.IsZero() {
		return time.Time{}, -1
	}
	for seats := t.mayAct(); seats != 0; seats &= seats - 1 {
		if seat := seats.First(); !t.seats[seat].automatic() {
			return p.awake(t.since).Add(time.Duration(t.settings.Clock) * time.Second), seat
		}
	}
	return time.Time{}, -1
}

// Ring returns the events of an alarm that has gone off. When the host goes,
// another takes over.
func (t *Table) Ring(a Alarm) []Event {
	events := one(a.Event)
	if a.Event.Kind == Rose || a.Event.Kind == Taken {
		events = append(events, t.handOver(a.Event.Seat)...)
	}
	return events
}
