package engine

import (
	"math/bits"
	"strings"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/solve"
)

// unseen returns the cards a player knows to be in the stock, in no order that
// tells anything.
func unseen(v *patience.View) []card.Card {
	cards := make([]card.Card, 0, patience.MaxDeck)
	for left := v.Unseen; left != 0; left &= left - 1 {
		cards = append(cards, card.Card(bits.TrailingZeros64(left)))
	}
	return cards
}

// advise answers, for each legal move after the first n actions, how often the
// game can still be won when the stock lies in a random order: "PERMILLE LEFT" by
// the move's letter, LEFT being the mean number of cards left, in hundredths. The
// line "now" says the same of the position itself. It is made from what the
// player sees, and from nothing else.
func (e *Engine) advise(g *game, request string) string {
	words := strings.Fields(request)
	if len(words) != 3 {
		return badRequest
	}
	src, err := source(words[1])
	samples := number(words[2])
	if err != nil || samples < 1 || samples > 1000 {
		return badRequest
	}
	past, err := g.past(number(words[0]))
	if err != nil {
		return fault(err)
	}
	view := past.View()
	order := unseen(&view)
	var won, left [patience.Draw + 2]int
	const now = patience.Draw + 1
	for range samples {
		card.Shuffle(order, src)
		here := solve.FromView(&view, order)
		for a := patience.Remove(0); a <= patience.Draw; a++ {
			if p := here; past.Moves().Has(a) && p.Play(a) {
				result := e.solver().Winnable(endless{}, &p)
				left[a] += result.Left
				if result.Winnable {
					won[a]++
				}
			}
		}
		if e.solver().Winnable(endless{}, &here).Winnable {
			won[now]++
		}
	}
	r := reply("ok\n")
	for a := patience.Remove(0); a <= patience.Draw; a++ {
		if past.Moves().Has(a) {
			r.text(string(rune(a.Letter())), decimal(1000*won[a]/samples)+" "+decimal(100*left[a]/samples))
		}
	}
	r.count("now", 1000*won[now]/samples)
	return string(r)
}

// past returns the game after its first n actions, or all of them if it has fewer
// or n is no number.
func (g *game) past(n int) (*patience.Game, error) {
	past, err := patience.New(g.Rules(), g.Deck())
	if err != nil {
		return nil, err
	}
	actions := g.Actions()
	if n < 0 || n > len(actions) {
		n = len(actions)
	}
	for _, a := range actions[:n] {
		if err := past.Do(a); err != nil {
			return nil, err
		}
	}
	return past, nil
}
