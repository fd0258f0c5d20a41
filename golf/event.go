package golf

import "birdie/card"

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of event, with the fields each uses besides Seq, Kind and To.
const (
	EventCut         EventKind = iota // Seat cut Card for the first deal
	EventDealer                       // Seat is the first dealer
	EventDealt                        // Seat dealt hole Number to Seats; Card opens the discard pile
	EventChose                        // Seat has chosen its first cards
	EventTurnedUp                     // Seat's first cards are turned up: Cells, Cards
	EventPeeked                       // Seat has looked at Cells
	EventPeekedAt                     // the same, to Seat only, with Cards
	EventTurn                         // it is Seat's turn
	EventDrew                         // Seat drew from the stock
	EventDrewCard                     // the same, to Seat only, with Card
	EventTook                         // Seat took Card from the discard pile
	EventSwapped                      // Seat put Card at Cells and Old on the discard pile
	EventDiscarded                    // Seat discarded Card
	EventFlipped                      // Seat turned up Card at Cells
	EventPassed                       // Seat turned up nothing
	EventKnocked                      // Seat knocked
	EventFinished                     // Seat's grid is all face up
	EventLastTurns                    // Seat is the ender: Number last turns follow
	EventReshuffled                   // the discard pile under its top card is the stock, of Number cards
	EventStalled                      // the hole ends because nobody turned up a card for StallRounds rounds
	EventRevealed                     // at the end Seat's Cells are turned up: Cards
	EventScored                       // Seat scored Number strokes in the hole
	EventHoleOver                     // hole Number is over
	EventSuddenDeath                  // Seats are tied for the lowest total and play an extra hole
	EventMatchOver                    // Seats have won the match
	eventCount
)

var eventIDs = [eventCount]string{
	"cut", "dealer", "dealt", "chose", "turned-up", "peeked", "peeked-at", "turn", "drew", "drew-card", "took", "swapped",
	"discarded", "flipped", "passed", "knocked", "finished", "last-turns", "reshuffled", "stalled", "revealed", "scored",
	"hole-over", "sudden-death", "match-over",
}

// ID returns the stable name of the kind.
func (k EventKind) ID() string {
	if k >= eventCount {
		return ""
	}
	return eventIDs[k]
}

// EventKinds returns all kinds of event there are, for catalogues.
func EventKinds() []EventKind {
	all := make([]EventKind, eventCount)
	for i := range all {
		all[i] = EventKind(i)
	}
	return all
}

// Everyone is the To of an Event that everybody may see.
const Everyone = -1

// Event is something that happened. It compares with ==. An event for one seat
// must not reach anybody else; whoever passes events on sends the others a
// placeholder with the same number, so that everybody's numbers are contiguous.
type Event struct {
	Seq    int // the number of the event in its match, from 1; 0 outside a match
	Kind   EventKind
	To     int8 // the only seat that may see it, or Everyone
	Seat   int8
	Seats  Seats
	Number int
	Card   card.Card
	Old    card.Card
	Cells  Cells
	Cards  [MaxCells]card.Card // the cards at Cells, indexed by position
}

// VisibleTo reports whether seat (or Spectator) may see the event.
func (e *Event) VisibleTo(seat int) bool { return e.To == Everyone || int(e.To) == seat }

// Do is Apply that also appends to events what happened. Events of a bare Hole
// are not numbered.
func (h *Hole) Do(seat int, a Action, events []Event) ([]Event, error) {
	before := *h
	if err := h.Apply(seat, a); err != nil {
		return events, err
	}
	e := Event{To: Everyone, Seat: int8(seat)}
	switch a.Kind {
	case Choose:
		e.Kind = EventChose
	case Draw:
		e.Kind = EventDrew
		events = append(events, e)
		e.Kind, e.To, e.Card = EventDrewCard, int8(seat), h.drawn
	case Take:
		e.Kind, e.Card = EventTook, h.taken
	case Swap:
		e.Kind, e.Cells, e.Card, e.Old = EventSwapped, a.Cells, h.face[seat][a.Pos()], h.Top()
	case Discard:
		e.Kind, e.Card = EventDiscarded, h.Top()
	case Flip:
		e.Kind, e.Cells, e.Card = EventFlipped, a.Cells, h.face[seat][a.Pos()]
	case Pass:
		e.Kind = EventPassed
	case Knock:
		e.Kind = EventKnocked
	}
	events = append(events, e)
	return h.consequences(&before, events), nil
}

// consequences appends what followed from an action by itself: first cards
// revealed, last turns begun, the next turn, the end of the hole.
func (h *Hole) consequences(before *Hole, events []Event) []Event {
	if before.phase == PhaseChoose && h.phase != PhaseChoose {
		for s := range int(h.players) {
			events = h.appendFirstCards(s, events)
		}
	}
	if before.ender < 0 && h.ender >= 0 {
		e := Event{To: Everyone, Seat: h.ender}
		if h.up[h.ender] == h.rules.Layout.All() {
			events = append(events, with(e, EventFinished))
		}
		e.Number = h.active.Count() - 1
		events = append(events, with(e, EventLastTurns))
	}
	switch {
	case h.phase == PhaseOver:
		return h.appendEnd(events)
	case h.phase == PhaseDraw && before.phase != PhaseDraw, h.turns != before.turns:
		events = append(events, Event{Kind: EventTurn, To: Everyone, Seat: h.turn})
	}
	return events
}

func with(e Event, kind EventKind) Event {
	e.Kind = kind
	return e
}

func (h *Hole) appendFirstCards(seat int, events []Event) []Event {
	e := Event{Kind: EventTurnedUp, To: Everyone, Seat: int8(seat), Cells: h.up[seat], Cards: h.face[seat]}
	if h.rules.Peek {
		e = Event{Kind: EventPeeked, To: Everyone, Seat: int8(seat), Cells: h.peeked[seat]}
	}
	if e.Cells == 0 {
		return events
	}
	events = append(events, e)
	if h.rules.Peek {
		e.Kind, e.To = EventPeekedAt, int8(seat)
		for c := e.Cells; c != 0; c &= c - 1 {
			e.Cards[c.First()] = h.hidden[seat][c.First()]
		}
		events = append(events, e)
	}
	return events
}

func (h *Hole) appendEnd(events []Event) []Event {
	if h.stalled {
		events = append(events, Event{Kind: EventStalled, To: Everyone})
	}
	for s := range int(h.players) {
		e := Event{Kind: EventRevealed, To: Everyone, Seat: int8(s), Cells: h.revealed[s]}
		for c := e.Cells; c != 0; c &= c - 1 {
			e.Cards[c.First()] = h.face[s][c.First()]
		}
		if e.Cells != 0 {
			events = append(events, e)
		}
	}
	scores := h.Scores()
	for s := range int(h.players) {
		if h.active.Has(s) {
			events = append(events, Event{Kind: EventScored, To: Everyone, Seat: int8(s), Number: scores[s].Total})
		}
	}
	return events
}
