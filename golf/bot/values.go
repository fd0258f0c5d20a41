package bot

import (
	"birdie/card"
	"birdie/golf"
)

// maxTurns bounds the number of turns ahead that columns are valued for.
const maxTurns = 10

// outlook says what a column is expected to count in the end, by the ranks in it
// (0 for a card not known) and by how many turns of its owner are still to come.
//
// With no turn to come that is plain expectation. With t turns it is what t-1
// turns make of it, less what a turn can gain: a card of each rank comes by with
// its odds and is put where it helps most, if it helps more than the price of a
// turn. The price stands for the other columns, which want the turn as well: it
// splits a grid into columns that can be valued one by one (a Lagrangian
// relaxation, as for restless bandits), and self-play has set it.
type outlook struct {
	rows    int
	horizon int                     // the most turns a column is valued for
	tab     [maxTurns + 1][]float32 // by column index
	flip    [maxTurns + 1][]float32 // what turning up a card of the column gains
}

// stride is the factor between the cells of a column in its index.
const stride = nRanks

// columnIndex returns the index of the column c of a grid.
func columnIndex(g *grid, c, cols, rows int) int {
	i := int(g[c]) + stride*int(g[c+cols])
	if rows == 3 {
		i += stride * stride * int(g[c+2*cols])
	}
	return i
}

// steps are the index differences of the rows of a column.
var steps = [3]int{1, stride, stride * stride}

// init values all columns there can be for up to horizon turns.
func (v *outlook) init(t *table, p *params, horizon int) {
	v.rows, v.horizon = t.rows, horizon
	size := stride * stride
	if v.rows == 3 {
		size *= stride
	}
	all := make([]float32, 2*size*(horizon+1))
	for n := range horizon + 1 {
		v.tab[n], all = all[:size:size], all[size:]
		v.flip[n], all = all[:size:size], all[size:]
	}
	var col [3]int
	each := func(do func(index int)) {
		for col[0] = 0; col[0] < nRanks; col[0]++ {
			for col[1] = 0; col[1] <= col[0]; col[1]++ {
				if v.rows == 2 {
					do(col[0] + stride*col[1])
					continue
				}
				for col[2] = 0; col[2] <= col[1]; col[2]++ {
					do(col[0] + stride*col[1] + stride*stride*col[2])
				}
			}
		}
	}
	var ranks [nRanks]int // those that can still come
	n := 0
	for r := 1; r < nRanks; r++ {
		if t.stock.q[r] > 0 || t.hidden.q[r] > 0 {
			ranks[n] = r
			n++
		}
	}
	each(func(index int) {
		var g grid
		for i := range v.rows {
			g[i] = card.Rank(col[i])
		}
		sum := 0.0
		for i := range v.rows {
			if col[i] == 0 {
				sum += t.hidden.mean
			} else {
				sum += t.values[col[i]]
			}
		}
		if saving := t.saving(&g, 0, 1, v.rows); col[v.rows-1] == 0 {
			sum -= p.pairs * saving
		} else {
			sum -= saving
		}
		v.set(0, &col, index, float32(sum))
	})
	for turns := 1; turns <= horizon; turns++ {
		before := v.tab[turns-1]
		price := float32(p.price(turns))
		each(func(index int) {
			now := before[index]
			gain := float32(0)
			for _, r := range ranks[:n] {
				best := float32(0)
				for i := range v.rows {
					if i > 0 && col[i] == col[i-1] {
						continue
					}
					best = max(best, now-before[index+(r-col[i])*steps[i]]-price)
				}
				gain += float32(t.stock.q[r]) * best
			}
			v.set(turns, &col, index, now-float32(p.cards)*gain)
		})
	}
	for turns := range horizon + 1 {
		tab := v.tab[turns]
		each(func(index int) {
			last := v.rows - 1
			if col[last] != 0 { // sorted: an unknown card is last
				return
			}
			after := float32(0)
			for _, r := range ranks[:n] {
				after += float32(t.hidden.q[r]) * tab[index+r*steps[last]]
			}
			v.setFlip(turns, &col, index, tab[index]-after)
		})
	}
}

// set stores a value for a column under all orders of its cards.
func (v *outlook) set(turns int, col *[3]int, index int, value float32) {
	store(v.tab[turns], v.rows, col, index, value)
}

func (v *outlook) setFlip(turns int, col *[3]int, index int, value float32) {
	store(v.flip[turns], v.rows, col, index, value)
}

func store(tab []float32, rows int, col *[3]int, index int, value float32) {
	tab[index] = value
	a, b, c := col[0], col[1], col[2]
	if rows == 2 {
		tab[b+stride*a] = value
		return
	}
	for _, o := range [...][3]int{{a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		tab[o[0]+stride*o[1]+stride*stride*o[2]] = value
	}
}

// grid returns the value of a whole grid.
func (v *outlook) grid(turns int, g *grid, t *table) float32 {
	sum := float32(0)
	for c := range t.cols {
		sum += v.tab[turns][columnIndex(g, c, t.cols, t.rows)]
	}
	if t.rules.Rows {
		sum -= float32(t.rowSavings(g))
	}
	return sum
}

// rowSavings returns the strokes that rows are expected to save.
func (t *table) rowSavings(g *grid) float64 {
	sum := 0.0
	for r := range t.rows {
		sum += t.saving(g, r*t.cols, 1, t.cols)
	}
	return sum
}

// rowWith returns the strokes the row of pos is expected to save with a card of
// rank r there.
func (t *table) rowWith(g *grid, pos int, r card.Rank) float32 {
	if !cancels(&t.rules, r) {
		return 0
	}
	first, down := pos/t.cols*t.cols, 0
	for p := first; p < first+t.cols; p++ {
		switch {
		case p == pos:
		case g[p] == 0:
			down++
		case g[p] != r:
			return 0
		}
	}
	return float32(power(t.hidden.q[r], down) * float64(t.cols) * t.values[r])
}

// ranksOf returns the ranks of all grids as far as their owners and the viewer
// know them.
func ranksOf(v *golf.View, cells int) [golf.MaxPlayers]grid {
	var all [golf.MaxPlayers]grid
	for s := range v.Players() {
		for pos := range cells {
			all[s][pos] = v.Card(s, pos).Rank()
		}
	}
	return all
}
