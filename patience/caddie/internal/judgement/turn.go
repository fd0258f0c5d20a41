// Package judgement is the quick part of the caddie: which positions a player can
// reach before the next draw, and what they look to be worth. The caddie thinks
// with it, and the trainer makes its numbers.
package judgement

import (
	"birdie/card"
	"birdie/patience"
)

// Left is how many cards each column has left, three bits a column.
type Left uint32

// Column returns how many cards a column has left.
func (l Left) Column(c int) int { return int(l >> (3 * c) & 7) }

// Without returns l with one card less in a column, which must have one.
func (l Left) Without(c int) Left { return l - 1<<(3*c) }

// Cards returns how many cards are left in all columns.
func (l Left) Cards() (n int) {
	for ; l != 0; l >>= 3 {
		n += int(l & 7)
	}
	return n
}

// Tableau is what does not change while the caddie thinks: the ranks of the
// cards on the table, and what may follow what.
type Tableau struct {
	Ranks  [patience.Columns][patience.Rows + 1]card.Rank // Ranks[c][n] is that of column c's free card with n left
	Follow [16]patience.Ranked                            // by the rank of the waste's top card, 0 when it is empty
	Stuck  bool                                           // a draw is legal only when no removal is
}

// NewTableau returns the tableau that a player sees, and what is left of it.
func NewTableau(v *patience.View) (t Tableau, l Left) {
	for c := range patience.Columns {
		for r := range v.Left[c] {
			t.Ranks[c][r+1] = v.Tableau[c][r].Rank()
		}
		l |= Left(v.Left[c]) << (3 * c)
	}
	for top := range card.JokerRank + 1 {
		t.Follow[top] = v.Rules.King.Follow(top)
	}
	t.Stuck = v.Rules.Draw == patience.WhenStuck
	return t, l
}

// Free returns the rank of a column's free card, 0 when it is empty.
func (t *Tableau) Free(c int, l Left) card.Rank { return t.Ranks[c][l.Column(c)] }

// Spot is a position within a turn: after some removals, before the next draw.
type Spot struct {
	Left  Left
	index uint32    // Left as a number in base 6, the index of Turn.seen
	top   card.Rank // of the waste's top card
	Stop  bool      // the player may draw here, or there is nothing else to do
}

// sixth[c] is the weight of column c in an index.
var sixth = [patience.Columns]uint32{1, 6, 36, 216, 1296, 7776, 46656}

func (l Left) index() (i uint32) {
	for c := range patience.Columns {
		i += uint32(l.Column(c)) * sixth[c]
	}
	return i
}

// Turn finds all that can be reached without a draw. Its memory is used again;
// its zero value is ready.
type Turn struct {
	// Whole lifts the bound on how much of a turn is seen.
	Whole bool
	seen  [6 * 46656]patience.Ranked // the tops with which columns were reached
	Spots []Spot
}

// maxSpots bounds a turn. Beyond it, only part of what can be reached is seen;
// it happens only under rules without dead ends, rarely and early in a game.
const maxSpots = 3000

// Explore fills t.Spots with what can be reached from a position, the position
// itself first.
func (t *Turn) Explore(b *Tableau, l Left, top card.Rank) {
	for i := range t.Spots {
		t.seen[t.Spots[i].index] = 0
	}
	t.Spots = append(t.Spots[:0], Spot{Left: l, index: l.index(), top: top})
	t.seen[t.Spots[0].index] = 1 << top
	for i := 0; i < len(t.Spots); i++ {
		s := t.Spots[i]
		fits := b.Follow[s.top]
		stuck := true
		for c, left := 0, s.Left; c < patience.Columns; c, left = c+1, left>>3 {
			rank := b.Ranks[c][left&7]
			if rank == 0 || !fits.Has(rank) {
				continue
			}
			stuck = false
			index := s.index - sixth[c]
			if t.seen[index].Has(rank) || len(t.Spots) >= maxSpots && !t.Whole {
				continue
			}
			t.seen[index] |= 1 << rank
			t.Spots = append(t.Spots, Spot{Left: s.Left.Without(c), index: index, top: rank})
		}
		t.Spots[i].Stop = stuck || !b.Stuck && s.top != 0
	}
}
