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
	f, b  side
	p     Problem
	all   int                           // the number of cards that can be turned up
	turns int                           // and that may be
	limit int                           // cards that may stay
	deck  [maxTurns + 1]uint8           // rank of the card turned up t-th, from 1
	takes [maxTurns + 1]patience.Ranked // the ranks that may go on it
	prev  [maxTurns + 1][16]uint8       // the last card up to the t-th on which a rank may go, 0 for none
	loss  [2][card.JokerRank + 1]sums   // what removing a rank does to the slack; [1]: and something can go on it
	back  [card.JokerRank + 1]sums      // what a rank on top of the waste takes from the slack of the backward side
	w     weights
	root  uint32

	won  bool
	full bool // the backward side has no room for more nodes
	f0   int  // the node where the sides met
	b0   int
	open []uint32

	ctx     Context
	polls   int
	stopped bool
	visits  uint64
}

// Nodes of the backward side, and slots of the hash tables. The forward side has
// room for every column state; when the backward side is full, it goes on alone.
const (
	states     = 6 * 6 * 6 * 6 * 6 * 6 * 6
	backNodes  = 1 << 16
	backSlots  = 1 << 17
	frontSlots = 1 << 19
)

// wholeFront, as a width, keeps all states.
const wholeFront = states

// lowest returns the node with the fewest cards that the forward side has
// reached, and their number.
func (m *meet) lowest() (node, cards int) {
	cards = patience.Tableau + 1
	for i, left := range m.f.left[:m.f.n] {
		if n := count(left); n < cards {
			node, cards = i, n
		}
	}
	return node, cards
}

