// Package caddie gives fair advice: what to play, judged from what the player
// sees. It takes a View, which cannot hold the order of the stock, so it cannot
// peek; hints that do are in Omniscient and say so.
//
// How it thinks: a player's decisions between two draws are one, namely which
// cards to have removed when the next card is drawn. The caddie lists those it
// can have, keeps the most promising by a quick judgement, and learns more of them
// in two ways. It looks ahead at everything that can be drawn in the next draws.
// And it plays each of them to the end many times, with the unseen cards in an order
// drawn at random and a player who sees no more than a real one would, and who
// thinks over what games come to often. The candidates share their orders, and the
// worse half is dropped again and again (sequential halving: Karnin, Koren, Somekh,
// "Almost Optimal Exploration in Multi-Armed Bandits", 2013). Averaging over orders
// that are each solved perfectly is the usual way; it overrates what knowing the
// order is worth, see docs/performance.md.
package caddie

import (
	"math"
	"slices"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie/internal/judgement"
	"birdie/patience/solve"
)

// Goal is what the caddie plays for.
type Goal = judgement.Goal

// The goals.
const (
	WinGoal     = judgement.WinGoal     // a win, however few cards are left in the stock
	StrokesGoal = judgement.StrokesGoal // the fewest strokes
)

// GoalOf returns the goal of a scoring: strokes where they count, else a win.
func GoalOf(s patience.Scoring) Goal {
	if s == patience.Strokes {
		return StrokesGoal
	}
	return WinGoal
}

// Budget is how much the caddie may think: the number of games that it plays to
// the end; how far it looks ahead depends on it too. The zero value is the default strength.
type Budget struct{ Games int }

// DefaultGames is the number of games of the default strength.
const DefaultGames = 20000

// Estimate is a value and its standard error. The error is that of the sampling
// alone: it is 0 for what is certain.
type Estimate struct{ Value, Error float64 }

// Choice is a legal move and what it is worth to a player who goes on asking the
// caddie, at about the default strength.
type Choice struct {
	Move    patience.Action
	Win     Estimate // the chance to win, 0 to 1
	Strokes Estimate // the strokes to expect
	Run     int      // removals up to the next draw, Move included: see Caddie.Plan
	Reasons []Reason
	// Games is the number of games the estimates are from, 0 for certainty.
	Games int

	score float64
	end   judgement.Left
}

// Advice is the caddie's opinion of a position.
type Advice struct {
	Goal    Goal
	Choices []Choice // all legal moves, the best first; none when the game is over
}

// Best returns the best move, and false when there is none.
func (a *Advice) Best() (patience.Action, bool) {
	if len(a.Choices) == 0 {
		return 0, false
	}
	return a.Choices[0].Move, true
}

// Caddie advises. It keeps its memory, about two megabytes, for the next question.
// A Caddie is for one goroutine at a time. Its zero value is ready.
type Caddie struct {
	table  judgement.Tableau
	judge  judgement.Judge
	goal   Goal
	around judgement.Turn // the turn of the position itself
	ahead  judgement.Turn // turns of games thought out

	stock  []card.Rank // unseen ranks
	unseen judgement.Unseen
	ends   []end
	active []int

	expected [1 << tableBits]expected
	decided  [1 << tableBits]decision
	looked   int // positions looked at by expect
}

// end is a way to end the turn: the columns that are left when the next card is
// drawn, or when the game ends.
type end struct {
	left   judgement.Left
	quick  float32 // what the judgement says
	prior  float64 // what it expects, having looked ahead
	sure   bool    // the result is known, not sampled
	wins   float64
	sum    float64 // of strokes
	square float64 // of strokes
	games  int
}

// candidates is how many ends of a turn are thought out for each move.
const candidates = 6

