package golf

import (
	"slices"
	"testing"

	"birdie/card"
)

// newMatch returns a match whose first dealer is seat 0.
func newMatch(t *testing.T, settings string, players int) *Match {
	t.Helper()
	m, err := NewMatch(rules(t, settings), players)
	if err != nil {
		t.Fatal(err)
	}
	do(t, m, Step{Kind: StepDealer})
	return m
}

// hole plays a hole of four cards in which nothing is swapped: everyone ends up
// with the grid dealt. Grids are given a seat, empty for seats that do not play.
func playOut(t *testing.T, m *Match, grids ...string) []Event {
	t.Helper()
	r, active := m.Rules(), m.active
	var deck []card.Card
	for pos := range r.Layout.Cells() {
		for i, s := 0, active.After(m.NextDealer()); i < active.Count(); i, s = i+1, active.After(s) {
			deck = append(deck, parseCards(t, grids[s])[pos])
		}
	}
	left := card.Count(r.Deck(m.Players()))
	for _, c := range deck {
		if left[c] == 0 {
			t.Fatalf("%v is laid too often", c)
		}
		left[c]--
	}
	events := do(t, m, Step{Kind: StepDeal, Cards: fill(deck, &left)})
	act := func(seat int, a Action) {
		events = append(events, do(t, m, Step{Kind: StepAct, Seat: seat, Action: a})...)
	}
	act(m.Hole().Turn(), Action{Kind: Knock})
	for m.Waits() == WaitAction {
		seat := m.Hole().Turn()
		act(seat, Action{Kind: Draw})
		act(seat, Action{Kind: Discard})
	}
	return events
}

const quick = "layout=four first-flips=0 knock=on flip=never "

// The lowest rank deals; those who share it cut again among themselves, and a
// joker is cut again at once.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		name, cards string
		players     int
		dealer      int
		cuts        int
	}{
		{"lowest deals", "9C 4D KH", 3, 1, 3},
		{"an ace is lowest", "2C AC", 2, 1, 2},
		{"ten is lower than jack, queen and king", "KC QC JC TC", 4, 3, 4},
		{"two share the lowest", "4C 9C 4D 8H 7H", 3, 2, 5},
		{"only those two cut again", "4C AC AD KC QD", 3, 2, 5},
		{"and again", "4C AC AD 7C 7D 2C 3C", 3, 1, 7},
		{"a joker is cut again", "X1 5C 6C", 2, 0, 3},
		{"twice if need be", "3C X1 X2 2D", 2, 1, 4},
		{"a joker in a second cut", "3C 3D X1 9C 8C", 2, 1, 5},
		{"jokers do not shield from a tie", "X1 5C 5D KC QC", 2, 1, 5},
	} {
		m, err := NewMatch(rules(t, ""), c.players)
		if err != nil {
			t.Fatal(err)
		}
		cards := parseCards(t, c.cards)
		left := card.Count(m.Rules().Deck(c.players))
		for _, c := range cards {
			left[c]--
		}
		events := do(t, m, Step{Kind: StepCut, Cards: fill(cards, &left)})
		if m.NextDealer() != c.dealer || len(events) != c.cuts+1 || m.Waits() != WaitDeal {
			t.Errorf("%s: dealer %d after %d cards, want %d after %d", c.name, m.NextDealer(), len(events)-1, c.dealer, c.cuts)
		}
		if last := events[len(events)-1]; last.Kind != EventDealer || int(last.Seat) != c.dealer {
			t.Errorf("%s: last event %+v", c.name, last)
		}
		for i, e := range events[:c.cuts] {
			if e.Kind != EventCut || e.Card != cards[i] {
				t.Errorf("%s: event %d is %+v", c.name, i, e)
			}
		}
	}
}

// Cutting ends even when the cards run out.
func TestCutOfNothingButTies(t *testing.T) {
	var cards []card.Card
	for rank := card.Ace; rank <= card.King; rank++ {
		for suit := range card.Suit(card.Suits) {
			cards = append(cards, card.Of(rank, suit))
		}
	}
	if dealer, events := cut(AllSeats(4), cards, nil); dealer != 0 || len(events) != 52 {
		t.Errorf("dealer %d after %d cards", dealer, len(events))
	}
}

