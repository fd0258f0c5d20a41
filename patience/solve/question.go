package solve

import (
	"birdie/card"
	"birdie/patience"
)

// maxTurns is the largest number of cards that can be turned up. After turn t, the
// first t cards of the deal's opening card and stock lie on the waste.
const maxTurns = maxStock + 1

// emptyWaste stands, as a rank, for the waste before a free opening. Like a
// joker it takes every rank.
const emptyWaste card.Rank = 0

// question is a problem, with what all searches need to know of it.
type question struct {
	p     Problem
	all   int                           // the number of cards that can be turned up
	deck  [maxTurns + 1]card.Rank       // the card turned up t-th, from 1
	takes [maxTurns + 1]patience.Ranked // the ranks that may go on it

	ctx     Context
	stopped bool
	steps   uint64 // of states and rows of states, since the solver was made
}

// load takes a problem.
func (q *question) load(ctx Context, p *Problem) {
	q.ctx, q.stopped, q.p = ctx, false, *p
	q.all = int(p.stocks) + 1
	q.deck[1] = p.top
	copy(q.deck[2:], p.stock[:p.stocks])
	for i, r := range q.deck[1 : q.all+1] {
		q.takes[i+1] = p.king.Follow(r)
	}
}

// stop looks at the context, and reports whether to stop.
func (q *question) stop() bool {
	if q.ctx.Err() != nil {
		q.stopped = true
	}
	return q.stopped
}
