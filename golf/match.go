package golf

import "birdie/card"

// StepKind is the kind of a Step.
type StepKind uint8

// The kinds of step.
const (
	StepCut       StepKind = iota // cut for the first deal: Cards in the order they are cut
	StepDealer                    // Seat is the first dealer, without a cut
	StepDeal                      // deal the next hole from Cards
	StepAct                       // Seat does Action
	StepReshuffle                 // Cards are the new stock
)

// Step is one input of a match. Rules, the number of players and all steps are
// the whole match: the same steps give the same events, numbers included.
type Step struct {
	Kind   StepKind
	Seat   int
	Action Action
	Cards  []card.Card
}

// Wait is what a match waits for.
type Wait uint8

// What a match waits for. The zero Wait is for nothing: the match is over.
const (
	WaitNothing   Wait = iota
	WaitCut            // StepCut or StepDealer
	WaitDeal           // StepDeal
	WaitAction         // StepAct of a seat that may act
	WaitReshuffle      // StepReshuffle
)

// HoleResult is a finished hole on the scorecard.
type HoleResult struct {
	Dealer  int
	Active  Seats
	Extra   int // number of the hole of sudden death, 0 for a hole that counts in the totals
	Ender   int // -1 when the hole stalled
	Stalled bool
	Turns   int
	Grids   [MaxPlayers][MaxCells]card.Card
	Scores  [MaxPlayers]Score
}

// Match is a number of holes between the same seats. Use NewMatch.
type Match struct {
	rules   Rules
	players int
	wait    Wait
	hole    Hole
	dealer  int   // of the next hole
	active  Seats // who plays the next hole
	tied    bool  // sudden death has begun
	extra   int   // holes of sudden death dealt
	totals  [MaxPlayers]int
	results []HoleResult
	winners Seats
	steps   []Step
	seq     int
}

// NewMatch starts a match that waits for the cut. The error is a *RulesError.
func NewMatch(rules Rules, players int) (*Match, error) {
	if err := rules.Validate(players); err != nil {
		return nil, err
	}
	return &Match{rules: rules, players: players, wait: WaitCut, active: AllSeats(players)}, nil
}

// Replay returns the match that the given steps lead to. Where a step is
// refused, the match up to there and the Refusal are returned.
func Replay(rules Rules, players int, steps []Step) (*Match, error) {
	m, err := NewMatch(rules, players)
	for i := 0; i < len(steps) && err == nil; i++ {
		_, err = m.Do(steps[i], nil)
	}
	return m, err
}

// Rules returns the rules of the match.
func (m *Match) Rules() Rules { return m.rules }

// Players returns the number of seats.
func (m *Match) Players() int { return m.players }

// Waits returns what the match waits for.
func (m *Match) Waits() Wait { return m.wait }

// Over reports whether the match is over.
func (m *Match) Over() bool { return m.wait == WaitNothing }

// Hole returns the hole being played or, between holes, the one just finished.
// The caller must not change it.
func (m *Match) Hole() *Hole { return &m.hole }

// Results returns the holes finished so far. The caller must not change them.
func (m *Match) Results() []HoleResult { return m.results }

// Totals returns the strokes of all finished holes that count; those of sudden
// death do not.
func (m *Match) Totals() [MaxPlayers]int { return m.totals }

// Winners returns the seats that won, empty while the match is not over.
func (m *Match) Winners() Seats { return m.winners }

// Steps returns all steps so far. The caller must not change them.
func (m *Match) Steps() []Step { return m.steps }

// Seq returns the number of the last event, 0 before the first.
func (m *Match) Seq() int { return m.seq }

// NextDealer returns the dealer of the next hole (in the middle of a hole, of
// that hole); it means nothing before the cut.
func (m *Match) NextDealer() int { return m.dealer }

// Standing returns where the match stands in the hole being played, or the one
// just finished.
func (m *Match) Standing() Standing {
	return Standing{Hole: m.holeNumber(), Extra: m.extra, Totals: m.totals}
}

// View returns what seat, or Spectator, knows of the hole being played or just
// finished.
func (m *Match) View(seat int) View {
	v := m.hole.View(seat)
	v.standing = m.Standing()
	return v
}

// Do takes the next step and appends what happened to events, numbered. When
// the step is refused nothing has changed; the error is a Refusal. The cards of
// a step are copied.
func (m *Match) Do(s Step, events []Event) ([]Event, error) {
	first := len(events)
	var err error
	switch s.Kind {
	case StepCut, StepDealer:
		events, err = m.begin(s, events)
	case StepDeal:
		events, err = m.deal(s.Cards, events)
	case StepAct:
		events, err = m.act(s.Seat, s.Action, events)
	case StepReshuffle:
		events, err = m.reshuffle(s.Cards, events)
	default:
		err = NotAnAction
	}
	if err != nil {
		return events, err
	}
	if s.Cards != nil {
		s.Cards = append([]card.Card(nil), s.Cards...)
	}
	m.steps = append(m.steps, s)
	for i := first; i < len(events); i++ {
		m.seq++
		events[i].Seq = m.seq
	}
	return events, nil
}

// begin finds the first dealer.
func (m *Match) begin(s Step, events []Event) ([]Event, error) {
	switch {
	case m.wait == WaitNothing:
		return events, MatchIsOver
	case m.wait != WaitCut:
		return events, AlreadyCut
	}
	m.dealer = s.Seat
	if s.Kind == StepCut {
		if !sameCards(s.Cards, m.rules.Deck(m.players)) {
			return events, WrongCards
		}
		m.dealer, events = cut(m.active, s.Cards, events)
	} else if s.Seat < 0 || s.Seat >= m.players {
		return events, NoSuchSeat
	}
	m.wait = WaitDeal
	return append(events, Event{Kind: EventDealer, To: Everyone, Seat: int8(m.dealer)}), nil
}

