package solve

import (
	"math"
	"math/bits"
	"slices"

	"birdie/card"
	"birdie/patience"
)

// Before the search from both ends, a beam looks for a win: the most promising
// column states with so many cards, then those with one card fewer, and so on. Of
// every state it knows the first turn at which each column's card can have been the
// last, so that it goes through the stock as it should.

// never stands, as a turn, for none.
const never = 31

// What makes a state promising, fitted to which states of won deals can still be won.
const (
	worthNeighbours = 41  // a card in a column on one of a neighbouring rank
	worthFree       = -14 // the same, if it is free
	worthSame       = 23  // a card on one of its own rank
	worthPair       = 28  // two neighbouring ranks among the free cards
	worthSoon       = 15  // each of the three cards after the next removal on which a free card goes
	costKind        = 20  // a rank among the free cards
	costTurn        = 40  // a card turned up by the next removal
	costScarce      = 21  // a card that is missing to have two neighbours for each card of a rank
)

// mostMore is the most that free cards add to the score.
const mostMore = 3*worthSoon + patience.Columns*(worthPair-costKind)

var worthHeight = [heights]int64{-46, 8, 27, 18, -3, -34}

// firstLayers is the number of layers that are half as wide as the others: where few
// cards have gone, the states of a layer differ little.
const firstLayers = 10

// beam is a search through the most promising states.
type beam struct {
	gain   [patience.Columns][heights]look // by taking a card from a column with so many
	slack  [maxTurns + 1]sums              // what the cards not turned up yet add, and signs
	scarce [maxTurns + 1][2]uint64         // the same, and plenty
	w      weights
	on     [16]uint32              // bit t: the rank goes on the card turned up t-th
	next   [maxTurns + 1][16]uint8 // the first card after the t-th on which a rank goes, never for none
	near   [16][2]uint64           // two patterns for the bytes of free cards: the ranks that go on a rank
	king   patience.KingRule
	wild   bool   // there are jokers
	ring   uint64 // the ace, if it is next to the king

	root   hope
	layers [2][widest]hope
	layer  []hope        // the one that is being made
	order  [widest]int64 // scores and places of its states
	worst  int64         // the least of them, once it is full; till then less than any
	seen   [256]uint8    // where in it a state may be
	cut    bool          // some states were left out
}

// look is what a state looks like: a sum over its columns.
type look struct {
	cards  uint64 // the free card of each column, a byte each
	free   uint64 // how many free cards there are of each rank, four bits each
	slack  sums
	scarce [2]uint64 // twice the cards of each rank, less the neighbours they can go on: a byte each
	worth  int64
}

// hope is a column state of a beam.
type hope struct {
	look
	when uint64 // the turn at which column c's card moved to get here, in bits 5c to 5c+4
	left uint32 // the cards of each column, three bits each
}

const (
	eachRank = 0x111111111111111
	eachByte = 0x0101010101010101
	plenty   = 0x80 * eachByte // added to scarce, so that no byte is negative
)

func (a *look) add(b *look) {
	a.cards += b.cards
	a.free += b.free
	a.worth += b.worth
	for i := range a.slack {
		a.slack[i] += b.slack[i]
		a.scarce[i] += b.scarce[i]
	}
}

// less returns a less b.
func (a look) less(b *look) look {
	a.cards -= b.cards
	a.free -= b.free
	a.worth -= b.worth
	for i := range a.slack {
		a.slack[i] -= b.slack[i]
		a.scarce[i] -= b.scarce[i]
	}
	return a
}

// neighbour takes a card of rank r, on which others can go, from what is scarce.
func neighbour(scarce *[2]uint64, king patience.KingRule, r card.Rank) {
	for s := king.Follow(r) &^ (1 << card.JokerRank); s != 0; s &= s - 1 {
		x := bits.TrailingZeros16(uint16(s))
		scarce[x>>3] -= 1 << (x & 7 * 8)
	}
}

