package strength

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/survey"
)

// On the same deals nobody beats the one who knows the stock, the caddie beats
// the longest run, and the result does not depend on the number of workers.
func TestRun(t *testing.T) {
	rules := patience.Rules{King: patience.Wrap, Scoring: patience.Strokes}
	deals := survey.Sample{Seed: 4, Size: 20}
	kinds := Kinds(caddie.Budget{Games: 100})
	one, err := Run(context.Background(), deals, rules, kinds, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var done uint64
	two, err := Run(context.Background(), deals, rules, kinds, 2, func(n uint64) { done = n })
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) || done != 20 {
		t.Errorf("one worker %v, two %v, %d done", one, two, done)
	}
	var means []float64
	for i, tally := range one {
		if tally.Deals() != 20 || tally.Rounds.Total() != 2 {
			t.Errorf("%s: %d deals, %d rounds", kinds[i].ID, tally.Deals(), tally.Rounds.Total())
		}
		mean, _ := tally.Strokes.Mean()
		means = append(means, mean)
	}
	if means[3] > means[2] || means[2]+2 > means[1] || means[1] > means[0]+2 {
		t.Errorf("strokes a hole: %v", means)
	}

	// Rounds are compared one by one: nobody has one better than the clairvoyant.
	for i, r := range one {
		round, _ := r.Rounds.Mean()
		best, _ := one[3].Rounds.Mean()
		over, _ := r.Over.Strokes.Mean()
		if values := r.Over.Strokes.Values(); values[0] < 0 || r.Over.Deals() != 2 || math.Abs(over-(round-best)) > 1e-9 {
			t.Errorf("%s: rounds of %v above the best of %v by %v", kinds[i].ID, round, best, values)
		}
	}

	// The clairvoyant's games end as the survey says they can.
	report, err := survey.Run(context.Background(), survey.Question{Deals: deals, Rules: []patience.Rules{rules}}, survey.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(report.Tallies[0], one[3].Tally) {
		t.Errorf("clairvoyant %v, survey %v", one[3], report.Tallies[0])
	}
}

// Under every rule set every player plays to the end.
func TestAllRules(t *testing.T) {
	for _, p := range patience.Presets() {
		if _, err := Run(context.Background(), survey.Sample{Seed: 1, Size: 1}, p.Rules, Kinds(caddie.Budget{Games: 20}), 1, nil); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, survey.Sample{Seed: 1, Size: 9}, patience.Rules{}, Kinds(caddie.Budget{}), 1, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