// Advise says what the legal moves of a position are worth. It depends on v, src
// and the budget alone. A context that ends stops the thinking early: the advice
// is then from fewer games, at least one for each candidate.
func (c *Caddie) Advise(ctx solve.Context, v *patience.View, src card.Source, budget Budget) Advice {
	c.goal = GoalOf(v.Rules.Scoring)
	advice := Advice{Goal: c.goal}
	if v.State != patience.Playing {
		return advice
	}
	if budget.Games <= 0 {
		budget.Games = DefaultGames
	}
	var left judgement.Left
	c.table, left = judgement.NewTableau(v)
	u := c.setStock(v)
	c.unseen = u
	c.judge.Load(judgement.Of(v.Rules.King), &c.table, &u, c.goal)
	c.around.Whole = u.N == 0 // what is certain must not depend on a bound

	c.ends = c.ends[:0]
	var plans []plan
	top := v.Top.Rank()
	moves := legal(v)
	for column := range patience.Columns {
		if !moves.Has(patience.Remove(column)) {
			continue
		}
		rank := c.table.Free(column, left)
		c.around.Explore(&c.table, left.Without(column), rank)
		plans = append(plans, plan{move: patience.Remove(column), ends: c.pick(&u)})
	}
	if moves.Has(patience.Draw) {
		c.around.Explore(&c.table, left, top)
		plans = append(plans, plan{move: patience.Draw, ends: []int{c.end(left, &u)}})
	}
	c.think(ctx, src, budget.Games, plans)

	before := situation{table: &c.table, left: left, top: top, unseen: &u}
	var order []int // of plans
	for n, p := range plans {
		// The best end comes first.
		for k, i := range p.ends {
			if c.ends[i].better(&c.ends[p.ends[0]], c.goal) {
				p.ends[0], p.ends[k] = i, p.ends[0]
			}
		}
		order = append(order, n)
	}
	// Equal moves keep their order: columns from the left, then the draw.
	sortFew(order, func(a, b *int) bool {
		return c.ends[plans[*a].ends[0]].score(c.goal) > c.ends[plans[*b].ends[0]].score(c.goal)
	})
	for _, n := range order {
		p := &plans[n]
		best := &c.ends[p.ends[0]]
		choice := best.choice(p.move, c.goal)
		choice.improve(judgement.Of(v.Rules.King), u.N)
		choice.end = best.left
		choice.Run = left.Cards() - best.left.Cards()
		choice.Reasons = before.reasons(p.move, best.left)
		advice.Choices = append(advice.Choices, choice)
	}
	return advice
}

// Plan returns the moves up to the next draw that a choice of the advice given last
// stands for: its Run removals, or the draw. v is what that advice was about.
func (c *Caddie) Plan(v *patience.View, choice *Choice) (moves []patience.Action) {
	column, removal := choice.Move.Column()
	if !removal {
		return []patience.Action{choice.Move}
	}
	_, left := judgement.NewTableau(v)
	for _, column := range c.around.Path(&c.table, left, column, choice.end) {
		moves = append(moves, patience.Remove(column))
	}
	return moves
}

// plan is a legal move and the ends of the turn that are thought out for it.
type plan struct {
	move patience.Action
	ends []int
}

// legal returns the legal moves of a position.
func legal(v *patience.View) (m patience.Moves) {
	fits := v.Rules.King.Follow(v.Top.Rank())
	for c, n := range v.Left {
		if n > 0 && fits.Has(v.Tableau[c][n-1].Rank()) {
			m |= 1 << c
		}
	}
	if v.Unseen != 0 && v.Top != card.None && (m == 0 || v.Rules.Draw == patience.Anytime) {
		m |= 1 << patience.Draw
	}
	return m
}

// setStock notes the ranks of the unseen cards, in an order of their own.
func (c *Caddie) setStock(v *patience.View) (u judgement.Unseen) {
	c.stock = c.stock[:0]
	for x := card.Card(1); x <= card.Max; x++ {
		if v.Unseen>>x&1 != 0 {
			u.Add(x.Rank(), 1)
		}
	}
	for r, n := range u.Of {
		for range n {
			c.stock = append(c.stock, card.Rank(r))
		}
	}
	return u
}

