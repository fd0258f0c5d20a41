// Package judgement is the quick part of the caddie: which positions a player can
// reach before the next draw, and what they look to be worth. The caddie thinks
// with it, and the trainer makes its numbers.
package judgement

import (
	"math/bits"
	"slices"

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

	// fits has Follow's ranks in all bytes of words, at most three unless all fit.
	fits [16]struct {
		all   bool
		ranks [3]uint64
	}
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
		f := &t.fits[top]
		f.all = t.Follow[top] == patience.AllRanks
		f.ranks = [3]uint64{lows, lows, lows} // no rank
		if f.all {
			continue
		}
		n := 0
		for r := range card.JokerRank + 1 {
			if t.Follow[top].Has(r) {
				f.ranks[n] = uint64(r) * ones
				n++
			}
		}
	}
	t.Stuck = v.Rules.Draw == patience.WhenStuck
	return t, l
}

// A word has a byte for each column: its free card's rank, 0 when it is empty.
const (
	ones  = 0x0101010101010101
	lows  = 0x7f * ones
	highs = 0x80 * ones
)

// fitting returns the columns whose free card may follow top, as the highest bits
// of their bytes.
func (t *Tableau) fitting(free uint64, top card.Rank) uint64 {
	f := &t.fits[top&15]
	if f.all {
		return (free + lows) & highs
	}
	// A byte below 128 and lows together reach 128 unless the byte is 0.
	return ^(((free ^ f.ranks[0]) + lows) & ((free ^ f.ranks[1]) + lows) & ((free ^ f.ranks[2]) + lows)) & highs
}

// frees returns the word of the free cards.
func (t *Tableau) frees(l Left) (free uint64) {
	for c := range patience.Columns {
		free |= uint64(t.Free(c, l)) << (8 * c)
	}
	return free
}

// Free returns the rank of a column's free card, 0 when it is empty.
func (t *Tableau) Free(c int, l Left) card.Rank { return t.Ranks[c][l.Column(c)] }

// Spot is a position within a turn: after some removals, before the next draw.
type Spot struct {
	Left  Left
	index uint32    // Left as a number in base 6, the index of Turn.seen
	free  uint64    // the free cards
	from  uint32    // the spot before the last removal
	top   card.Rank // of the waste's top card
	Stop  bool      // the player may draw here, or there is nothing else to do
	Again bool      // an earlier spot has the same columns left
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
	t.Spots = append(t.Spots[:0], Spot{Left: l, index: l.index(), free: b.frees(l), top: top})
	t.seen[t.Spots[0].index] = 1 << top
	for i := 0; i < len(t.Spots); i++ {
		s := t.Spots[i]
		fits := b.fitting(s.free, s.top)
		t.Spots[i].Stop = fits == 0 || !b.Stuck && s.top != 0
		for ; fits != 0; fits &= fits - 1 {
			shift := bits.TrailingZeros64(fits) &^ 7 & 63
			c := shift >> 3
			rank := card.Rank(s.free >> shift & 15)
			index := s.index - sixth[c]
			seen := &t.seen[index]
			if seen.Has(rank) || len(t.Spots) >= maxSpots && !t.Whole {
				continue
			}
			next := Spot{Left: s.Left.Without(c), index: index, from: uint32(i), top: rank, Again: *seen != 0}
			next.free = s.free&^(15<<shift) | uint64(b.Free(c, next.Left))<<shift
			*seen |= 1 << rank
			t.Spots = append(t.Spots, next)
		}
	}
}

// Path returns the columns to remove from, first the given one, to have the columns
// of end left. There must be a way.
func (t *Turn) Path(b *Tableau, l Left, first int, end Left) (path []int) {
	rank := b.Free(first, l)
	l = l.Without(first)
	t.Explore(b, l, rank)
	at := 0
	for i := range t.Spots {
		// Where the turn may stop, if that can be.
		if s := &t.Spots[i]; s.Left == end && (t.Spots[at].Left != end || s.Stop && !t.Spots[at].Stop) {
			at = i
		}
	}
	for ; at > 0; at = int(t.Spots[at].from) {
		gone := t.Spots[t.Spots[at].from].Left - t.Spots[at].Left
		path = append(path, bits.TrailingZeros32(uint32(gone))/3)
	}
	path = append(path, first)
	slices.Reverse(path)
	return path
}
