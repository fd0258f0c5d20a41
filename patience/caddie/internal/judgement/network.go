package judgement

import (
	"math"

	"birdie/card"
	"birdie/patience"
)

// Goal is what is played for.
type Goal uint8

// The goals.
const (
	WinGoal     Goal = iota // a win, however few cards are left in the stock
	StrokesGoal             // the fewest strokes
)

// MaxStock is the size of the largest stock: a free opening and two jokers.
const MaxStock = 19

const ranks = int(card.JokerRank) // ranks 1 to 14, the jokers' included

// The inputs of a Network, in blocks of one input a rank unless said otherwise.
const (
	inTableau = 0                      // cards on the table
	inFree    = inTableau + ranks      // free cards
	inSecond  = inFree + ranks         // cards that one other covers
	inDepth   = inSecond + ranks       // how many cards cover those of the rank, by quarters
	inUnseen  = inDepth + ranks        // cards in the stock
	inHeight  = inUnseen + ranks       // columns of 1 to 5 cards
	inPairs   = inHeight + 5           // neighbours in a column: one fits on the other; equal
	inStock   = inPairs + 2            // one input for each size of the stock
	Inputs    = inStock + MaxStock + 1 // how many there are
)

// The inputs that say how many cards of rank 1 are on the table, and how they are
// covered: the trainer begins with them.
const (
	FirstTableau = inTableau
	FirstDepth   = inDepth
)

// Hidden is the size of a Layer.
const Hidden = 64

// Layer is the hidden layer, or what one input adds to it.
type Layer [Hidden]float32

// Add adds x times v. It is not inlined, for the sake of the page's download.
//
//go:noinline
func (l *Layer) Add(v *Layer, x float32) {
	for i := range l {
		l[i] += x * v[i]
	}
}

// Network values a position between two turns, before the next draw, by what the
// player knows. It has one hidden layer of rectified sums. All of its inputs are
// sums over the columns and the stock, so that a column contributes one of six
// layers that can be made beforehand (as in the evaluation that Yu Nasu made for
// shogi, 2018).
type Network struct {
	In   [Inputs]Layer
	Bias Layer
	Out  [2]Layer // by Goal: the logit of the chance to win; strokes, in tens
	Outs [2]float32
	// Better says how much better a player does who asks the caddie at every move
	// than one who goes on by this network: see BetterWin and BetterStrokes.
	Better [2][3]float32
}

// BetterWin returns the chance to win, 0 to 1, of a player who asks the caddie at
// every move, when by quick judgement it would be p with so many cards in the
// stock. The second result is how much an error of p is stretched.
func (n *Network) BetterWin(p float64, stock int) (better, stretch float64) {
	b := &n.Better[WinGoal]
	logit := math.Log(p / (1 - p))
	better = 1 / (1 + math.Exp(-(float64(b[0]) + float64(b[1])*float64(stock)/MaxStock + float64(b[2])*logit)))
	return better, float64(b[2]) * better * (1 - better) / (p * (1 - p))
}

// BetterStrokes is BetterWin for strokes.
func (n *Network) BetterStrokes(strokes float64, stock int) (better, stretch float64) {
	b := &n.Better[StrokesGoal]
	return float64(b[0]) + float64(b[1])*float64(stock)/MaxStock + float64(b[2])*strokes, float64(b[2])
}

// Input is one input that is not 0.
type Input struct {
	At    uint16
	Value float32
}

// AppendInputs appends the inputs of a position to buf. An input may be there
// more than once; its values add up.
func AppendInputs(buf []Input, t *Tableau, l Left, u *Unseen) []Input {
	for c := range patience.Columns {
		buf = appendColumn(buf, t, c, l.Column(c))
	}
	buf = append(buf, Input{uint16(inStock + u.N), 1})
	for r, n := range u.Of {
		if n > 0 {
			buf = append(buf, Input{uint16(inUnseen + r - 1), float32(n)})
		}
	}
	return buf
}

// appendColumn appends the inputs of column c with n cards left.
func appendColumn(buf []Input, t *Tableau, c, n int) []Input {
	if n == 0 {
		return buf
	}
	column := t.Ranks[c][1 : n+1]
	at := func(block int, r card.Rank) uint16 { return uint16(block + int(r) - 1) }
	buf = append(buf, Input{uint16(inHeight + n - 1), 1}, Input{at(inFree, column[n-1]), 1})
	if n > 1 {
		buf = append(buf, Input{at(inSecond, column[n-2]), 1})
	}
	for i, r := range column {
		buf = append(buf, Input{at(inTableau, r), 1})
		if covers := n - 1 - i; covers > 0 {
			buf = append(buf, Input{at(inDepth, r), float32(covers) / 4})
		}
		if i == 0 {
			continue
		}
		switch below := column[i-1]; {
		case below == r:
			buf = append(buf, Input{uint16(inPairs + 1), 1})
		case t.Follow[r].Has(below):
			buf = append(buf, Input{uint16(inPairs), 1})
		}
	}
	return buf
}

// Unseen is how many cards of each rank are in the stock, and how many in all.
type Unseen struct {
	Of [16]uint8
	N  int
}

// Add adds n cards of a rank; a negative n takes them away.
func (u *Unseen) Add(r card.Rank, n int) {
	u.Of[r] += uint8(n)
	u.N += n
}

// Judge values positions of one tableau by a network, for one goal. It works with
// whole numbers, four units of the hidden layer in a word: what a unit adds to the
// value is made the unit itself, so that all that is left to do is to add up, once
// those that help and once those that harm.
type Judge struct {
	offset, scale float32       // of values
	plus, words   int           // words of units that help, and of all; the others harm
	slots         [Hidden]uint8 // of the units: four a word
	gains         [Hidden]float32

	// pairs are what two neighbouring columns contribute together, by the six bits
	// that Left has for them; last is the column without a neighbour.
	pairs [patience.Columns / 2][64]sums
	last  [8]sums
	stock sums // what the stock and the bias contribute
	whole sums // what stock was before the first Draw
	seen  [ranks + 1]sums
	drawn [MaxStock + 1]sums // what a draw changes that leaves so many cards
}

