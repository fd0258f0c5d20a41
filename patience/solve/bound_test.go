package solve

import (
	"testing"

	"birdie/card"
	"birdie/patience"
)

// Hall's condition needs intervals alone: no set of ranks is tighter than all of
// the intervals in it.
func TestIntervalsAreEnough(t *testing.T) {
	for king, all := range intervals {
		if king == int(patience.Wrap) {
			continue // where the longest are left out
		}
		known := map[patience.Ranked]patience.Ranked{}
		for _, t := range all {
			known[t.need] = t.have
		}
		for set := patience.Ranked(2); set < 1<<(card.King+1); set += 2 {
			have := patience.Ranked(0)
			for r := card.Ace; r <= card.King; r++ {
				for top := card.Ace; top <= card.King; top++ {
					if set.Has(r) && patience.KingRule(king).Follow(top).Has(r) {
						have |= 1 << top
					}
				}
			}
			// Split into runs of every other rank; their neighbours must be disjoint and
			// together those of the set.
			rest, sum := set, patience.Ranked(0)
			for rest != 0 {
				run := patience.Ranked(0)
				for r := card.Ace; r <= card.King; r++ {
					if rest.Has(r) {
						for ; r <= card.King && rest.Has(r); r += 2 {
							run |= 1 << r
						}
						break
					}
				}
				rest &^= run
				neighbours := known[run] &^ (1<<card.JokerRank | 1<<emptyWaste)
				if _, ok := known[run]; !ok && run != 0x2aaa {
					t.Fatalf("king rule %d: no interval %b", king, run)
				}
				if run == 0x2aaa {
					neighbours = have & 0x1554
				}
				if neighbours&sum != 0 {
					t.Fatalf("king rule %d: the neighbours of the runs of %b overlap", king, set)
				}
				sum |= neighbours
			}
			if sum != have {
				t.Fatalf("king rule %d: set %b has neighbours %b, its runs %b", king, set, have, sum)
			}
		}
	}
}
