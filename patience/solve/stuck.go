package solve

import (
	"math/bits"

	"birdie/card"
	"birdie/patience"
)

// This is the search for rules under which a card may be drawn only when no free
// card fits. A drawn card more can then be an advantage, so all the turns at
// which a column state can be reached count. It goes through the column states
// once, those with more cards first.

// stuck borrows the memory of a meet, and the problem it has loaded. A node has a
// word of turns for every column: bit t of that of column c says that the state
// can be reached with t cards turned up, the last removal being from column c.
type stuck struct {
	m     *meet
	more  []uint64 // with two words of a node, the words of all columns
	held  [patience.Columns][patience.Rows + 1]counts
	tail  [maxTurns + 1]counts // the cards not turned up after as many turns
	takes [16]uint32           // bit t: the rank may go on the card turned up t-th
	limit int
}

const turnBits = maxTurns + 1

func newStuck(m *meet) *stuck { return &stuck{m: m, more: make([]uint64, len(m.f.nodes))} }

// words returns the place of three words of turnBits each.
func (s *stuck) words(i, three int) *uint64 {
	switch n := &s.m.f.nodes[i]; three {
	case 0:
		return &n.cards
	case 1:
		return &n.when
	}
	return &s.more[i]
}

func (s *stuck) reached(i, c int) uint32 {
	return uint32(*s.words(i, c/3) >> (c % 3 * turnBits) & (1<<turnBits - 1))
}

// search visits all column states that can be reached and are not bound to leave
// more than limit cards. It returns the last of the nodes, which has the fewest
// cards.
func (s *stuck) search(limit int) int {
	s.limit = limit
	m := s.m
	for c, n := range m.p.left {
		for k, r := range m.p.column[c][:n] {
			s.held[c][k+1] = s.held[c][k] + one(r)
		}
	}
	s.tail[m.all] = 0
	s.takes = [16]uint32{}
	for t := m.all; t > 0; t-- {
		s.tail[t-1] = s.tail[t] + one(card.Rank(m.deck[t]))
		for fits := m.takes[t]; fits != 0; fits &= fits - 1 {
			s.takes[bits.TrailingZeros16(uint16(fits))] |= 1 << t
		}
	}
	d := &m.f
	d.start()
	s.node(m.root)
	for i := 0; i < d.n && !m.poll(); i++ {
		s.expand(i)
	}
	m.visits += uint64(d.n)
	return d.n - 1
}

// node returns the node of a state.
func (s *stuck) node(left uint32) int {
	i, fresh := s.m.f.find(left, place(left))
	if fresh {
		for three := range 3 {
			*s.words(i, three) = 0
		}
	}
	return i
}

// expand makes the removals from a node, after the draws that are allowed.
func (s *stuck) expand(i int) {
	m := s.m
	left := m.f.nodes[i].left
	var held counts
	for c := range patience.Columns {
		held += s.held[c][left>>(3*c)&7]
	}
	shown := s.shown(i)
	for c := range patience.Columns {
		if left>>(3*c)&7 == 0 {
			continue
		}
		r := m.card(left, c)
		turns := shown & s.takes[r]
		for k := range patience.Columns {
			if w := s.reached(i, k); w != 0 && m.p.king.Follow(m.card(left+1<<(3*k), k)).Has(r) {
				turns |= w
			}
		}
		if turns == 0 || unmatched(m.p.king, held-one(r), held+s.tail[bits.TrailingZeros32(turns)]) > s.limit {
			continue
		}
		j := s.node(left - 1<<(3*c))
		*s.words(j, c/3) |= uint64(turns) << (c % 3 * turnBits)
	}
}

// shown returns the turns at which a node can be reached with the card turned up
// last on the waste.
func (s *stuck) shown(i int) uint32 {
	m := s.m
	left := m.f.nodes[i].left
	free := s.free(left)
	turns := uint32(0)
	if i == 0 {
		turns = 1 << 1
	}
	for c := range patience.Columns {
		if w := s.reached(i, c); w != 0 && m.p.king.Follow(m.card(left+1<<(3*c), c))&free == 0 {
			turns |= w << 1
		}
	}
	all := uint32(2)<<m.all - 2
	none := all // the turns whose card takes no free card
	for f := free; f != 0; f &= f - 1 {
		none &^= s.takes[bits.TrailingZeros16(uint16(f))]
	}
	if m.p.top == emptyWaste {
		none &^= 1 << 1
	}
	for range m.all {
		turns |= turns & none << 1
	}
	return turns & all
}

