package caddie

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie/internal/judgement"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// few is a budget that keeps tests quick.
var few = Budget{Games: 60}

// rulesGen draws any rules.
func rulesGen(t *rapid.T) patience.Rules {
	return patience.Rules{
		King:    patience.KingRule(rapid.IntRange(0, 2).Draw(t, "king")),
		Draw:    patience.DrawRule(rapid.IntRange(0, 1).Draw(t, "draw")),
		Jokers:  uint8(rapid.IntRange(0, 2).Draw(t, "jokers")),
		Opening: patience.Opening(rapid.IntRange(0, 1).Draw(t, "opening")),
		Scoring: patience.Scoring(rapid.IntRange(0, 2).Draw(t, "scoring")),
		Undo:    patience.Unlimited,
	}
}

// gameGen draws a game of up to so many random moves.
func gameGen(t *rapid.T, most int) *patience.Game {
	rules := rulesGen(t)
	g, err := patience.New(rules, dealcode.Deck(rapid.Uint64().Draw(t, "deal"), int(rules.Jokers)))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, most).Draw(t, "moves") {
		var legal []patience.Action
		for a := patience.Remove(0); a <= patience.Draw; a++ {
			if g.Moves().Has(a) {
				legal = append(legal, a)
			}
		}
		if len(legal) == 0 {
			break
		}
		if err := g.Do(rapid.SampledFrom(legal).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func advise(g *patience.Game, budget Budget) Advice {
	v := g.View()
	src := card.SplitMix(1)
	return new(Caddie).Advise(context.Background(), &v, &src, budget)
}

// A dishonest caddie would give other advice when the cards it cannot see are in
// another order.
func TestAdviceDoesNotPeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		deck := g.Deck()
		hidden := deck[len(deck)-g.Stock():]
		copy(hidden, rapid.Permutation(hidden).Draw(t, "stock"))
		other, err := patience.New(g.Rules(), deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range g.Actions() {
			if err := other.Do(a); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := advise(g, few), advise(other, few); !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v\n%+v", a, b)
		}
	})
}

// Every legal move is judged, no other is, the best comes first, and chances are
// chances.
func TestChoicesAreTheLegalMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		a := advise(g, few)
		var m patience.Moves
		for i, c := range a.Choices {
			m |= 1 << c.Move
			if c.Win.Value < 0 || c.Win.Value > 1 || c.Win.Error < 0 || c.Strokes.Value < -float64(g.Stock()) || c.Strokes.Value > 35 {
				t.Errorf("%+v", c)
			}
			if i > 0 && c.score > a.Choices[i-1].score {
				t.Errorf("choice %d is better than the one before", i)
			}
			if (c.Games == 0) != (c.Win.Error == 0) {
				t.Errorf("%d games, error %v", c.Games, c.Win.Error)
			}
		}
		if m != g.Moves() || len(a.Choices) != len(slices.Collect(bitsOf(m))) {
			t.Errorf("judged %b, legal %b", m, g.Moves())
		}
	})
}

func bitsOf(m patience.Moves) func(func(patience.Action) bool) {
	return func(yield func(patience.Action) bool) {
		for a := patience.Remove(0); a <= patience.Draw; a++ {
			if m.Has(a) && !yield(a) {
				return
			}
		}
	}
}

// What the caddie plans is legal, as long as it says, and begins with the move.
func TestPlans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		v := g.View()
		var c Caddie
		src := card.SplitMix(1)
		a := c.Advise(context.Background(), &v, &src, few)
		for i := range a.Choices {
			choice := &a.Choices[i]
			plan := c.Plan(&v, choice)
			if plan[0] != choice.Move || choice.Move != patience.Draw && len(plan) != choice.Run {
				t.Fatalf("%v for %+v", plan, choice)
			}
			after := g.Fork()
			for _, move := range plan {
				if err := after.Do(move); err != nil {
					t.Fatalf("%v of %v: %v", move, plan, err)
				}
			}
			if after.State() == patience.Playing && choice.Run > 0 && after.Moves()&^after.Moves().Removals() == 0 && after.Stock() > 0 {
				t.Fatalf("%v ends where no card can be drawn", plan)
			}
		}
	})
}

