package caddie

import (
	"math"

	"birdie/card"
	"birdie/patience/caddie/internal/judgement"
	"birdie/patience/solve"
)

// tableBits is the size of the tables of what is known of positions.
const tableBits = 15

// expected is what is expected of a position before a draw. It does not depend on
// the order in which cards were drawn, so that many ways lead to it.
type expected struct {
	unseen uint64 // unseenKey, and how far was looked ahead
	left   judgement.Left
	value  float32
}

// unseenKey has four bits for how many cards of each rank are unseen, above other.
func unseenKey(u *judgement.Unseen, other uint64) uint64 {
	for _, n := range u.Of[1 : card.JokerRank+1] {
		other = other<<4 | uint64(n)
	}
	return other
}

// option is a way to end a turn.
type option struct {
	left  judgement.Left
	value float32
}

// What is looked at further of a turn: so many ends, and none that looks so much
// worse than the best.
const (
	width  = 4
	margin = 0.5 // of the logit of the chance to win; a tenth of it of strokes, in tens
)

// lookAhead sets the priors of the active ends to what the judgement expects when
// all that can be drawn next is looked at, with what the player would do then, and
// so on as far as a part of the budget allows.
func (c *Caddie) lookAhead(ctx solve.Context, games int) {
	for _, i := range c.active {
		c.ends[i].prior = c.worth(c.ends[i].quick)
	}
	c.looked = 0
	among := len(c.active)
	for depth := range len(c.stock) {
		before := c.looked
		if depth > 1 {
			c.rank()
			among = min(among, 3)
		}
		change := 0.0
		for k, i := range c.active {
			e := &c.ends[i]
			if k >= among {
				e.prior += change // looking further changes what is expected of all
				continue
			}
			if ctx.Err() != nil {
				return
			}
			x := c.expect(e.left, &c.unseen, depth)
			change += (x - e.prior) / float64(among)
			e.prior = x
		}
		// One draw more costs about ten times as much; a game looks at eight positions.
		if 10*(c.looked-before) > 4*games {
			return
		}
	}
}

// worth is what a value of the judgement means: the chance to win, or minus the
// strokes.
func (c *Caddie) worth(value float32) float64 {
	if c.goal == StrokesGoal {
		return 10 * float64(value)
	}
	return 1 / (1 + math.Exp(-float64(value)))
}

// expect returns what is expected of a position before a draw, looking at all cards
// that may be drawn and at so many draws more. The judge must have drawn what is
// not in u.
func (c *Caddie) expect(left judgement.Left, u *judgement.Unseen, more int) float64 {
	more = min(more, u.N-1)
	key := unseenKey(u, uint64(more)+1)
	known := &c.expected[(key^uint64(left)*0x9e3779b97f4a7c15)*0xd6e8feb86659fd93>>(64-tableBits)]
	if known.unseen == key && known.left == left {
		return float64(known.value)
	}
	mean := 0.0
	for r, n := range u.Of {
		if n > 0 {
			c.judge.Draw(card.Rank(r), u.N-1)
			u.Add(card.Rank(r), -1)
			x, _ := c.reach(left, card.Rank(r), u, more)
			mean += float64(n) * x
			u.Add(card.Rank(r), 1)
			c.judge.Undraw(card.Rank(r), u.N-1)
		}
	}
	mean /= float64(u.N)
	*known = expected{key, left, float32(mean)}
	return mean
}

// reach returns the best that can be reached in the turn after a draw, and how the
// turn then ends.
func (c *Caddie) reach(left judgement.Left, top card.Rank, u *judgement.Unseen, more int) (best float64, end judgement.Left) {
	c.looked++
	if more == 0 {
		left, value, _ := c.best(left, top, u.N)
		if left != 0 && u.N > 0 {
			return c.worth(value), left
		}
		return c.result(left, u.N), left
	}
	var options [width]option
	best = math.Inf(-1)
	for _, o := range options[:c.options(left, top, &options)] {
		x := c.result(0, u.N)
		if o.left != 0 {
			x = c.expect(o.left, u, more-1)
		}
		if x > best {
			best, end = x, o.left
		}
	}
	return best, end
}

// result is what a game is worth that is over.
func (c *Caddie) result(left judgement.Left, stock int) float64 {
	switch {
	case c.goal == StrokesGoal && left == 0:
		return float64(stock)
	case c.goal == StrokesGoal:
		return -float64(left.Cards())
	case left == 0:
		return 1
	}
	return 0
}

// best returns the end of a turn that looks best, with its value, and whether there
// is no other or it wins. Without a stock it is the one with the fewest cards.
func (c *Caddie) best(left judgement.Left, top card.Rank, stock int) (end judgement.Left, value float32, forced bool) {
	c.ahead.Explore(&c.table, left, top)
	value = float32(math.Inf(-1))
	for i := range c.ahead.Spots {
		s := &c.ahead.Spots[i]
		switch {
		case s.Left == 0:
			return 0, 0, true
		case !s.Stop || s.Again && !c.table.Stuck:
			continue
		}
		v := -float32(s.Left.Cards())
		if stock > 0 {
			v = c.judge.Value(s.Left)
		}
		if v > value {
			value, end = v, s.Left
		}
	}
	return end, value, len(c.ahead.Spots) == 1
}

// options notes the ends of a turn that look best, the best first, and returns how
// many: one, if it wins.
func (c *Caddie) options(left judgement.Left, top card.Rank, list *[width]option) (n int) {
	margin := float32(margin)
	if c.goal == StrokesGoal {
		margin /= 10
	}
	c.ahead.Explore(&c.table, left, top)
	for i := range c.ahead.Spots {
		s := &c.ahead.Spots[i]
		switch {
		case s.Left == 0:
			list[0].left = 0
			return 1
		case !s.Stop || s.Again && !c.table.Stuck:
			continue
		}
		o := option{s.Left, c.judge.Value(s.Left)}
		at := n
		for at > 0 && list[at-1].value < o.value {
			at--
		}
		if at < width {
			n = min(n+1, width)
			copy(list[at+1:n], list[at:n-1])
			list[at] = o
		}
	}
	for n > 1 && list[n-1].value < list[0].value-margin {
		n--
	}
	return n
}
