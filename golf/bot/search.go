package bot

import (
	"math"
	"time"

	"birdie/card"
	"birdie/golf"
)

// Search is the bot that plays every promising move through in its head, over
// and over: it deals what it has not seen at random, makes the move, lets the
// policy play the hole to its end for everyone, and looks at what became of it.
// All moves are tried on the same deals, and those that do badly are dropped
// early (sequential halving: Karnin, Koren and Somekh, "Almost Optimal
// Exploration in Multi-Armed Bandits", 2013).
type Search struct {
	params *params
	// Trials is how many games are played through for a decision.
	Trials int
}

// Within returns the bot with about as many trials as it can make in the given
// time for the decision of a view. The clock is the caller's. Decisions early in
// a hole take longest, so one of those is a good measure for a machine.
func (s Search) Within(limit time.Duration, v *golf.View, now func() time.Time) Search {
	for s.Trials = 64; ; s.Trials *= 2 {
		src := card.SplitMix(1)
		start := now()
		s.Choose(v, &src)
		took := max(1, now().Sub(start))
		if took >= limit/8 || s.Trials >= mostTrials {
			s.Trials = int(max(1, min(mostTrials, int64(s.Trials)*int64(limit)/int64(took))))
			return s
		}
	}
}

// mostTrials bounds what Within allows.
const mostTrials = 1 << 20

// plan is a move with what follows at once in the same turn.
type plan struct {
	first, second golf.Action
	two           bool // there is a second action
}

// maxPlans bounds the number of plans: all swaps of a card taken, turning up
// cards, drawing and knocking.
const maxPlans = 2*golf.MaxCells + 2

// arm is a plan with what its trials gave.
type arm struct {
	plan
	utility float64 // sum over the trials
	wins    float64 // sum of the shares of holes won
}

// Choose implements Bot.
func (s Search) Choose(v *golf.View, src card.Source) Choice {
	if v.Phase() == golf.PhaseChoose {
		return because(v, spread(v))
	}
	b := newBrain(v, s.params)
	g := ranksOf(v, b.cells)
	var buf [maxPlans]plan
	plans := b.plans(v, buf[:0])
	if len(plans) == 1 {
		return because(v, plans[0].first)
	}
	var arms [maxPlans]arm
	for i, p := range plans {
		arms[i].plan = p
	}
	if v.Ender() >= 0 && v.LastTurns() == 1 {
		if e, ok := newExact(b, v); ok {
			return e.choose(v, arms[:len(plans)])
		}
	}
	best, trials := s.halve(b, v, &g, arms[:len(plans)], src)
	c := because(v, best.first)
	c.Why.Trials = trials
	c.Why.Wins = percent(best.wins / float64(trials))
	return c
}

func percent(share float64) int { return int(100*share + .5) }

// What the policy thinks of a move counts like so many trials for each card face
// down in the grid that has fewest, squared: far from the end its judgement is
// better than a few hundred trials.
const priorTrials = 40

// trust returns how many trials the policy's judgement of a position counts like.
func (t *thought) trust() float64 { return priorTrials * float64(t.stage*t.stage) }

// halve tries all arms on the same deals, drops the worse half, and so on until
// one is left.
func (s Search) halve(b *brain, v *golf.View, g *[golf.MaxPlayers]grid, arms []arm, src card.Source) (*arm, int) {
	rounds := 0
	for n := len(arms); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	goal := newGoal(v)
	t := b.begin(&v.Public, g, v.Hand().Rank())
	for i := range arms {
		arms[i].utility = t.trust() * goal.strokeWorth() * float64(t.gain(arms[i].plan))
	}
	seeds := card.SplitMix(src.Uint64())
	trials := 0
	for range rounds {
		n := max(1, s.Trials/(rounds*len(arms)))
		b.sample(v, g, arms, n, &seeds)
		trials += n
		keep := (len(arms) + 1) / 2
		for i := range keep { // selection sort: the better half comes first, ties in order
			best := i
			for j := i + 1; j < len(arms); j++ {
				if arms[j].utility > arms[best].utility {
					best = j
				}
			}
			a := arms[best]
			copy(arms[i+1:best+1], arms[i:best])
			arms[i] = a
		}
		arms = arms[:keep]
	}
	return &arms[0], trials
}