// The deal rotates clockwise, the player left of the dealer starts.
func TestDealRotates(t *testing.T) {
	m := newMatch(t, quick+"holes=5", 3)
	for hole := range 5 {
		events := playOut(t, m, "AC 2C 3C 4C", "AD 2D 3D 5D", "AH 2H 3H 6H")
		dealer := hole % 3
		if e := events[0]; e.Kind != EventDealt || int(e.Seat) != dealer || e.Number != hole+1 {
			t.Errorf("hole %d: %+v", hole+1, e)
		}
		if h := m.Results()[hole]; h.Dealer != dealer || h.Ender != (dealer+1)%3 {
			t.Errorf("hole %d: dealer %d, ender %d", hole+1, h.Dealer, h.Ender)
		}
	}
	if !m.Over() || m.Winners() != 0b001 || m.Totals() != [MaxPlayers]int{50, 55, 60} {
		t.Errorf("winners %b, totals %v", m.Winners(), m.Totals())
	}
}

func TestNumberOfHoles(t *testing.T) {
	for _, holes := range []string{"1", "9", "18"} {
		m := newMatch(t, quick+"holes="+holes, 2)
		for !m.Over() {
			playOut(t, m, "AC 2C 3C 4C", "AD 2D 3D 5D")
		}
		if got := len(m.Results()); got != m.Rules().Holes {
			t.Errorf("%d holes, want %s", got, holes)
		}
	}
}

func TestTiesAreShared(t *testing.T) {
	m := newMatch(t, quick+"holes=1", 3)
	events := playOut(t, m, "AC 2C 3C 4C", "AD 2D 3D 4D", "AH 2H 3H 5H")
	if m.Winners() != 0b011 {
		t.Errorf("winners %b", m.Winners())
	}
	if last := events[len(events)-1]; last.Kind != EventMatchOver || last.Seats != 0b011 {
		t.Errorf("last event %+v", last)
	}
}

// Only those tied for first play extra holes; those still lowest in an extra hole
// go on; the deal rotates among them; totals stay what they were.
func TestSuddenDeath(t *testing.T) {
	m := newMatch(t, quick+"holes=1 ties=sudden-death", 4)
	tied := []string{"AC 2C 3C 4C", "AD 2D 3D 4D", "9H TH JH 5H", "AS 2S 3S 4S"}
	events := playOut(t, m, tied...)
	if last := events[len(events)-1]; last.Kind != EventSuddenDeath || last.Seats != 0b1011 || m.Over() {
		t.Fatalf("last event %+v", last)
	}
	events = playOut(t, m, "AC 2C 3C 4C", "AD 2D 3D 5D", "", "AS 2S 3S 4S")
	if e := events[0]; e.Seat != 1 || e.Seats != 0b1011 || e.Number != 2 {
		t.Errorf("first extra hole: %+v", e)
	}
	if last := events[len(events)-1]; last.Kind != EventSuddenDeath || last.Seats != 0b1001 {
		t.Errorf("last event %+v", last)
	}
	if s := m.Standing(); s.Hole != 2 || s.Extra != 1 || s.Totals != [MaxPlayers]int{10, 10, 34, 10} {
		t.Errorf("standing %+v", s)
	}
	v := m.View(Spectator)
	if v.Active() != 0b1011 || v.Standing() != m.Standing() {
		t.Errorf("a spectator sees seats %b", v.Active())
	}
	events = playOut(t, m, "AC 2C 3C 6C", "", "", "AS 2S 3S 4S")
	if e := events[0]; e.Seat != 3 || e.Seats != 0b1001 {
		t.Errorf("second extra hole: %+v", e)
	}
	if !m.Over() || m.Winners() != 0b1000 || m.Totals() != [MaxPlayers]int{10, 10, 34, 10} {
		t.Errorf("winners %b, totals %v", m.Winners(), m.Totals())
	}
	for i, want := range []int{0, 1, 2} {
		if got := m.Results()[i].Extra; got != want {
			t.Errorf("hole %d has extra number %d, want %d", i+1, got, want)
		}
	}
}

