package main

import (
	"context"
	"log"
	"math"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/caddie/internal/judgement"
	"birdie/patience/dealcode"
)

// same is the comparison before it is made.
var same = [2][3]float32{{0, 0, 1}, {0, 0, 1}}

// The caddie that is compared plays so many games, with so many thought out for
// each move.
const (
	compared = 600
	thought  = 2000
)

// compare returns the network of a king rule with its Better numbers: the caddie's
// results, regressed on what the games in its thought said and on the cards in the stock.
func compare(king patience.KingRule) *judgement.Network {
	net := judgement.Of(king)
	net.Better = same
	for goal, scoring := range []patience.Scoring{patience.WinLoss, patience.Strokes} {
		var xs [][3]float64
		var ys []float64
		for deal := range uint64(compared) {
			x, y := play(patience.Rules{King: king, Scoring: scoring}, deal*7_368_787+3, judgement.Goal(goal))
			for range x {
				ys = append(ys, y)
			}
			xs = append(xs, x...)
		}
		for i, b := range regress(xs, ys, judgement.Goal(goal) == judgement.WinGoal) {
			net.Better[goal][i] = float32(b)
		}
		log.Printf("king rule %d, goal %d: %v from %d moves", king, goal, net.Better[goal], len(ys))
	}
	return net
}

// play follows the caddie through a game. It returns what was said before each
// move that was a decision, and the result.
func play(rules patience.Rules, deal uint64, goal judgement.Goal) (xs [][3]float64, y float64) {
	g, err := patience.New(rules, dealcode.Deck(deal, 0))
	if err != nil {
		log.Fatal(err)
	}
	var c caddie.Caddie
	src := card.SplitMix(deal)
	for g.State() == patience.Playing {
		v := g.View()
		a := c.Advise(context.Background(), &v, &src, caddie.Budget{Games: thought})
		if best := a.Choices[0]; len(a.Choices) > 1 && best.Games > 0 {
			x := [3]float64{1, float64(g.Stock()) / judgement.MaxStock, best.Strokes.Value}
			if goal == judgement.WinGoal {
				x[2] = math.Log(best.Win.Value / (1 - best.Win.Value))
			}
			xs = append(xs, x)
		}
		for _, move := range c.Plan(&v, &a.Choices[0]) {
			if err := g.Do(move); err != nil {
				log.Fatal(err)
			}
		}
	}
	if goal == judgement.StrokesGoal {
		return xs, float64(g.Strokes())
	}
	if g.State() == patience.Won {
		y = 1
	}
	return xs, y
}

// regress fits y to a sum of the xs by least squares or, for logistic, its logit by
// the greatest likelihood, with Newton's method.
func regress(xs [][3]float64, ys []float64, logistic bool) (b [3]float64) {
	for range 20 {
		var gradient [3]float64
		var hessian [3][4]float64
		for i, x := range xs {
			y, weight := b[0]*x[0]+b[1]*x[1]+b[2]*x[2], 1.0
			if logistic {
				y = 1 / (1 + math.Exp(-y))
				weight = y * (1 - y)
			}
			for j := range b {
				gradient[j] += (ys[i] - y) * x[j]
				for k := range b {
					hessian[j][k] += weight * x[j] * x[k]
				}
			}
		}
		for j := range b {
			hessian[j][j] += 1e-6
			hessian[j][3] = gradient[j]
		}
		for i, step := range eliminate(hessian) {
			b[i] += step
		}
	}
	return b
}

// eliminate solves three linear equations, which must have a solution.
func eliminate(m [3][4]float64) (x [3]float64) {
	for i := range m {
		for j := range m {
			if j == i {
				continue
			}
			f := m[j][i] / m[i][i]
			for k := i; k < 4; k++ {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	for i := range m {
		x[i] = m[i][3] / m[i][i]
	}
	return x
}
