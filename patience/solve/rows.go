package solve

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"birdie/card"
	"birdie/patience"
)

// A column state is how many cards each column has left. A hundred thousand of them
// can be reached in a deal, and there is no bound that rules out many of them where
// cards may stay. So they are not taken one by one: the states that differ in two
// columns alone are a row, and a word holds any set of the 36 states of a row. What
// can go from one of them can mostly go from all.
//
// The two columns are the inner ones. The others make the number of the row, in
// two parts: low for columns 0 and 1, high for columns 2 to 4.
const (
	heights  = patience.Rows + 1
	outer    = patience.Columns - 2
	lowRows  = heights * heights
	highRows = heights * heights * heights
	allRows  = lowRows * highRows
)

// set is a set of states of a row: bit a + 6b for a cards in the first of the inner
// columns and b in the second.
type set uint64

const setBits = heights * heights

// spot is where a column state is: the two parts of its row, and its bit there.
type spot struct{ high, low, bit int }

// apart is how far apart two states are that differ by a card of a column.
var apart = [8]spot{{low: 1}, {low: heights}, {high: 1}, {high: heights}, {high: heights * heights}, {bit: 1}, {bit: heights}}

func (p spot) row() int { return p.high*lowRows + p.low }

// with returns the spot with n more cards in column c.
func (p spot) with(c, n int) spot {
	q := &apart[c]
	return spot{p.high + n*q.high, p.low + n*q.low, p.bit + n*q.bit}
}

// at returns the cards in column c.
func (p spot) at(c int) int {
	switch {
	case c < 2:
		return p.low / apart[c].low % heights
	case c < outer:
		return p.high / apart[c].high % heights
	}
	return p.bit / apart[c].bit % heights
}

// rows is what a search knows in one direction. Forward, cards leave the columns.
// Backward, they come back, from the bottom up, and the cards that are gone stand for
// those of a column: so a column becomes lower in both directions, and a row sends
// states only to rows with lower numbers.
type rows struct {
	row   [allRows]row
	sent  [allRows]arrivals
	known [highRows]uint64 // a bit for each row with states
	fresh [highRows]uint64 // and for each with arrivals
	size  int              // the number of rows with states

	back bool
	led  [][outer]set // backward: the states of each row that the column's card has led to

	p     Problem                 // its columns in another order
	order [patience.Columns]uint8 // that order, as numbers of the problem's columns
	root  spot                    // where nothing has moved
	high  [highRows]half
	low   [lowRows]half
	inner [2]inner
	chain [2][2]set // [i][j]: where the next card of inner column j goes right after the last of i

	least spot // the state with the fewest cards that has been reached
	cards int  // and their number

	record bool     // keep a log
	log    []uint64 // of events
	n      int
	since  int               // the first turn in log
	begin  [maxTurns + 2]int // where each turn begins in it
}

// row is what is known of a row.
type row struct {
	live set // the states that have been reached; backward, those that are open
	// gone are the states from which the card of a column has gone; for an inner
	// column, those to which that has led.
	gone [patience.Columns]set
}

// arrivals are the states of a row that others have sent to it in this turn.
type arrivals struct {
	states [outer]set // by the column whose card has gone
	from   uint8      // a bit for each such column
	_      [16]byte   // to the end of a cache line
}

// half is what the columns of one part of the number of a row look like.
type half struct {
	next  uint64 // rank of the card that goes next, a byte for each column, 0 for none
	last  uint64 // rank of the card that went last
	fits  fits   // the columns whose next card may go right after a rank
	opens fits   // the columns whose last card goes on a rank that is turned up
	cards int
}

// always stands for a rank after which every card may go.
const always = 15

// inner is what an inner column looks like: where its next card may go right after a
// rank, where a rank may go right after its last card, and where that goes on a rank
// that is turned up.
type inner struct{ fits, takes, opens [16]set }

// event says that a removal from a column has led, for the first time, to states
// of a row: the states, and above them column and row.
type event uint64