// sample tries all arms on n deals.
func (b *brain) sample(v *golf.View, g *[golf.MaxPlayers]grid, arms []arm, n int, seeds *card.SplitMix) {
	goal := trialGoal(v)
	for range n {
		deal := card.SplitMix(seeds.Uint64())
		world := v.Determinize(&deal)
		for i := range arms {
			utility, win := b.tryOut(&world, g, arms[i].plan, deal, &goal)
			arms[i].utility += utility
			arms[i].wins += win
		}
	}
}

// tryOut plays a world to its end after a move and returns what became of it.
func (b *brain) tryOut(world *golf.Hole, g *[golf.MaxPlayers]grid, p plan, deal card.SplitMix, goal *goal) (utility, win float64) {
	tr := trial{brain: b, hole: *world, ranks: *g}
	for s := range tr.luck {
		tr.luck[s] = deal + card.SplitMix(s)<<32
	}
	tr.learn()
	tr.do(p.first)
	if p.two {
		tr.do(p.second)
	}
	tr.playOut()
	scores := tr.hole.Scores()
	return goal.of(&scores, world.Active())
}

// plans appends the moves worth trying: of moves that come to the same, because
// two columns or two cards are alike, the first only.
func (b *brain) plans(v *golf.View, plans []plan) []plan {
	var buf [maxActions]golf.Action
	legal := v.Legal(buf[:0])
	own := b.grid(b.seat)
	down := v.FaceDown(b.seat)
	for i, a := range legal {
		if a.Kind == golf.Take {
			for pos := range b.cells {
				if !b.alike(&own, down, pos) {
					plans = append(plans, plan{a, golf.SwapAt(pos), true})
				}
			}
			continue
		}
		if (a.Kind == golf.Swap || a.Kind == golf.Flip) && b.alike(&own, down, a.Pos()) && i > 0 {
			continue
		}
		plans = append(plans, plan{first: a})
	}
	return plans
}

// alike reports whether putting or turning up a card at pos comes to the same as
// at an earlier position.
func (b *brain) alike(g *grid, down golf.Cells, pos int) bool {
	return b.firstAlike(g, down, pos) < pos
}

// firstAlike returns the first position where putting or turning up a card comes
// to the same as at pos. With rows that cancel every position is different.
func (b *brain) firstAlike(g *grid, down golf.Cells, pos int) int {
	if b.rules.Rows {
		return pos
	}
	for p := range pos {
		if g[p] != g[pos] || down.Has(p) != down.Has(pos) {
			continue
		}
		if b.others(g, down, p) == b.others(g, down, pos) {
			return p
		}
	}
	return pos
}

// others returns what is in the column of pos besides pos itself, in an order
// that does not depend on the rows.
func (b *brain) others(g *grid, down golf.Cells, pos int) [2]card.Rank {
	var o [2]card.Rank
	n := 0
	for p := pos % b.cols; p < b.cells; p += b.cols {
		if p != pos {
			o[n] = g[p]
			if down.Has(p) {
				o[n] |= 1 << 7
			}
			n++
		}
	}
	if o[0] < o[1] {
		o[0], o[1] = o[1], o[0]
	}
	return o
}

// trial is a game played through in the head.
type trial struct {
	*brain
	hole  golf.Hole
	ranks [golf.MaxPlayers]grid
	// luck decides, seat by seat, which cards of the stock it draws, so that a
	// seat draws much the same cards whatever another one does. Moves can then
	// be compared on equal terms.
	luck [golf.MaxPlayers]card.SplitMix
}

// learn enters the cards that the other owners have peeked at.
func (t *trial) learn() {
	if !t.rules.Peek {
		return
	}
	for s := range t.hole.Players() {
		for c := t.hole.Peeked(s); c != 0; c &= c - 1 {
			t.ranks[s][c.First()] = t.hole.Card(s, c.First()).Rank()
		}
	}
}

