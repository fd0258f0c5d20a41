package solve

import (
	"math"
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
// each card on one of a neighbouring rank, and each two free cards of neighbouring
// ranks, less what the cards turned up, the different ranks of free cards and the
// intervals without slack cost. Fitted to which states of won deals win.
const (
	worthNeighbours = 20
	worthPair       = 30
	costKind        = 10
	costTurn        = 30
	costTight       = 15
)

var worthHeight = [patience.Rows + 1]int32{-35, 3, 30, 28, 8, -35}

// worths fills in what makes a column promising.
func worths(own *[patience.Rows + 1]part, column []card.Rank, king patience.KingRule) {
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
	m.cut = false
	for f.lives > 0 && !m.won && !m.poll() {
		if f.lives > width {
			m.cut = true
			m.narrow(width)
		}
		m.bar = m.bars[:width]
		for i := range m.bar {
			m.bar[i] = math.MinInt32
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
	return m.won, !m.cut
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
		free := cards&^column | f.below[(c<<3|int(left>>(3*c&31)&7))&63]
		loss := &m.loss[0][r]
		if f.after(free, uint8(r)) != 0 {
			loss = &m.loss[1][r]
		}
		rest := &f.turn[t]
		s0, s1, s2, s3 := slack[0]+loss[0]+rest[0], slack[1]+loss[1]+rest[1], slack[2]+loss[2]+rest[2], slack[3]+loss[3]+rest[3]
		if s0&s1&s2&s3&signs != signs {
			continue
		}
		score := f.high[to>>12&511].worth + f.mid[to>>6&63].worth + f.low[to&63].worth -
			costTurn*int32(t) - costTight*int32(tight(s0)+tight(s1)+tight(s2)+tight(s3)) + worth(free)
		if score <= m.bar[0] {
			m.cut = true
			continue
		}
		j, fresh := f.find(to)
		f.nodes[j].when |= uint64(t) << (5 * c)
		if fresh {
			m.score[j] = score
			m.raise(score)
		} else {
			m.score[j] = max(m.score[j], score)
		}
		if k := m.b.look(to); k >= 0 && m.b.nodes[k].wants == opened && m.lastTurn(k) >= int(t) {
			m.won, m.f0, m.b0 = true, j, k
			return
		}
	}
}

// worth returns what the free cards are worth, given a byte each.
func worth(free uint64) int32 {
	ranks := uint32(1)<<(free&15) | 1<<(free>>8&15) | 1<<(free>>16&15) | 1<<(free>>24&15) |
		1<<(free>>32&15) | 1<<(free>>40&15) | 1<<(free>>48&15)
	ranks &^= 1 // of empty columns
	return worthPair*int32(bits.OnesCount32(ranks&(ranks<<1))) - costKind*int32(bits.OnesCount32(ranks))
}

// tight returns how many fields of a word are zero.
func tight(s uint64) int {
	s ^= signs
	return fields - bits.OnesCount64((s|s>>1|s>>2|s>>3|s>>4|s>>5)&each)
}

// raise puts a score in place of the least of the bar, which holds the best so
// far as a heap, the least first.
func (m *meet) raise(score int32) {
	i := 0
	for c := 1; c < len(m.bar); c = 2*i + 1 {
		if c+1 < len(m.bar) && m.bar[c+1] < m.bar[c] {
			c++
		}
		if m.bar[c] >= score {
			break
		}
		m.bar[i] = m.bar[c]
		i = c
	}
	m.bar[i] = score
}

// narrow keeps the most promising of the live nodes.
func (m *meet) narrow(width int) {
	live := m.f.live[:m.f.lives]
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
	m.f.lives = width
}