func (e event) column() int { return int(e >> setBits & 7) }

func (e event) has(p spot) bool { return int(e>>(setBits+3)) == p.row() && e>>p.bit&1 != 0 }

// few are the states with no more than so many cards in the inner columns.
var few = func() (v [2*heights - 1]set) {
	for n := range v {
		for a := range heights {
			for b := range heights {
				if a+b <= n {
					v[n] |= 1 << (a + heights*b)
				}
			}
		}
	}
	return v
}()

// turnEvents is the most events of a turn. A log must have room for them.
const turnEvents = patience.Columns * allRows

// inOrder is the order of the columns of the problem.
var inOrder = [patience.Columns]uint8{0, 1, 2, 3, 4, 5, 6}

// settle takes a problem. The inner columns are those two in which most cards go right
// after the one that covers them: what leaves such a column in a run stays in its row.
func (d *rows) settle(q *question) {
	d.order = inOrder
	var runs [patience.Columns]int
	for c, n := range q.p.left {
		for k := 1; k < int(n); k++ {
			if q.p.king.Follow(q.p.column[c][k]).Has(q.p.column[c][k-1]) {
				runs[c]++
			}
		}
	}
	for i := outer; i < patience.Columns; i++ {
		best := i
		for c := range outer {
			if runs[d.order[c]] > runs[d.order[best]] {
				best = c
			}
		}
		d.order[i], d.order[best] = d.order[best], d.order[i]
	}
	d.take(q)
}

// run goes through the stock from the start to a turn, or to the first at which no
// card is left.
func (d *rows) run(q *question, turns int) int {
	d.start()
	t := 0
	for t < turns && d.cards > 0 && !q.stop() {
		t++
		if len(d.log)-d.n < turnEvents {
			d.n, d.since = 0, t // the latest turns are enough to begin with
		}
		d.begin[t] = d.n
		d.turn(q, q.deck[t], 0, nil)
		d.begin[t+1] = d.n
	}
	return t
}

// take fills in the tables for the order of the columns.
func (d *rows) take(q *question) {
	p := &d.p
	*p = q.p
	for i, c := range d.order {
		p.column[i], p.left[i] = q.p.column[c], q.p.left[c]
	}
	d.root = spot{}
	for c, n := range p.left {
		d.root = d.root.with(c, int(n))
	}
	turned := &before[p.king][0]
	goes := turned
	if d.back {
		goes = &before[p.king][1]
		for c, n := range p.left {
			slices.Reverse(p.column[c][:n])
		}
	}
	var own [outer][heights]half
	for c := range own {
		for k := range int(p.left[c]) + 1 {
			x := &own[c][k]
			x.cards = k
			if k > 0 {
				r := p.column[c][k-1]
				x.next = uint64(r) << (8 * c)
				x.fits.add(&goes[r], c)
			}
			if k < int(p.left[c]) {
				r := p.column[c][k]
				x.last = uint64(r) << (8 * c)
				x.opens.add(&turned[r], c)
			}
		}
	}
	for i := range d.low {
		d.low[i].join(&own[0][i%heights], &own[1][i/heights])
		d.high[i].join(&own[2][i%heights], &own[3][i/heights])
	}
	for i := highRows - 1; i >= 0; i-- {
		d.high[i].join(&d.high[i%lowRows], &own[4][i/lowRows])
	}
	d.inner, d.chain = [2]inner{}, [2][2]set{}
	for i := range d.inner {
		x, column := &d.inner[i], p.column[outer+i][:p.left[outer+i]]
		for k := range len(column) + 1 {
			here := withCards(i, k)
			for r := range x.fits {
				if k > 0 && goes[column[k-1]][r] != 0 {
					x.fits[r] |= here
				}
				if k < len(column) && goes[r][column[k]] != 0 {
					x.takes[r] |= here
				}
				if k < len(column) && turned[column[k]][r] != 0 {
					x.opens[r] |= here
				}
			}
		}
	}
	d.inner[0].opens[always] = 1<<setBits - 1
	for j := range d.inner {
		for k, r := range p.column[outer+j][:p.left[outer+j]] {
			for i := range d.inner {
				d.chain[i][j] |= d.inner[i].takes[r] & withCards(j, k+1)
			}
		}
	}
}

