package solve

import (
	"math/bits"

	"birdie/card"
	"birdie/patience"
)

// Result is an answer. Its zero value is that of a search that was stopped.
type Result struct {
	// Proved says that the other fields are exact. It is false only when the
	// context ended the search.
	Proved   bool
	Winnable bool
	// Left is the fewest cards that can be left in the tableau, 0 when the
	// position can be won.
	Left int
	// Strokes is the lowest result in strokes: Left, or minus the most cards that
	// can be left in the stock at a win. It is also the result of most points.
	// Only Best sets it.
	Strokes int
}

// Solver answers questions about positions. It keeps its memory, at most 16 MiB,
// for the next question and then allocates no more. A Solver is for one
// goroutine at a time; any number of them work side by side.
type Solver struct {
	nodes []node
	// slots[index of a column state] is base plus the place of its node; what is
	// below base belongs to earlier searches.
	slots []uint32
	base  uint32

	p      Problem
	limit  int // prune what is bound to leave more cards than this
	goal   int // node of the last result
	visits uint64

	rank  [patience.Columns][patience.Rows + 1]card.Rank // [column][cards left] of the free card
	held  [patience.Columns][patience.Rows + 1]counts    // [column][cards left] cards in the column
	tail  [maxStock + 1]counts                           // [cards drawn] rest of the stock
	after [16]uint32                                     // [rank] bit s: the rank fits the top after s draws
}

// node is a column state and how it was reached: bit s of reach[c] says that it
// can be reached with s cards drawn, the last removal being from column c.
type node struct {
	left  uint32 // cards left, three bits a column
	reach [patience.Columns]uint32
}

const (
	states   = 6 * 6 * 6 * 6 * 6 * 6 * 6 // column states
	pollMask = 1<<10 - 1                 // nodes between two looks at the context
)

var stride = [patience.Columns]uint32{1, 6, 36, 216, 1296, 7776, 46656}

// New returns a Solver.
func New() *Solver {
	return &Solver{nodes: make([]node, 0, states), slots: make([]uint32, states), base: 1}
}

// Visits returns the number of column states that the solver has expanded since
// it was made, a measure of work that is the same on every machine.
func (s *Solver) Visits() uint64 { return s.visits }

// Winnable says whether p can be won.
func (s *Solver) Winnable(ctx Context, p *Problem) Result {
	s.load(p)
	s.limit = 0
	if !s.search(ctx) {
		return Result{}
	}
	left := s.fewest()
	return Result{Proved: true, Winnable: left == 0, Left: left}
}

// Best finds the best result of p.
func (s *Solver) Best(ctx Context, p *Problem) Result {
	s.load(p)
	for s.limit = 0; ; s.limit = s.fewest() - 1 {
		if !s.search(ctx) {
			return Result{}
		}
		// With no more than limit left, it is the fewest. With one more, which an
		// earlier search found too, nothing better was there to be found.
		if left := s.fewest(); left <= s.limit+1 {
			r := Result{Proved: true, Winnable: left == 0, Left: left, Strokes: left}
			if left == 0 {
				r.Strokes = s.drawn(s.goal) - int(p.stocks)
			}
			return r
		}
	}
}

// load prepares the tables of a problem.
func (s *Solver) load(p *Problem) {
	s.p = *p
	for c := range s.rank {
		for n := range p.left[c] {
			r := p.column[c][n]
			s.rank[c][n+1] = r
			s.held[c][n+1] = s.held[c][n] + one(r)
		}
	}
	s.tail[p.stocks] = 0
	for i := int(p.stocks) - 1; i >= 0; i-- {
		s.tail[i] = s.tail[i+1] + one(p.stock[i])
	}
	s.after = [16]uint32{}
	for i := range p.stocks + 1 {
		top := p.top
		if i > 0 {
			top = p.stock[i-1]
		}
		for fits := p.king.Follow(top); fits != 0; fits &= fits - 1 {
			s.after[bits.TrailingZeros16(uint16(fits))] |= 1 << i
		}
	}
}

// search visits all column states that can be reached and are not bound to leave
// more than limit cards, those with more cards first. It reports whether it was
// allowed to finish.
func (s *Solver) search(ctx Context) bool {
	s.base += uint32(len(s.nodes))
	if s.base > 1<<31 {
		clear(s.slots)
		s.base = 1
	}
	s.nodes = s.nodes[:0]
	s.goal = 0
	p := &s.p
	root, index := uint32(0), uint32(0)
	for c, n := range p.left {
		root |= uint32(n) << (3 * c)
		index += uint32(n) * stride[c]
	}
	s.nodes = append(s.nodes, node{left: root})
	s.slots[index] = s.base
	for i := 0; i < len(s.nodes); i++ {
		if i&pollMask == pollMask && ctx.Err() != nil {
			return false
		}
		s.expand(i)
	}
	s.goal = len(s.nodes) - 1
	s.visits += uint64(len(s.nodes))
	return true
}

