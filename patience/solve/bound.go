package solve

import (
	"birdie/card"
	"birdie/patience"
)

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
