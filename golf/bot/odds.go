package bot

import (
	"birdie/card"
	"birdie/golf"
)

// nRanks bounds a table indexed by card.Rank.
const nRanks = int(card.JokerRank) + 1

// odds are the chances of a card that is not seen, by rank. Nobody has looked at
// an unseen card before it moved, so all places are alike: whatever is unseen is
// equally likely everywhere.
type odds struct {
	q    [nRanks]float64
	mean float64 // expected strokes of one card
	pair float64 // expected strokes that two cards save by being equal
}

func newOdds(rules *golf.Rules, n *[nRanks]int) odds {
	var o odds
	total := 0
	for _, k := range n {
		total += k
	}
	if total == 0 {
		return o
	}
	for r := 1; r < nRanks; r++ {
		q := float64(n[r]) / float64(total)
		value := float64(rules.RankValue(card.Rank(r)))
		o.q[r] = q
		o.mean += q * value
		if cancels(rules, card.Rank(r)) {
			o.pair += 2 * q * q * value
		}
	}
	return o
}

// cancels reports whether a line of cards of one rank cancels.
func cancels(rules *golf.Rules, r card.Rank) bool {
	return rules.Negative != golf.NegativeKeep || rules.RankValue(r) >= 0
}

// byRank counts the cards of a multiset by rank.
func byRank(n *card.Counts) [nRanks]int {
	var ranks [nRanks]int
	for c := card.Card(1); c <= card.Max; c++ {
		ranks[c.Rank()] += int(n[c])
	}
	return ranks
}

// table is what a bot reads out of a view before it thinks: the ranks in all
// grids as far as the viewer knows them, the lines of a grid, and the odds of
// hidden and of stock cards, which differ once the discard pile has been
// reshuffled.
type table struct {
	v      *golf.View
	rules  golf.Rules
	seat   int
	cells  int
	rows   int
	cols   int
	hidden odds // of face-down cards the viewer does not know
	stock  odds // of the stock
	values [nRanks]float64
}

// grid holds the ranks of a grid, 0 for a card that is not known.
type grid [golf.MaxCells]card.Rank

func newTable(v *golf.View) table {
	t := table{v: v, rules: v.Rules(), seat: v.Seat()}
	t.cells, t.rows, t.cols = t.rules.Layout.Cells(), t.rules.Layout.Rows(), t.rules.Layout.Cols()
	for r := range t.values {
		t.values[r] = float64(t.rules.RankValue(card.Rank(r)))
	}
	unseen := v.Unseen()
	ranks := byRank(&unseen)
	if v.Reshuffles() > 0 {
		stock := v.UnseenStock()
		inStock := byRank(&stock)
		for r := range ranks {
			ranks[r] -= inStock[r]
		}
		t.stock = newOdds(&t.rules, &inStock)
		t.hidden = newOdds(&t.rules, &ranks)
		return t
	}
	t.hidden = newOdds(&t.rules, &ranks)
	t.stock = t.hidden
	return t
}

// grid returns what the viewer knows of a seat's grid.
func (t *table) grid(seat int) grid {
	var g grid
	for pos := range t.cells {
		g[pos] = t.v.Card(seat, pos).Rank()
	}
	return g
}

// estimate returns the expected score of a grid if nothing moved any more.
func (t *table) estimate(g *grid) float64 {
	sum := 0.0
	for pos := range t.cells {
		if r := g[pos]; r != 0 {
			sum += t.values[r]
		} else {
			sum += t.hidden.mean
		}
	}
	for c := range t.cols {
		sum -= t.saving(g, c, t.cols, t.rows)
	}
	if t.rules.Rows {
		for r := range t.rows {
			sum -= t.saving(g, r*t.cols, 1, t.cols)
		}
	}
	return sum
}

// saving returns the strokes a line of n cards, from pos on and step apart, is
// expected to save by cancelling; it is negative for equal negative cards.
func (t *table) saving(g *grid, pos, step, n int) float64 {
	rank, down := card.Rank(0), 0
	for i := range n {
		switch r := g[pos+i*step]; {
		case r == 0:
			down++
		case rank == 0:
			rank = r
		case r != rank:
			return 0
		}
	}
	if down == n {
		if n == 2 {
			return t.hidden.pair
		}
		sum := 0.0
		for r := 1; r < nRanks; r++ {
			if cancels(&t.rules, card.Rank(r)) {
				sum += power(t.hidden.q[r], n) * float64(n) * t.values[r]
			}
		}
		return sum
	}
	if !cancels(&t.rules, rank) {
		return 0
	}
	return power(t.hidden.q[rank], down) * float64(n) * t.values[rank]
}

func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}

// lowestOpponent returns the lowest estimate of the other seats that play.
func (t *table) lowestOpponent() float64 {
	lowest, found := 0.0, false
	for s := range t.v.Players() {
		if s == t.seat || !t.v.Active().Has(s) {
			continue
		}
		g := t.grid(s)
		if e := t.estimate(&g); !found || e < lowest {
			lowest, found = e, true
		}
	}
	return lowest
}

// completes reports whether a card of rank r at pos would make a line cancel.
func (t *table) completes(g *grid, pos int, r card.Rank) bool {
	if !cancels(&t.rules, r) || g[pos] == r {
		return false
	}
	equal := func(from, step, n int) bool {
		for i := range n {
			if p := from + i*step; p != pos && g[p] != r {
				return false
			}
		}
		return true
	}
	return equal(pos%t.cols, t.cols, t.rows) ||
		t.rules.Rows && equal(pos/t.cols*t.cols, 1, t.cols)
}

// hand returns the rank of the card in hand.
func (t *table) hand() card.Rank { return t.v.Hand().Rank() }

// face returns the ranks of the face-up cards of a grid only.
func (t *table) face(seat int) grid {
	var g grid
	for pos := range t.cells {
		g[pos] = t.v.Face(seat)[pos].Rank()
	}
	return g
}

// besideFaceUp reports whether there is a face-up card elsewhere in the column of
// pos.
func (t *table) besideFaceUp(pos int) bool {
	for p := pos % t.cols; p < t.cells; p += t.cols {
		if p != pos && t.v.FaceUp(t.seat).Has(p) {
			return true
		}
	}
	return false
}

// flipCell returns the face-down position to turn up: one beside a face-up card
// where there is one, and rather one the viewer does not know.
func (t *table) flipCell() int {
	down := t.v.FaceDown(t.seat)
	best, value := down.First(), -1
	for c := down; c != 0; c &= c - 1 {
		pos, n := c.First(), 0
		if t.besideFaceUp(pos) {
			n++
		}
		if t.v.Card(t.seat, pos) == card.None {
			n += 2
		}
		if n > value {
			best, value = pos, n
		}
	}
	return best
}