// pick returns the most promising ends of the turn in c.around, with an empty
// stock the best one.
func (c *Caddie) pick(u *judgement.Unseen) []int {
	if u.N == 0 {
		best := c.around.Spots[0].Left
		for i := range c.around.Spots {
			if left := c.around.Spots[i].Left; left.Cards() < best.Cards() {
				best = left
			}
		}
		return []int{c.end(best, u)}
	}
	var picked []int
	worst := func() (at int) {
		for i := range picked {
			if c.ends[picked[i]].quick < c.ends[picked[at]].quick {
				at = i
			}
		}
		return at
	}
	for i := range c.around.Spots {
		s := &c.around.Spots[i]
		if !s.Stop && s.Left != 0 {
			continue
		}
		e := c.end(s.Left, u)
		switch {
		case slices.Contains(picked, e):
		case len(picked) < candidates:
			picked = append(picked, e)
		default:
			if at := worst(); c.ends[e].quick > c.ends[picked[at]].quick {
				picked[at] = e
			}
		}
	}
	return picked
}

// end returns the number of the end with the given columns left.
func (c *Caddie) end(left judgement.Left, u *judgement.Unseen) int {
	for i := range c.ends {
		if c.ends[i].left == left {
			return i
		}
	}
	e := end{left: left}
	cards := left.Cards()
	if cards == 0 || u.N == 0 {
		e.sure = true
		e.sum = float64(cards)
		e.quick = -1e6 - float32(cards)
		if cards == 0 {
			e.wins, e.sum, e.quick = 1, -float64(u.N), 1e6
		}
	} else {
		e.quick = c.judge.Value(left)
	}
	c.ends = append(c.ends, e)
	return len(c.ends) - 1
}

// think plays games from all ends of the plans, more from the better ones.
func (c *Caddie) think(ctx solve.Context, src card.Source, games int, plans []plan) {
	c.active = c.active[:0]
	for _, p := range plans {
		for _, i := range p.ends {
			if !c.ends[i].sure && !slices.Contains(c.active, i) {
				c.active = append(c.active, i)
			}
		}
	}
	if len(c.active) == 0 {
		return
	}
	c.expected = [1 << tableBits]expected{}
	c.decided = [1 << tableBits]decision{}
	c.lookAhead(ctx, games)
	rounds := max(1, int(math.Ceil(math.Log2(float64(len(c.active))))))
	for round := range rounds {
		for range max(1, games/rounds/len(c.active)) {
			shuffle(c.stock, src)
			for _, i := range c.active {
				c.ends[i].count(c.playOut(c.ends[i].left))
			}
			if ctx.Err() != nil {
				return
			}
		}
		if round == 0 {
			c.level()
		}
		c.rank()
		c.active = c.active[:(len(c.active)+1)/2]
	}
}

// rank sorts the active ends, the best first.
func (c *Caddie) rank() {
	sortFew(c.active, func(a, b *int) bool { return c.ends[*a].better(&c.ends[*b], c.goal) })
}

// level makes the mean prior of the ends what the games say of them in the mean:
// the games are played by a lesser player than the one whose results are expected,
// and only the differences matter.
func (c *Caddie) level() {
	var by float64
	for _, i := range c.active {
		e := &c.ends[i]
		by += (e.sums(c.goal)/float64(e.games) - e.prior) / float64(len(c.active))
	}
	for i := range c.ends {
		c.ends[i].prior += by
	}
}

