// Package solve answers questions about positions of Golf patience exactly,
// with the stock known: whether a position can be won, its best result, and
// where a game was lost. A negative answer is a proof, not a search given up.
//
// The lines it returns are checked by Verify, which plays them with package
// patience and shares nothing with the search.
package solve

import (
	"birdie/card"
	"birdie/patience"
)

// maxStock is the size of the largest stock: a free opening and two jokers.
const maxStock = patience.MaxDeck - patience.Tableau

// Problem is a position as the solver sees it: ranks without suits, and the
// stock in the order in which it will be drawn. It is small and holds no
// pointers. Its zero value is a cleared tableau without stock, hence won.
type Problem struct {
	king   patience.KingRule
	draw   patience.DrawRule
	column [patience.Columns][patience.Rows]card.Rank // row 0 is the most covered
	left   [patience.Columns]uint8
	top    card.Rank // 0: the waste is empty, so a tableau card must open it
	stock  [maxStock]card.Rank
	stocks uint8 // cards in stock
}

// FromGame returns the position of g as it stands, as if nobody had given up.
func FromGame(g *patience.Game) (p Problem) {
	r := g.Rules()
	p.king, p.draw, p.top = r.King, r.Draw, g.Top().Rank()
	for c := range p.column {
		p.left[c] = uint8(g.Len(c))
		for row := range p.left[c] {
			p.column[c][row] = g.Card(c, int(row)).Rank()
		}
	}
	p.setStock(g.HiddenStock())
	return p
}

// FromView returns the position a player sees, completed by an order of the
// cards that are still in the stock, the next to be drawn first. The order is
// the caller's guess and is not checked against v; at most 19 cards of it count.
func FromView(v *patience.View, order []card.Card) (p Problem) {
	p.king, p.draw, p.left, p.top = v.Rules.King, v.Rules.Draw, v.Left, v.Top.Rank()
	for c := range p.column {
		for row := range p.left[c] {
			p.column[c][row] = v.Tableau[c][row].Rank()
		}
	}
	p.setStock(order)
	return p
}

// Restock puts another order of the stock into p, which is cheaper than making
// a whole Problem for each of many orders.
func (p *Problem) Restock(order []card.Card) { p.setStock(order) }

func (p *Problem) setStock(order []card.Card) {
	p.stocks = uint8(min(len(order), maxStock))
	for i, c := range order[:p.stocks] {
		p.stock[i] = c.Rank()
	}
}

// Play makes a move if it is legal and reports whether it was.
func (p *Problem) Play(a patience.Action) bool {
	if c, ok := a.Column(); ok {
		n := p.left[c]
		if n == 0 || !p.king.Follow(p.top).Has(p.column[c][n-1]) {
			return false
		}
		p.left[c]--
		p.top = p.column[c][n-1]
		return true
	}
	if a != patience.Draw || p.stocks == 0 || p.top == 0 || p.draw == patience.WhenStuck && !p.stuck() {
		return false
	}
	p.top = p.stock[0]
	copy(p.stock[:], p.stock[1:p.stocks])
	p.stocks--
	return true
}

// stuck reports whether no free card fits.
func (p *Problem) stuck() bool {
	fits := p.king.Follow(p.top)
	for c, n := range p.left {
		if n > 0 && fits.Has(p.column[c][n-1]) {
			return false
		}
	}
	return true
}

// Left returns the number of cards in the tableau.
func (p *Problem) Left() int {
	n := 0
	for _, l := range p.left {
		n += int(l)
	}
	return n
}

// Stock returns the number of cards in the stock.
func (p *Problem) Stock() int { return int(p.stocks) }
