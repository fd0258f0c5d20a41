package bot

import (
	"math"

	"birdie/card"
	"birdie/golf"
)

// Worth is what an action is worth against the best there is.
type Worth struct {
	Action golf.Action
	// Given is how many strokes the action gives away, 0 for the best. What counts
	// is the chance to win the match; a stroke is what one is worth in an even one.
	Given float64
	// Error is the standard error of Given, as far as it comes from the deals that
	// were tried. It is 0 where every outcome was weighed.
	Error float64
}

// Judgement weighs what a seat can do in the eyes of Search, the more exactly the
// longer it is let. Search drops moves that do badly; here every move is tried to
// the end, on the same deals.
type Judgement struct {
	brain *brain
	view  golf.View
	ranks [golf.MaxPlayers]grid
	goal  goal
	seeds card.SplitMix
	deals int
	exact bool
	arms  [maxPlans]arm
	gains [maxPlans]float64 // what the policy thinks of each, as a utility
	n     int               // arms
	trust float64           // how many deals the policy counts as much as
	both  [maxPlans][maxPlans]float64
}

// Judge begins a judgement of the position of a view, whose seat must be one that
// may act. The first cards of a hole are chosen blind: of those there is nothing
// to say.
func (s Search) Judge(v *golf.View, src card.Source) *Judgement {
	j := &Judgement{view: *v, seeds: card.SplitMix(src.Uint64())}
	v = &j.view
	if v.Phase() == golf.PhaseChoose {
		j.exact = true
		return j
	}
	b := newBrain(v, s.params)
	j.brain, j.ranks, j.goal = b, ranksOf(v, b.cells), trialGoal(v)
	var buf [maxPlans]plan
	plans := b.plans(v, buf[:0])
	j.n = len(plans)
	for i, p := range plans {
		j.arms[i].plan = p
	}
	if v.Ender() >= 0 && v.LastTurns() == 1 {
		if e, ok := newExact(b, v); ok {
			j.exact = true
			for i := range plans {
				e.weigh(&j.arms[i], v)
			}
			return j
		}
	}
	t := b.begin(&v.Public, &j.ranks, v.Hand().Rank())
	j.trust = t.trust()
	for i, p := range plans {
		j.gains[i] = j.goal.strokeWorth() * float64(t.gain(p))
	}
	return j
}

// Exact reports whether every outcome has been weighed, or there is nothing to
// decide: deals change nothing then.
func (j *Judgement) Exact() bool { return j.exact || j.n < 2 }

// Deals returns the number of deals tried.
func (j *Judgement) Deals() int { return j.deals }

// Try tries all moves on so many deals more.
func (j *Judgement) Try(deals int) {
	if j.Exact() {
		return
	}
	var got [maxPlans]float64
	for range deals {
		deal := card.SplitMix(j.seeds.Uint64())
		world := j.view.Determinize(&deal)
		for i := range j.n {
			utility, _ := j.brain.tryOut(&world, &j.ranks, j.arms[i].plan, deal, &j.goal)
			j.arms[i].utility += utility
			got[i] = utility
			for k := range i + 1 {
				j.both[i][k] += utility * got[k]
			}
		}
		j.deals++
	}
}

// AppendWorths appends what every legal action is worth.
func (j *Judgement) AppendWorths(list []Worth) []Worth {
	if j.n == 0 {
		return list
	}
	best := j.best(func(golf.Action) bool { return true })
	own := j.brain.grid(j.brain.seat)
	down := j.view.FaceDown(j.brain.seat)
	var buf [maxActions]golf.Action
	for _, a := range j.view.Legal(buf[:0]) {
		same := a
		switch a.Kind {
		case golf.Swap:
			same = golf.SwapAt(j.brain.firstAlike(&own, down, a.Pos()))
		case golf.Flip:
			same = golf.FlipAt(j.brain.firstAlike(&own, down, a.Pos()))
		}
		i := j.best(func(b golf.Action) bool { return b == same })
		w := Worth{Action: a, Given: (j.value(best) - j.value(i)) / j.goal.strokeWorth()}
		w.Error = j.doubt(best, i) / j.goal.strokeWorth()
		list = append(list, w)
	}
	return list
}

// best returns the arm of the highest value among those whose first action suits.
// To take a card is worth what the best place for it is.
func (j *Judgement) best(suits func(golf.Action) bool) int {
	best := -1
	for i := range j.n {
		if suits(j.arms[i].first) && (best < 0 || j.value(i) > j.value(best)) {
			best = i
		}
	}
	return best
}

// value returns the utility of an arm: the mean of what the policy thinks, which
// counts like so many deals, and of the deals.
func (j *Judgement) value(i int) float64 {
	if j.exact {
		return j.arms[i].utility
	}
	return (j.trust*j.gains[i] + j.arms[i].utility) / max(1, j.trust+float64(j.deals))
}

// doubt returns the standard error of the difference between two arms. They were
// tried on the same deals, so much of what chance does cancels out.
func (j *Judgement) doubt(a, b int) float64 {
	n := float64(j.deals)
	if a == b || n < 2 {
		return 0
	}
	mean := (j.arms[a].utility - j.arms[b].utility) / n
	square := (j.both[a][a] + j.both[b][b] - 2*j.both[max(a, b)][min(a, b)]) / n
	return math.Sqrt(max(0, square-mean*mean)*n) / (j.trust + n)
}
