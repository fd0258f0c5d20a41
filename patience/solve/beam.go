package solve

import (
	"math/bits"

	"birdie/card"
	"birdie/patience"
)

// Before the search from both ends, a beam looks for a win: all column states
// with so many cards, then the most promising of those with one card fewer, and
// so on. Of every state it knows the first turn at which each column's card can
// have been the last, so that it goes through the stock as it should.

// never stands, as a turn, for none.
const never = 31

// How promising a state is: what its columns are worth by their height and for
// each card on one of a neighbouring rank, less what the cards turned up and the
// intervals without slack cost. Fitted to which states of won deals win.
const (
	worthNeighbours = 20
	costTurn        = 30
	costTight       = 15
)

var worthHeight = [patience.Rows + 1]int32{-35, 3, 30, 28, 8, -35}

// worth fills in what makes a column promising.
func worth(own *[patience.Rows + 1]part, column []card.Rank, king patience.KingRule) {
	adjacent := int32(0)
	for k := range len(column) + 1 {
		if k > 1 && king.Follow(column[k-1]).Has(column[k-2]) {
			adjacent += worthNeighbours
		}
		own[k].worth = worthHeight[k] + adjacent
	}
}

// beam reports whether it has found a win. proof says that it has looked at all
// there is, so that there is no win if it has not.
func (m *meet) beam(width int) (won, proof bool) {
	f := &m.f
	f.start()
	f.find(m.root)
	proof = true
	for f.lives > 0 && !m.won && !m.poll() {
		if f.lives > width {
			proof = false
			m.narrow(width)
		}
		// The nodes that come are put behind these, and then before.
		layer := f.lives
		for _, i := range f.live[:layer] {
			if m.expand(int(i)); m.won {
				break
			}
		}
		f.lives = copy(f.live, f.live[layer:f.lives])
	}
	m.visits += uint64(f.n)
	return m.won, proof
}

// firstTurn returns the first turn at which a node can be reached.
func (f *side) firstTurn(i int) int {
	if i == 0 {
		return 0
	}
	first := never
	for w := f.nodes[i].when; w != 0; w >>= 5 {
		if t := int(w & 31); t > 0 && t < first {
			first = t
		}
	}
	return first
}

// expand makes all removals from a node of the beam, each at the first turn at
// which it can be made.
func (m *meet) expand(i int) {
	f := &m.f
	left := f.nodes[i].left
	cards, slack := f.nodes[i].cards, &m.sum
	f.slack(slack, left, &sums{})
	var turns [8]uint8
	first := f.firstTurn(i)
	next := &m.next[first]
	for c := range patience.Columns {
		turns[c] = next[cards>>(8*c)&15]
	}
	for c, w := 0, f.nodes[i].when; w != 0; c, w = c+1, w>>5 {
		if t := uint8(w & 31); t != 0 {
			for h := f.after(cards, uint8(m.card(left+1<<(3*c), c))); h != 0; h &= h - 1 {
				k := bits.TrailingZeros64(h) >> 3
				turns[k] = min(turns[k], t)
			}
		}
	}
	for c := range patience.Columns {
		r := cards >> (8 * c) & 15
		t := turns[c]
		if r == 0 || int(t) > m.turns {
			continue
		}
		to := left - 1<<(3*c)
		column := uint64(0xff) << (8 * c)
		loss := &m.loss[0][r]
		if f.after(cards&^column|f.below[(c<<3|int(left>>(3*c&31)&7))&63], uint8(r)) != 0 {
			loss = &m.loss[1][r]
		}
		rest := &f.turn[t]
		if (slack[0]+loss[0]+rest[0])&(slack[1]+loss[1]+rest[1])&(slack[2]+loss[2]+rest[2])&(slack[3]+loss[3]+rest[3])&signs != signs {
			continue
		}
		j, _ := f.find(to)
		f.nodes[j].when |= uint64(t) << (5 * c)
		if k := m.b.look(to); k >= 0 && m.b.nodes[k].wants == opened && m.lastTurn(k) >= int(t) {
			m.won, m.f0, m.b0 = true, j, k
			return
		}
	}
}

// narrow keeps the most promising of the live nodes.
func (m *meet) narrow(width int) {
	f := &m.f
	live := f.live[:f.lives]
	for _, i := range live {
		left := f.nodes[i].left
		x, y, z := &f.high[left>>12&511], &f.mid[left>>6&63], &f.low[left&63]
		t := f.firstTurn(int(i))
		score := x.worth + y.worth + z.worth - costTurn*int32(t)
		rest := &f.turn[t]
		for w := range words {
			v := x.slack[w] + y.slack[w] + z.slack[w] + rest[w] ^ signs
			some := (v | v>>1 | v>>2 | v>>3 | v>>4 | v>>5) & each
			score -= costTight * int32(fields-bits.OnesCount64(some))
		}
		m.score[i] = score
	}
	// Hoare's selection: the better ones to the front.
	for low, high := 0, len(live)-1; low < high; {
		pivot := m.score[live[(low+high)/2]]
		i, j := low, high
		for i <= j {
			for m.score[live[i]] > pivot {
				i++
			}
			for m.score[live[j]] < pivot {
				j--
			}
			if i <= j {
				live[i], live[j] = live[j], live[i]
				i++
				j--
			}
		}
		switch {
		case width <= j:
			high = j
		case width >= i:
			low = i
		default:
			low = high
		}
	}
	f.lives = width
}
