package engine

import (
	"strings"

	"birdie/patience"
	"birdie/patience/caddie"
)

// advise answers with the caddie's opinion of each legal move after the first n
// actions, the best first: by the move's letter the chance to win in thousandths,
// its standard error, the strokes to expect in hundredths, and the reasons, each
// as ID:RANK:N, RANK being a letter or "-".
func (e *Engine) advise(g *game, request string) string {
	words := strings.Split(request, " ")
	if len(words) != 3 {
		return badRequest
	}
	src, err := source(words[1])
	games := number(words[2])
	if err != nil || games < 1 {
		return badRequest
	}
	past, err := g.past(number(words[0]))
	if err != nil {
		return fault(err)
	}
	view := past.View()
	advice := e.caddie.Advise(endless{}, &view, src, caddie.Budget{Games: games})
	r := reply("ok\n")
	for _, c := range advice.Choices {
		opinion := decimal(round(1000*c.Win.Value)) + " " + decimal(round(1000*c.Win.Error)) + " " + decimal(round(100*c.Strokes.Value))
		for _, reason := range c.Reasons {
			opinion += " " + reason.Kind.ID() + ":" + string(rune(reason.Rank.Letter())) + ":" + decimal(reason.N)
		}
		r.text(string(rune(c.Move.Letter())), opinion)
	}
	return string(r)
}

// peek answers with the best move, the stock known, and what can be reached.
func (e *Engine) peek(g *game) string {
	p, ok := caddie.Omniscient(endless{}, e.solver(), g.Game)
	r := reply("ok\n")
	if ok {
		r.text("move", letters([]patience.Action{p.Move}))
		r.flag("winnable", p.Winnable)
		r.count("strokes", p.Strokes)
	}
	return string(r)
}

// round returns the nearest whole number.
func round(x float64) int {
	if x < 0 {
		return -round(-x)
	}
	return int(x + 0.5)
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