// sums are the units of a hidden layer, 16 bits each. A word is the sum of its
// units shifted to their places, so that sums and differences of words are right
// for all units at once, if only the end result of each fits its 16 bits.
type sums [Hidden/4 + 1]uint64

// add is not inlined either.
//
//go:noinline
func (s *sums) add(v *sums) {
	for i := range s {
		s[i] += v[i]
	}
}

// scales is what a value of 1 is as a whole number, by Goal: as much as the networks
// leave room for.
var scales = [2]float32{256, 4096}

// The bits of a word of sums: the lowest of each unit, and those whose units are
// 0, half of what 16 bits hold.
const (
	units = 0x0001000100010001
	zeros = units << 15
)

// pack returns a layer as sums. Neither it nor place is inlined.
//
//go:noinline
func (j *Judge) pack(l *Layer) (s sums) {
	for i, x := range l {
		x *= j.gains[i]
		whole := int64(x + 0.5)
		if x < 0 {
			whole = -int64(0.5 - x)
		}
		s[j.slots[i]/4] += uint64(whole) << (j.slots[i] % 4 * 16)
	}
	return s
}

// Load prepares j for a tableau and a stock, and for a goal.
func (j *Judge) Load(net *Network, t *Tableau, u *Unseen, g Goal) {
	var columns [patience.Columns][8]Layer
	var buf [4 * patience.Rows]Input
	for c := range columns {
		for n := 1; n <= patience.Rows && t.Ranks[c][n] != 0; n++ {
			for _, in := range appendColumn(buf[:0], t, c, n) {
				columns[c][n].Add(&net.In[in.At], in.Value)
			}
		}
	}
	stock := net.Bias
	stock.Add(&net.In[inStock+u.N], 1)
	for r, n := range u.Of {
		if n > 0 {
			stock.Add(&net.In[inUnseen+r-1], float32(n))
		}
	}

	out := net.Out[g]
	j.offset = net.Outs[g]
	if g == StrokesGoal {
		for i := range out {
			out[i] = -out[i]
		}
		j.offset = -j.offset
	}
	j.scale = 1 / scales[g]
	j.place(&out, scales[g])
	j.whole = j.pack(&stock)
	for i := range j.whole {
		j.whole[i] += zeros
	}
	j.stock = j.whole
	var packed [patience.Columns][8]sums
	for c := range columns {
		for n := range columns[c] {
			packed[c][n] = j.pack(&columns[c][n])
		}
	}
	for i := range j.pairs {
		low, high := &packed[2*i], &packed[2*i+1]
		for both := range j.pairs[i] {
			j.pairs[i][both] = low[both&7]
			j.pairs[i][both].add(&high[both>>3])
		}
	}
	j.last = packed[patience.Columns-1]
	for r := range ranks {
		j.seen[r+1] = j.pack(&net.In[inUnseen+r])
	}
	for n := range u.N {
		change := net.In[inStock+n]
		change.Add(&net.In[inStock+n+1], -1)
		j.drawn[n] = j.pack(&change)
	}
}

// place gives each unit its slot, and notes what it adds to the value.
//
//go:noinline
func (j *Judge) place(out *Layer, scale float32) {
	slot := 0
	for i, x := range out {
		if x >= 0 {
			j.slots[i], j.gains[i] = uint8(slot), x*scale
			slot++
		}
	}
	j.plus = (slot + 3) / 4
	slot = 4 * j.plus
	for i, x := range out {
		if x < 0 {
			j.slots[i], j.gains[i] = uint8(slot), -x*scale
			slot++
		}
	}
	j.words = (slot + 3) / 4
}

// Draw takes a card of a rank away from the stock, which then has n cards.
func (j *Judge) Draw(r card.Rank, n int) {
	seen, drawn := &j.seen[r], &j.drawn[n]
	for i := range j.stock {
		j.stock[i] += drawn[i] - seen[i]
	}
}

// Undraw undoes Draw.
func (j *Judge) Undraw(r card.Rank, n int) {
	seen, drawn := &j.seen[r], &j.drawn[n]
	for i := range j.stock {
		j.stock[i] -= drawn[i] - seen[i]
	}
}

// Restock puts all cards back that were drawn since Load.
func (j *Judge) Restock() { j.stock = j.whole }

// Value returns what a position looks to be worth: the higher the better. It is
// the logit of the chance to win, or minus the strokes in tens.
func (j *Judge) Value(l Left) float32 {
	s, a, b, c, d := &j.stock, &j.pairs[0][l&63], &j.pairs[1][l>>6&63], &j.pairs[2][l>>12&63], &j.last[l>>18&7]
	var good, bad uint64
	i := 0
	for ; i < j.plus && i < len(s); i++ {
		x := s[i] + a[i] + b[i] + c[i] + d[i]
		positive := x >> 15 & units
		good += x & (positive<<15 - positive)
	}
	for ; i < j.words && i < len(s); i++ {
		x := s[i] + a[i] + b[i] + c[i] + d[i]
		positive := x >> 15 & units
		bad += x & (positive<<15 - positive)
	}
	return float32(sumUp(good)-sumUp(bad))*j.scale + j.offset
}

// sumUp adds the four units of a word.
func sumUp(s uint64) int32 {
	s = s&0x0000ffff0000ffff + s>>16&0x0000ffff0000ffff
	return int32(uint32(s) + uint32(s>>32))
}