func shuffle(ranks []card.Rank, src card.Source) {
	for i := len(ranks) - 1; i > 0; i-- {
		j := card.Below(src, uint64(i+1))
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
}

// decision is how a turn is ended, and how often games came to it.
type decision struct {
	position uint64 // hashed
	left     judgement.Left
	times    int32
	forced   bool // there is no other way, or this one wins
}

// What comes soon comes often, and deserves more than quick judgement: decisions
// within so many draws are kept, and thought over when games come to them so often.
const (
	keptDraws  = 3
	thinkOver  = 4
	thinkAgain = 100
)

// playOut plays a game to the end, from before a draw, with the stock in its
// present order, by a player who judges as the caddie does and does not know that
// order. It returns the strokes and whether the game was won.
func (c *Caddie) playOut(left judgement.Left) (strokes int, won bool) {
	c.judge.Restock()
	u := c.unseen
	for drawn, top := range c.stock {
		stock := len(c.stock) - 1 - drawn
		c.judge.Draw(top, stock)
		if drawn >= keptDraws || stock == 0 {
			if left, _, _ = c.best(left, top, stock); left == 0 {
				return -stock, true
			}
			continue
		}
		u.Add(top, -1)
		hash := (unseenKey(&u, uint64(top)) ^ uint64(left)*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
		d := &c.decided[hash>>(64-tableBits)]
		if d.position != hash {
			*d = decision{position: hash}
			d.left, _, d.forced = c.best(left, top, stock)
		}
		d.times++
		switch {
		case d.forced:
		case d.times == thinkOver:
			_, d.left = c.reach(left, top, &u, 1)
		case d.times == thinkAgain:
			_, d.left = c.reach(left, top, &u, 2)
		}
		if left = d.left; left == 0 {
			return -stock, true
		}
	}
	return left.Cards(), false
}

func (e *end) count(strokes int, won bool) {
	if won {
		e.wins++
	}
	e.sum += float64(strokes)
	e.square += float64(strokes) * float64(strokes)
	e.games++
}

// strokeWeight is how much of the chance to win a stroke is worth when a win is
// the goal. Few games are won; strokes tell near misses from hopeless ones.
const strokeWeight = 0.02

// priorGames is how many games the prior of an end counts for.
const priorGames = 400

// sums is the sum over all games of what counts for a goal.
func (e *end) sums(g Goal) float64 {
	if g == StrokesGoal {
		return -e.sum
	}
	return e.wins - strokeWeight*e.sum
}

// score orders ends: the higher the better.
func (e *end) score(g Goal) float64 {
	if e.sure {
		return e.sums(g)
	}
	return (e.sums(g) + priorGames*e.prior) / float64(e.games+priorGames)
}

func (e *end) better(other *end, g Goal) bool {
	if e.sure && other.sure && g == WinGoal && e.wins != other.wins {
		return e.wins > other.wins
	}
	return e.score(g) > other.score(g)
}

// choice returns what a move is worth whose best end is e.
func (e *end) choice(move patience.Action, g Goal) Choice {
	c := Choice{Move: move, Games: e.games, score: e.score(g)}
	n := float64(max(1, e.games))
	c.Win.Value, c.Strokes.Value = e.wins/n, e.sum/n
	if !e.sure {
		// Agresti and Coull's two wins and two losses more keep the error from
		// being 0 where it is not known to be.
		p := (e.wins + 2) / (n + 4)
		c.Win.Error = math.Sqrt(p * (1 - p) / (n + 4))
		variance := max(0, e.square/n-c.Strokes.Value*c.Strokes.Value)
		c.Strokes.Error = math.Sqrt((variance + 1/n) / n)
	}
	return c
}

// improve turns what a player would reach who goes on by quick judgement into what
// one reaches who goes on asking the caddie.
func (c *Choice) improve(net *judgement.Network, stock int) {
	if c.Games == 0 {
		return
	}
	var stretch float64
	n := float64(c.Games)
	c.Win.Value, stretch = net.BetterWin((c.Win.Value*n+0.5)/(n+1), stock)
	c.Win.Error *= stretch
	c.Strokes.Value, stretch = net.BetterStrokes(c.Strokes.Value, stock)
	c.Strokes.Value = min(max(c.Strokes.Value, -float64(stock)), patience.Tableau)
	c.Strokes.Error *= stretch
}

// sortFew sorts a short list; what is equal keeps its order. The sorting of package
// slices would be a hundredth of what the page downloads.
func sortFew(list []int, before func(a, b *int) bool) {
	for i := range list {
		for ; i > 0 && before(&list[i], &list[i-1]); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
}
