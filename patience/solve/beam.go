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
// ranks, less what the cards turned up by the next removal, the different ranks of
// free cards and the intervals without slack cost. Fitted to which states of won
// deals win.
const (
	worthNeighbours = 20
	worthPair       = 33
	costKind        = 14
	costTurn        = 40
	costTight       = 18
)

var worthHeight = [patience.Rows + 1]int16{-35, 3, 30, 28, 8, -35}

// worths fills in what makes a column promising.
func worths(own *[patience.Rows + 1]part, column []card.Rank, king patience.KingRule) {
	adjacent := int16(0)
	for k := range len(column) + 1 {
		if k > 1 && king.Follow(column[k-1]).Has(column[k-2]) {
			adjacent += worthNeighbours
		}
		own[k].worth = worthHeight[k] + adjacent
	}
}

// firstLayers is the number of layers that are half as wide as the others: where few
// cards have gone, the states of a layer differ little.
const firstLayers = 10

// beam reports whether it has found a win. proof says that it has looked at all
// there is, so that there is no win if it has not.
func (m *meet) beam(width int) (won, proof bool) {
	f := &m.f
	f.start()
	f.find(m.root, place(m.root))
	m.cut = false
	for layer := 0; f.lives > 0 && !m.won && !m.poll(); layer++ {
		width := width
		if layer < firstLayers {
			width /= 2
		}
		if f.lives > width {
			m.cut = true
			m.narrow(width)
		}
		m.bar = m.bars[:width]
		for i := range m.bar {
			m.bar[i] = math.MinInt32
		}
		// The nodes that come are put behind these, and then before. The last layer is
		// looked at as a whole, for the win with the fewest cards turned up.
		n := f.lives
		for _, i := range f.live[:n] {
			m.expand(int(i))
		}
		f.lives = copy(f.live, f.live[n:f.lives])
	}
	m.visits += uint64(f.n)
	return m.won, !m.cut
}

// expand makes all removals from a node of the beam, each at the first turn at
// which it can be made.
func (m *meet) expand(i int) {
	f := &m.f
	n := &f.nodes[i]
	x, y, z := f.parts(n.left)
	cards, at := x.cards+y.cards+z.cards, place(n.left)
	slack0, slack1 := x.slack[0]+y.slack[0]+z.slack[0], x.slack[1]+y.slack[1]+z.slack[1]
	turns := [8]uint8{never, never, never, never, never, never, never}
	first := uint8(never)
	if i == 0 {
		first = 0
	}
	for c, w := 0, n.when; w != 0; c, w = c+1, w>>5 {
		t := uint8(w & 31)
		if t == 0 {
			continue
		}
		first = min(first, t)
		for h := f.after(cards, uint8(m.card(n.left+1<<(3*c), c))); h != 0; h &= h - 1 {
			k := bits.TrailingZeros64(h) >> 3
			turns[k] = min(turns[k], t)
		}
	}
	next := &m.next[first]
	for c := range patience.Columns {
		r := cards >> (8 * c) & 15
		t := min(turns[c], next[r])
		if r == 0 || int(t) > m.turns {
			continue
		}
		left, to := n.left-1<<(3*c), at-strides[c]
		when := uint64(t) << (5 * c)
		if j := f.look(to); j >= 0 {
			f.nodes[j].when |= when
			continue
		}
		x, y, z := f.parts(left)
		ranks := x.ranks | y.ranks | z.ranks
		// then is the turn of the next removal, if it is from a free card.
		loss, then := &m.loss[1][r], int(t)
		if f.after(x.cards+y.cards+z.cards, uint8(r)) == 0 {
			loss = &m.loss[0][r]
			for then++; then <= m.turns && m.takes[then]&ranks == 0; then++ {
			}
		}
		rest := &f.turn[t]
		s0, s1 := slack0+loss[0]+rest[0], slack1+loss[1]+rest[1]
		if s0&s1&signs != signs {
			continue
		}
		score := int32(x.worth) + int32(y.worth) + int32(z.worth) -
			costTurn*int32(then) - costTight*int32(tight(s0)+tight(s1)) +
			worthPair*int32(bits.OnesCount16(uint16(ranks&(ranks<<1)))) - costKind*int32(bits.OnesCount16(uint16(ranks)))
		if score <= m.bar[0] {
			m.cut = true
			continue
		}
		j, _ := f.find(left, to)
		f.nodes[j].when = when
		m.score[j] = score
		m.raise(score)
		if k := m.b.look(to); k >= 0 && m.b.nodes[k].wants == opened && m.lastTurn(k) >= int(t) {
			m.won, m.f0, m.b0 = true, j, k
		}
	}
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