// cut lets the seats cut cards, one after the other from the lowest on. A joker
// is cut again at once; those who share the lowest rank cut again among
// themselves. The lowest rank deals. Should the cards run out, which with 52 of
// them takes ties no shuffle will ever give, the first of those still tied deals.
func cut(among Seats, cards []card.Card, events []Event) (int, []Event) {
	for among.Count() > 1 {
		lowest, low := Seats(0), card.JokerRank
		for rest := among; rest != 0; rest &= rest - 1 {
			for {
				if len(cards) == 0 {
					return among.First(), events
				}
				c := cards[0]
				cards = cards[1:]
				events = append(events, Event{Kind: EventCut, To: Everyone, Seat: int8(rest.First()), Card: c})
				if c.Joker() {
					continue
				}
				if c.Rank() < low {
					lowest, low = 0, c.Rank()
				}
				if c.Rank() == low {
					lowest |= rest & -rest
				}
				break
			}
		}
		among = lowest
	}
	return among.First(), events
}

// holeNumber returns the number of holes begun.
func (m *Match) holeNumber() int {
	n := len(m.results)
	if m.wait == WaitAction || m.wait == WaitReshuffle {
		n++
	}
	return n
}

func (m *Match) deal(deck []card.Card, events []Event) ([]Event, error) {
	switch m.wait {
	case WaitNothing:
		return events, MatchIsOver
	case WaitCut:
		return events, CutFirst
	case WaitAction, WaitReshuffle:
		return events, HoleIsRunning
	}
	hole, err := NewHoleAmong(m.rules, m.players, m.active, m.dealer, deck)
	if err != nil {
		return events, err
	}
	m.hole, m.wait = hole, WaitAction
	if m.tied {
		m.extra++
	}
	events = append(events, Event{
		Kind: EventDealt, To: Everyone, Seat: int8(m.dealer), Seats: m.active, Number: m.holeNumber(), Card: hole.Top(),
	})
	if hole.phase == PhaseDraw {
		events = append(events, Event{Kind: EventTurn, To: Everyone, Seat: hole.starter})
	}
	return events, nil
}

func (m *Match) act(seat int, a Action, events []Event) ([]Event, error) {
	switch m.wait {
	case WaitNothing:
		return events, MatchIsOver
	case WaitCut:
		return events, CutFirst
	case WaitDeal:
		return events, DealFirst
	}
	events, err := m.hole.Do(seat, a, events)
	if err != nil {
		return events, err
	}
	m.wait = WaitAction
	switch {
	case m.hole.Over():
		events = m.finishHole(events)
	case m.hole.NeedsReshuffle():
		m.wait = WaitReshuffle
	}
	return events, nil
}

func (m *Match) reshuffle(order []card.Card, events []Event) ([]Event, error) {
	if m.wait != WaitReshuffle {
		return events, NoReshuffle
	}
	if err := m.hole.Reshuffle(order); err != nil {
		return events, err
	}
	m.wait = WaitAction
	return append(events, Event{Kind: EventReshuffled, To: Everyone, Number: len(order)}), nil
}

// finishHole enters the hole on the scorecard and decides how the match goes on.
func (m *Match) finishHole(events []Event) []Event {
	h := &m.hole
	result := HoleResult{
		Dealer: h.Dealer(), Active: h.active, Extra: m.extra, Ender: h.Ender(), Stalled: h.stalled, Turns: h.Turns(),
		Grids: h.face, Scores: h.Scores(),
	}
	m.results = append(m.results, result)
	m.wait = WaitDeal
	events = append(events, Event{Kind: EventHoleOver, To: Everyone, Number: m.holeNumber()})
	if !m.tied {
		for s := range m.totals {
			m.totals[s] += result.Scores[s].Total
		}
	}
	if !m.tied && !m.lastHole() {
		m.dealer = m.active.After(m.dealer)
		return events
	}
	m.active = m.lowest(&result)
	if m.active.Count() == 1 || m.rules.Ties == TiesShared || m.extra == MaxExtraHoles {
		m.winners = m.active
		m.wait = WaitNothing
		return append(events, Event{Kind: EventMatchOver, To: Everyone, Seats: m.winners})
	}
	m.tied = true
	m.dealer = m.active.After(m.dealer)
	return append(events, Event{Kind: EventSuddenDeath, To: Everyone, Seats: m.active})
}

// lastHole reports whether the hole just finished was the last one that counts.
func (m *Match) lastHole() bool {
	if m.rules.Target == 0 {
		return len(m.results) == m.rules.Holes
	}
	for s := range m.players {
		if m.totals[s] >= m.rules.Target {
			return true
		}
	}
	return len(m.results) == MaxTargetHoles
}

// lowest returns which of those who played the hole just finished are lowest: in
// the totals, or in sudden death in that hole.
func (m *Match) lowest(result *HoleResult) Seats {
	best, seats := 0, Seats(0)
	for s := range m.players {
		n := m.totals[s]
		if m.tied {
			n = result.Scores[s].Total
		}
		if !m.active.Has(s) || seats != 0 && n > best {
			continue
		}
		if seats == 0 || n < best {
			best, seats = n, 0
		}
		seats |= 1 << s
	}
	return seats
}
