package rulestext

import (
	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// Board returns the position of a game as its player sees it.
func Board(l locale.Lang, g *patience.Game) document.Board {
	b := document.Board{Piles: []document.Pile{
		{Name: l.Say("patience.pile.waste", nil), Top: g.Top()},
		{Name: l.Say("patience.pile.stock", nil), Text: l.Say("patience.pile.cards", locale.Vars{"N": g.Stock()})},
	}}
	if g.Top() == card.None {
		b.Piles[0].Text = l.Say("patience.pile.empty", nil)
	}
	for c := range patience.Columns {
		var column []card.Card
		for r := range g.Len(c) {
			column = append(column, g.Card(c, r))
		}
		b.Columns = append(b.Columns, column)
	}
	// The deck of a game is a deck, and its rules can be played.
	if d, err := dealcode.OfDeck(g.Deck()); err == nil {
		if d, err = d.Under(g.Rules()); err == nil {
			b.Line = dealcode.FormatLine(d, g.Actions())
		}
	}
	return b
}
