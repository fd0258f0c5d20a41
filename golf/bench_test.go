package golf

import (
	"testing"

	"birdie/card"
)

// BenchmarkPlayout plays one six-card hole of four players from the deal to the
// scores with random legal actions. It must not allocate.
func BenchmarkPlayout(b *testing.B) {
	src := card.SplitMix(1)
	start := mustHole(b, Default().Rules, 4, 0, shuffled(Default().Rules, 4, &src))
	b.ReportAllocs()
	actions := 0
	for b.Loop() {
		h := start
		playRandomly(&h, &src)
		actions += h.Turns()
	}
	b.ReportMetric(float64(actions)/float64(b.N), "turns/op")
}

// BenchmarkDeterminize deals the cards a seat does not know anew.
func BenchmarkDeterminize(b *testing.B) {
	src := card.SplitMix(1)
	h := mustHole(b, Default().Rules, 4, 0, shuffled(Default().Rules, 4, &src))
	for s := range 4 {
		if err := h.Apply(s, Action{Choose, 0b1001}); err != nil {
			b.Fatal(err)
		}
	}
	v := h.View(1)
	b.ReportAllocs()
	for b.Loop() {
		w := v.Determinize(&src)
		if w.Over() {
			b.Fatal("over")
		}
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	src := card.SplitMix(1)
	for _, p := range Presets() {
		start := mustHole(t, p.Rules, 4, 0, shuffled(p.Rules, 4, &src))
		v := start.View(0)
		if n := testing.AllocsPerRun(20, func() {
			h := start
			playRandomly(&h, &src)
			h = v.Determinize(&src)
			_ = h.View(1)
			_ = h.Scores()
		}); n != 0 {
			t.Errorf("%s: %v allocations", p.ID, n)
		}
	}
}
