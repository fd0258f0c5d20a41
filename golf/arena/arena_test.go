package arena

import (
	"context"
	"errors"
	"math"
	"testing"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
)

func contestants(t *testing.T, ids ...string) []Contestant {
	t.Helper()
	var list []Contestant
	for _, id := range ids {
		p, ok := bot.ByID(id)
		if !ok {
			t.Fatalf("no player %s", id)
		}
		list = append(list, Of(id, p.Bot))
	}
	return list
}

func run(t *testing.T, c Config) Report {
	t.Helper()
	r, err := Run(context.Background(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Standings {
		r.Standings[i].Thought, r.Standings[i].Slowest = 0, 0
	}
	return r
}

func equal(a, b Report) bool {
	if a.Deals != b.Deals || a.Holes != b.Holes || a.Verdict != b.Verdict || a.LLR != b.LLR || len(a.Standings) != len(b.Standings) {
		return false
	}
	for i := range a.Standings {
		if a.Standings[i] != b.Standings[i] {
			return false
		}
	}
	return true
}

// TestWorkersDoNotMatter: the same seed gives the same report.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, matches := range []bool{false, true} {
		c := Config{
			Rules: golf.Default().Rules, Contestants: contestants(t, "ev1", "diego", "marcus"), Deals: 40, Seed: 5, Workers: 1, Matches: matches,
			Test: &Test{Low: .3, High: .4},
		}
		one := run(t, c)
		c.Workers = 7
		if two := run(t, c); !equal(one, two) {
			t.Errorf("%+v became %+v", one, two)
		}
		c.Seed = 6
		if two := run(t, c); equal(one, two) {
			t.Error("the seed does not matter")
		}
	}
}

// TestRotationsCancel: bots that play alike, whatever the seat, get exactly
// equal shares, because every deal is played from every seat.
func TestRotationsCancel(t *testing.T) {
	list := contestants(t, "ev1", "ev1", "ev1")
	for i, name := range []string{"a", "b", "c"} {
		list[i].Name = name
	}
	r := run(t, Config{Rules: golf.Default().Rules, Contestants: list, Deals: 20, Seed: 1})
	for _, s := range r.Standings {
		if math.Abs(s.Holes.Mean-1.0/3) > 1e-12 || s.Holes.Error > 1e-12 {
			t.Errorf("%s has %v", s.Name, s.Holes)
		}
	}
	if r.Holes != 60 {
		t.Errorf("%d holes", r.Holes)
	}
}

// TestSharesAddUp: all shares together are one, also where a name sits twice.
func TestSharesAddUp(t *testing.T) {
	rules := golf.Default().Rules
	rules.Holes = 3
	r := run(t, Config{Rules: rules, Contestants: contestants(t, "ev1", "random", "random"), Deals: 10, Seed: 1, Matches: true})
	if len(r.Standings) != 2 || r.Standings[1].Seats != 2 || r.Holes != 90 {
		t.Fatalf("%+v", r)
	}
	holes, matches := 0.0, 0.0
	for _, s := range r.Standings {
		holes, matches = holes+s.Holes.Mean, matches+s.Matches.Mean
	}
	if math.Abs(holes-1) > 1e-12 || math.Abs(matches-1) > 1e-12 {
		t.Errorf("shares add up to %v and %v", holes, matches)
	}
}

// TestSequentialTestStops: a clear question is answered early, and both ways.
func TestSequentialTestStops(t *testing.T) {
	for _, c := range []struct {
		first, second string
		want          Verdict
	}{{"ev1", "random", AcceptedHigh}, {"random", "ev1", AcceptedLow}} {
		r := run(t, Config{
			Rules: golf.Default().Rules, Contestants: contestants(t, c.first, c.second), Deals: 1000, Seed: 1, Test: &Test{Low: .45, High: .55},
		})
		if r.Verdict != c.want || r.Deals > 100 {
			t.Errorf("%s: verdict %v after %d deals", c.first, r.Verdict, r.Deals)
		}
	}
}