// free returns the ranks of the free cards of a state.
func (s *stuck) free(left uint32) (free patience.Ranked) {
	for c := range patience.Columns {
		if left>>(3*c)&7 != 0 {
			free |= 1 << s.m.card(left, c)
		}
	}
	return free
}

// turned returns the fewest cards turned up with which a node can be reached.
func (s *stuck) turned(i int) int {
	if i == 0 {
		return 1
	}
	any := uint32(0)
	for c := range patience.Columns {
		any |= s.reached(i, c)
	}
	return bits.TrailingZeros32(any)
}

// trace appends to buf the moves to a node.
func (s *stuck) trace(buf []patience.Action, i int) []patience.Action {
	const stock = patience.Columns // as the place a top came from
	m := s.m
	start := len(buf)
	// Found from its end: node, turn, and where the top of the waste came from.
	turn := s.turned(i)
	from := s.source(i, turn, func(card.Rank) bool { return true })
	for i != 0 || turn != 1 {
		left := m.f.nodes[i].left
		if from == stock {
			buf = append(buf, patience.Draw)
			turn--
			free := s.free(left)
			from = s.source(i, turn, func(top card.Rank) bool { return m.p.king.Follow(top)&free == 0 })
			continue
		}
		buf = append(buf, patience.Remove(from))
		left += 1 << (3 * from)
		r := m.card(left, from)
		i = m.f.look(place(left))
		from = s.source(i, turn, func(top card.Rank) bool { return m.p.king.Follow(top).Has(r) })
	}
	for a, b := start, len(buf)-1; a < b; a, b = a+1, b-1 {
		buf[a], buf[b] = buf[b], buf[a]
	}
	return buf
}

// source returns the column whose card a node has on the waste at a turn, one
// with a rank that will do, and Columns, for the stock, when there is none.
func (s *stuck) source(i, turn int, do func(top card.Rank) bool) int {
	for c := range patience.Columns {
		if s.reached(i, c)>>turn&1 != 0 && do(s.m.card(s.m.f.nodes[i].left+1<<(3*c), c)) {
			return c
		}
	}
	return patience.Columns
}

// counts holds how many cards there are of each rank, four bits a rank, rank r
// in bits 4r to 4r+3. A deck has at most four of a rank, so sums of disjoint
// sets of cards never carry.
type counts uint64

func one(r card.Rank) counts { return 1 << (4 * r) }

func (n counts) of(r card.Rank) int { return int(n >> (4 * r) & 15) }

// unmatched is a lower bound on the cards that stay in the tableau: how many of
// the cards needed, those still in the tableau, can not be given a predecessor
// of their own among the cards of have, which are those same cards, the rest of
// the stock and the top of the waste. Jokers among them precede any card, and
// need no predecessor here.
//
// A card of rank r follows ranks r−1 and r+1 alone, so ranks form a path, and
// taking the left neighbour first, as far as it goes, matches as many as can be.
// Under Wrap the path closes to a ring; then one starts with what the last
// neighbour has to spare, and goes round until that no longer grows.
func unmatched(king patience.KingRule, need, have counts) int {
	wild := have.of(card.JokerRank)
	if king == patience.Closed {
		have &^= 15 * one(card.King)
	}
	spare := 0
	for {
		// The ring is 1, 3, … 13, 2, 4, … 12: each is needed by taking from the
		// rank below it, then from the rank above it.
		missing, left := 0, spare
		step := func(r, above card.Rank) {
			n := need.of(r) - left
			left = have.of(above)
			if n <= 0 {
				return
			}
			if n > left {
				missing += n - left
				left = 0
			} else {
				left -= n
			}
		}
		for r := card.Ace; r < card.King; r += 2 {
			step(r, r+1)
		}
		if king != patience.Wrap {
			step(card.King, card.JokerRank+1) // nothing above a king
			left = have.of(card.Ace)
		} else {
			step(card.King, card.Ace)
		}
		for r := card.Ace + 1; r < card.King; r += 2 {
			step(r, r+1)
		}
		if king != patience.Wrap || left <= spare {
			return max(0, missing-wild)
		}
		spare = left
	}
}
