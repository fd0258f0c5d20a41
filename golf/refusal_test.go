package golf

import (
	"strings"
	"testing"
)

// Every refusal is given for its own reason, and then nothing has changed.
func TestRefusals(t *testing.T) {
	given := map[Refusal]bool{}
	t.Run("of a hole", func(t *testing.T) { holeRefusals(t, given) })
	t.Run("of a match", func(t *testing.T) { matchRefusals(t, given) })
	for _, r := range Refusals() {
		if !given[r] {
			t.Errorf("%v is never given", r)
		}
	}
}

func holeRefusals(t *testing.T, given map[Refusal]bool) {
	chosen := "0 choose 1 2, 1 choose 1 2"
	for _, c := range []struct {
		want                    Refusal
		settings, before, tried string
	}{
		{HoleIsOver, "knock=on", chosen + ", 1 knock, 0 draw, 0 swap 1", "1 draw"},
		{NotPlaying, "", "", "2 choose 1 2"},
		{NoSuchSeat, "", "", "3 choose 1 2"},
		{NoSuchSeat, "", "", "-1 choose 1 2"},
		{NotYourTurn, "", chosen, "0 draw"},
		{NotYourTurn, "", chosen + ", 1 draw", "0 swap 1"},
		{AlreadyChosen, "", "0 choose 1 2", "0 choose 3 4"},
		{AlreadyChosen, "", chosen, "1 choose 3 4"},
		{ChooseFirst, "", "", "1 draw"},
		{WrongNumber, "", "", "1 choose 1"},
		{WrongNumber, "", "", "1 choose 1 2 3"},
		{NoSuchPosition, "", "", "1 choose 6 7"},
		{NoSuchPosition, "", chosen + ", 1 draw", "1 swap 7"},
		{NoSuchPosition, "", chosen + ", 1 draw, 1 discard", "1 flip 9"},
		{DrawFirst, "", chosen, "1 swap 1"},
		{DrawFirst, "", chosen, "1 discard"},
		{DrawFirst, "", chosen, "1 flip 3"},
		{DrawFirst, "", chosen, "1 pass"},
		{AlreadyDrawn, "", chosen + ", 1 draw", "1 draw"},
		{AlreadyDrawn, "", chosen + ", 1 draw", "1 take"},
		{AlreadyDrawn, "", chosen + ", 1 take", "1 draw"},
		{AlreadyDiscarded, "", chosen + ", 1 draw, 1 discard", "1 swap 1"},
		{AlreadyDiscarded, "", chosen + ", 1 draw, 1 discard", "1 draw"},
		{AlreadyDiscarded, "knock=on", chosen + ", 1 draw, 1 discard", "1 knock"},
		{MustSwap, "", chosen + ", 1 take", "1 discard"},
		{MustFlip, "", chosen + ", 1 draw, 1 discard", "1 pass"},
		{FaceUpAlready, "", chosen + ", 1 draw, 1 discard", "1 flip 1"},
		{FaceUpAlready, "flip-turn=on", chosen, "1 flip 2"},
		{CannotFlip, "", chosen + ", 1 draw", "1 flip 3"},
		{CannotFlip, "flip=may", chosen + ", 1 draw", "1 pass"},
		{CannotKnock, "", chosen, "1 knock"},
		{TooLateToKnock, "knock=on", chosen + ", 1 knock", "0 knock"},
	} {
		h, err := NewHoleAmong(rules(t, c.settings), 3, 0b011, 0, rules(t, c.settings).Deck(3))
		if err != nil {
			t.Fatal(err)
		}
		if c.before != "" {
			play(t, &h, c.before)
		}
		given[c.want] = true
		before := h
		seat, a := parseStep(t, c.tried)
		if err := h.Apply(seat, a); err != c.want || h != before {
			t.Errorf("%s after %q: %v, want %v", c.tried, c.before, err, c.want)
		}
		if events, err := h.Do(seat, a, nil); err != c.want || events != nil || h != before {
			t.Errorf("%s after %q: %v with events %v", c.tried, c.before, err, events)
		}
	}
	h := mustHole(t, rules(t, ""), 2, 0, rules(t, "").Deck(2))
	for _, a := range []Action{{Kind: kindCount}, {Kind: 200, Cells: 1}, {Draw, 1}, {Swap, 0}, {Swap, 3}, {Choose, 0}, {Choose, 1 << 9}} {
		if err := h.Apply(1, a); err != NotAnAction {
			t.Errorf("%v: %v", a, err)
		}
	}
}

// A match says what it waits for, and refuses everything else without changing.
func matchRefusals(t *testing.T, given map[Refusal]bool) {
	r := rules(t, "holes=1 decks=1 layout=eight knock=on")
	m, err := NewMatch(r, 6)
	if err != nil {
		t.Fatal(err)
	}
	deck := r.Deck(6)
	act := func(text string) Step {
		seat, a := parseStep(t, text)
		return Step{Kind: StepAct, Seat: seat, Action: a}
	}
	cut, deal := Step{Kind: StepCut, Cards: deck}, Step{Kind: StepDeal, Cards: deck}
	dealer, reshuffle := Step{Kind: StepDealer, Seat: 2}, Step{Kind: StepReshuffle, Cards: deck[:3]}
	refused := func(s Step, want Refusal) {
		t.Helper()
		given[want] = true
		before, steps := *m, len(m.Steps())
		events, err := m.Do(s, nil)
		if err != want || events != nil || m.hole != before.hole || m.wait != before.wait || len(m.Steps()) != steps || m.seq != before.seq {
			t.Errorf("step %+v: %v, want %v", s, err, want)
		}
	}
	refused(deal, CutFirst)
	refused(act("1 draw"), CutFirst)
	refused(reshuffle, NoReshuffle)
	refused(Step{Kind: StepCut, Cards: deck[1:]}, WrongCards)
	refused(Step{Kind: StepDealer, Seat: 6}, NoSuchSeat)
	refused(Step{Kind: StepDealer, Seat: -1}, NoSuchSeat)
	refused(Step{Kind: 99}, NotAnAction)
	do(t, m, dealer)
	refused(cut, AlreadyCut)
	refused(dealer, AlreadyCut)
	refused(act("1 draw"), DealFirst)
	refused(Step{Kind: StepDeal, Cards: deck[1:]}, WrongCards)
	do(t, m, deal)
	refused(deal, HoleIsRunning)
	refused(act("3 draw"), ChooseFirst)
	refused(reshuffle, NoReshuffle)
	for _, step := range strings.Split("0 choose 1 2, 1 choose 1 2, 2 choose 1 2, 3 choose 1 2, 4 choose 1 2, 5 choose 1 2,"+
		"3 draw,3 swap 1,4 draw,4 swap 1,5 draw,5 swap 1,0 draw,0 swap 1,1 draw,1 swap 1", ",") {
		do(t, m, act(strings.TrimSpace(step)))
	}
	if m.Waits() != WaitReshuffle {
		t.Fatalf("waits for %d", m.Waits())
	}
	refused(act("2 draw"), ReshuffleFirst)
	refused(deal, HoleIsRunning)
	refused(reshuffle, WrongCards)
	do(t, m, Step{Kind: StepReshuffle, Cards: m.Hole().ReshuffleCards(nil)})
	do(t, m, act("2 knock"))
	for !m.Over() {
		do(t, m, Step{Kind: StepAct, Seat: m.Hole().Turn(), Action: m.Hole().Legal(m.Hole().Turn(), nil)[0]})
	}
	for _, s := range []Step{deal, act("2 draw"), cut, dealer} {
		refused(s, MatchIsOver)
	}
	refused(reshuffle, NoReshuffle)
}
