package solve

import (
	"math/bits"

	"birdie/card"
	"birdie/patience"
)

// This is the search for rules that let the player draw at any time. It goes
// through the stock from both ends, card by card.
//
// A turn is a number of cards turned up: after turn t, the first t cards of the
// deal's opening card and stock lie on the waste. Forward, the search knows the
// column states that can be reached by turn t; drawing more cards never hurts,
// so the top of the waste matters only while a run goes on, and every removal
// from a column state need be tried once, at the first turn at which it can be
// made. Backward, it knows the open column states: those from which turning up
// card t wins, whatever lay on the waste; they too are found once each, at the
// last such turn. The side that knows less goes on. A deal is won when a state
// that can be reached is open, and lost when the sides have met without it.
//
// Half a stock reaches far fewer than half of the states, which is why this is
// so much faster than going through it from one end.

// maxTurns is the largest number of cards that can be turned up.
const maxTurns = maxStock + 1

// opened stands in the wants of a node that is open.
const opened = 1 << 15

type meet struct {
	f, b   side
	p      Problem
	all    int                           // the number of cards that can be turned up
	turns  int                           // and that may be
	limit  int                           // cards that may stay
	deck   [maxTurns + 1]uint8           // rank of the card turned up t-th, from 1
	takes  [maxTurns + 1]patience.Ranked // the ranks that may go on it
	prev   [maxTurns + 1][16]uint8       // the last card up to the t-th on which a rank may go, 0 for none
	next   [maxTurns + 1][16]uint8       // the first card after the t-th on which a rank may go, never for none
	loss   [2][card.JokerRank + 1]sums   // what removing a rank does to the slack; [1]: and something can go on it
	back   [card.JokerRank + 1]sums      // what a rank on top of the waste takes from the slack of the backward side
	w      weights
	spared sums // by the cards that may stay
	root   uint32

	won   bool
	alone bool
	full  bool // the backward side has no room for more nodes
	f0    int  // the node where the sides met
	b0    int
	open  []uint32

	ctx     Context
	front   int // the forward side has looked at the cards up to this one
	behind  int // and the backward side at those after this one
	polls   int
	score   [states + 1]int32 // of the nodes of a beam
	bars    [wideBeam]int32   // room for bar
	bar     []int32           // the best scores of the layer of the beam that is being made
	cut     bool              // the beam has left states out
	stopped bool
	visits  uint64
}

// Nodes of the backward side. The forward side has
// room for every column state; when the backward side is full, it goes on alone.
const (
	states    = 6 * 6 * 6 * 6 * 6 * 6 * 6
	backNodes = 1 << 16
)

// lowest returns the node with the fewest cards that the forward side has
// reached, and their number.
func (m *meet) lowest() (node, cards int) {
	cards = patience.Tableau + 1
	for i := range m.f.nodes[:m.f.n] {
		if n := count(m.f.nodes[i].left); n < cards {
			node, cards = i, n
		}
	}
	return node, cards
}

// begin sets a search out for limit cards left with turns cards turned up. It
// reports whether there is any hope. Alone, the forward side searches, for what
// leaves no more than limit cards, to the last turn.
func (m *meet) begin(turns, limit int, alone bool) bool {
	m.won, m.full, m.alone, m.turns, m.limit = false, false, alone, turns, limit
	m.behind = turns
	m.f.start()
	m.b.start()
	if m.prepare() {
		return false
	}
	m.f.find(m.root, place(m.root))
	if !alone {
		return m.goals()
	}
	if limit <= maxLimit {
		n := uint64(limit) * each
		m.spare(&sums{n, n})
	}
	return true
}

// spare adds to the slack of the forward side.
func (m *meet) spare(s *sums) {
	for t := range m.f.turn[:m.turns+1] {
		m.f.turn[t].add(s)
	}
}

// search goes on until there is an answer.
func (m *meet) search() bool {
	f, b := &m.f, &m.b
	f.start()
	f.find(m.root, place(m.root))
	m.front = 0
	for i, goals := 0, b.n; i < goals && !m.won; i++ {
		m.opening(i, m.turns, true)
	}
	for f.lives > 0 && !m.won && !m.stopped {
		front := m.front
		alone := m.alone || m.full
		if !alone && (b.lives == 0 || front == m.behind) || front == m.turns {
			break
		}
		if alone || f.n <= b.n && front+1 < m.behind {
			m.front++
			m.forward(m.front)
		} else {
			m.backward(m.behind, front)
			m.behind--
		}
	}
	m.visits += uint64(f.n + b.n)
	return m.won
}