// search says whether a problem can be brought to limit cards left with turns
// cards turned up. A width other than 0 makes it a beam: only forward, keeping
// that many states a turn, so that "no" is no proof.
func (m *meet) search(turns, limit, width int) bool {
	m.won, m.full, m.turns, m.limit = false, false, turns, limit
	f, b := &m.f, &m.b
	f.start()
	b.start()
	if m.prepare() {
		return false
	}
	f.find(m.root)
	alone := width > 0
	if !alone || limit == 0 {
		m.goals(!alone)
	}
	for front, back := 0, turns; front < back && f.lives > 0 && !m.won && !m.stopped; {
		if m.full {
			alone, back = true, turns
		}
		if b.lives == 0 && !alone {
			break
		}
		if alone || f.n <= b.n {
			front++
			m.forward(front)
		} else {
			m.backward(back)
			back--
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
		// A larger limit than a field can hold has no weights that take from it.
		f.turn[m.turns][i] = signs + uint64(min(m.limit, 31))*each
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
			front[k+1].slack = front[k].slack
			for i := range words {
				front[k+1].slack[i] -= m.loss[0][r][i]
			}
			rear[k].cards = uint64(r) << (8 * c)
		}
		for k := range n + 1 {
			for i := range words {
				rear[k].slack[i] = front[n].slack[i] - front[k].slack[i]
			}
		}
		f.rows(c, int(n), &front, &p.left)
		b.rows(c, int(n), &rear, &p.left)
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
	m.root = 0
	for c, n := range p.left {
		m.root |= uint32(n) << (3 * c)
		for _, r := range p.column[c][:n] {
			wild = wild || r == card.JokerRank
		}
		m.f.move[c], m.b.move[c] = -(1 << (3 * c)), 1<<(3*c)
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

// goals makes the states with limit cards left open from the last turn.
func (m *meet) goals(search bool) {
	m.goal(0, 0, m.limit)
	goals := m.b.n
	m.b.lives = 0
	for i := range goals {
		m.b.wants[i] = opened
		m.b.when[i] |= uint64(m.turns) << 40
	}
	for i := 0; i < goals && search && !m.won; i++ {
		m.opening(i, m.turns)
	}
}

func (m *meet) goal(c int, left uint32, cards int) {
	if c == patience.Columns {
		if cards == 0 {
			m.b.find(left)
		}
		return
	}
	for n := 0; n <= int(m.p.left[c]) && n <= cards; n++ {
		m.goal(c+1, left|uint32(n)<<(3*c), cards-n)
	}
}

// forward turns up card t and follows every run that it begins.
func (m *meet) forward(t int) {
	f := &m.f
	before, n := f.lives, 0
	for _, i := range f.live[:before] {
		if h := f.after(f.cards[i], m.deck[t]); h != 0 {
			if m.remove(int(i), h, t); m.won || m.stopped {
				return
			}
		}
		if f.cards[i] != 0 {
			f.live[n] = i
			n++
		}
	}
	f.lives = n + copy(f.live[n:], f.live[before:f.lives])
}

// remove makes the removals h from node i at turn t, and all that can follow in
// the same run.
func (m *meet) remove(i int, h uint64, t int) {
	f := &m.f
	f.stack = f.stack[:0]
	for {
		left := f.left[i]
		x, y, z := &f.high[left>>12&511], &f.mid[left>>6&63], &f.low[left&63]
		free := x.cards + y.cards + z.cards
		slack := f.turn[t]
		for w := range words {
			slack[w] += x.slack[w] + y.slack[w] + z.slack[w]
		}
		for ; h != 0; h &= h - 1 {
			at := bits.TrailingZeros64(h) &^ 7
			column := uint64(0xff) << (at & 63)
			r := uint8(f.cards[i] >> (at & 63) & 15)
			f.cards[i] &^= column
			to := left + f.move[at>>3]
			// The card is of use only if another can go on it at once.
			useful := f.after(free&^column|f.next(to)&column, r) != 0
			loss := &m.loss[0][r]
			if useful {
				loss = &m.loss[1][r]
			}
			if (slack[0]+loss[0])&(slack[1]+loss[1])&(slack[2]+loss[2])&(slack[3]+loss[3])&signs != signs {
				continue
			}
			j, fresh := f.find(to)
			f.when[j] |= uint64(t) << (5 * (at >> 3))
			if fresh {
				if k := m.b.look(to); k >= 0 && m.b.wants[k] == opened && m.lastTurn(k) >= t {
					m.won, m.f0, m.b0 = true, j, k
					return
				}
			}
			if useful {
				f.stack = append(f.stack, pair{int32(j), r})
			}
		}
		for h == 0 {
			if len(f.stack) == 0 || m.poll() {
				return
			}
			last := f.stack[len(f.stack)-1]
			f.stack = f.stack[:len(f.stack)-1]
			i = int(last.node)
			h = f.after(f.cards[i], last.rank)
		}
	}
}

// backward opens the states from which turning up card t wins.
func (m *meet) backward(t int) {
	b := &m.b
	takes := uint16(m.takes[t])
	// What opens is settled first: what opening then makes known holds for
	// fewer turns.
	n, opens := 0, m.open[:0]
	for _, i := range b.live[:b.lives] {
		switch w := b.wants[i]; {
		case w == opened:
		case w&takes != 0:
			b.wants[i] = opened
			b.when[i] |= uint64(t-1) << 40
			opens = append(opens, i)
		default:
			b.live[n] = i
			n++
		}
	}
	b.lives, m.open = n, opens
	for _, i := range opens {
		if m.opening(int(i), t-1); m.won || m.stopped {
			return
		}
	}
}

// opening puts every card back that may have been removed just before an open
// state, at turn t.
func (m *meet) opening(i, t int) {
	b := &m.b
	if j := m.f.look(b.left[i]); j >= 0 {
		m.won, m.f0, m.b0 = true, j, i
	} else if h := (b.cards[i] + lows) & highs; h != 0 && t > 0 {
		m.put(i, h, t)
	}
}

// put puts the cards h back into node i at turn t, and all that may have gone
// before them in the same run.
func (m *meet) put(i int, h uint64, t int) {
	b := &m.b
	b.stack = b.stack[:0]
	for {
		left := b.left[i]
		x, y, z := &b.high[left>>12&511], &b.mid[left>>6&63], &b.low[left&63]
		back := x.cards + y.cards + z.cards
		for ; h != 0; h &= h - 1 {
			at := bits.TrailingZeros64(h) &^ 7
			column := uint64(0xff) << (at & 63)
			r := uint8(b.cards[i] >> (at & 63) & 15)
			b.cards[i] &^= column
			to := left + b.move[at>>3]
			// If no other removal can have gone before, a card of the stock has.
			turned := t
			if b.after(back&^column|b.next(to)&column, r) == 0 {
				if turned = int(m.prev[t][r]); turned == 0 {
					continue
				}
			}
			have, top := &b.turn[turned], &m.back[r]
			ok := uint64(signs)
			for w := range words {
				ok &= x.slack[w] + y.slack[w] + z.slack[w] + have[w] + top[w]
			}
			if ok != signs {
				continue
			}
			if b.n == len(b.left) {
				m.full = true
				return
			}
			j, _ := b.find(to)
			b.when[j] |= uint64(t) << (5 * (at >> 3))
			if to == m.root && m.p.top == emptyWaste {
				m.won, m.f0, m.b0 = true, 0, j
				return
			}
			if b.wants[j] != opened {
				b.wants[j] |= 1 << r
				b.stack = append(b.stack, pair{int32(j), r})
			}
		}
		for h == 0 {
			if len(b.stack) == 0 || m.poll() {
				return
			}
			last := b.stack[len(b.stack)-1]
			b.stack = b.stack[:len(b.stack)-1]
			if i = int(last.node); b.wants[i] != opened {
				h = b.after(b.cards[i], last.rank)
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
