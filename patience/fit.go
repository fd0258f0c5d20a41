package patience

import "birdie/card"

// Ranked is a set of ranks: bit r stands for rank r, so bits 1 to 14 are used.
type Ranked uint16

// AllRanks is every rank, the jokers' included.
const AllRanks Ranked = 0x7ffe

// Has reports whether r is in the set.
func (s Ranked) Has(r card.Rank) bool { return s>>r&1 != 0 }

// follow[king rule][top rank] is the set of ranks that may go on that rank; top
// rank 0 is the empty waste, on which any card may go.
var follow = func() (f [3][16]Ranked) {
	for king := range f {
		f[king][0] = AllRanks
		f[king][card.JokerRank] = AllRanks
		for r := card.Ace; r <= card.King; r++ {
			var s Ranked
			if r > card.Ace {
				s |= 1 << (r - 1)
			}
			if r < card.King {
				s |= 1 << (r + 1)
			}
			f[king][r] = s | 1<<card.JokerRank
		}
	}
	f[Wrap][card.King] |= 1 << card.Ace
	f[Wrap][card.Ace] |= 1 << card.King
	f[Closed][card.King] = 0
	return f
}()

// Follow returns the ranks of the cards that may go on a card of rank top
// (0: on an empty waste). A joker may go on anything and anything may go on a
// joker, but a closed king takes nothing.
func (k KingRule) Follow(top card.Rank) Ranked {
	return follow[k%3][top&15]
}