// do applies an action and keeps the ranks up to date.
func (t *trial) do(a golf.Action) {
	seat := t.hole.Turn()
	if a.Kind == golf.Draw {
		t.hole.Promote(int(t.luck[seat].Uint64() >> 40))
	}
	if t.hole.Apply(seat, a) != nil {
		panic("bot: a trial game went wrong") // the policy chose an illegal action
	}
	if a.Kind == golf.Swap || a.Kind == golf.Flip {
		t.ranks[seat][a.Pos()] = t.hole.Face(seat)[a.Pos()].Rank()
	}
}

// playOut plays on to the end.
func (t *trial) playOut() {
	for !t.hole.Over() {
		seat := t.hole.Turn()
		t.hole.ReshuffleRandom(&t.luck[seat])
		turn := t.begin(&t.hole.Public, &t.ranks, t.hole.Hand().Rank())
		if t.hole.Phase() == golf.PhaseDraw {
			t.do(turn.draw())
		}
		if t.hole.Phase() == golf.PhasePlace && t.hole.Turn() == seat {
			t.do(turn.place(t.hole.Hand().Rank()))
		}
		if t.hole.Phase() == golf.PhaseFlip && t.hole.Turn() == seat {
			t.do(turn.turnUp())
		}
	}
}

// goal says what a result is worth to a seat.
type goal struct {
	seat   int
	totals [golf.MaxPlayers]int
	left   float64 // holes to come after this one
	target int
	sharp  bool // in the last hole only winning counts, not by how much
}

// Numbers of the goal.
const (
	swing   = 9.0 // standard deviation of the difference of two scores in a hole
	perHole = 11  // strokes a player needs for a hole, about
	width   = 6.0 // the lead over a single opponent that counts as clear before the last turns
)

func newGoal(v *golf.View) goal {
	rules := v.Rules()
	s := v.Standing()
	m := goal{seat: v.Seat()}
	switch {
	case s.Hole == 0 || s.Extra > 0:
	case rules.Target > 0:
		m.totals, m.target = s.Totals, rules.Target
	default:
		m.totals, m.left = s.Totals, float64(rules.Holes-s.Hole)
	}
	return m
}

// trialGoal returns the goal by which trial games are judged.
func trialGoal(v *golf.View) goal {
	m := newGoal(v)
	m.sharp = v.Ender() >= 0 || v.Active().Count() > 2
	return m
}

// strokeWorth returns the utility of a stroke in an even match.
func (m *goal) strokeWorth() float64 {
	switch {
	case m.left > 0:
		return .4 / (swing * math.Sqrt(m.left))
	case m.target > 0:
		return .02
	}
	return .04
}

// of returns the utility of a finished hole, 0 to 1, and the share of the hole
// that the seat won.
func (m *goal) of(scores *[golf.MaxPlayers]golf.Score, active golf.Seats) (utility, win float64) {
	own := scores[m.seat].Total
	left := m.left
	if m.target > 0 {
		most := 0
		for a := active; a != 0; a &= a - 1 {
			s := a.First()
			most = max(most, m.totals[s]+scores[s].Total)
		}
		left = math.Ceil(float64(m.target-most) / perHole)
	}
	lower, same := false, 1
	utility = 1
	lead := math.MaxInt
	for a := active; a != 0; a &= a - 1 {
		s := a.First()
		if s == m.seat {
			continue
		}
		switch d := scores[s].Total - own; {
		case d < 0:
			lower = true
		case d == 0:
			same++
		}
		d := m.totals[s] + scores[s].Total - m.totals[m.seat] - own
		lead = min(lead, d)
		if left > 0 {
			utility *= normal(float64(d) / (swing * math.Sqrt(left)))
		}
	}
	if !lower {
		win = 1 / float64(same)
	}
	if left > 0 {
		return utility, win
	}
	if !m.sharp {
		// Only winning counts here too, but trials are few, and a lead that is
		// clear in one of them says more than a narrow one.
		return normal(float64(lead) / width), win
	}
	switch {
	case lead > 0:
		return 1, win
	case lead == 0:
		return .5, win
	}
	return 0, win
}

// normal is the distribution function of the normal distribution.
func normal(x float64) float64 { return .5 * math.Erfc(-x/math.Sqrt2) }
