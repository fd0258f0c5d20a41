package solve

import "birdie/patience"

// A column state is how many cards each column has left: three bits a column.

// part is what some columns add to a column state: a sum over all columns is
// that over three groups of them, each looked up.
type part struct {
	cards uint64 // rank of the card that moves next, a byte a column; 0 for none
	slack sums
}

// side is one direction of the search: the column states it knows, and tables
// for the direction. Forward, cards leave columns; backward, they come back.
type side struct {
	left  []uint32
	cards []uint64 // as in part, without those whose move has been tried
	when  []uint64 // the turn at which column c's card moved to get here, in bits 5c to 5c+4
	wants []uint16
	live  []uint32 // the nodes that later turns must look at
	n     int
	lives int
	stack []pair

	table []uint32 // hash table: base plus the place of a node; what is less is of earlier searches
	mask  uint32
	base  uint32

	high [1 << 9]part // columns 4, 5, 6
	mid  [1 << 6]part // columns 2, 3
	low  [1 << 6]part // columns 0, 1
	turn [maxTurns + 1]sums
	move [patience.Columns]uint32 // what a move adds to left
	near [16][2]uint64            // two patterns for the bytes of cards: the ranks that can move next after a rank
	any  [16]patience.Ranked      // the same as sets, jokers included
	wild bool                     // there are jokers
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

func newSide(nodes, table int) side {
	return side{
		left: make([]uint32, nodes), cards: make([]uint64, nodes), when: make([]uint64, nodes),
		wants: make([]uint16, nodes), live: make([]uint32, nodes), stack: make([]pair, 0, 1<<12),
		table: make([]uint32, table), base: 1,
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
	d.mask = 1<<9 - 1
}

func (d *side) slot(left uint32) uint32 { return left * 0x9e3779b1 >> 10 & d.mask }

// look returns the node of a column state, −1 when there is none.
func (d *side) look(left uint32) int {
	for h := d.slot(left); ; h = (h + 1) & d.mask {
		j := d.table[h]
		if j < d.base {
			return -1
		}
		if i := int(j - d.base); d.left[i] == left {
			return i
		}
	}
}

// find returns the node of a column state, and whether it had to be made.
func (d *side) find(left uint32) (int, bool) {
	for h := d.slot(left); ; h = (h + 1) & d.mask {
		j := d.table[h]
		if j < d.base {
			i := d.n
			d.n++
			d.table[h] = d.base + uint32(i)
			d.left[i] = left
			d.cards[i], d.when[i], d.wants[i] = d.next(left), 0, 0
			d.live[d.lives] = uint32(i)
			d.lives++
			if uint32(d.n)*2 > d.mask {
				d.grow()
			}
			return i, true
		}
		if i := int(j - d.base); d.left[i] == left {
			return i, false
		}
	}
}

// grow makes the part of the hash table that is in use four times as large.
func (d *side) grow() {
	if int(d.mask) == len(d.table)-1 {
		return
	}
	d.mask = min(d.mask*4+3, uint32(len(d.table)-1))
	d.base += uint32(d.n) // the old entries are stale
	for i, left := range d.left[:d.n] {
		h := d.slot(left)
		for d.table[h] >= d.base {
			h = (h + 1) & d.mask
		}
		d.table[h] = d.base + uint32(i)
	}
}

// next returns the cards that move next in a column state.
func (d *side) next(left uint32) uint64 {
	return d.high[left>>12&511].cards + d.mid[left>>6&63].cards + d.low[left&63].cards
}

// after returns the columns, as the high bit of their byte, whose card may move
// next after one of rank r.
func (d *side) after(cards uint64, r uint8) uint64 {
	near := &d.near[r&15]
	a, b := cards^near[0], cards^near[1]
	found := ^((a + lows) & (b + lows)) & highs
	if d.wild {
		found = 0
		for c := range patience.Columns {
			if d.any[r&15]>>(cards>>(8*c)&15)&1 != 0 {
				found |= 0x80 << (8 * c)
			}
		}
	}
	return found
}

// rows fills in the tables for a column, all columns before it having been done:
// own[k] is what it adds with k cards left, of n.
func (d *side) rows(c, n int, own *[patience.Rows + 1]part, whole *[patience.Columns]uint8) {
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
	size := 1 << (3 * (c - first))
	for k := n; k >= 0; k-- { // what has none left is also what the others start from
		for i := range size {
			if !within(i, whole[first:c]) {
				continue
			}
			p := group[i]
			p.cards += own[k].cards
			p.slack.add(&own[k].slack)
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
