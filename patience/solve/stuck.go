package solve

import (
	"math/bits"
	"slices"

	"birdie/card"
	"birdie/patience"
)

// This is the search for rules under which a card may be drawn only when no free
// card fits. A drawn card more can then be an advantage, so all the turns at
// which a column state can be reached count. It goes through the column states
// once, those with more cards first.

// states is the number of column states. That of a state is a sum over its columns:
// the cards left, times stride.
const states = heights * heights * heights * heights * heights * heights * heights

var strides = [patience.Columns]int{1, 6, 36, 216, 1296, 7776, 46656}

// stuck has, for every column of every state, a set of turns: bit t says that the
// state can be reached with t cards turned up, the last removal being from that column.
type stuck struct {
	words []uint64 // three for each state, of three columns each
	known [(states + 63) / 64]uint64
	root  int
	held  [patience.Columns][heights]counts
	tail  [maxTurns + 1]counts // the cards not turned up after as many turns
	takes [16]uint32           // bit t: the rank may go on the card turned up t-th
	limit int
}

const turnBits = maxTurns + 1

// heightsOf returns the cards left in each column of a state.
func heightsOf(state int) (left [patience.Columns]int) {
	for c := range left {
		left[c] = state / strides[c] % heights
	}
	return left
}

// reached returns the turns at which a state is reached by a removal from column c.
func (s *stuck) reached(state, c int) uint32 {
	return uint32(s.words[3*state+c/3] >> (c % 3 * turnBits) & (1<<turnBits - 1))
}

// search steps all column states that can be reached and are not bound to leave
// more than limit cards. It returns one with the fewest cards, and their number.
func (s *stuck) search(q *question, limit int) (best, left int) {
	s.limit, s.root = limit, 0
	for c, n := range q.p.left {
		s.root += int(n) * strides[c]
		for k, r := range q.p.column[c][:n] {
			s.held[c][k+1] = s.held[c][k] + count(r)
		}
	}
	s.tail[q.all] = 0
	s.takes = [16]uint32{}
	for t := q.all; t > 0; t-- {
		s.tail[t-1] = s.tail[t] + count(q.deck[t])
		for fits := q.takes[t]; fits != 0; fits &= fits - 1 {
			s.takes[bits.TrailingZeros16(uint16(fits))] |= 1 << t
		}
	}
	clear(s.known[:])
	s.reach(s.root)
	best, left = s.root, q.p.Left()
	for i := s.root / 64; i >= 0 && !q.stop(); i-- {
		for todo := s.known[i]; todo != 0; {
			k := bits.Len64(todo) - 1
			state := 64*i + k
			if n := s.expand(q, state); n < left {
				best, left = state, n
			}
			todo = s.known[i] & (1<<k - 1)
		}
	}
	return best, left
}

// reach makes a state known.
func (s *stuck) reach(state int) {
	if bit := uint64(1) << (state % 64); s.known[state/64]&bit == 0 {
		s.known[state/64] |= bit
		clear(s.words[3*state : 3*state+3])
	}
}

// expand makes the removals from a state, after the draws that are allowed. It
// returns the number of its cards.
func (s *stuck) expand(q *question, state int) (cards int) {
	q.steps++
	left := heightsOf(state)
	var held counts
	for c, n := range left {
		held += s.held[c][n]
		cards += n
	}
	shown := s.shown(q, state)
	for c, n := range left {
		if n == 0 {
			continue
		}
		r := q.p.column[c][n-1]
		turns := shown & s.takes[r]
		for k := range left {
			if w := s.reached(state, k); w != 0 && q.p.king.Follow(q.p.column[k][left[k]]).Has(r) {
				turns |= w
			}
		}
		if turns == 0 || unmatched(q.p.king, held-count(r), held+s.tail[bits.TrailingZeros32(turns)]) > s.limit {
			continue
		}
		to := state - strides[c]
		s.reach(to)
		s.words[3*to+c/3] |= uint64(turns) << (c % 3 * turnBits)
	}
	return cards
}

// shown returns the turns at which a state can be reached with the card turned up
// last on the waste.
func (s *stuck) shown(q *question, state int) uint32 {
	left := heightsOf(state)
	free := s.free(q, state)
	turns := uint32(0)
	if state == s.root {
		turns = 1 << 1
	}
	for c := range left {
		if w := s.reached(state, c); w != 0 && q.p.king.Follow(q.p.column[c][left[c]])&free == 0 {
			turns |= w << 1
		}
	}
	all := uint32(2)<<q.all - 2
	none := all // the turns whose card takes no free card
	for f := free; f != 0; f &= f - 1 {
		none &^= s.takes[bits.TrailingZeros16(uint16(f))]
	}
	if q.p.top == emptyWaste {
		none &^= 1 << 1
	}
	for range q.all {
		turns |= turns & none << 1
	}
	return turns & all
}

// free returns the ranks of the free cards of a state.
func (s *stuck) free(q *question, state int) (free patience.Ranked) {
	for c, n := range heightsOf(state) {
		if n > 0 {
			free |= 1 << q.p.column[c][n-1]
		}
	}
	return free
}

// turned returns the fewest cards turned up with which a state can be reached.
func (s *stuck) turned(state int) int {
	if state == s.root {
		return 1
	}
	any := uint32(0)
	for c := range patience.Columns {
		any |= s.reached(state, c)
	}
	return bits.TrailingZeros32(any)
}

// trace appends to buf the moves to a state.
func (s *stuck) trace(q *question, buf []patience.Action, state int) []patience.Action {
	const stock = patience.Columns // as the place a top came from
	start := len(buf)
	// Found from its end: state, turn, and where the top of the waste came from.
	turn := s.turned(state)
	from := s.source(q, state, turn, func(card.Rank) bool { return true })
	for state != s.root || turn != 1 {
		if from == stock {
			buf = append(buf, patience.Draw)
			turn--
			free := s.free(q, state)
			from = s.source(q, state, turn, func(top card.Rank) bool { return q.p.king.Follow(top)&free == 0 })
			continue
		}
		buf = append(buf, patience.Remove(from))
		r := q.p.column[from][state/strides[from]%heights]
		state += strides[from]
		from = s.source(q, state, turn, func(top card.Rank) bool { return q.p.king.Follow(top).Has(r) })
	}
	slices.Reverse(buf[start:])
	return buf
}

// source returns the column whose card a state has on the waste at a turn, one
// with a rank that will do, and Columns, for the stock, when there is none.
func (s *stuck) source(q *question, state, turn int, do func(top card.Rank) bool) int {
	for c, n := range heightsOf(state) {
		if s.reached(state, c)>>turn&1 != 0 && do(q.p.column[c][n]) {
			return c
		}
	}
	return patience.Columns
}

// counts holds how many cards there are of each rank, four bits a rank, rank r
// in bits 4r to 4r+3. A deck has at most four of a rank, so sums of disjoint
// sets of cards never carry.
type counts uint64

func count(r card.Rank) counts { return 1 << (4 * r) }

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
		have &^= 15 * count(card.King)
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
