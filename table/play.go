package table

import (
	"birdie/card"
	"birdie/fair"
	"birdie/golf"
)

// foldPlay folds the events of the match itself.
func (t *Table) foldPlay(e Event) error {
	switch e.Kind {
	case Started:
		return t.start()
	case Dealt:
		if t.phase != PhaseHoleOver {
			return errLog
		}
		return t.deal()
	}
	if t.phase != PhasePlaying {
		return errLog
	}
	action, err := golf.ParseAction(e.Action)
	if err != nil {
		return errLog
	}
	choosing, turn := t.match.Hole().Phase() == golf.PhaseChoose, t.match.Hole().Turn()
	if err := t.do(golf.Step{Kind: golf.StepAct, Seat: e.Seat, Action: action}); err != nil {
		return errLog
	}
	t.acts++
	if t.match.Waits() == golf.WaitReshuffle {
		t.turned++
		label := fair.Reshuffle(t.match.Standing().Hole, t.turned)
		order := t.shuffles.Shuffle(label, t.match.Hole().ReshuffleCards(nil))
		if err := t.do(golf.Step{Kind: golf.StepReshuffle, Cards: order}); err != nil {
			return errLog
		}
	}
	hole := t.match.Hole()
	if choosing && hole.Phase() == golf.PhaseChoose {
		return nil // what the others may choose is as it was
	}
	t.decided = t.seq
	switch {
	case t.match.Over():
		t.phase, t.since = PhaseFinished, t.at
	case hole.Over():
		t.phase, t.since = PhaseHoleOver, t.at
	case choosing || hole.Turn() != turn:
		t.since = t.at
	}
	return nil
}

// do takes a step of the match and keeps what happened.
func (t *Table) do(s golf.Step) (err error) {
	t.happened, err = t.match.Do(s, t.happened)
	return err
}

// start begins the match between the seats that are taken.
func (t *Table) start() (err error) {
	if t.phase != PhaseLobby && t.phase != PhaseStarting {
		return errLog
	}
	t.roster = t.seq
	t.moveUp()
	t.seeds = make([]Seed, len(t.seats))
	seeds := make([][]byte, len(t.seats))
	for i := range t.seats {
		t.seeds[i], seeds[i] = t.seats[i].seed, t.seats[i].seed
	}
	if t.shuffles, err = fair.New(t.secret, MatchID(t.id, t.round), seeds); err != nil {
		return errLog
	}
	rules, err := t.settings.Rules.Golf()
	if err != nil {
		return errLog
	}
	if t.match, err = golf.NewMatch(rules, len(t.seats)); err != nil {
		return errLog
	}
	if err := t.do(golf.Step{Kind: golf.StepCut, Cards: t.shuffles.Shuffle(fair.Cut(), t.deck())}); err != nil {
		return errLog
	}
	t.begun = t.round
	return t.deal()
}

// deck returns the cards of the match in their first order.
func (t *Table) deck() []card.Card { return t.match.Rules().Deck(t.match.Players()) }

// deal deals the next hole.
func (t *Table) deal() error {
	hole := len(t.match.Results()) + 1
	if err := t.do(golf.Step{Kind: golf.StepDeal, Cards: t.shuffles.Shuffle(fair.Hole(hole), t.deck())}); err != nil {
		return errLog
	}
	t.phase, t.decided, t.since = PhasePlaying, t.seq, t.at
	t.acts, t.turned = 0, 0
	for i := range t.seats {
		t.seats[i].wentOn = false
	}
	return nil
}

// mayAct returns the seats that may act in the hole now.
func (t *Table) mayAct() (seats golf.Seats) {
	if t.phase != PhasePlaying {
		return 0
	}
	for i := range t.seats {
		if t.match.Hole().MayAct(i) {
			seats |= 1 << i
		}
	}
	return seats
}

// forClock returns what a seat does when its time is up: the first positions
// are chosen, a stock card is drawn and discarded, and the first face-down card
// is turned up if one has to be. A card taken from the discard pile goes to the
// first face-down position, or the first of all.
func forClock(v golf.View) golf.Action {
	legal := v.Legal(nil)
	switch v.Phase() {
	case golf.PhasePlace:
		if v.Drawn() {
			return golf.Action{Kind: golf.Discard}
		}
		if down := v.FaceDown(v.Seat()); down != 0 {
			return golf.SwapAt(down.First())
		}
	case golf.PhaseFlip:
		if last := legal[len(legal)-1]; last.Kind == golf.Pass {
			return last
		}
	}
	return legal[0]
}

// Turn is a decision that a bot has to make.
type Turn struct {
	Seat  int
	Level string
	View  golf.View
	// Source gives the random numbers the bot may use.
	Source card.Source
	// Seq is the last event that changed what is to be decided: the decision is
	// void when there is a later one, or when the seat is no bot's any more.
	Seq int64
}

// BotTurn returns the next decision a bot has to make, if there is one.
func (t *Table) BotTurn() (Turn, bool) {
	for seats := t.mayAct(); seats != 0; seats &= seats - 1 {
		i := seats.First()
		s := &t.seats[i]
		if !s.automatic() {
			continue
		}
		level := s.level
		if s.sub {
			level = t.env.TakeoverLevel
		}
		label := fair.Bot(t.match.Standing().Hole, i, t.acts)
		return Turn{Seat: i, Level: level, View: t.match.View(i), Source: t.shuffles.Source(label), Seq: t.decided}, true
	}
	return Turn{}, false
}

// BotActs returns the event by which a bot's decision takes effect, or false
// when it is void. Instead of an illegal action the one of an expired clock is
// taken.
func (t *Table) BotActs(turn Turn, a golf.Action) (Event, bool) {
	if t.phase != PhasePlaying || t.decided != turn.Seq || !t.mayAct().Has(turn.Seat) || !t.seats[turn.Seat].automatic() {
		return Event{}, false
	}
	if t.match.Hole().Check(turn.Seat, a) != nil {
		a = forClock(t.match.View(turn.Seat))
	}
	return Event{Kind: Acted, Seat: turn.Seat, Action: a.String(), By: ByBot}, true
}