// prepare fills in the tables for a search. It reports whether the bound alone
// shows that it would be in vain.
func (m *meet) prepare() bool {
	f, b, p := &m.f, &m.b, &m.p
	var need, have [card.JokerRank + 1]int
	for c, n := range p.left {
		for _, r := range p.column[c][:n] {
			need[r]++
			have[r]++
		}
	}
	for _, r := range m.deck[1 : m.turns+1] {
		have[r]++
	}
	if m.w.choose(p.king, &need, &have, m.limit) {
		return true
	}
	for r := range m.back {
		for i := range words {
			m.loss[1][r][i] = m.w.need[r][i]
			m.loss[0][r][i] = m.w.need[r][i] - m.w.have[r][i]
			m.back[r][i] = -m.w.have[r][i]
		}
	}
	for i := range words {
		f.turn[m.turns][i] = signs
		b.turn[0][i] = signs
	}
	for t := m.turns; t > 0; t-- {
		f.turn[t-1] = f.turn[t]
		f.turn[t-1].add(&m.w.have[m.deck[t]])
	}
	for t := 1; t <= m.turns; t++ {
		b.turn[t] = b.turn[t-1]
		b.turn[t].add(&m.w.have[m.deck[t]])
	}
	for c, n := range p.left {
		var front, rear [patience.Rows + 1]part
		for k, r := range p.column[c][:n] {
			front[k+1].cards = uint64(r) << (8 * c)
			front[k+1].ranks = 1 << r
			front[k+1].slack = front[k].slack
			for i := range words {
				front[k+1].slack[i] -= m.loss[0][r][i]
			}
			rear[k].cards = uint64(r) << (8 * c)
		}
		worths(&front, p.column[c][:n], p.king)
		for k := range n + 1 {
			for i := range words {
				rear[k].slack[i] = front[n].slack[i] - front[k].slack[i]
			}
		}
		f.rows(c, int(n), -1, &front, &p.left)
		b.rows(c, int(n), 1, &rear, &p.left)
	}
	return false
}

// load takes a problem, with what does not depend on how it is searched.
func (m *meet) load(ctx Context, p *Problem) {
	m.ctx, m.stopped, m.p = ctx, false, *p
	m.all = int(p.stocks) + 1
	m.deck[1] = uint8(p.top)
	for i, r := range p.stock[:p.stocks] {
		m.deck[i+2] = uint8(r)
	}
	wild := p.top == card.JokerRank
	for t := 1; t <= int(p.stocks)+1; t++ {
		m.takes[t] = p.king.Follow(card.Rank(m.deck[t]))
		m.prev[t] = m.prev[t-1]
		for s := m.takes[t]; s != 0; s &= s - 1 {
			m.prev[t][bits.TrailingZeros16(uint16(s))] = uint8(t)
		}
		wild = wild || m.deck[t] == uint8(card.JokerRank) || m.deck[t] == uint8(emptyWaste)
	}
	for r := range m.next[m.all] {
		m.next[m.all][r] = never
	}
	for t := m.all; t > 0; t-- {
		m.next[t-1] = m.next[t]
		for s := m.takes[t]; s != 0; s &= s - 1 {
			m.next[t-1][bits.TrailingZeros16(uint16(s))] = uint8(t)
		}
	}
	m.root = 0
	for c, n := range p.left {
		m.root |= uint32(n) << (3 * c)
		for _, r := range p.column[c][:n] {
			wild = wild || r == card.JokerRank
		}
	}
	m.f.any, m.b.any = [16]patience.Ranked{}, [16]patience.Ranked{}
	for r := emptyWaste; r <= card.JokerRank; r++ {
		m.f.any[r] = p.king.Follow(r)
		for s := m.f.any[r]; s != 0; s &= s - 1 {
			m.b.any[bits.TrailingZeros16(uint16(s))] |= 1 << r &^ 1
		}
	}
	for _, d := range []*side{&m.f, &m.b} {
		d.wild = wild
		for r := range d.near {
			d.near[r] = [2]uint64{lows, lows} // no rank is 127
			s := d.any[r] &^ (1 << card.JokerRank)
			for i := range d.near[r] {
				if s != 0 {
					d.near[r][i] = uint64(bits.TrailingZeros16(uint16(s))) * bytes
					s &= s - 1
				}
			}
		}
	}
}

