// Command train makes the numbers the caddie judges by, from nothing but games it
// plays against the shuffle: judge, play many games by that judgement (each with
// one random turn, so that all positions are seen), learn how they ended, judge
// again. No game looks at the stock before a card is drawn.
//
//	go run ./patience/caddie/train
//	go run ./patience/caddie/train -better
//
// The first writes patience/caddie/internal/judgement/weights.bin, in about ten
// minutes on one core. The second, with those numbers built in, lets the caddie
// itself play and notes how much better that is than quick judgement, so that the
// chances it tells are those of a player who follows it. The same numbers come out
// every time.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie/internal/judgement"
	"birdie/patience/dealcode"
)

func main() {
	log.SetFlags(log.Ltime)
	out := flag.String("o", "patience/caddie/internal/judgement/weights.bin", "file to write")
	games := flag.Int("games", 120_000, "games a step")
	better := flag.Bool("better", false, "compare the caddie with its quick judgement")
	flag.Parse()
	var weights []byte
	if *better {
		for king := range patience.Closed + 1 {
			weights = judgement.AppendWeights(weights, compare(king))
		}
	} else {
		weights = train(*games)
	}
	if err := os.WriteFile(*out, weights, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// train makes the networks of all king rules.
func train(games int) (weights []byte) {
	for _, king := range []patience.KingRule{patience.Wrap, patience.Queen, patience.Closed} {
		t := newTrainer(king)
		for step := range 7 {
			goal := judgement.StrokesGoal
			if step >= 3 {
				goal = judgement.WinGoal
			}
			t.step(games, goal)
			win, strokes := t.measure(4000)
			log.Printf("king rule %d, step %d: %.4f won, %.3f strokes", king, step, win, strokes)
		}
		t.net.Better = same
		weights = judgement.AppendWeights(weights, t.net)
	}
	return weights
}

// trainer makes one network.
type trainer struct {
	king    patience.KingRule
	net     *judgement.Network
	numbers []*float32 // of net
	rng     *rand.Rand
	deal    uint64

	turn  judgement.Turn
	judge judgement.Judge
	data  []sample
}

// sample is a position before a draw and how the game ended.
type sample struct {
	inputs []judgement.Input
	won    float32
	tens   float32 // of strokes
}

func newTrainer(king patience.KingRule) *trainer {
	t := &trainer{king: king, net: new(judgement.Network), rng: rand.New(rand.NewPCG(1, uint64(king)))}
	for p := range t.net.All {
		*p = float32(t.rng.NormFloat64() * 0.05)
	}
	t.guess()
	t.numbers = slices.Collect(t.net.All)
	t.deal = t.rng.Uint64()
	return t
}

// guess makes the first unit of the hidden layer count cards, and those that
// cover others a little more, so that the first games are not played at random.
func (t *trainer) guess() {
	for i := range t.net.In {
		t.net.In[i][0] = 0
	}
	for r := range int(card.JokerRank) {
		t.net.In[judgement.FirstTableau+r][0] = 0.1
		t.net.In[judgement.FirstDepth+r][0] = 0.02
	}
	t.net.Out[judgement.WinGoal][0] = -1
	t.net.Out[judgement.StrokesGoal][0] = 1
}

// rules returns the rules of the next game: mostly without jokers.
func (t *trainer) rules() patience.Rules {
	jokers := [10]uint8{7: 1, 8: 2, 9: 2}
	return patience.Rules{King: t.king, Jokers: jokers[t.rng.IntN(10)]}
}

// step plays games towards a goal and learns from them.
func (t *trainer) step(games int, goal judgement.Goal) {
	t.data = t.data[:0]
	for range games {
		t.deal++
		from := len(t.data)
		won, strokes := t.play(t.rules(), t.deal*6364136223846793005, goal, t.rng.IntN(18)-1, true)
		for i := from; i < len(t.data); i++ {
			if won {
				t.data[i].won = 1
			}
			t.data[i].tens = float32(strokes) / 10
		}
	}
	t.learn(3)
}

// measure plays deals that training does not use, without random turns.
func (t *trainer) measure(n int) (win, strokes float64) {
	for i := range n {
		won, _ := t.play(patience.Rules{King: t.king}, uint64(i)*104_729, judgement.WinGoal, -1, false)
		if won {
			win++
		}
		_, s := t.play(patience.Rules{King: t.king}, uint64(i)*104_729, judgement.StrokesGoal, -1, false)
		strokes += float64(s)
	}
	return win / float64(n), strokes / float64(n)
}

// play plays a deal by the present judgement, but the turn numbered random at
// random, and notes the positions from that turn on.
func (t *trainer) play(rules patience.Rules, deal uint64, goal judgement.Goal, random int, note bool) (won bool, strokes int) {
	g, err := patience.New(rules, dealcode.Deck(deal, int(rules.Jokers)))
	if err != nil {
		log.Fatal(err)
	}
	v := g.View()
	table, left := judgement.NewTableau(&v)
	t.judge.Load(t.net, &table)
	stock := g.HiddenStock()
	var u judgement.Unseen
	for _, c := range stock {
		u.Add(c.Rank(), 1)
	}
	top := v.Top.Rank()
	for turn := 0; ; turn++ {
		t.turn.Explore(&table, left, top)
		t.judge.SetStock(&u)
		best := float32(math.Inf(-1))
		for _, s := range t.turn.Spots {
			if s.Left == 0 {
				return true, -u.N
			}
			if !s.Stop {
				continue
			}
			value := float32(-s.Left.Cards())
			switch {
			case turn == random:
				value = t.rng.Float32()
			case u.N > 0:
				value = t.judge.Value(s.Left, goal)
			}
			if value > best {
				best, left = value, s.Left
			}
		}
		if u.N == 0 {
			return false, left.Cards()
		}
		if note && turn >= random {
			t.data = append(t.data, sample{inputs: judgement.AppendInputs(nil, &table, left, &u)})
		}
		top = stock[len(stock)-u.N].Rank()
		u.Add(top, -1)
	}
}

// The hyperparameters of Adam (Kingma and Ba, "Adam: A Method for Stochastic
// Optimization", 2015).
const (
	batch    = 256
	rate     = 0.002
	decay1   = 0.9
	decay2   = 0.999
	lastRate = 0.05 // share of the rate at the end
)

// learn fits the network to the data in so many passes.
func (t *trainer) learn(passes int) {
	gradient := new(judgement.Network)
	descent := descent{of: slices.Collect(gradient.All), moments: make([][2]float32, len(t.numbers))}
	steps := float64(passes * (len(t.data) / batch))
	for range passes {
		t.rng.Shuffle(len(t.data), func(i, j int) { t.data[i], t.data[j] = t.data[j], t.data[i] })
		for rest := t.data; len(rest) >= batch; rest = rest[batch:] {
			for i := range rest[:batch] {
				descend(t.net, gradient, &rest[i])
			}
			descent.step(t.numbers, rate*(1-(1-lastRate)*descent.steps/steps))
		}
	}
}

// descent is the state of Adam.
type descent struct {
	of      []*float32   // the gradient
	moments [][2]float32 // running means of the gradient and of its square
	steps   float64
}

// step moves the numbers against the gradient and clears it.
func (d *descent) step(numbers []*float32, rate float64) {
	d.steps++
	unbias1, unbias2 := float32(1-math.Pow(decay1, d.steps)), float32(1-math.Pow(decay2, d.steps))
	for i, p := range numbers {
		g, m := *d.of[i]/batch, &d.moments[i]
		*d.of[i] = 0
		m[0] = decay1*m[0] + (1-decay1)*g
		m[1] = decay2*m[1] + (1-decay2)*g*g
		*p -= float32(rate) * (m[0] / unbias1) / (float32(math.Sqrt(float64(m[1]/unbias2))) + 1e-7)
	}
}

// descend adds to gradient that of a sample: of the logarithmic loss of the chance
// to win, and of the squared error of the strokes.
func descend(net, gradient *judgement.Network, s *sample) {
	h := net.Bias
	for _, in := range s.inputs {
		h.Add(&net.In[in.At], in.Value)
	}
	logit, tens := net.Outs[0], net.Outs[1]
	for i, x := range h {
		if x > 0 {
			logit += x * net.Out[0][i]
			tens += x * net.Out[1][i]
		}
	}
	win := float32(1/(1+math.Exp(-float64(logit)))) - s.won
	off := tens - s.tens
	gradient.Outs[0] += win
	gradient.Outs[1] += off
	var back judgement.Layer
	for i, x := range h {
		if x > 0 {
			gradient.Out[0][i] += win * x
			gradient.Out[1][i] += off * x
			back[i] = win*net.Out[0][i] + off*net.Out[1][i]
		}
	}
	gradient.Bias.Add(&back, 1)
	for _, in := range s.inputs {
		gradient.In[in.At].Add(&back, in.Value)
	}
}
