package solve

import "birdie/patience"

// A column state is how many cards each column has left: three bits a column.

// part is what some columns add to a column state: a sum over all columns is
// that over three groups of them, each looked up.
type part struct {
	cards uint64 // rank of the card that moves next, a byte a column; 0 for none
	slack sums
	ranks patience.Ranked // those of the cards that move next
	worth int16           // how promising the columns look to the beam; forward only
}

// side is one direction of the search: the column states it knows, and tables
// for the direction. Forward, cards leave columns; backward, they come back.
type side struct {
	nodes []node
	live  []uint32 // the nodes that later turns must look at
	n     int
	lives int
	stack []pair

	table []uint32 // by column state: base plus the number of its node; what is less is of earlier searches
	base  uint32

	high  [1 << 9]part // columns 4, 5, 6
	mid   [1 << 6]part // columns 2, 3
	low   [1 << 6]part // columns 0, 1
	turn  [maxTurns + 1]sums
	below [64]uint64          // [column<<3|left] the card that moves after the next, in its byte
	near  [16][2]uint64       // two patterns for the bytes of cards: the ranks that can move next after a rank
	any   [16]patience.Ranked // the same as sets, jokers included
	wild  bool                // there are jokers
}

// node is a column state that a side has met with.
type node struct {
	cards uint64 // as in part, without those whose move has been tried
	when  uint64 // the turn at which column c's card moved to get here, in bits 5c to 5c+4
	left  uint32
	wants uint16 // backward: the ranks known to win here when they can go, or opened
}

// pair is a node and the rank of the card that moved last.
type pair struct {
	node int32
	rank uint8
}

const (
	bytes = 0x01010101010101 // one in the byte of each column
	highs = 0x80 * bytes
	lows  = 0x7f * bytes
)

func newSide(nodes int) side {
	return side{
		nodes: make([]node, nodes), live: make([]uint32, nodes), stack: make([]pair, 0, 1<<12),
		table: make([]uint32, states), base: 1,
	}
}

// start forgets all nodes.
func (d *side) start() {
	d.base += uint32(d.n)
	if d.base > 1<<30 {
		clear(d.table)
		d.base = 1
	}
	d.n, d.lives = 0, 0
}

// strides are what a card of each column adds to the place of a state in the table.
var strides = [patience.Columns]uint32{1, 6, 36, 216, 1296, 7776, 46656}

// places are the places of what columns 0 and 1, 2 and 3, and 4 to 6 have left.
var places = func() (v [3][1 << 9]uint32) {
	for i := range v {
		for left := range v[i] {
			for j := 0; j < 3 && 2*i+j < patience.Columns; j++ {
				v[i][left] += uint32(left>>(3*j)&7) * strides[2*i+j]
			}
		}
	}
	return v
}()

// place returns the place of a column state in the table.
func place(left uint32) uint32 {
	return places[0][left&63] + places[1][left>>6&63] + places[2][left>>12&511]
}

// parts returns what the columns of a state look like, in three groups.
func (d *side) parts(left uint32) (x, y, z *part) {
	return &d.high[left>>12&511], &d.mid[left>>6&63], &d.low[left&63]
}

// under returns, in its byte, the card that moves next in column c when the one
// that moves next now has moved.
func (d *side) under(left uint32, c int) uint64 {
	return d.below[(c<<3|int(left>>(3*c&31)&7))&63]
}

// look returns the node of a column state, −1 when there is none.
func (d *side) look(place uint32) int {
	if j := d.table[place]; j >= d.base {
		return int(j - d.base)
	}
	return -1
}

// find returns the node of a column state, and whether it had to be made.
func (d *side) find(left, place uint32) (int, bool) {
	if j := d.table[place]; j >= d.base {
		return int(j - d.base), false
	}
	i := d.n
	d.n++
	d.table[place] = d.base + uint32(i)
	n := &d.nodes[i]
	n.cards, n.when, n.left, n.wants = d.next(left), 0, left, 0
	d.live[d.lives] = uint32(i)
	d.lives++
	return i, true
}

// next returns the cards that move next in a column state.
func (d *side) next(left uint32) uint64 {
	return d.high[left>>12&511].cards + d.mid[left>>6&63].cards + d.low[left&63].cards
}

// after returns the columns, as the high bit of their byte, whose card may move
// next after one of rank r.
func (d *side) after(cards uint64, r uint8) uint64 {
	if d.wild {
		return d.afterAny(cards, r)
	}
	near := &d.near[r&15]
	return ^(((cards ^ near[0]) + lows) & ((cards ^ near[1]) + lows)) & highs
}

// afterAny is after when there are jokers.
func (d *side) afterAny(cards uint64, r uint8) (found uint64) {
	for c := range patience.Columns {
		if d.any[r&15]>>(cards>>(8*c)&15)&1 != 0 {
			found |= 0x80 << (8 * c)
		}
	}
	return found
}

// slack puts into sum what the columns of a state have, and rest.
func (d *side) slack(sum *sums, left uint32, rest *sums) {
	x, y, z := &d.high[left>>12&511].slack, &d.mid[left>>6&63].slack, &d.low[left&63].slack
	sum[0] = x[0] + y[0] + z[0] + rest[0]
	sum[1] = x[1] + y[1] + z[1] + rest[1]
}

// rows fills in the tables for a column, all columns before it having been done:
// own[k] is what it adds with k cards left, of n. A move is a step of one card.
func (d *side) rows(c, n, step int, own *[patience.Rows + 1]part, whole *[patience.Columns]uint8) {
	group, first := d.low[:], 0
	switch {
	case c >= 4:
		group, first = d.high[:], 4
	case c >= 2:
		group, first = d.mid[:], 2
	}
	if c == first {
		group[0] = part{}
	}
	for k := range n + 1 {
		d.below[c<<3|k] = 0
		if to := k + step; to >= 0 && to <= n {
			d.below[c<<3|k] = own[to].cards
		}
	}
	size := 1 << (3 * (c - first))
	for k := n; k >= 0; k-- { // what has none left is also what the others start from
		for i := range size {
			if !within(i, whole[first:c]) {
				continue
			}
			p := group[i]
			p.cards += own[k].cards
			p.slack.add(&own[k].slack)
			p.worth += own[k].worth
			p.ranks |= own[k].ranks
			group[k*size+i] = p
		}
	}
}

// within reports whether no column of a state has more cards than it started with.
func within(left int, whole []uint8) bool {
	for j, n := range whole {
		if left>>(3*j)&7 > int(n) {
			return false
		}
	}
	return true
}
