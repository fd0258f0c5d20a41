package bot

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
)

// TestJudgementOfEveryRule: whatever the rules, every legal action has a worth,
// the best gives nothing away, and the more deals the same a judgement is let try
// at once or bit by bit, the same it says.
func TestJudgementOfEveryRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, players := drawRules(t)
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		h := deal(t, rules, players, &src)
		look := rapid.IntRange(1, 40).Draw(t, "decision")
		play(t, &h, []Bot{EV1{}}, &src, func(v *golf.View, _ Choice) {
			if look--; look != 0 {
				return
			}
			judge := func(portions ...int) []Worth {
				same := card.SplitMix(5)
				j := Search{&tuned, 0}.Judge(v, &same)
				for _, n := range portions {
					j.Try(n)
				}
				return j.AppendWorths(nil)
			}
			worths := judge(6)
			again := judge(1, 2, 3)
			if v.Phase() == golf.PhaseChoose {
				if len(worths) != 0 {
					t.Fatalf("first cards are worth %+v", worths)
				}
				return
			}
			legal := v.Legal(nil)
			best := false
			for i, w := range worths {
				if w != again[i] || w.Action != legal[i] || w.Given < 0 || math.IsNaN(w.Given+w.Error) {
					t.Fatalf("%+v, bit by bit %+v, legal %v", w, again[i], legal[i])
				}
				best = best || w.Given == 0
			}
			if len(worths) != len(legal) || !best {
				t.Fatalf("%v are worth %+v", legal, worths)
			}
		})
	})
}

// TestJudgementAgreesWithSearch: what the strong player does gives away little in
// its own eyes, and much less than what chance would do.
func TestJudgementAgreesWithSearch(t *testing.T) {
	src := card.SplitMix(12)
	given, chance, n := 0.0, 0.0, 0
	strong := Search{&tuned, 400}
	for range 2 {
		h := deal(t, golf.Default().Rules, 2, &src)
		play(t, &h, []Bot{strong, EV1{}}, &src, func(v *golf.View, c Choice) {
			j := strong.Judge(v, &src)
			j.Try(60)
			worths := j.AppendWorths(nil)
			if v.Seat() != 0 || len(worths) < 2 {
				return
			}
			n++
			for _, w := range worths {
				chance += w.Given / float64(len(worths))
				if w.Action == c.Action {
					given += w.Given
				}
			}
		})
	}
	if n < 10 || given/float64(n) > .3 || given > chance/4 {
		t.Errorf("%d decisions of the strong player gave away %.2f strokes, chance %.2f", n, given, chance)
	}
}

// TestJudgementError: the standard error is that of the difference: of judgements
// with other deals about two thirds are within one of a long one.
func TestJudgementError(t *testing.T) {
	src := card.SplitMix(3)
	h := deal(t, golf.Default().Rules, 2, &src)
	var v golf.View
	play(t, &h, []Bot{EV1{}}, &src, func(now *golf.View, _ Choice) {
		if now.Phase() == golf.PhaseDraw && now.Turns() < 6 {
			v = *now
		}
	})
	judge := func(seed uint64, deals int) Worth {
		s := card.SplitMix(seed)
		j := Search{&tuned, 0}.Judge(&v, &s)
		j.trust = 0 // the deals alone
		j.Try(deals)
		for _, w := range j.AppendWorths(nil) {
			if w.Given > 0 {
				return w
			}
		}
		t.Fatal("all actions are alike")
		return Worth{}
	}
	long := judge(1, 3000)
	within := 0
	const n = 40
	for seed := range uint64(n) {
		if w := judge(100+seed, 60); math.Abs(w.Given-long.Given) < w.Error {
			within++
		}
	}
	if within < n/2 || within > n*9/10 {
		t.Errorf("%d of %d are within a standard error of %.2f", within, n, long.Given)
	}
}