// prepare takes a problem. It reports whether it is lost by the bound alone.
func (b *beam) prepare(q *question) (lost bool) {
	p := &q.p
	var need, have [card.JokerRank + 1]int
	for c, n := range p.left {
		for _, r := range p.column[c][:n] {
			need[r]++
			have[r]++
		}
	}
	for _, r := range q.deck[1 : q.all+1] {
		have[r]++
	}
	b.wild = have[card.JokerRank]+have[emptyWaste] > 0
	if b.w.choose(p.king, &need, &have) {
		return true
	}
	b.king, b.ring = p.king, 0
	if p.king == patience.Wrap {
		b.ring = 1 << (4 * card.Ace)
	}
	b.root = hope{}
	for c, n := range p.left {
		own := look{worth: worthHeight[0]}
		below := int64(0) // the worth of the cards that are not free
		for k, r := range p.column[c][:n] {
			x := own
			x.cards, x.free = uint64(r)<<(8*c), 1<<(4*r)
			x.worth = worthHeight[k+1] + below
			if k > 0 {
				switch on := p.column[c][k-1]; {
				case p.king.Follow(r).Has(on):
					x.worth += worthNeighbours + worthFree
					below += worthNeighbours
				case r == on:
					x.worth += worthSame
					below += worthSame
				}
			}
			for i := range words {
				x.slack[i] += b.w.have[r][i] - b.w.need[r][i]
			}
			if r != card.JokerRank {
				x.scarce[r>>3] += 2 << (r & 7 * 8)
			}
			neighbour(&x.scarce, p.king, r)
			b.gain[c][k+1] = own.less(&x)
			own = x
		}
		b.root.add(&own)
		b.root.left |= uint32(n) << (3 * c)
	}
	for r := range b.on {
		b.on[r] = 1 << (q.all + 1) // at the end
		b.next[q.all][r] = never
	}
	b.slack[q.all] = sums{signs, signs}
	b.scarce[q.all] = [2]uint64{plenty, plenty}
	for t := q.all; t > 0; t-- {
		b.slack[t-1] = b.slack[t]
		b.slack[t-1].add(&b.w.have[q.deck[t]])
		b.scarce[t-1] = b.scarce[t]
		neighbour(&b.scarce[t-1], p.king, q.deck[t])
		b.next[t-1] = b.next[t]
		for s := q.takes[t]; s != 0; s &= s - 1 {
			r := bits.TrailingZeros16(uint16(s))
			b.on[r] |= 1 << t
			b.next[t-1][r] = uint8(t)
		}
	}
	for r := range b.near {
		b.near[r] = [2]uint64{lows, lows} // no rank is 127
		s := p.king.Follow(card.Rank(r)) &^ (1 << card.JokerRank)
		for i := range b.near[r] {
			if s != 0 {
				b.near[r][i] = uint64(bits.TrailingZeros16(uint16(s))) * bytes
				s &= s - 1
			}
		}
	}
	return false
}

const (
	bytes = 0x01010101010101 // one in the byte of each column
	highs = 0x80 * bytes
	lows  = 0x7f * bytes
)

// matching returns the columns, as the high bit of their byte, whose free card is of one
// of two ranks.
func matching(cards uint64, ranks *[2]uint64) uint64 {
	return ^(((cards ^ ranks[0]) + lows) & ((cards ^ ranks[1]) + lows)) & highs
}

// after returns the columns whose free card goes on one of rank r, also when there
// are jokers.
func (b *beam) after(cards uint64, r uint8) (found uint64) {
	for c := range patience.Columns {
		if b.king.Follow(card.Rank(r)).Has(card.Rank(cards >> (8 * c) & 15)) {
			found |= 0x80 << (8 * c)
		}
	}
	return found
}

// search reports whether it has found a win, with layers of so many states. proof says
// that it has looked at all there is, so that there is no win if it has not.
func (b *beam) search(q *question, width int) (won, proof bool) {
	b.cut = false
	b.layers[0][0] = b.root
	now := b.layers[0][:1]
	for layer := 1; len(now) > 0; layer++ {
		if q.stop() {
			return false, false
		}
		room := width
		if layer <= firstLayers {
			room /= 2
		}
		b.layer = b.layers[layer&1][:0:room]
		b.worst = math.MinInt64
		for i := range now {
			if b.expand(q, &now[i]) {
				return true, true
			}
		}
		now = b.layer
	}
	return false, !b.cut
}

