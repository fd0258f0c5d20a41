package golf

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"birdie/card"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A ruleSet is one entry of the conformance suite.
type ruleSet struct {
	id    string
	rules Rules
}

// suite returns all presets and, between them, every value of every option.
func suite(t fataler) []ruleSet {
	t.Helper()
	var sets []ruleSet
	for _, p := range Presets() {
		sets = append(sets, ruleSet{p.ID, p.Rules})
	}
	for id, settings := range map[string]string{
		"no-first-cards": "first-flips=0 flip=may-last jokers=1 decks=2 holes=18",
		"one-first-card": "layout=nine first-flips=1 flip=never flip-turn=on decks=3 holes=1",
		"strict":         "layout=four knock=on knock-penalty=strict decks=1 negative-pairs=keep wild-twos=on ties=sudden-death",
		"generous":       "four-equal=on ender-bonus=on rows=on layout=eight target=500",
		"harsh":          "ender-double=on knock=on knock-penalty=on peek=on first-flips=3 layout=nine target=10",
	} {
		sets = append(sets, ruleSet{id, rules(t, settings)})
	}
	slices.SortFunc(sets[len(Presets()):], func(a, b ruleSet) int { return strings.Compare(a.id, b.id) })
	return sets
}

// No preset and no value of an option is left out of the suite; and there is a
// playthrough and a line of perft.txt for each rule set, and none too many.
func TestSuiteIsComplete(t *testing.T) {
	seen := map[string]bool{}
	ids := map[string]bool{}
	for _, set := range suite(t) {
		ids[set.id] = true
		for _, o := range Options() {
			seen[string(o)+"="+set.rules.Get(o)] = true
		}
		if err := set.rules.Validate(4); err != nil {
			t.Errorf("%s: %v", set.id, err)
		}
	}
	for _, p := range Presets() {
		if !ids[p.ID] {
			t.Errorf("preset %s is not in the suite", p.ID)
		}
	}
	for _, o := range Options() {
		values := o.Words()
		if values == nil {
			low, high := o.Range()
			values = []string{fmt.Sprint(low), fmt.Sprint(high)}
		}
		for _, value := range values {
			if !seen[string(o)+"="+value] {
				t.Errorf("%s=%s is not in the suite", o, value)
			}
		}
	}
	files, err := filepath.Glob("testdata/playthrough-*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "playthrough-"), ".txt")
		if !ids[id] {
			t.Errorf("%s is of no rule set", file)
		}
		delete(ids, id)
	}
	for id := range ids {
		t.Errorf("no playthrough of %s", id)
	}
	table, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range suite(t) {
		if !bytes.Contains(table, []byte("\n"+set.id+" ")) {
			t.Errorf("no line of perft.txt for %s", set.id)
		}
	}
}

// Every rule set, with every number of players: deals, plays to the end by random
// legal actions, offers only distinct sorted actions, and scores every seat.
func TestConformance(t *testing.T) {
	for _, set := range suite(t) {
		for players := MinPlayers; players <= MaxPlayers; players++ {
			if set.rules.Validate(players) != nil {
				continue // one deck is too little for so many
			}
			t.Run(fmt.Sprintf("%s/%d", set.id, players), func(t *testing.T) {
				src := card.SplitMix(uint64(players))
				for dealer := range players {
					conforms(t, mustHole(t, set.rules, players, dealer, shuffled(set.rules, players, &src)), &src)
				}
			})
		}
	}
}

func conforms(t *testing.T, h Hole, src card.Source) {
	t.Helper()
	if h.Starter() != (h.Dealer()+1)%h.Players() {
		t.Fatalf("dealer %d, starter %d", h.Dealer(), h.Starter())
	}
	for steps := 0; !h.Over(); steps++ {
		if steps > 20000 {
			t.Fatal("the hole does not end")
		}
		h.ReshuffleRandom(src)
		legal := h.Legal(h.Turn(), nil)
		for i := 1; i < len(legal); i++ {
			if a, b := legal[i-1], legal[i]; a.Kind > b.Kind || a.Kind == b.Kind && a.Cells >= b.Cells {
				t.Fatalf("%v before %v", a, b)
			}
		}
		for _, a := range legal {
			if again, err := ParseAction(a.String()); err != nil || again != a {
				t.Fatalf("%q is read as %v, %v", a.String(), again, err)
			}
			next := h
			if err := next.Apply(h.Turn(), a); err != nil || next == h {
				t.Fatalf("%v: %v", a, err)
			}
		}
		if err := h.Apply(h.Turn(), legal[card.Below(src, uint64(len(legal)))]); err != nil {
			t.Fatal(err)
		}
	}
	for s := range h.Players() {
		if h.FaceUp(s) != h.Rules().Layout.All() {
			t.Errorf("seat %d is not turned up", s)
		}
	}
}

// perft counts the positions that depth actions lead to; a reshuffle takes the
// cards as they lie and is no action.
func perft(h *Hole, depth int) int {
	if h.NeedsReshuffle() {
		if err := h.Reshuffle(h.ReshuffleCards(nil)); err != nil {
			panic(err)
		}
	}
	if depth == 0 || h.Over() {
		return 1
	}
	var buf [100]Action
	legal := h.Legal(h.Turn(), buf[:0])
	if depth == 1 {
		return len(legal)
	}
	n := 0
	for _, a := range legal {
		next := *h
		if err := next.Apply(h.Turn(), a); err != nil {
			panic(err)
		}
		n += perft(&next, depth-1)
	}
	return n
}

// TestPerft compares the numbers of positions after 1, 2, 3 ... actions of two
// players, up to about 200,000, with the table in testdata. They depend on the
// rules only, not on the cards.
func TestPerft(t *testing.T) {
	const limit = 200_000
	var table strings.Builder
	table.WriteString("# Positions that 1, 2, 3 ... actions of two players lead to.\n")
	for _, set := range suite(t) {
		src := card.SplitMix(1)
		h := mustHole(t, set.rules, 2, 0, shuffled(set.rules, 2, &src))
		fmt.Fprintf(&table, "%-16s", set.id)
		for depth, before := 1, 1; ; depth++ {
			// The next depth is estimated from the last to stay below the limit.
			n := perft(&h, depth)
			fmt.Fprintf(&table, " %d", n)
			if n > limit/7 || n*n/before > limit*4 {
				break
			}
			before = n
		}
		table.WriteByte('\n')
	}
	golden(t, "perft.txt", table.String())

	// The first of them by hand, for two grids of six: fifteen choices each; draw
	// or take; then six swaps, and after a draw a discard.
	six := suite(t)[0]
	h := mustHole(t, six.rules, 2, 0, six.rules.Deck(2))
	for depth, want := range []int{1, 15, 15 * 15, 15 * 15 * 2, 15 * 15 * (7 + 6)} {
		if got := perft(&h, depth); got != want {
			t.Errorf("six, %d actions: %d, want %d", depth, got, want)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range gotLines {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("%s differs from line %d on; if that is meant, run the test with -update\n%s", file, i+1, line)
		}
	}
	t.Fatalf("%s has more lines", file)
}
