package golfengine

import (
	"math"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
)

// maxDeals bounds the deals that are tried for one decision.
const maxDeals = 5000

// judging is what a slot knows about a decision it has been asked about last.
type judging struct {
	step int // steps before the decision
	of   *bot.Judgement
}

// worth says what each legal action of a seat is worth.
func (s *slot) worth(seat, deals int) string {
	v := s.match.View(seat)
	if seat < 0 || seat >= s.match.Players() || !v.MayAct(seat) {
		return refused(golf.NotYourTurn)
	}
	return s.weigh(len(s.match.Steps()), &v, deals, nil)
}

// judge is worth for the decision that step n (from 0) was.
func (s *slot) judge(n, deals int) string {
	steps := s.match.Steps()
	if n < 0 || n >= len(steps) || steps[n].Kind != golf.StepAct {
		return bad("request")
	}
	past, err := golf.Replay(s.match.Rules(), s.match.Players(), steps[:n])
	if err != nil {
		return refused(err)
	}
	v := past.View(steps[n].Seat)
	return s.weigh(n, &v, deals, &steps[n].Action)
}

// weigh says how many strokes each action of a view gives away in the eyes of the
// strongest computer player, after all moves have been tried on so many deals of
// the cards that the seat does not know. Asked again for more deals it goes on
// where it was. The action that was done, nil for none, is named in the reply.
func (s *slot) weigh(step int, v *golf.View, deals int, done *golf.Action) string {
	if s.judging.of == nil || s.judging.step != step {
		strong, _ := bot.ByID("strong")
		// The deals are those of the position: asked again, it says the same.
		src := card.SplitMix(uint64(v.Turns())<<8 | uint64(v.Phase()))
		s.judging = judging{step, strong.Bot.(bot.Search).Judge(v, &src)}
	}
	j := s.judging.of
	j.Try(min(deals, maxDeals) - j.Deals())
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.intOf("seat", v.Seat())
	if done != nil {
		t.stringOf("done", done.String())
	}
	t.intOf("deals", j.Deals())
	t.boolOf("exact", j.Exact())
	t.key("worth")
	t.open('[')
	for _, w := range j.AppendWorths(nil) {
		t.open('{')
		t.stringOf("action", w.Action.String())
		t.intOf("given", hundredths(w.Given))
		t.intOf("error", hundredths(w.Error))
		t.close('}')
	}
	t.close(']')
	t.close('}')
	return string(t)
}

func hundredths(x float64) int { return int(math.Floor(100*x + .5)) }