// fits are the columns that fit each rank, a bit each.
type fits [16]uint8

// add adds column c for the ranks for which column 0 is in more.
func (f *fits) add(more *fits, c int) {
	for i := 0; i < len(f); i += 8 { // eight ranks at once
		binary.LittleEndian.PutUint64(f[i:], binary.LittleEndian.Uint64(f[i:])|binary.LittleEndian.Uint64(more[i:])<<c)
	}
}

// before are, for each rank, those right after which it may go, as if it were that of
// column 0: for each king rule forward, onto a rank, and backward, from under it.
var before = func() (v [3][2][16]fits) {
	for king := range v {
		for r := card.Ace; r <= card.JokerRank; r++ {
			v[king][1][r][always] = 1
			for top := emptyWaste; top <= card.JokerRank; top++ {
				if patience.KingRule(king).Follow(top).Has(r) {
					v[king][0][r][top] = 1
					v[king][1][top][r] = 1
				}
			}
		}
		v[king][1][emptyWaste] = fits{} // no card comes back from there
	}
	return v
}()

// withCards returns the states with k cards in an inner column.
func withCards(i, k int) set {
	if i == 0 {
		return 0x41041041 << k
	}
	return (1<<heights - 1) << (heights * k)
}

// join makes x what two parts look like together.
func (x *half) join(a, b *half) {
	x.next, x.last, x.cards = a.next|b.next, a.last|b.last, a.cards+b.cards
	x.fits, x.opens = a.fits, a.opens
	x.fits.add(&b.fits, 0)
	x.opens.add(&b.opens, 0)
}

// forget empties all rows.
func (d *rows) forget() {
	for i := range d.known {
		for known := d.known[i]; known != 0; known &= known - 1 {
			d.row[i*lowRows+bits.TrailingZeros64(known)] = row{}
			if d.back {
				d.led[i*lowRows+bits.TrailingZeros64(known)] = [outer]set{}
			}
		}
		for fresh := d.fresh[i]; fresh != 0; fresh &= fresh - 1 {
			d.sent[i*lowRows+bits.TrailingZeros64(fresh)] = arrivals{}
			d.row[i*lowRows+bits.TrailingZeros64(fresh)] = row{}
		}
		d.known[i], d.fresh[i] = 0, 0
	}
	d.size = 0
}

// start makes the state where nothing has moved the only one that is known, forward.
func (d *rows) start() {
	d.forget()
	d.row[d.root.row()].live = 1 << d.root.bit
	d.known[d.root.high], d.size = 1<<d.root.low, 1
	d.least, d.cards = d.root, d.p.Left()
	d.n, d.since = 0, 1
}

// open makes the states known, backward, that leave no more than limit cards. They
// open in the next turn, as if a card of an inner column had led there. States with
// more cards than a column has do no harm: the forward side knows none of them.
func (d *rows) open(limit int) {
	d.forget()
	a, b := d.root.at(outer), d.root.at(outer+1)
	all := set(0) // of a row
	for i := range b + 1 {
		all |= (1<<(a+1) - 1) << (heights * i)
	}
	need := d.p.Left() - limit // cards that are gone
	for hi := range d.root.high + 1 {
		if d.high[hi].cards+d.low[d.root.low].cards+a+b < need {
			continue
		}
		for lo := range d.root.low + 1 {
			inner := need - d.high[hi].cards - d.low[lo].cards
			if inner > a+b {
				continue
			}
			goals := all
			if inner > 0 {
				goals &^= few[inner-1]
			}
			d.row[hi*lowRows+lo].gone[outer] = goals
			d.known[hi] |= 1 << lo
			d.size++
		}
	}
}