// TestSequentialTestErrs: with a true share of Low, High is accepted about as
// rarely as promised. Observations are coin tosses.
func TestSequentialTestErrs(t *testing.T) {
	const trials = 2000
	src := card.SplitMix(1)
	test := Test{Low: .5, High: .6}
	wrong := 0
	for range trials {
		var s sample
		for v := Undecided; v == Undecided; v, _ = test.decide(&s) {
			s.add(float64(card.Below(&src, 2)))
			if v, _ := test.decide(&s); v == AcceptedHigh {
				wrong++
			}
		}
	}
	// 5 % of 2000 is 100 with a standard deviation of 10; overshoot makes it fewer.
	if wrong > 140 || wrong < 30 {
		t.Errorf("%d of %d times wrong", wrong, trials)
	}
}

// TestEstimate compares with values computed by hand.
func TestEstimate(t *testing.T) {
	var s sample
	for _, x := range []float64{1, 2, 3, 4} {
		s.add(x)
	}
	e := s.estimate()
	low, high := e.Interval()
	if e.Mean != 2.5 || e.N != 4 || math.Abs(e.Error-.645497) > 1e-6 || math.Abs(low-1.234849) > 1e-5 || math.Abs(high-3.765151) > 1e-5 {
		t.Errorf("%+v, %v to %v", e, low, high)
	}
}

type rogue struct {
	action golf.Action
	err    error
	closed *bool
}

func (r rogue) Choose(*golf.View, card.Source) (golf.Action, error) {
	return r.action, r.err
}

func (r rogue) Close() error { *r.closed = true; return nil }

// TestFaultsAreReported: who misbehaves is named, with the place.
func TestFaultsAreReported(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		rogue rogue
		want  error
	}{
		{rogue{action: golf.Action{Kind: golf.Knock}}, golf.ChooseFirst},
		{rogue{err: broken}, broken},
	} {
		for _, matches := range []bool{false, true} {
			closed := false
			c.rogue.closed = &closed
			list := append(contestants(t, "ev1"), Contestant{"rogue", func() (Player, error) { return c.rogue, nil }})
			_, err := Run(context.Background(), Config{
				Rules: golf.Default().Rules, Contestants: list, Deals: 3, Workers: 1, Matches: matches,
			}, nil)
			var f *Fault
			if !errors.As(err, &f) || !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if f.Contestant != "rogue" || f.Deal != 1 || f.Rotation != 1 || f.Seat != 1 || f.View == nil {
				t.Errorf("%+v", f)
			}
			if !closed {
				t.Error("the player was not closed")
			}
		}
	}
}

// TestInterrupted: what was finished is reported with the reason.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Run(ctx, Config{Rules: golf.Default().Rules, Contestants: contestants(t, "ev1", "ev1"), Deals: 1e6}, func(r Report) {
		if r.Deals == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r.Deals < 3 || r.Deals == 1e6 {
		t.Errorf("%d deals, %v", r.Deals, err)
	}
}

func TestBadConfigs(t *testing.T) {
	if _, err := Run(context.Background(), Config{Rules: golf.Default().Rules, Contestants: contestants(t, "ev1")}, nil); err != ErrContestants {
		t.Errorf("one contestant: %v", err)
	}
	if _, err := Run(context.Background(), Config{Contestants: contestants(t, "ev1", "ev1")}, nil); err == nil {
		t.Errorf("no rules: %v", err)
	}
}

// TestLevelsAreOrdered: each level is clearly stronger than an earlier one.
func TestLevelsAreOrdered(t *testing.T) {
	for _, c := range []struct {
		better, worse string
		deals         int
	}{
		{"easy", "beginner", 150}, {"medium", "easy", 150}, {"hard", "medium", 150}, {"expert", "medium", 40},
	} {
		r := run(t, Config{Rules: golf.Default().Rules, Contestants: contestants(t, c.better, c.worse), Deals: c.deals, Seed: 1})
		if share := r.Standings[0].Holes; share.Mean <= .5 {
			t.Errorf("%s takes %.3f ± %.3f from %s", c.better, share.Mean, share.Error, c.worse)
		}
	}
}