// With an empty stock nothing is hidden: the best choice is exact.
func TestNothingHiddenIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 10)
		for g.Stock() > 0 && g.State() == patience.Playing {
			if a := patience.Draw; g.Check(a) == patience.Allowed {
				g.Do(a)
				continue
			}
			for a := range bitsOf(g.Moves()) {
				g.Do(a)
				break
			}
		}
		if g.State() != patience.Playing {
			t.Skip("over")
		}
		a := advise(g, few)
		p := solve.FromGame(g)
		want := solve.New().Best(context.Background(), &p)
		if got := a.Choices[0]; got.Games != 0 || got.Strokes != (Estimate{Value: float64(want.Strokes)}) || (got.Win.Value == 1) != want.Winnable {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// The same where more can be reached in the last turn than is looked at otherwise.
func TestLongLastTurnIsExact(t *testing.T) {
	g, err := patience.New(patience.Rules{Jokers: 2, Undo: patience.Unlimited}, dealcode.Deck(0, 2))
	if err != nil {
		t.Fatal(err)
	}
	for g.Check(patience.Draw) == patience.Allowed {
		g.Do(patience.Draw)
	}
	a := advise(g, few)
	p := solve.FromGame(g)
	want := solve.New().Best(context.Background(), &p)
	if got := a.Choices[0]; got.Games != 0 || got.Strokes != (Estimate{Value: float64(want.Strokes)}) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// What a turn can reach is what the engine lets a player reach without a draw.
func TestExploreIsTheEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		want := map[judgement.Left]bool{}
		var walk func(g *patience.Game)
		walk = func(g *patience.Game) {
			v := g.View()
			_, l := judgement.NewTableau(&v)
			// A position may end a turn when the player can draw there, or has nothing to do.
			want[l] = want[l] || g.Moves().Has(patience.Draw) || g.Moves().Removals() == 0
			for a := range bitsOf(g.Moves().Removals()) {
				next := g.Fork()
				next.Do(a)
				walk(next)
			}
		}
		if g.State() != patience.Playing || g.Stock() == 0 || g.Rules().Jokers > 0 && g.Remaining() > 25 {
			t.Skip("over, nothing to draw, or far too much to reach")
		}
		walk(g)
		v := g.View()
		table, l := judgement.NewTableau(&v)
		var turn judgement.Turn
		turn.Explore(&table, l, v.Top.Rank())
		for _, s := range turn.Spots {
			if _, ok := want[s.Left]; !ok {
				t.Fatalf("position %o: cannot be reached", s.Left)
			}
		}
		turn.Whole = true
		turn.Explore(&table, l, v.Top.Rank()) // memory used again
		got := map[judgement.Left]bool{}
		for _, s := range turn.Spots {
			got[s.Left] = got[s.Left] || s.Stop
		}
		if len(got) != len(want) {
			t.Errorf("reached %d positions, want %d", len(got), len(want))
		}
		for l, stop := range want {
			if got[l] != stop {
				t.Fatalf("position %o: stop %v, want %v", l, got[l], stop)
			}
		}
	})
}

// The same question has the same answer, whatever the caddie was asked before.
func TestMemoryDoesNotMatter(t *testing.T) {
	var c Caddie
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		v := g.View()
		src := card.SplitMix(1)
		if a, b := c.Advise(context.Background(), &v, &src, few), advise(g, few); !reflect.DeepEqual(a, b) {
			t.Errorf("%+v\n%+v", a, b)
		}
	})
}

