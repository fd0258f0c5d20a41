package golf

import "birdie/card"

// Score is what one grid counts, item by item. Total is the sum of the items.
type Score struct {
	Cells [MaxCells]int8 // what each card counts, 0 in a cancelled line
	Cols  uint8          // the columns that cancelled, bit i for column i
	Rows  uint8          // the rows that cancelled, bit i for row i

	Cards     int // the sum of Cells
	FourEqual int // FourEqualBonus for each four of a kind
	Bonus     int // EnderBonus, or 0
	Doubling  int // what doubling added, or 0
	Penalty   int // EnderPenalty, or 0
	Total     int
}

// ScoreGrid scores one grid without the items that depend on other players.
// Positions that are None count nothing and cancel no line.
func (r *Rules) ScoreGrid(grid *[MaxCells]card.Card) Score {
	var s Score
	rows, cols := r.Layout.Rows(), r.Layout.Cols()
	for c := range cols {
		if r.cancels(grid, c, cols, rows) {
			s.Cols |= 1 << c
		}
	}
	if r.Rows {
		for row := range rows {
			if r.cancels(grid, row*cols, 1, cols) {
				s.Rows |= 1 << row
			}
		}
	}
	for row, pos := 0, 0; row < rows; row++ {
		for col := 0; col < cols; col, pos = col+1, pos+1 {
			if s.Rows>>row&1 == 0 && s.Cols>>col&1 == 0 {
				value := r.Value(grid[pos])
				s.Cells[pos] = int8(value)
				s.Cards += value
			}
		}
	}
	if r.FourEqual {
		var count [16]int
		for _, c := range grid {
			if rank := c.Rank(); rank != 0 {
				if count[rank]++; count[rank]%4 == 0 {
					s.FourEqual += FourEqualBonus
				}
			}
		}
	}
	s.Total = s.Cards + s.FourEqual
	return s
}

// cancels reports whether the n cards from pos on, step apart, cancel each other.
func (r *Rules) cancels(grid *[MaxCells]card.Card, pos, step, n int) bool {
	rank := grid[pos].Rank()
	if rank == 0 || r.Negative == NegativeKeep && r.RankValue(rank) < 0 {
		return false
	}
	for range n - 1 {
		if pos += step; grid[pos].Rank() != rank {
			return false
		}
	}
	return true
}

// Scores returns the score of every seat of a hole that is over, the zero Score
// for seats that did not play. Before that it scores the face-up cards as they
// lie, without anything for ending the hole.
func (p *Public) Scores() [MaxPlayers]Score {
	ender := -1
	if p.phase == PhaseOver {
		ender = int(p.ender)
	}
	return p.rules.ScoreGrids(&p.face, p.active, ender)
}

// ScoreGrids scores the grids of the active seats at the end of a hole that the
// given seat ended, -1 for none.
func (r *Rules) ScoreGrids(grids *[MaxPlayers][MaxCells]card.Card, active Seats, ender int) [MaxPlayers]Score {
	var all [MaxPlayers]Score
	for a := active; a != 0; a &= a - 1 {
		all[a.First()] = r.ScoreGrid(&grids[a.First()])
	}
	if active.Has(ender) {
		r.settleEnder(&all, active, ender)
	}
	return all
}

// settleEnder adds what the ender gets for having ended the hole. Who is lowest
// is decided by the sums of the cards; the items apply in the order bonus,
// doubling, penalty.
func (r *Rules) settleEnder(all *[MaxPlayers]Score, active Seats, seat int) {
	ender := &all[seat]
	lower, same := false, false
	for a := active; a != 0; a &= a - 1 {
		if s := a.First(); s != seat {
			lower = lower || all[s].Cards < ender.Cards
			same = same || all[s].Cards == ender.Cards
		}
	}
	if r.EnderBonus && !lower && !same {
		ender.Bonus = EnderBonus
		ender.Total += EnderBonus
	}
	if r.EnderDouble && lower && ender.Total > 0 {
		ender.Doubling = ender.Total
		ender.Total *= 2
	}
	if r.Penalty != PenaltyOff && lower || r.Penalty == PenaltyStrict && same {
		ender.Penalty = EnderPenalty
		ender.Total += EnderPenalty
	}
}