// turn turns up a card of rank w and follows every run that it begins. Backward, it
// opens the states from which turning up a card of rank opens wins, and follows the
// runs that lead there: their last card is any, if w is always, and there are none
// if it is 0. It reports, and stops, when a row has a state that the other side, if
// there is one, has reached too.
func (d *rows) turn(q *question, w, opens card.Rank, other *rows) bool {
	x, y := &d.inner[0], &d.inner[1]
	fitX, fitY := x.fits[w&15], y.fits[w&15]
	for hi := d.root.high; hi >= 0; hi-- {
		high, known, changed, steps := &d.high[hi], d.known[hi], uint64(0), uint64(0)
		for todo := known | d.fresh[hi]; todo != 0; {
			lo := bits.Len64(todo) - 1
			bit := uint64(1) << (lo & 63)
			low, at := &d.low[lo], hi*lowRows+lo
			r := &d.row[at]
			fresh := d.fresh[hi]&bit != 0
			steps++
			// Forward, runs begin in states that were reached before, and backward in those
			// that open now.
			begin, fits := r.live, high.fits[w&15]|low.fits[w&15]
			if d.back {
				begin = r.gone[outer]&x.opens[opens&15] | r.gone[outer+1]&y.opens[opens&15]
				for k := high.opens[opens&15] | low.opens[opens&15]; k != 0; k &= k - 1 {
					begin |= d.led[at][bits.TrailingZeros8(k)&7]
				}
				if begin &^= r.live; begin == 0 {
					fits = 0
				} else {
					r.live |= begin
					changed |= bit
				}
			}
			newX, newY := begin&fitX>>1&^r.gone[outer], begin&fitY>>heights&^r.gone[outer+1]
			for ; fits != 0; fits &= fits - 1 {
				d.send(hi, lo, bits.TrailingZeros8(fits)&7, r, begin)
			}
			if !fresh && newX|newY == 0 {
				todo = (known | d.fresh[hi]) & (bit - 1)
				continue
			}
			changed |= bit
			// They go on from those that have arrived.
			reached := set(0)
			if fresh {
				s, last := &d.sent[at], high.last|low.last
				var onX, onY set
				for from := s.from; from != 0; from &= from - 1 {
					c := bits.TrailingZeros8(from) & 7
					states, rank := s.states[c], last>>(8*c)&15
					onX |= states & x.fits[rank]
					onY |= states & y.fits[rank]
					s.states[c] = 0
					if d.back {
						d.led[at][c] |= states
					} else if d.record {
						d.note(at, c, states)
					}
					for fits := high.fits[rank] | low.fits[rank]; fits != 0; fits &= fits - 1 {
						d.send(hi, lo, bits.TrailingZeros8(fits)&7, r, states)
					}
					reached |= states
				}
				s.from = 0
				newX |= onX >> 1 &^ r.gone[outer]
				newY |= onY >> heights &^ r.gone[outer+1]
			}
			// In the row itself they go on by the inner columns.
			if newX|newY != 0 {
				var allX, allY set
				goneX, goneY := r.gone[outer], r.gone[outer+1]
				for newX|newY != 0 {
					for range 2 { // one is often enough, but the processor can't foresee when
						allX, goneX = allX|newX, goneX|newX
						allY, goneY = allY|newY, goneY|newY
						newX, newY = (newX&d.chain[0][0]|newY&d.chain[1][0])>>1&^goneX,
							(newX&d.chain[0][1]|newY&d.chain[1][1])>>heights&^goneY
					}
				}
				r.gone[outer], r.gone[outer+1] = goneX, goneY
				if d.record {
					d.note(at, outer, allX)
					d.note(at, outer+1, allY)
				}
				reached |= allX | allY
				next := high.next | low.next
				for c := range outer {
					rank := next >> (8 * c) & 15
					if s := allX&x.takes[rank] | allY&y.takes[rank]; s != 0 {
						d.send(hi, lo, c, r, s)
					}
				}
			}
			if !d.back {
				r.live |= reached
				if high.cards+low.cards < d.cards {
					d.lowest(hi, lo, reached)
				}
			}
			todo = (known | d.fresh[hi]) & (bit - 1)
		}
		d.known[hi], d.fresh[hi] = known|changed, 0
		d.size += bits.OnesCount64(changed &^ known)
		q.steps += steps
		if other != nil && d.meets(other, hi, changed) {
			return true
		}
	}
	return false
}

