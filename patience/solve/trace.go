package solve

import (
	"birdie/card"
	"birdie/patience"
)

// turnOf returns the turn that a node keeps for column c, 0 for none.
func turnOf(when uint64, c int) int { return int(when >> (5 * c) & 31) }

// lastTurn returns the turn from which a node of the backward side is open.
func (m *meet) lastTurn(i int) int { return int(m.b.nodes[i].when >> 40 & 31) }

// trace appends to buf the line of a search that has just succeeded. It returns
// the line and the number of cards turned up in it.
func (m *meet) trace(buf []patience.Action) ([]patience.Action, int) {
	by := m.turns
	if m.b0 >= 0 {
		by = m.lastTurn(m.b0)
	}
	buf, turn, top := m.reach(buf, m.f0, by)
	if m.b0 < 0 {
		return buf, turn
	}
	// From what the sides met in, what the backward side knows of one state after
	// the other: a card that may go onto the top in time, or else that the state
	// is open, and which turn makes it so.
	for i, left := m.b0, m.b.nodes[m.b0].left; count(left) > m.limit; i = m.b.look(place(left)) {
		c := m.known(i, turn, m.f.any[top])
		for c < 0 {
			last := m.lastTurn(i) + 1
			for ; turn < last; turn++ {
				buf = append(buf, patience.Draw)
			}
			c = m.known(i, turn, m.takes[turn])
		}
		top = m.card(left, c)
		left -= 1 << (3 * c)
		buf = append(buf, patience.Remove(c))
	}
	return buf, turn
}

// known returns a column of a backward node whose card, being of a rank of fits,
// is known to win when it is removed at the turn, −1 if there is none.
func (m *meet) known(i, turn int, fits patience.Ranked) int {
	for c := range patience.Columns {
		if left := m.b.nodes[i].left; turnOf(m.b.nodes[i].when, c) >= turn && fits.Has(m.card(left, c)) {
			return c
		}
	}
	return -1
}

// card returns the free card of a column in a state.
func (m *meet) card(left uint32, c int) card.Rank {
	return m.p.column[c][left>>(3*c)&7-1]
}

// count returns the number of cards of a state.
func count(left uint32) int {
	n := 0
	for ; left != 0; left >>= 3 {
		n += int(left & 7)
	}
	return n
}

// reach appends to buf the moves to a node of the forward side by a turn. It
// returns them, the turn at their end and the top of the waste.
func (m *meet) reach(buf []patience.Action, i, by int) ([]patience.Action, int, card.Rank) {
	type removal struct{ column, turn int }
	var made [patience.Tableau]removal // the last first
	n := 0
	tops := patience.AllRanks // those that the next removal can go on
	for i != 0 {
		best, at := -1, by+1
		for c := range patience.Columns {
			t := turnOf(m.f.nodes[i].when, c)
			if t > 0 && t < at && tops.Has(m.card(m.f.nodes[i].left+1<<(3*c), c)) {
				best, at = c, t
			}
		}
		if best < 0 { // the removal went on the card turned up at its turn
			by--
			tops = patience.AllRanks
			continue
		}
		parent := m.f.nodes[i].left + 1<<(3*best)
		made[n], by = removal{best, at}, at
		n++
		tops = m.b.any[m.card(parent, best)]
		i = m.f.look(place(parent))
	}
	turn, top := 1, m.p.top
	left := m.root
	for n--; n >= 0; n-- {
		for ; turn < made[n].turn; turn++ {
			buf = append(buf, patience.Draw)
		}
		c := made[n].column
		top = m.card(left, c)
		left -= 1 << (3 * c)
		buf = append(buf, patience.Remove(c))
	}
	return buf, turn, top
}
