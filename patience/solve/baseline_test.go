package solve_test

import (
	"birdie/card"
	"birdie/patience"
)

// baseline is what the solver's speed is measured against: a plain depth-first
// search with one bit a state, columns from left to right, then the draw, and
// no pruning. It plays every rule set without the help of the engine, so it
// also checks whole deals.
type baseline struct {
	seen  []uint64
	rules patience.Rules
	rank  [patience.Columns][patience.Rows + 1]card.Rank // by cards left
	stock []card.Rank
	index uint32 // of the column state
	left  [patience.Columns]uint8
	cards int
	best  int
	first bool // stop at the first win
}

var strides = [patience.Columns]uint32{1, 6, 36, 216, 1296, 7776, 46656}

// solve returns the strokes of the best result, or of the first win found.
func (b *baseline) solve(g *patience.Game, first bool) int {
	if b.seen == nil {
		b.seen = make([]uint64, (6*6*6*6*6*6*6*15*20+63)/64)
	}
	b.rules, b.first, b.best = g.Rules(), first, patience.Tableau
	b.index, b.cards, b.stock = 0, g.Remaining(), b.stock[:0]
	for _, c := range g.HiddenStock() {
		b.stock = append(b.stock, c.Rank())
	}
	for c := range b.rank {
		b.left[c] = uint8(g.Len(c))
		b.index += uint32(b.left[c]) * strides[c]
		for row := range patience.Rows {
			b.rank[c][row+1] = g.Card(c, row).Rank()
		}
	}
	states := uint32(6*6*6*6*6*6*6) * b.tops() * uint32(len(b.stock)+1)
	clear(b.seen[:(states+63)/64])
	b.search(g.Top().Rank(), 0)
	return b.best
}

// tops is the number of ranks that the top of the waste can have.
func (b *baseline) tops() uint32 {
	if b.rules.Jokers > 0 || b.rules.Opening == patience.Free {
		return 15
	}
	return card.Ranks
}

// search reports whether it is to be stopped.
func (b *baseline) search(top card.Rank, drawn int) bool {
	tops := b.tops()
	at := (b.index*tops+uint32(top)%tops)*uint32(len(b.stock)+1) + uint32(drawn)
	if b.seen[at/64]>>(at%64)&1 != 0 {
		return false
	}
	b.seen[at/64] |= 1 << (at % 64)
	if b.cards == 0 {
		b.best = min(b.best, drawn-len(b.stock))
		return b.first
	}
	b.best = min(b.best, b.cards)
	fits := b.rules.King.Follow(top)
	stuck := true
	for c, n := range b.left {
		r := b.rank[c][n]
		if n == 0 || !fits.Has(r) {
			continue
		}
		stuck = false
		b.left[c]--
		b.index -= strides[c]
		b.cards--
		stop := b.search(r, drawn)
		b.left[c]++
		b.index += strides[c]
		b.cards++
		if stop {
			return true
		}
	}
	if drawn < len(b.stock) && top != 0 && (stuck || b.rules.Draw == patience.Anytime) {
		return b.search(b.stock[drawn], drawn+1)
	}
	return false
}
