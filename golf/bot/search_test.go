package bot

import (
	"math"
	"testing"
	"time"

	"birdie/card"
	"birdie/golf"
)

// TestExactAgreesWithTrials: what is worked out for the last turn is what trial
// games find on average. Only drawing may be better, since the trials place the
// card drawn by rule of thumb.
func TestExactAgreesWithTrials(t *testing.T) {
	src := card.SplitMix(3)
	seen := 0
	for _, preset := range golf.Presets() {
		for range 12 {
			h := deal(t, preset.Rules, 2, &src)
			play(t, &h, []Bot{Quick{&tuned}, EV1{}}, &src, func(v *golf.View, _ Choice) {
				if v.Ender() < 0 {
					return
				}
				b := newBrain(v, &tuned)
				e, ok := newExact(b, v)
				if !ok {
					return
				}
				seen++
				g := ranksOf(v, b.cells)
				var arms []arm
				for _, p := range b.plans(v, nil) {
					arms = append(arms, arm{plan: p})
				}
				const n = 1000
				seeds := card.SplitMix(src.Uint64())
				b.sample(v, &g, arms, n, &seeds)
				for _, a := range arms {
					tried := a.utility / n
					e.weigh(&a, v)
					// Four standard errors of a share of a thousand trials.
					if d := a.utility - tried; d < -.064 || d > .064 && a.first.Kind != golf.Draw {
						t.Errorf("%s: %v is worth %.3f, in trials %.3f", preset.ID, a.first, a.utility, tried)
					}
				}
			})
		}
	}
	if seen < 20 {
		t.Errorf("only %d positions were looked at", seen)
	}
}

// TestGoalOfASingleHole: a win is worth 1, a tie of two half of it.
func TestGoalOfASingleHole(t *testing.T) {
	var m goal
	m.seat, m.sharp = 0, true
	var scores [golf.MaxPlayers]golf.Score
	for _, c := range []struct {
		own, other int
		want       float64
	}{{3, 4, 1}, {4, 4, .5}, {5, 4, 0}} {
		scores[0].Total, scores[1].Total = c.own, c.other
		if u, w := m.of(&scores, 0b11); u != c.want || w != c.want {
			t.Errorf("%d against %d is worth %v and wins %v", c.own, c.other, u, w)
		}
	}
}

// TestGoalInAMatch: early in a match strokes count much the same wherever they
// fall; in its last hole only the total matters, and a hole lost by little is
// enough for whoever is far ahead.
func TestGoalInAMatch(t *testing.T) {
	worth := func(m goal, own, other int) float64 {
		var scores [golf.MaxPlayers]golf.Score
		scores[0].Total, scores[1].Total = own, other
		u, _ := m.of(&scores, 0b11)
		return u
	}
	early := goal{left: 8}
	near, far := worth(early, 5, 6)-worth(early, 6, 6), worth(early, 5, 12)-worth(early, 6, 12)
	if near <= 0 || far < near/2 {
		t.Errorf("a stroke is worth %v at even scores and %v when ahead", near, far)
	}
	last := goal{sharp: true}
	last.totals[0], last.totals[1] = 40, 60
	if u := worth(last, 20, 5); u != 1 {
		t.Errorf("far ahead, a lost hole is worth %v", u)
	}
	race := goal{target: 100, sharp: true}
	race.totals[0], race.totals[1] = 70, 95
	if u := worth(race, 10, 10); u != 1 {
		t.Errorf("the target is reached by the other, which is worth %v", u)
	}
	if u := worth(race, -5, -10); math.Abs(u-.5) > .5 || u == 1 || u == 0 {
		t.Errorf("the match goes on, which is worth %v", u)
	}
}

// TestThinkingIsRepeatable: the same view and the same random numbers give the
// same move, and other random numbers are used.
func TestThinkingIsRepeatable(t *testing.T) {
	src := card.SplitMix(9)
	h := deal(t, golf.Default().Rules, 2, &src)
	bot := Search{&tuned, 50}
	play(t, &h, []Bot{EV1{}}, &src, func(v *golf.View, _ Choice) {
		one, two := src, src
		if a, b := bot.Choose(v, &one), bot.Choose(v, &two); a != b || one != two {
			t.Errorf("%v became %v", a, b)
		}
	})
}

// TestWithin: with a clock that goes on by a millisecond for every decision, an
// eighth of the time is enough to measure, and the trials follow from it.
func TestWithin(t *testing.T) {
	src := card.SplitMix(4)
	h := deal(t, golf.Default().Rules, 2, &src)
	for range 2 {
		v := h.View(h.Turn())
		if err := h.Apply(h.Turn(), spread(&v)); err != nil {
			t.Fatal(err)
		}
	}
	v := h.View(h.Turn())
	clock := time.Unix(0, 0)
	now := func() time.Time {
		clock = clock.Add(time.Millisecond)
		return clock
	}
	if s := (Search{&tuned, 1}).Within(5*time.Millisecond, &v, now); s.Trials != 320 {
		t.Errorf("%d trials in 5 ms when 64 take 1 ms", s.Trials)
	}
}