// goals makes the states with limit cards left open from the last turn, as far as
// the other cards can have left before them. What most of these cards spare an
// interval is added to its slack. It reports whether there are such states.
func (m *meet) goals() bool {
	m.spared = sums{}
	m.goal(0, 0, m.limit)
	m.b.lives = 0
	for w := range words {
		m.spared[w] -= middle * each
	}
	m.spare(&m.spared)
	return m.b.n > 0
}

// middle stands, in a field of spared, for zero.
const middle = 16

func (m *meet) goal(c int, left uint32, cards int) {
	if c < patience.Columns {
		for n := 0; n <= int(m.p.left[c]) && n <= cards; n++ {
			m.goal(c+1, left|uint32(n)<<(3*c), cards-n)
		}
		return
	}
	if cards > 0 {
		return
	}
	var kept, whole sums
	m.f.slack(&kept, left, &sums{})
	m.f.slack(&whole, m.root, &m.f.turn[0])
	for w := range words {
		if (whole[w]-kept[w])&signs != signs {
			return
		}
	}
	for w := range words {
		// The larger of both in each field, which has a bit to spare.
		a, b := m.spared[w], middle*each-kept[w]
		larger := ((a | signs) - b) & signs
		larger -= larger >> 5
		m.spared[w] = a&larger | b&^larger
	}
	i, _ := m.b.find(left, place(left))
	m.b.nodes[i].wants = opened
	m.b.nodes[i].when = uint64(m.turns) << 40
}

// forward turns up card t and follows every run that it begins.
func (m *meet) forward(t int) {
	f := &m.f
	before, n := f.lives, 0
	for _, i := range f.live[:before] {
		if h := f.after(f.nodes[i].cards, m.deck[t]); h != 0 {
			if m.remove(int(i), h, t); m.won || m.poll() {
				return
			}
		}
		if f.nodes[i].cards != 0 {
			f.live[n] = i
			n++
		}
	}
	m.waste(&m.b, f, t, t, f.live[before:f.lives])
	f.lives = n + copy(f.live[n:], f.live[before:f.lives])
}

// remove makes the removals h from node i at turn t, and all that can follow in
// the same run.
func (m *meet) remove(i int, h uint64, t int) {
	f := &m.f
	rest := f.turn[t]
	stack := f.stack[:0]
	for {
		n := &f.nodes[i]
		left := n.left
		x, y, z := f.parts(left)
		free, at := x.cards+y.cards+z.cards, place(left)
		slack0 := x.slack[0] + y.slack[0] + z.slack[0] + rest[0]
		slack1 := x.slack[1] + y.slack[1] + z.slack[1] + rest[1]
		cards := n.cards
		for ; h != 0; h &= h - 1 {
			c := bits.TrailingZeros64(h) >> 3 & 7
			column := uint64(0xff) << (c << 3)
			r := uint8(cards >> (c << 3) & 15)
			cards &^= column
			// The card is of use only if another can go on it at once.
			useful := f.after(free&^column|f.under(left, c), r) != 0
			loss := &m.loss[0][r]
			if useful {
				loss = &m.loss[1][r]
			}
			if (slack0+loss[0])&(slack1+loss[1])&signs != signs {
				continue
			}
			to := at - strides[c]
			j, fresh := f.find(left-1<<(3*c), to)
			f.nodes[j].when |= uint64(t) << (5 * c)
			if fresh {
				if k := m.b.look(to); k >= 0 && m.b.nodes[k].wants == opened && m.lastTurn(k) >= t {
					m.won, m.f0, m.b0 = true, j, k
					return
				}
			}
			if useful {
				stack = append(stack, pair{int32(j), r})
			}
		}
		n.cards = cards
		for h == 0 {
			if len(stack) == 0 {
				f.stack = stack
				return
			}
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			i = int(last.node)
			h = f.after(f.nodes[i].cards, last.rank)
		}
	}
}

