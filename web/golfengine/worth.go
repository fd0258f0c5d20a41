package golfengine

import (
	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
)

// maxTrials bounds the games played through for one question.
const maxTrials = 1000

// worth says what each legal action of a seat is worth: the strokes the seat
// scores on average, and the share of holes it is lowest in, when the cards it
// does not know are dealt at random and everyone then plays sensibly. Every
// action is tried on the same deals.
func (s *slot) worth(seat, trials int) string {
	v := s.match.View(seat)
	if seat < 0 || seat >= s.match.Players() || !v.MayAct(seat) {
		return refused(golf.NotYourTurn)
	}
	return weigh(&v, seat, trials, nil)
}

// judge is worth for the decision that step n (from 0) was.
func (s *slot) judge(n, trials int) string {
	steps := s.match.Steps()
	if n < 0 || n >= len(steps) || steps[n].Kind != golf.StepAct {
		return bad("request")
	}
	past, err := golf.Replay(s.match.Rules(), s.match.Players(), steps[:n])
	if err != nil {
		return refused(err)
	}
	v := past.View(steps[n].Seat)
	return weigh(&v, steps[n].Seat, trials, &steps[n].Action)
}

// weigh tries all actions of a view. The one that was done, nil for none, is
// named in the reply.
func weigh(v *golf.View, seat, trials int, done *golf.Action) string {
	actions := v.Legal(nil)
	if v.Phase() == golf.PhaseChoose {
		actions = nil // nobody knows a card: all are worth the same
	}
	trials = min(max(trials, 1), maxTrials)
	strokes, wins := make([]int, len(actions)), make([]float64, len(actions))
	// The deals are those of the position: asked again, it says the same.
	src := card.SplitMix(uint64(v.Turns())<<8 | uint64(v.Phase()))
	for range trials {
		world := v.Determinize(&src)
		luck := src.Uint64()
		for i, a := range actions {
			h := world
			if h.Apply(seat, a) != nil {
				continue
			}
			play(&h, luck)
			scores := h.Scores()
			strokes[i] += scores[seat].Total
			wins[i] += share(&h, &scores, seat)
		}
	}
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.intOf("seat", seat)
	if done != nil {
		t.stringOf("done", done.String())
	}
	t.intOf("trials", trials)
	t.key("worth")
	t.open('[')
	for i, a := range actions {
		t.open('{')
		t.stringOf("action", a.String())
		// Hundredths are more than chance leaves of them.
		t.intOf("strokes", 100*strokes[i]/trials)
		t.intOf("wins", int(100*wins[i]/float64(trials)+.5))
		t.close('}')
	}
	t.close(']')
	t.close('}')
	return string(t)
}

// play plays a hole to its end.
func play(h *golf.Hole, luck uint64) {
	src := card.SplitMix(luck)
	for !h.Over() {
		if h.NeedsReshuffle() {
			h.ReshuffleRandom(&src)
			continue
		}
		seat := h.Turn()
		v := h.View(seat)
		if h.Apply(seat, bot.EV1{}.Choose(&v, &src).Action) != nil {
			return // no bot does what is not allowed
		}
	}
}

// share returns what part of a hole a seat has won.
func share(h *golf.Hole, scores *[golf.MaxPlayers]golf.Score, seat int) float64 {
	same := 0
	for set := h.Active(); set != 0; set &= set - 1 {
		switch other := scores[set.First()].Total; {
		case other < scores[seat].Total:
			return 0
		case other == scores[seat].Total:
			same++
		}
	}
	return 1 / float64(same)
}
