package solve_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// deal returns the game of a source under rules.
func deal(t testing.TB, source string, rules patience.Rules) *patience.Game {
	t.Helper()
	d, err := dealcode.ParseSource(source)
	if err == nil {
		d, err = d.Under(rules)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func preset(t testing.TB, id string) patience.Rules {
	t.Helper()
	p, ok := patience.PresetByID(id)
	if !ok {
		t.Fatal("no preset", id)
	}
	return p.Rules
}

var kings = []struct {
	name string
	rule patience.KingRule
}{{"closed", patience.Closed}, {"queen", patience.Queen}, {"wrap", patience.Wrap}}

// The verdicts that three other programs agree upon.
func TestPySolVerdicts(t *testing.T) {
	data, err := os.ReadFile("testdata/pysol-golf-1-200.csv")
	if err != nil {
		t.Fatal(err)
	}
	s := solve.New()
	for _, line := range strings.Fields(string(data))[1:] {
		f := strings.Split(line, ",")
		for i, king := range kings {
			g := deal(t, "pysol:"+f[0], patience.Rules{King: king.rule})
			p := solve.FromGame(g)
			r := s.Winnable(context.Background(), &p)
			if !r.Proved || r.Winnable != (f[i+1] == "1") {
				t.Errorf("deal %s under %s: %+v, want %s", f[0], king.name, r, f[i+1])
			}
			if _, won, err := solve.Verify(g, s.Line(nil)); err != nil || won != r.Winnable {
				t.Errorf("deal %s under %s: line %v wins: %v, %v", f[0], king.name, s.Line(nil), won, err)
			}
		}
	}
}

// The deal printed in the first description of the game.
func TestPrintedDeal(t *testing.T) {
	s := solve.New()
	for _, test := range []struct {
		preset  string
		strokes int
	}{{"easy", -6}, {"classic", 1}} {
		g := deal(t, "GO1-E-AAAAAAB", preset(t, test.preset))
		if err := check(s, g, test.strokes); err != nil {
			t.Errorf("%s: %v", test.preset, err)
		}
	}
}

// Whole deals, under every rule set, against the plain search that the
// benchmarks measure by.
func TestAgainstBaseline(t *testing.T) {
	src := card.SplitMix(7)
	s := solve.New()
	b := new(baseline)
	for _, rules := range ruleSets() {
		g := randomGame(rules, &src, patience.Tableau)
		if err := check(s, g, b.solve(g, false)); err != nil {
			t.Errorf("%+v, deck %v: %v", rules, g.Deck(), err)
		}
	}
}

// With the stock all but gone at the beginning of a game nearly everything is left.
func TestFewestOfManyCards(t *testing.T) {
	s, want := solve.New(), new(baseline)
	many := 0
	for _, king := range []patience.KingRule{patience.Wrap, patience.Queen, patience.Closed} {
		rules := patience.Rules{King: king, Undo: patience.Unlimited}
		for index := range uint64(60) {
			g, err := patience.New(rules, dealcode.Deck(index, 0))
			if err != nil {
				t.Fatal(err)
			}
			for g.Stock() > 2 {
				if err := g.Do(patience.Draw); err != nil {
					t.Fatal(err)
				}
			}
			best := want.solve(g, false)
			if err := check(s, g, best); err != nil {
				t.Errorf("king rule %d, deal %d: %v", king, index, err)
			}
			if best > 25 {
				many++
			}
		}
	}
	if many == 0 {
		t.Error("no game with many cards left")
	}
}

// Positions with columns of all heights.
func TestUnequalColumns(t *testing.T) {
	src := card.SplitMix(21)
	s, want := solve.New(), new(baseline)
	for _, king := range kings {
		for i := range 1500 {
			g := randomGame(patience.Rules{King: king.rule, Undo: patience.Unlimited}, &src, 5+i%12)
			for g.Stock() > i%5 && g.Moves().Has(patience.Draw) {
				if err := g.Do(patience.Draw); err != nil {
					t.Fatal(err)
				}
			}
			if err := check(s, g, want.solve(g, false)); err != nil {
				t.Errorf("%s, deck %v, actions %v: %v", king.name, g.Deck(), g.Actions(), err)
			}
		}
	}
}

// stopAfter is a context that ends when it has been looked at n times.
type stopAfter struct{ n *int }

func (c stopAfter) Err() error {
	if *c.n--; *c.n < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	s := solve.New()
	for _, draw := range []patience.DrawRule{patience.Anytime, patience.WhenStuck} {
		g := deal(t, "pysol:11", patience.Rules{Draw: draw})
		p := solve.FromGame(g)
		want := s.Best(context.Background(), &p)
		for looks := range 3 {
			n := looks
			if r := s.Best(stopAfter{&n}, &p); r != (solve.Result{}) && r != want {
				t.Errorf("draw rule %d, ended at look %d: %+v", draw, looks, r)
			}
			if n < 0 && len(s.Line(nil)) != 0 {
				t.Errorf("draw rule %d, ended at look %d: a line", draw, looks)
			}
		}
		if r := s.Best(context.Background(), &p); r != want {
			t.Errorf("draw rule %d, after it was stopped: %+v, want %+v", draw, r, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := solve.FromGame(deal(t, "pysol:11", patience.Rules{}))
	if r := s.Best(ctx, &p); r.Proved {
		t.Errorf("with a context that has ended: %+v", r)
	}
}

func TestMemory(t *testing.T) {
	const most = 16 << 20
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := solve.New()
	for _, draw := range []patience.DrawRule{patience.Anytime, patience.WhenStuck} {
		for _, king := range kings {
			for n := range 20 {
				p := solve.FromGame(deal(t, fmt.Sprint("pysol:", n+1), patience.Rules{King: king.rule, Draw: draw}))
				s.Best(context.Background(), &p)
			}
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used := after.HeapAlloc - before.HeapAlloc; used > most {
		t.Errorf("a solver keeps %d bytes, want at most %d", used, most)
	}
	for _, draw := range []patience.DrawRule{patience.Anytime, patience.WhenStuck} {
		for n := range 3 {
			p := solve.FromGame(deal(t, fmt.Sprint("pysol:", n+1), patience.Rules{Draw: draw}))
			line := make([]patience.Action, 0, patience.MaxDeck)
			if n := testing.AllocsPerRun(2, func() {
				s.Winnable(context.Background(), &p)
				s.Best(context.Background(), &p)
				line = s.Line(line[:0])
			}); n != 0 {
				t.Errorf("draw rule %d: %v allocations a deal", draw, n)
			}
		}
	}
	runtime.KeepAlive(s)
}

func TestTurningPoint(t *testing.T) {
	s := solve.New()
	src := card.SplitMix(3)
	lost := 0
	for range 60 {
		g := randomGame(patience.Rules{Undo: patience.Unlimited}, &src, 0)
		turn, ok := s.TurningPoint(context.Background(), g)
		if !ok {
			t.Fatal("stopped")
		}
		// Every position of the game, asked one by one.
		f, err := patience.New(g.Rules(), g.Deck())
		if err != nil {
			t.Fatal(err)
		}
		want := solve.Turn{}
		for i, a := range append(g.Actions(), patience.GiveUp) {
			p := solve.FromGame(f)
			if !s.Winnable(context.Background(), &p).Winnable {
				break
			}
			want = solve.Turn{Before: i, Winnable: true}
			if a.Move() {
				want.Move, want.Lost = a, true
			}
			if err := f.Do(a); err != nil && f.State() != patience.Won {
				t.Fatal(err)
			}
		}
		if turn != want {
			t.Errorf("deck %v, actions %v: %+v, want %+v", g.Deck(), g.Actions(), turn, want)
		}
		if turn.Lost {
			lost++
		}
	}
	if lost < 20 {
		t.Errorf("only %d games were lost by a move", lost)
	}
}

// Positions in which hardly a card can go.
func TestHardlyAMove(t *testing.T) {
	s := solve.New()
	v := patience.View{Rules: patience.Rules{King: patience.Closed}, Top: card.Of(card.Queen, card.Spades)}
	for c := range v.Tableau {
		v.Left[c] = patience.Rows
		for row := range v.Tableau[c] {
			v.Tableau[c][row] = card.Of(card.Rank(2*(row%4)+2), card.Suit(c%4))
		}
	}
	for _, test := range []struct {
		free  card.Rank
		order []card.Card
		left  int
	}{
		{card.Ace, nil, 35},
		{card.King, nil, 34},
		{card.King, []card.Card{card.Of(card.King, card.Clubs)}, 34},
	} {
		v.Tableau[3][patience.Rows-1] = card.Of(test.free, card.Hearts)
		p := solve.FromView(&v, test.order)
		if r := s.Best(context.Background(), &p); !r.Proved || r.Left != test.left {
			t.Errorf("free %v, stock %v: %+v, want %d cards left", test.free, test.order, r, test.left)
		}
		if n := len(s.Line(nil)); n != 35-test.left {
			t.Errorf("free %v, stock %v: a line of %d moves", test.free, test.order, n)
		}
	}
}