// After nine extra holes without a decision the win is shared.
func TestSuddenDeathEnds(t *testing.T) {
	m := newMatch(t, quick+"holes=2 ties=sudden-death", 2)
	for range 2 + MaxExtraHoles {
		if m.Over() {
			t.Fatalf("over after %d holes", len(m.Results()))
		}
		playOut(t, m, "AC 2C 3C 4C", "AD 2D 3D 4D")
	}
	if !m.Over() || m.Winners() != 0b11 {
		t.Errorf("winners %b", m.Winners())
	}
}

// With a target the match ends after the hole in which somebody reaches it.
func TestTarget(t *testing.T) {
	m := newMatch(t, quick+"target=100", 2)
	for hole := 1; !m.Over(); hole++ {
		playOut(t, m, "AC 2C 3C 4C", "TD JD QD TC") // 10 and 40 strokes
		if m.Over() != (hole == 3) {
			t.Fatalf("over after hole %d: %v", hole, m.Over())
		}
	}
	if m.Totals() != [MaxPlayers]int{30, 120} || m.Winners() != 0b01 {
		t.Errorf("totals %v, winners %b", m.Totals(), m.Winners())
	}
}

func TestTargetIsReachedExactly(t *testing.T) {
	m := newMatch(t, quick+"target=40", 2)
	playOut(t, m, "AC 2C 3C 4C", "TD JD QD TC")
	if !m.Over() {
		t.Error("40 strokes do not reach 40")
	}
}

// A match that nobody's strokes would ever end, ends.
func TestTargetThatIsNeverReached(t *testing.T) {
	m := newMatch(t, quick+"target=100", 2)
	for !m.Over() {
		playOut(t, m, "KC KD KH KS", "QC QD QH QS")
		if len(m.Results()) > MaxTargetHoles {
			t.Fatal("goes on for ever")
		}
	}
	if len(m.Results()) != MaxTargetHoles || m.Winners() != 0b11 {
		t.Errorf("%d holes, winners %b", len(m.Results()), m.Winners())
	}
}

// The scorecard tells of each hole what cancelled, what each card counted and
// what was added.
func TestScorecard(t *testing.T) {
	m := newMatch(t, quick+"holes=1 knock-penalty=on", 2)
	events := playOut(t, m, "AC 2C AD 4C", "9D TD JD TC")
	h := m.Results()[0]
	if h.Scores[0].Cols != 0b01 || h.Scores[0].Cells != [MaxCells]int8{0, 2, 0, 4} || h.Scores[0].Total != 6 {
		t.Errorf("%+v", h.Scores[0])
	}
	if s := h.Scores[1]; s.Cols != 0b10 || s.Cells != [MaxCells]int8{9, 0, 10, 0} || s.Cards != 19 || s.Penalty != 10 || s.Total != 29 {
		t.Errorf("%+v", s)
	}
	if h.Grids[1] != grid(t, "9D TD JD TC") || h.Ender != 1 || h.Turns != 2 || h.Stalled || h.Active != 0b11 {
		t.Errorf("%+v", h)
	}
	want := []EventKind{EventScored, EventScored, EventHoleOver, EventMatchOver}
	if got := kinds(events[len(events)-4:]); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

// The cards of a step are the match's own: changing them afterwards changes
// nothing.
func TestStepsAreCopied(t *testing.T) {
	m := newMatch(t, "holes=1", 2)
	deck := m.Rules().Deck(2)
	do(t, m, Step{Kind: StepDeal, Cards: deck})
	deck[0], deck[1] = deck[1], deck[0]
	if kept := m.Steps()[1].Cards; kept[0] == deck[0] {
		t.Error("the match shares the caller's deck")
	}
}

func TestReplayStopsAtWhatIsRefused(t *testing.T) {
	m := newMatch(t, "holes=1", 2)
	steps := append(slices.Clone(m.Steps()), Step{Kind: StepDeal})
	again, err := Replay(m.Rules(), 2, steps)
	if err != WrongCards || again.Waits() != WaitDeal || len(again.Steps()) != 1 {
		t.Errorf("%v", err)
	}
	if m, err := Replay(Rules{}, 2, nil); err == nil || m != nil {
		t.Error("a match without rules")
	}
}
