package patience

import "birdie/card"

// View is what the player of a game knows: the tableau, the waste's top card,
// and which cards are still in the stock, but not their order. It is all that
// fair advice may be made from. Views compare with ==, and two games that differ
// only in the order of the stock have equal views.
type View struct {
	Rules   Rules
	Tableau [Columns][Rows]card.Card // None where a card is gone; row 0 is the most covered
	Left    [Columns]uint8           // cards left in each column
	Top     card.Card                // the waste's top card, None while it is empty
	Unseen  uint64                   // the cards still in the stock: bit c stands for Card c
	State   State
}

// View returns what the player of g knows.
func (g *Game) View() View {
	v := View{Rules: g.rules, Left: g.left, Top: g.top, State: g.state}
	for c := range v.Tableau {
		for r := range g.left[c] {
			v.Tableau[c][r] = g.Card(c, int(r))
		}
	}
	for _, c := range g.deck[g.stockAt()+int(g.drawn) : g.rules.DeckSize()] {
		v.Unseen |= 1 << c
	}
	return v
}