func TestStoppedThinkingStillAdvises(t *testing.T) {
	g, err := dealcode.ParseSource("GO1-E-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	game, err := g.Game()
	if err != nil {
		t.Fatal(err)
	}
	game.Do(patience.Draw)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := game.View()
	src := card.SplitMix(1)
	a := new(Caddie).Advise(ctx, &v, &src, Budget{Games: 1 << 40})
	if len(a.Choices) != 2 || a.Choices[0].Games == 0 {
		t.Errorf("%+v", a)
	}
}

// position deals a game from columns (free card last), waste and stock; what is
// not named fills up in any order.
func position(t testing.TB, rules patience.Rules, waste, stock string, columns ...string) *patience.Game {
	t.Helper()
	named := map[card.Card]bool{}
	read := func(text string) (list []card.Card) {
		for _, word := range strings.Fields(text) {
			c, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			named[c] = true
			list = append(list, c)
		}
		return list
	}
	deck := make([]card.Card, 52)
	for i, text := range columns {
		column := read(text)
		for k, c := range column {
			deck[(patience.Rows-len(column)+k)*patience.Columns+i] = c
		}
	}
	deck[patience.Tableau] = read(waste)[0]
	copy(deck[patience.Tableau+1:], read(stock))
	next := card.Card(1)
	for i := range deck {
		for deck[i] == card.None {
			if !named[next] {
				deck[i] = next
			}
			next++
		}
	}
	g, err := patience.New(rules, deck)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func hasReason(c Choice, want Reason) bool { return slices.Contains(c.Reasons, want) }

func TestReasons(t *testing.T) {
	traditional, _ := patience.PresetByID("traditional")
	rules := traditional.Rules
	for _, tt := range []struct {
		name string
		game *patience.Game
		move patience.Action
		want Reason
	}{
		{"nothing fits", position(t, rules, "KC", ""), patience.Draw, Reason{Kind: NothingFits}},
		{"frees the only 6", position(t, rules, "9C", "", "6H TD", "KD", "KH", "KS", "2C", "2D", "2H"), patience.Remove(0), Reason{Kind: FreesOnly, Rank: 6}},
		{"a long run", position(t, rules, "5C", "", "6H", "7D", "8H", "9S", "KD", "KH", "KS"), patience.Remove(0), Reason{Kind: LongRun, N: 4}},
		{"saves", position(t, rules, "5C", "", "6H", "KC", "2D", "9S", "KD", "KH", "KS"), patience.Draw, Reason{Kind: Saves}},
		{"keeps the queen", position(t, rules, "JC", "", "QH", "KC", "2D", "9S", "KD", "KH", "5S"), patience.Draw, Reason{Kind: KeepsForKing, Rank: card.Queen}},
		{"plays a king", position(t, rules, "QC", "", "KC", "2D", "2S", "2C", "5D", "5H", "5S"), patience.Remove(0), Reason{Kind: PlaysKing, N: 1}},
	} {
		a := advise(tt.game, few)
		found := false
		for _, c := range a.Choices {
			if c.Move == tt.move {
				found = hasReason(c, tt.want)
				if !found {
					t.Errorf("%s: %+v", tt.name, c.Reasons)
				}
			}
		}
		if !found {
			t.Errorf("%s: the move is missing or its reason", tt.name)
		}
	}
}

// A position that is won without a draw is seen as won, for certain.
func TestSureWin(t *testing.T) {
	d, err := dealcode.ParseSource("GO1-E-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.Game()
	if err != nil {
		t.Fatal(err)
	}
	for _, letter := range "d52d3dd556617452d17d144d23d37d6d42" + "3246117d53d6dd" {
		a, _ := patience.ActionOf(byte(letter))
		if err := g.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	a := advise(g, few)
	c := a.Choices[0]
	if c.Move != patience.Remove(6) || c.Win != (Estimate{Value: 1}) || c.Strokes != (Estimate{Value: -2}) || !hasReason(c, Reason{Kind: Wins, N: 1}) {
		t.Errorf("%+v", c)
	}
}

func TestHints(t *testing.T) {
	rules := patience.Rules{King: patience.Closed, Scoring: patience.Strokes}
	g := position(t, rules, "5C", "", "6H", "7D", "8H", "9S", "KD", "KH", "KS")
	a := advise(g, few)
	if h, ok := a.Hint(ThereIs); !ok || !h.Fits || h.Move != nil || h.Choice != nil {
		t.Errorf("%+v", h)
	}
	if h, _ := a.Hint(WhichPile); h.Move == nil || *h.Move != patience.Remove(0) || h.Choice != nil {
		t.Errorf("%+v", h)
	}
	if h, _ := a.Hint(WhichMove); h.Choice == nil || h.Choice.Run != 4 {
		t.Errorf("%+v", h)
	}
	stuck := advise(position(t, rules, "KC", ""), few)
	if h, _ := stuck.Hint(WhichPile); h.Fits || *h.Move != patience.Draw {
		t.Errorf("%+v", h)
	}
	g.Do(patience.GiveUp)
	over := advise(g, few)
	if h, ok := over.Hint(WhichMove); ok {
		t.Errorf("a hint after the end: %+v", h)
	}
}

func TestOmniscient(t *testing.T) {
	s := solve.New()
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		g := gameGen(t, 45)
		problem := solve.FromGame(g)
		want := s.Best(ctx, &problem)
		for g.State() == patience.Playing {
			p, ok := Omniscient(ctx, s, g)
			if !ok || p.Strokes != want.Strokes || p.Winnable != want.Winnable {
				t.Fatalf("%+v %v, want %+v", p, ok, want)
			}
			if err := g.Do(p.Move); err != nil {
				t.Fatalf("%v: %v", p, err)
			}
		}
		if g.Strokes() != want.Strokes {
			t.Errorf("following it led to %d strokes, want %d", g.Strokes(), want.Strokes)
		}
	})
}

// Following the caddie, a little thought wins many times what taking the longest
// run at every turn wins. The numbers are those of fixed deals and seeds.
func TestStrength(t *testing.T) {
	rules := patience.Rules{King: patience.Wrap}
	var c Caddie
	src := card.SplitMix(1)
	won := 0
	const deals = 30
	for d := range uint64(deals) {
		g, err := patience.New(rules, dealcode.Deck(d, 0))
		if err != nil {
			t.Fatal(err)
		}
		for g.State() == patience.Playing {
			v := g.View()
			a := c.Advise(context.Background(), &v, &src, Budget{Games: 100})
			best, ok := a.Best()
			if !ok {
				t.Fatal("no advice")
			}
			if err := g.Do(best); err != nil {
				t.Fatal(err)
			}
		}
		if g.State() == patience.Won {
			won++
		}
	}
	if won < deals/3 {
		t.Errorf("won %d of %d", won, deals)
	}
}

func BenchmarkAdvise(b *testing.B) {
	for _, id := range []string{"traditional", "queen-on-king", "putt-putt"} {
		b.Run(id, func(b *testing.B) {
			p, _ := patience.PresetByID(id)
			var c Caddie
			src := card.SplitMix(1)
			deal := uint64(0)
			g := new(patience.Game)
			next := func() {
				deal++
				if err := g.Reset(p.Rules, dealcode.Deck(deal, 0)); err != nil {
					b.Fatal(err)
				}
			}
			next()
			decisions := 0
			for b.Loop() {
				for g.State() != patience.Playing {
					next()
				}
				v := g.View()
				a := c.Advise(context.Background(), &v, &src, Budget{})
				best, _ := a.Best()
				if len(a.Choices) > 1 {
					decisions++
				}
				g.Do(best)
			}
			b.ReportMetric(float64(decisions)/float64(b.N), "decisions/op")
		})
	}
}
