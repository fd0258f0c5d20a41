package solve

import (
	"math/bits"

	"birdie/card"
	"birdie/patience"
)

// A card can leave the tableau only onto a card of a neighbouring rank, which
// then takes no other. So of every set of ranks no more cards can leave than
// there are neighbours of them: in the tableau, in the rest of the stock and on
// the waste (Hall's condition). What the neighbours are more is the slack of the
// set; it never grows while the game goes on, and falls by one with each
// neighbour that something else, or nothing, is put on.
//
// A card of rank r goes on ranks r−1 and r+1 alone, so only sets of every other
// rank from one to another need be looked at: intervals. Under Wrap those of up
// to six ranks are; longer ones have never cut anything.

// interval is a set of ranks (need) and of their neighbours (have).
type interval struct{ need, have patience.Ranked }

// intervals are those of each king rule.
var intervals = func() (v [3][]interval) {
	for king := range v {
		k := patience.KingRule(king)
		var under [card.King + 1]patience.Ranked // the ranks that a rank may go on
		for r := card.Ace; r <= card.King; r++ {
			for t := card.Ace; t <= card.King; t++ {
				if k.Follow(t).Has(r) {
					under[r] |= 1 << t
				}
			}
		}
		for first := card.Ace; first <= card.King; first++ {
			t := interval{have: 1<<card.JokerRank | 1<<emptyWaste}
			for r, n := first, 0; n < 6; n++ {
				t.need |= 1 << r
				t.have |= under[r]
				v[king] = append(v[king], t)
				if r += 2; r > card.King {
					if k != patience.Wrap {
						break
					}
					r -= card.Ranks
				}
			}
		}
	}
	return v
}()

// sums holds the slack of twenty intervals, six bits each, or what to add to it:
// a bit set in signs says that the field is not negative. Slack lies between −32
// and 31.
type sums [words]uint64

const (
	words  = 2
	fields = 10 // in a word
	signs  = 0x820820820820820
	each   = signs >> 5 // one in every field
	most   = 27         // the largest slack at the start that is worth a field
)

func (a *sums) add(b *sums) {
	for w := range a {
		a[w] += b[w]
	}
}

// weights are what a card of each rank adds to the slack: as one that needs a
// neighbour (to be taken off), and as one that is a neighbour.
type weights struct{ need, have [card.JokerRank + 1]sums }

// choose fills in the weights for the intervals that are tightest in a problem. It
// reports whether some interval is too tight already, so that there is no win.
func (w *weights) choose(king patience.KingRule, need, have *[card.JokerRank + 1]int) (lost bool) {
	*w = weights{}
	var slack [13 * 6]int
	all := intervals[king]
	for i, t := range all {
		for s := t.have; s != 0; s &= s - 1 {
			slack[i] += have[bits.TrailingZeros16(uint16(s))]
		}
		for s := t.need; s != 0; s &= s - 1 {
			slack[i] -= need[bits.TrailingZeros16(uint16(s))]
		}
		if slack[i] < 0 {
			return true
		}
	}
	field := 0
	for n := range most + 1 {
		for i, t := range all {
			if slack[i] != n {
				continue
			}
			if field == words*fields {
				return false
			}
			at := uint64(1) << (6 * (field % fields))
			for s := t.need; s != 0; s &= s - 1 {
				w.need[bits.TrailingZeros16(uint16(s))][field/fields] += at
			}
			for s := t.have; s != 0; s &= s - 1 {
				w.have[bits.TrailingZeros16(uint16(s))][field/fields] += at
			}
			field++
		}
	}
	return false
}
