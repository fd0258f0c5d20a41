package judgement

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// forward computes the network from its inputs, one by one, as the trainer does.
func forward(n *Network, inputs []Input, g Goal) float64 {
	sums := make([]float64, Hidden)
	for i := range sums {
		sums[i] = float64(n.Bias[i])
		for _, in := range inputs {
			sums[i] += float64(in.Value) * float64(n.In[in.At][i])
		}
	}
	value := float64(n.Outs[g])
	for i, x := range sums {
		value += math.Max(0, x) * float64(n.Out[g][i])
	}
	if g == StrokesGoal {
		return -value
	}
	return value
}

// The layers made beforehand for each column give what the inputs give.
func TestValueIsTheNetwork(t *testing.T) {
	var j Judge
	rapid.Check(t, func(t *rapid.T) {
		king := patience.KingRule(rapid.IntRange(0, 2).Draw(t, "king"))
		jokers := rapid.IntRange(0, 2).Draw(t, "jokers")
		g, err := patience.New(patience.Rules{King: king, Jokers: uint8(jokers)}, dealcode.Deck(rapid.Uint64().Draw(t, "deal"), jokers))
		if err != nil {
			t.Fatal(err)
		}
		v := g.View()
		table, _ := NewTableau(&v)
		var u Unseen
		for r := range card.JokerRank {
			u.Add(r+1, rapid.IntRange(0, 1).Draw(t, "unseen"))
		}
		before := u
		for r, n := range before.Of {
			before.Add(card.Rank(r), int(n)) // twice the cards, half of them drawn
		}
		if before.N > MaxStock {
			before = u
		}
		goal := Goal(rapid.IntRange(0, 1).Draw(t, "goal"))
		j.Load(Of(king), &table, &before, goal)
		if before.N > 0 {
			j.Draw(card.Ace, before.N-1)
			j.Restock()
		}
		for n, r := before.N, 0; r < len(before.Of); r++ {
			for range before.Of[r] - u.Of[r] {
				n--
				j.Draw(card.Rank(r), n)
			}
		}
		var left Left
		for c := range patience.Columns {
			left |= Left(rapid.IntRange(0, patience.Rows).Draw(t, "left")) << (3 * c)
		}
		// What rounding to whole numbers may come to.
		got, want := float64(j.Value(left)), forward(Of(king), AppendInputs(nil, &table, left, &u), goal)
		if math.Abs(got-want) > 0.02 {
			t.Errorf("%o for goal %d: %v, want %v", left, goal, got, want)
		}
	})
}

func TestWeightsReadBack(t *testing.T) {
	var all []byte
	for king := range patience.Closed + 1 {
		all = AppendWeights(all, Of(king))
	}
	if string(all) != weights {
		t.Error("the networks do not write themselves as they were read")
	}
}

func TestBetter(t *testing.T) {
	n := Network{Better: [2][3]float32{{1, 0, 1}, {-1, 0, 1}}}
	if p, stretch := n.BetterWin(0.5, 10); math.Abs(p-1/(1+math.Exp(-1))) > 1e-9 || math.Abs(stretch-4*p*(1-p)) > 1e-9 {
		t.Errorf("%v, stretched %v", p, stretch)
	}
	if s, stretch := n.BetterStrokes(3, 10); s != 2 || stretch != 1 {
		t.Errorf("%v, stretched %v", s, stretch)
	}
}

func TestLeft(t *testing.T) {
	var l Left
	for c := range patience.Columns {
		l |= Left(c%6) << (3 * c)
	}
	if l.Cards() != 0+1+2+3+4+5+0 || l.Column(4) != 4 || l.Without(4).Column(4) != 3 || l.Without(4).Cards() != 14 {
		t.Errorf("%o", l)
	}
}