// meets reports whether some of 36 rows have a state that the other side has reached too.
func (d *rows) meets(other *rows, hi int, rows uint64) bool {
	high := d.root.high - hi
	for both := rows & (bits.Reverse64(other.known[high]) >> (63 - d.root.low)); both != 0; both &= both - 1 {
		lo := bits.TrailingZeros64(both)
		live := other.row[high*lowRows+d.root.low-lo].live
		if d.row[hi*lowRows+lo].live&set(bits.Reverse64(uint64(live))>>(63-d.root.bit)) != 0 {
			return true
		}
	}
	return false
}

// send moves a card of column c from states of row r, from those where that has not
// been tried. There are none so often, and at random, that a branch for it would cost
// more than it spares.
func (d *rows) send(hi, lo, c int, r *row, states set) {
	states &^= r.gone[c]
	some := uint64(states|-states) >> 63
	r.gone[c] |= states
	hi, lo = hi-apart[c].high, lo-apart[c].low
	at := hi*lowRows + lo
	s := &d.sent[at]
	s.states[c] |= states
	s.from |= uint8(some << c)
	d.fresh[hi] |= some << (lo & 63)
}

// note puts an event into the log.
func (d *rows) note(row, column int, states set) {
	d.log[d.n] = uint64(states) | uint64(column|row<<3)<<setBits
	d.n++
}

// lowest looks for the fewest cards.
func (d *rows) lowest(hi, lo int, states set) {
	n := d.high[hi].cards + d.low[lo].cards
	for n < d.cards {
		fewer := states & few[min(d.cards-n, len(few))-1]
		if fewer == 0 {
			return
		}
		d.least = spot{hi, lo, bits.TrailingZeros64(uint64(fewer))}
		d.cards = n + d.least.at(outer) + d.least.at(outer+1)
	}
}

// line appends to buf the moves to the state with the fewest cards.
func (d *rows) line(q *question, buf []patience.Action) []patience.Action {
	type removal struct{ column, turn int }
	var made [patience.Tableau]removal // the last first
	d.settle(q)
	d.record = true
	turn := d.run(q, q.all)
	n, at := 0, d.least
	for i := d.n - 1; at != d.root; {
		if i < d.begin[turn] {
			if turn--; turn < d.since {
				d.run(q, turn)
				i = d.n - 1
			}
			continue
		}
		e := event(d.log[i])
		i--
		if !e.has(at) {
			continue
		}
		c := e.column()
		if n > 0 {
			// The removal after it is one of the same run, or begins another.
			next := made[n-1]
			on := q.deck[next.turn]
			if turn == next.turn {
				on = d.p.column[c][at.at(c)]
			}
			if !d.p.king.Follow(on).Has(d.p.column[next.column][at.at(next.column)-1]) {
				continue
			}
		}
		made[n] = removal{c, turn}
		n++
		at = at.with(c, 1)
		if c >= outer {
			// What has led here may be in the same event, or in the next if that is
			// of the other inner column.
			i = min(i+2, d.begin[turn+1]-1)
		}
	}
	d.record = false
	turn = 1
	for n--; n >= 0; n-- {
		for ; turn < made[n].turn; turn++ {
			buf = append(buf, patience.Draw)
		}
		buf = append(buf, patience.Remove(int(d.order[made[n].column])))
	}
	return buf
}