// backward opens the states from which turning up card t wins. What goes before
// an open state is of no interest where the forward side has been, at turns up to
// front.
func (m *meet) backward(t, front int) {
	b := &m.b
	takes := uint16(m.takes[t])
	// What opens is settled first: what opening then makes known holds for
	// fewer turns.
	n, opens := 0, m.open[:0]
	for _, i := range b.live[:b.lives] {
		switch w := b.nodes[i].wants; {
		case w == opened:
		case w&takes != 0:
			b.nodes[i].wants = opened
			b.nodes[i].when |= uint64(t-1) << 40
			opens = append(opens, i)
		default:
			b.live[n] = i
			n++
		}
	}
	b.lives, m.open = n, opens
	m.waste(&m.f, b, t, t-1, opens)
	for _, i := range opens {
		if m.opening(int(i), t-1, t-1 > front); m.won || m.poll() {
			return
		}
	}
}

// waste takes from the slack of side d, at every turn, what the side from wastes
// with card t whatever happens: of an interval that has the card as a neighbour,
// when every state of from has more slack, on its own part of the way, than it had
// to have before. fresh are the states that the card has brought, at turn at; the
// older ones let it go by.
func (m *meet) waste(d, from *side, t, at int, fresh []uint32) {
	wasted := m.w.have[m.deck[t]]
	for _, i := range fresh {
		var sum sums
		d.slack(&sum, from.nodes[i].left, &d.turn[at])
		any := uint64(0)
		for w := range words {
			wasted[w] &= ((sum[w] | signs) - each) & signs >> 5
			any |= wasted[w]
		}
		if any == 0 {
			return
		}
	}
	for t := range d.turn[:m.turns+1] {
		for w := range words {
			d.turn[t][w] -= wasted[w]
		}
	}
}

// opening looks whether an open state is known to the forward side, and else, if
// before is set, puts every card back that may have been removed just before it,
// at turn t.
func (m *meet) opening(i, t int, before bool) {
	b := &m.b
	if j := m.f.look(place(b.nodes[i].left)); j >= 0 {
		m.won, m.f0, m.b0 = true, j, i
	} else if h := (b.nodes[i].cards + lows) & highs; h != 0 && before {
		m.put(i, h, t)
	}
}

// put puts the cards h back into node i at turn t, and all that may have gone
// before them in the same run.
func (m *meet) put(i int, h uint64, t int) {
	b := &m.b
	stack := b.stack[:0]
	for {
		n := &b.nodes[i]
		left := n.left
		x, y, z := b.parts(left)
		back, at := x.cards+y.cards+z.cards, place(left)
		slack0 := x.slack[0] + y.slack[0] + z.slack[0]
		slack1 := x.slack[1] + y.slack[1] + z.slack[1]
		cards := n.cards
		for ; h != 0; h &= h - 1 {
			c := bits.TrailingZeros64(h) >> 3 & 7
			column := uint64(0xff) << (c << 3)
			r := uint8(cards >> (c << 3) & 15)
			cards &^= column
			// If no other removal can have gone before, a card of the stock has, one
			// that the forward side has not come to.
			turned := t
			if b.after(back&^column|b.under(left, c), r) == 0 {
				if turned = int(m.prev[t][r]); turned <= m.front {
					continue
				}
			}
			have, top := &b.turn[turned], &m.back[r]
			if (slack0+have[0]+top[0])&(slack1+have[1]+top[1])&signs != signs {
				continue
			}
			if b.n == len(b.nodes) {
				m.full = true
				return
			}
			to := left + 1<<(3*c)
			j, _ := b.find(to, at+strides[c])
			b.nodes[j].when |= uint64(t) << (5 * c)
			if to == m.root && m.p.top == emptyWaste {
				m.won, m.f0, m.b0 = true, 0, j
				return
			}
			if b.nodes[j].wants != opened {
				b.nodes[j].wants |= 1 << r
				stack = append(stack, pair{int32(j), r})
			}
		}
		n.cards = cards
		for h == 0 {
			if len(stack) == 0 {
				b.stack = stack
				return
			}
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if i = int(last.node); b.nodes[i].wants != opened {
				h = b.after(b.nodes[i].cards, last.rank)
			}
		}
	}
}

// poll looks at the context now and then, and reports whether to stop.
func (m *meet) poll() bool {
	if m.polls++; m.polls&pollMask == 0 && m.ctx.Err() != nil {
		m.stopped = true
	}
	return m.stopped
}

const pollMask = 1<<10 - 1
