package bot

import (
	"birdie/card"
	"birdie/golf"
)

// maxUnknown is up to how many unknown cards the last turn of a hole is worked
// out instead of tried: 14 ranks for each, and for the card to be drawn.
const maxUnknown = 2

// exact is the last turn of a hole, when nobody moves any more after it: every
// outcome can be weighed with its chance.
type exact struct {
	*brain
	goal    goal
	ender   int
	active  golf.Seats
	grids   [golf.MaxPlayers][golf.MaxCells]card.Card
	unknown [maxUnknown]struct{ seat, pos int }
	n       int               // unknown cards
	hidden  [nRanks]int       // cards that can be face down, by rank
	stock   *[nRanks]int      // cards that can be drawn: hidden, or after a reshuffle others
	other   [nRanks]int       // what stock points to then
	sample  [nRanks]card.Card // a card of each rank
}

// newExact returns false when too many cards are unknown.
func newExact(b *brain, v *golf.View) (*exact, bool) {
	e := &exact{brain: b, goal: newGoal(v), ender: v.Ender(), active: v.Active()}
	e.goal.sharp = true
	for a := e.active; a != 0; a &= a - 1 {
		s := a.First()
		for pos := range b.cells {
			e.grids[s][pos] = v.Card(s, pos)
			if e.grids[s][pos] != card.None {
				continue
			}
			if e.n == maxUnknown {
				return nil, false
			}
			e.unknown[e.n].seat, e.unknown[e.n].pos = s, pos
			e.n++
		}
	}
	unseen := v.Unseen()
	e.hidden = byRank(&unseen)
	e.stock = &e.hidden
	if v.Reshuffles() > 0 {
		left := v.UnseenStock()
		e.other = byRank(&left)
		e.stock = &e.other
		for r, n := range e.other {
			e.hidden[r] -= n
		}
	}
	for c := card.Card(1); c <= card.Joker1; c++ {
		e.sample[c.Rank()] = c
	}
	return e, true
}

// choose decides.
func (e *exact) choose(v *golf.View, arms []arm) Choice {
	best := 0
	for i := range arms {
		e.weigh(&arms[i], v)
		if arms[i].utility > arms[best].utility {
			best = i
		}
	}
	c := because(v, arms[best].first)
	c.Why.Exact, c.Why.Wins = true, percent(arms[best].wins)
	return c
}

// weigh sets the utility and the wins of an arm.
func (e *exact) weigh(a *arm, v *golf.View) {
	switch a.first.Kind {
	case golf.Draw:
		a.utility, a.wins = e.draw()
	case golf.Take:
		a.utility, a.wins = e.swap(a.second.Pos(), v.Top())
	case golf.Swap:
		a.utility, a.wins = e.swap(a.first.Pos(), v.Hand())
	default: // whatever is turned up now counts turned up or not
		a.utility, a.wins = e.expect(0)
	}
}

// swap returns what it is worth to put a card at pos.
func (e *exact) swap(pos int, c card.Card) (utility, wins float64) {
	own := &e.grids[e.seat][pos]
	defer func(old card.Card) { *own = old }(*own)
	*own = c
	return e.expect(0)
}

// draw returns what it is worth to draw and then do what is best.
func (e *exact) draw() (utility, wins float64) {
	total := 0
	for _, n := range e.stock {
		total += n
	}
	for r, n := range e.stock {
		if n == 0 {
			continue
		}
		e.stock[r]--
		best, won := e.expect(0) // discard it
		for pos := range e.cells {
			if u, w := e.swap(pos, e.sample[r]); u > best {
				best, won = u, w
			}
		}
		e.stock[r]++
		p := float64(n) / float64(total)
		utility += p * best
		wins += p * won
	}
	return utility, wins
}

// expect returns the expected utility over the unknown cards from the i-th on.
func (e *exact) expect(i int) (utility, wins float64) {
	if i == e.n {
		scores := e.rules.ScoreGrids(&e.grids, e.active, e.ender)
		return e.goal.of(&scores, e.active)
	}
	at := &e.grids[e.unknown[i].seat][e.unknown[i].pos]
	if *at != card.None { // another card has been put there
		return e.expect(i + 1)
	}
	total := 0
	for _, n := range e.hidden {
		total += n
	}
	for r, n := range e.hidden {
		if n == 0 {
			continue
		}
		e.hidden[r]--
		*at = e.sample[r]
		u, w := e.expect(i + 1)
		e.hidden[r]++
		p := float64(n) / float64(total)
		utility += p * u
		wins += p * w
	}
	*at = card.None
	return utility, wins
}