// expand makes all removals from a state of the beam, each at the first turn at
// which it can be made, and reports whether one of them wins.
func (b *beam) expand(q *question, h *hope) bool {
	q.steps++
	turns, first := uint64(never*bytes), never // of the columns, a byte each; and of the state
	if h.when == 0 {
		first = 0
	}
	for w := h.when; w != 0; {
		c := bits.TrailingZeros64(w) / 5
		t := w >> (5 * c) & 31
		w &^= 31 << (5 * c)
		first = min(first, int(t))
		last := q.p.column[c][h.left>>(3*c)&7]
		may := matching(h.cards, &b.near[last&15])
		if b.wild {
			may = b.after(h.cards, uint8(last))
		}
		may &= turns | highs - t*bytes // where t is less
		may -= may >> 7
		turns = turns&^may | t*bytes&may
	}
	next := &b.next[first]
	for c := range patience.Columns {
		r := h.cards >> (8 * c) & 15 // 0 in an empty column, which goes nowhere
		t := int(min(uint8(turns>>(8*c)), next[r]))
		if t > q.all {
			continue
		}
		left := h.left - 1<<(3*c)
		if left == 0 {
			return true
		}
		when := uint64(t) << (5 * c)
		seen := &b.seen[left*0x9e3779b1>>24] // a hash
		if i := int(*seen); i < len(b.layer) && b.layer[i].left == left {
			if n := &b.layer[i]; n.when>>(5*c)&31 == 0 {
				n.when |= when
			}
			continue
		}
		gain := &b.gain[c][h.left>>(3*c)&7]
		if h.worth+gain.worth-costTurn*int64(t)+mostMore <= b.worst>>8 {
			b.cut = true
			continue
		}
		x := h.look
		x.add(gain)
		free := (x.free | x.free>>1 | x.free>>2) & eachRank
		// then is the turn of the next removal, if it is from a free card: the processor
		// can't foresee it, so there are no branches.
		on := uint64(b.on[x.cards&15] | b.on[x.cards>>8&15] | b.on[x.cards>>16&15] | b.on[x.cards>>24&15] |
			b.on[x.cards>>32&15] | b.on[x.cards>>40&15] | b.on[x.cards>>48&15])
		useful := matching(x.cards, &b.near[r])
		if b.wild {
			useful = b.after(x.cards, uint8(r))
		}
		useful = uint64(int64(useful|-useful) >> 63) // all bits, if another card can go on this one at once
		then := t + int(^useful&uint64(1+bits.TrailingZeros64(on>>(t+1))))
		rest, top := &b.slack[t], &b.w.have[r]
		s0, s1 := x.slack[0]+rest[0]+top[0]&useful, x.slack[1]+rest[1]+top[1]&useful
		if s0&s1&signs != signs {
			continue
		}
		v0, v1 := x.scarce[0]+b.scarce[t][0], x.scarce[1]+b.scarce[t][1]
		scarce := (v0&(v0>>7&eachByte*0x7f) + v1&(v1>>7&eachByte*0x7f)) * eachByte >> 56
		soon := bits.OnesCount64(on >> (then + 1) & 7)
		score := x.worth - costTurn*int64(then) - costScarce*int64(scarce) + worthSoon*int64(soon) -
			costKind*int64(bits.OnesCount64(free)) + worthPair*int64(bits.OnesCount64(free&(free<<4|free>>48&b.ring)))
		if score <= b.worst>>8 {
			b.cut = true
			continue
		}
		i := len(b.layer)
		if i < cap(b.layer) {
			b.layer = b.layer[:i+1]
		} else {
			i = int(b.worst & 255)
		}
		b.order[i] = score<<8 | int64(i)
		if len(b.layer) == cap(b.layer) {
			b.worst = slices.Min(b.order[:len(b.layer)])
		}
		n := &b.layer[i]
		n.look, n.when, n.left = x, when, left
		*seen = uint8(i)
	}
	return false
}
