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
		if math.Abs(got-want) > 0.1 {
			t.Errorf("%o for goal %d: %v, want %v", left, goal, got, want)
		}
	})
}

// Under no rules can a unit, or the sum of those in one place of their words, leave
// its 16 bits.
func TestSumsFit(t *testing.T) {
	for king := range patience.Closed + 1 {
		net := Of(king)
		for deal := range uint64(30) {
			jokers := int(deal % 3)
			g, err := patience.New(patience.Rules{King: king, Jokers: uint8(jokers), Opening: patience.Opening(deal % 2)}, dealcode.Deck(deal, jokers))
			if err != nil {
				t.Fatal(err)
			}
			v := g.View()
			table, _ := NewTableau(&v)
			var u Unseen
			for _, c := range g.HiddenStock() {
				u.Add(c.Rank(), 1)
			}
			for goal := range StrokesGoal + 1 {
				var j Judge
				j.Load(net, &table, &u, goal)
				var sides [2][4]float32
				for unit := range Hidden {
					low, high := bounds(net, &table, &u, unit)
					low, high = low*j.gains[unit], high*j.gains[unit]
					if low < math.MinInt16 || high > math.MaxInt16 {
						t.Errorf("king rule %d, goal %d: unit %d is from %v to %v", king, goal, unit, low, high)
					}
					side := 0
					if int(j.slots[unit]) >= 4*j.plus {
						side = 1
					}
					sides[side][j.slots[unit]%4] += max(0, high)
				}
				for _, places := range sides {
					for _, x := range places {
						if x > math.MaxUint16 {
							t.Errorf("king rule %d, goal %d: units sum up to %v", king, goal, x)
						}
					}
				}
			}
		}
	}
}

// bounds are the least and the most that a unit can be, whatever has been removed
// and drawn.
func bounds(net *Network, table *Tableau, u *Unseen, unit int) (low, high float32) {
	low = net.Bias[unit]
	high = low
	for c := range patience.Columns {
		var least, most float32
		for n := 1; n <= patience.Rows && table.Ranks[c][n] != 0; n++ {
			var x float32
			for _, in := range appendColumn(nil, table, c, n) {
				x += in.Value * net.In[in.At][unit]
			}
			least, most = min(least, x), max(most, x)
		}
		low, high = low+least, high+most
	}
	for r, n := range u.Of {
		if n > 0 {
			x := float32(n) * net.In[inUnseen+r-1][unit]
			low, high = low+min(0, x), high+max(0, x)
		}
	}
	least, most := net.In[inStock][unit], net.In[inStock][unit]
	for n := range u.N + 1 {
		least, most = min(least, net.In[inStock+n][unit]), max(most, net.In[inStock+n][unit])
	}
	return low + least, high + most
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
