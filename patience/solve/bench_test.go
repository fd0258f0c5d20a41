package solve_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"birdie/patience"
	"birdie/patience/solve"
)

var benchDeals = flag.Int("deals", 2000, "PySolFC deals, from 1 on, for BenchmarkAgainstBaseline")

// BenchmarkAgainstBaseline solves the same deals with the solver and with the
// baseline, one after the other, on one core, and reports how many times as fast the solver
// is, in the mean and at each one's slowest deal. Run it with -benchtime 1x.
func BenchmarkAgainstBaseline(b *testing.B) {
	for _, king := range kings {
		for _, best := range []bool{false, true} {
			goal := "win"
			if best {
				goal = "best"
			}
			b.Run(king.name+"/"+goal, func(b *testing.B) {
				for b.Loop() {
					compare(b, king.rule, best)
				}
			})
		}
	}
}

// timed does something with every game and returns how much time of the processor
// each took. Time of the clock would be that of the other programs too.
func timed(games []*patience.Game, do func(*patience.Game)) (times []time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	do(games[0]) // to warm up
	for _, g := range games {
		start := processorTime()
		do(g)
		times = append(times, processorTime()-start)
	}
	return times
}

func compare(b *testing.B, king patience.KingRule, best bool) {
	var games []*patience.Game
	for n := range *benchDeals {
		games = append(games, deal(b, fmt.Sprint("pysol:", n+1), patience.Rules{King: king}))
	}
	s := solve.New()
	ask := s.Winnable
	if best {
		ask = s.Best
	}
	var results []solve.Result
	fast := timed(games, func(g *patience.Game) {
		p := solve.FromGame(g)
		results = append(results, ask(context.Background(), &p))
	})
	base := new(baseline)
	n := 0
	slow := timed(games, func(g *patience.Game) {
		want, r := base.solve(g, !best), results[n]
		if n++; r.Winnable != (want <= 0) || best && r.Strokes != want {
			b.Fatalf("deal %d: %+v, want %d", n, r, want)
		}
	})
	mean := func(d []time.Duration) float64 {
		sum := time.Duration(0)
		for _, x := range d {
			sum += x
		}
		return float64(sum.Microseconds()) / float64(len(d))
	}
	slices.Sort(fast)
	slices.Sort(slow)
	micros := func(d []time.Duration, part float64) float64 {
		return float64(d[int(part*float64(len(d)-1))].Nanoseconds()) / 1000
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(mean(fast), "mean-µs")
	b.ReportMetric(micros(fast, .5), "p50-µs")
	b.ReportMetric(micros(fast, .99), "p99-µs")
	b.ReportMetric(micros(fast, 1), "max-µs")
	b.ReportMetric(mean(slow), "base-mean-µs")
	b.ReportMetric(micros(slow, 1), "base-max-µs")
	b.ReportMetric(mean(slow)/mean(fast), "x-mean")
	b.ReportMetric(micros(slow, 1)/micros(fast, 1), "x-max")
}