// expand makes the removals from a node, after any draws.
func (s *Solver) expand(i int) {
	nd := s.nodes[i]
	p := &s.p
	var index uint32
	var held counts
	var fits [patience.Columns]patience.Ranked // what may go on the last removal
	for c := range nd.reach {
		n := nd.left >> (3 * c) & 7
		index += n * stride[c]
		held += s.held[c][n]
		if nd.reach[c] != 0 {
			fits[c] = p.king.Follow(s.rank[c][n+1])
		}
	}
	fresh := s.fresh(i, &nd)
	for c := range nd.reach {
		n := nd.left >> (3 * c) & 7
		if n == 0 {
			continue
		}
		r := s.rank[c][n]
		m := fresh & s.after[r]
		for k := range fits {
			if fits[k].Has(r) {
				m |= nd.reach[k]
			}
		}
		if m == 0 {
			continue
		}
		need := held - one(r)
		if unmatched(p.king, need, held+s.tail[bits.TrailingZeros32(m)]) > s.limit {
			continue
		}
		slot := &s.slots[index-stride[c]]
		if *slot < s.base {
			*slot = s.base + uint32(len(s.nodes))
			s.nodes = append(s.nodes, node{left: nd.left - 1<<(3*c)})
		}
		s.nodes[*slot-s.base].reach[c] = m
	}
}

// fresh returns the numbers of drawn cards with which the node can be reached
// with the last drawn card, or the top the problem starts with, on the waste.
func (s *Solver) fresh(i int, nd *node) uint32 {
	p := &s.p
	all := uint32(2)<<p.stocks - 1
	if p.draw == patience.Anytime {
		if i == 0 {
			if p.top == 0 {
				return 1
			}
			return all
		}
		var any uint32
		for _, m := range nd.reach {
			any |= m
		}
		return all &^ (any ^ (any - 1)) // all above the lowest
	}
	free := s.free(nd)
	var drew uint32
	for c, m := range nd.reach {
		if m != 0 && p.king.Follow(s.rank[c][nd.left>>(3*c)&7+1])&free == 0 {
			drew |= m << 1
		}
	}
	if i == 0 {
		drew |= 1
	}
	stuck := all
	for f := free; f != 0; f &= f - 1 {
		stuck &^= s.after[bits.TrailingZeros16(uint16(f))]
	}
	if p.top == 0 {
		stuck &^= 1
	}
	for k := 0; k < int(p.stocks); k++ {
		drew |= (drew & stuck) << 1
	}
	return drew & all
}

// fewest returns the fewest cards that any visited node has left.
func (s *Solver) fewest() int {
	n := 0
	for left := s.nodes[s.goal].left; left != 0; left >>= 3 {
		n += int(left & 7)
	}
	return n
}

// drawn returns the fewest cards drawn with which a node can be reached.
func (s *Solver) drawn(i int) int {
	if i == 0 {
		return 0
	}
	var any uint32
	for _, m := range s.nodes[i].reach {
		any |= m
	}
	return bits.TrailingZeros32(any)
}

// Line appends to buf the moves that reach the last result, and returns it. It
// is valid until the next question.
func (s *Solver) Line(buf []patience.Action) []patience.Action {
	const stock = patience.Columns // as the place a top came from
	start := len(buf)
	// Found from its end: node, cards drawn, and where the top of the waste came from.
	i, at := s.goal, s.drawn(s.goal)
	from := s.source(i, at, func(card.Rank) bool { return true })
	for i != 0 || at != 0 {
		nd := &s.nodes[i]
		if from == stock {
			buf = append(buf, patience.Draw)
			at--
			from = s.source(i, at, func(top card.Rank) bool {
				return s.p.draw == patience.Anytime || s.p.king.Follow(top)&s.free(nd) == 0
			})
			continue
		}
		buf = append(buf, patience.Remove(from))
		r := s.rank[from][nd.left>>(3*from)&7+1]
		i = s.before(nd, from)
		from = s.source(i, at, func(top card.Rank) bool { return s.p.king.Follow(top).Has(r) })
	}
	for a, b := start, len(buf)-1; a < b; a, b = a+1, b-1 {
		buf[a], buf[b] = buf[b], buf[a]
	}
	return buf
}

// source returns the column whose card a node has on the waste after at draws,
// one with a rank that will do, and Columns, for the stock, when there is none.
func (s *Solver) source(i, at int, do func(top card.Rank) bool) int {
	nd := &s.nodes[i]
	for c, m := range nd.reach {
		if m>>at&1 != 0 && do(s.rank[c][nd.left>>(3*c)&7+1]) {
			return c
		}
	}
	return patience.Columns
}

// before returns the node from which a removal from column c led to nd.
func (s *Solver) before(nd *node, c int) int {
	index := stride[c]
	for k := range stride {
		index += nd.left >> (3 * k) & 7 * stride[k]
	}
	return int(s.slots[index] - s.base)
}

// free returns the ranks of the free cards of a node.
func (s *Solver) free(nd *node) (free patience.Ranked) {
	for c := range nd.reach {
		free |= 1 << s.rank[c][nd.left>>(3*c)&7]
	}
	return free &^ 1 // without empty columns
}
