package solve

import (
	"context"
	"testing"

	"birdie/card"
	"birdie/patience"
)

// When the backward side runs out of room, the forward side goes on alone.
func TestBackwardSideIsFull(t *testing.T) {
	src := card.SplitMix(11)
	whole, small := New(), New()
	for _, king := range []patience.KingRule{patience.Closed, patience.Queen, patience.Wrap} {
		for range 8 {
			deck := card.Deck(1, 0)
			card.Shuffle(deck, &src)
			g, err := patience.New(patience.Rules{King: king}, deck)
			if err != nil {
				t.Fatal(err)
			}
			p := FromGame(g)
			want := whole.Best(context.Background(), &p)
			small.meet.b = newSide(250)
			if got := small.Best(context.Background(), &p); got != want {
				t.Errorf("%v: %+v, want %+v", deck, got, want)
			}
			if strokes, _, err := Verify(g, small.Line(nil)); err != nil || strokes != want.Strokes {
				t.Errorf("%v: line ends with %d strokes, %v, want %d", deck, strokes, err, want.Strokes)
			}
		}
	}
}

// Every state has a node of its own, which the next search knows nothing of.
func TestFind(t *testing.T) {
	d := newSide(states + 1)
	for range 2 {
		d.start()
		seen := map[uint32]int{}
		src := card.SplitMix(1)
		for range 20_000 {
			left, place := uint32(0), uint32(0)
			for c := range patience.Columns {
				n := uint32(card.Below(&src, patience.Rows+1))
				left |= n << (3 * c)
				place += n * strides[c]
			}
			if known, ok := seen[place]; ok != (d.look(place) >= 0) || ok && known != d.look(place) {
				t.Fatalf("state %o: looked up %d, but it is node %d, %v", left, d.look(place), known, ok)
			}
			i, fresh := d.find(left, place)
			if known, ok := seen[place]; ok == fresh || ok && known != i {
				t.Fatalf("state %o: node %d, fresh %v, but it was node %d", left, i, fresh, known)
			}
			seen[place] = i
		}
	}
}

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
