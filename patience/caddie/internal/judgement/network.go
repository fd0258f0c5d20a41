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
const Hidden = 32

// Layer is the hidden layer, or what one input adds to it.
type Layer [Hidden]float32

// Add adds x times v.
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

// Judge values positions of one tableau by a network.
type Judge struct {
	net *Network
	// pairs are what two neighbouring columns contribute together, by the six bits
	// that Left has for them; last is the column without a neighbour.
	pairs [patience.Columns / 2][64]Layer
	last  [8]Layer
	stock Layer // what the stock and the bias contribute
	whole Layer // what stock was before the first Draw
}

// Load prepares j for a tableau.
func (j *Judge) Load(net *Network, t *Tableau) {
	j.net = net
	var columns [patience.Columns][8]Layer
	var buf [4 * patience.Rows]Input
	for c := range columns {
		for n := 1; n <= patience.Rows && t.Ranks[c][n] != 0; n++ {
			for _, in := range appendColumn(buf[:0], t, c, n) {
				columns[c][n].Add(&net.In[in.At], in.Value)
			}
		}
	}
	for i := range j.pairs {
		low, high := &columns[2*i], &columns[2*i+1]
		for both := range j.pairs[i] {
			j.pairs[i][both] = low[both&7]
			j.pairs[i][both].Add(&high[both>>3], 1)
		}
	}
	j.last = columns[patience.Columns-1]
}

// SetStock prepares j for a stock.
func (j *Judge) SetStock(u *Unseen) {
	j.whole = j.net.Bias
	j.whole.Add(&j.net.In[inStock+u.N], 1)
	for r, n := range u.Of {
		if n > 0 {
			j.whole.Add(&j.net.In[inUnseen+r-1], float32(n))
		}
	}
	j.stock = j.whole
}

// Draw takes a card of a rank away from the stock, which then has n cards.
func (j *Judge) Draw(r card.Rank, n int) {
	seen, before, after := &j.net.In[inUnseen+int(r)-1], &j.net.In[inStock+n+1], &j.net.In[inStock+n]
	for i := range j.stock {
		j.stock[i] += after[i] - before[i] - seen[i]
	}
}

// Restock puts all cards back that were drawn since SetStock.
func (j *Judge) Restock() { j.stock = j.whole }

// Value returns what a position looks to be worth for a goal: the higher the
// better.
func (j *Judge) Value(l Left, g Goal) float32 {
	a, b, c, d := &j.pairs[0][l&63], &j.pairs[1][l>>6&63], &j.pairs[2][l>>12&63], &j.last[l>>18&7]
	out, value := &j.net.Out[g], j.net.Outs[g]
	for i := range j.stock {
		if x := j.stock[i] + a[i] + b[i] + c[i] + d[i]; x > 0 {
			value += x * out[i]
		}
	}
	if g == StrokesGoal {
		return -value
	}
	return value
}
