// Command compare tells whether a change makes the caddie stronger. Built before and
// after the change, it plays the same deals and writes how each ended; then it
// compares the two files deal by deal, which tells far more than two shares of wins.
//
//	go run ./patience/caddie/compare -rules traditional -goal win -games 400 -deals 2000 -o before
//	go run ./patience/caddie/compare before after
//
// Its deals are not those of `birdie caddie bench` unless they are given the same
// seed: what is tuned on some deals must be reported on others.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"strings"
	"time"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/caddie/strength"
	"birdie/survey"
)

func main() {
	log.SetFlags(0)
	rules := flag.String("rules", "traditional", "rules to play by, an id")
	goal := flag.String("goal", "win", "what to play for: win or strokes")
	player := flag.String("player", "caddie", "who plays")
	games := flag.Int("games", caddie.DefaultGames, "the caddie's budget")
	deals := flag.Uint64("deals", 1000, "number of deals")
	seed := flag.Uint64("seed", 1234, "of the deals")
	out := flag.String("o", "", "file to write, a line with the strokes of each deal")
	flag.Parse()
	if flag.NArg() == 2 {
		compare(read(flag.Arg(0)), read(flag.Arg(1)))
		return
	}
	p, ok := patience.PresetByID(*rules)
	if !ok || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	p.Rules.Scoring, p.Rules.Par = patience.WinLoss, 0
	if *goal == "strokes" {
		p.Rules.Scoring = patience.Strokes
	}
	for _, kind := range strength.Kinds(caddie.Budget{Games: *games}) {
		if kind.ID == *player {
			write(*out, results(kind.New(), p.Rules, survey.Sample{Seed: *seed, Size: *deals}))
		}
	}
}

// results plays the deals and returns the strokes of each.
func results(player strength.Player, rules patience.Rules, deals survey.Sample) (strokes []int) {
	start := time.Now()
	for i := range deals.Len() {
		deal, err := deals.At(i).Under(rules)
		if err != nil {
			log.Fatal(err)
		}
		g, err := deal.Game()
		if err != nil {
			log.Fatal(err)
		}
		src := card.SplitMix(i)
		if err := player.Play(context.Background(), g, &src); err != nil {
			log.Fatal(err)
		}
		strokes = append(strokes, g.Strokes())
	}
	var wins, sum float64
	for _, s := range strokes {
		sum += float64(s)
		if s <= 0 {
			wins++
		}
	}
	n := float64(len(strokes))
	log.Printf("%d deals, %.2f %% won, %.3f strokes, %.1f ms a deal", len(strokes), 100*wins/n, sum/n, time.Since(start).Seconds()*1000/n)
	return strokes
}

func write(name string, strokes []int) {
	if name == "" {
		return
	}
	var text strings.Builder
	for _, s := range strokes {
		fmt.Fprintln(&text, s)
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}

func read(name string) (strokes []int) {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var s int
		if _, err := fmt.Sscan(line, &s); err != nil {
			log.Fatal(err)
		}
		strokes = append(strokes, s)
	}
	return strokes
}

// compare prints by how much the second results are better, with 95 % intervals.
func compare(before, after []int) {
	if len(before) != len(after) {
		log.Fatal("not the same deals")
	}
	var wins, strokes []float64
	for i := range before {
		strokes = append(strokes, float64(after[i]-before[i]))
		wins = append(wins, 100*(won(after[i])-won(before[i])))
	}
	mean, half := interval(wins)
	fmt.Printf("won:     %+.2f ± %.2f %% of deals\n", mean, half)
	mean, half = interval(strokes)
	fmt.Printf("strokes: %+.3f ± %.3f a hole\n", mean, half)
}

func won(strokes int) float64 {
	if strokes <= 0 {
		return 1
	}
	return 0
}

// interval returns the mean of differences and half the width of its interval.
func interval(xs []float64) (mean, half float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	var square float64
	for _, x := range xs {
		square += (x - mean) * (x - mean)
	}
	n := float64(len(xs))
	return mean, 1.96 * math.Sqrt(square/(n*(n-1)))
}
