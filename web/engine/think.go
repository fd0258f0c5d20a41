package engine

import (
	"birdie/patience"
	"birdie/patience/daily"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// endless never ends a search: the page ends the whole worker instead.
type endless struct{}

func (endless) Err() error { return nil }

// solver returns the engine's solver, made when it is first needed.
func (e *Engine) solver() *solve.Solver {
	if e.solve == nil {
		e.solve = solve.New()
	}
	return e.solve
}

// best answers with the lowest strokes that the game could still end with, and
// moves that reach them. It sees the stock.
func (e *Engine) best(g *game) string {
	p := solve.FromGame(g.Game)
	result := e.solver().Best(endless{}, &p)
	r := reply("ok\n")
	r.count("strokes", result.Strokes)
	r.count("left", result.Left)
	r.text("line", letters(e.solver().Line(nil)))
	return string(r)
}

// winnable answers whether the game can still be won. It sees the stock.
func (e *Engine) winnable(g *game) string {
	p := solve.FromGame(g.Game)
	r := reply("ok\n")
	r.flag("winnable", e.solver().Winnable(endless{}, &p).Winnable)
	return string(r)
}

// turn answers where the game was lost: after how many moves, of those that
// stand, it could last be won, and the move made there.
func (e *Engine) turn(g *game) string {
	t, _ := e.solver().TurningPoint(endless{}, g.Game)
	r := reply("ok\n")
	r.flag("winnable", t.Winnable)
	r.count("before", t.Before)
	if t.Lost {
		r.text("move", letters([]patience.Action{t.Move}))
	}
	r.text("moves", letters(standing(g)))
	return string(r)
}

// standing returns the moves of a game that were made and not taken back.
func standing(g *game) []patience.Action {
	var moves []patience.Action
	depth := 0
	for _, a := range g.Actions() {
		switch {
		case a.Move():
			moves = append(moves[:depth], a)
			depth++
		case a == patience.UndoOne:
			depth--
		case a == patience.RedoOne:
			depth++
		}
	}
	return moves[:depth]
}

// try deals at random and answers with the code and whether it can be won.
func (e *Engine) try(rules, seed string) string {
	d, err := random(rules, seed)
	if err != nil {
		return fault(err)
	}
	g, err := d.Game()
	if err != nil {
		return fault(err)
	}
	p := solve.FromGame(g)
	r := reply("ok\n")
	r.text("code", d.Code())
	r.flag("winnable", e.solver().Winnable(endless{}, &p).Winnable)
	return string(r)
}

// dailyCode answers with the code of a day's deal.
func dailyCode(rules, day string) string {
	r, err := ParseRules(rules)
	if err != nil {
		return fault(err)
	}
	d, err := daily.Parse(day)
	if err != nil {
		return badRequest
	}
	deal, err := daily.Deal(d, r)
	if err != nil {
		return fault(err)
	}
	answer := reply("ok\n")
	answer.text("code", deal.Code())
	return string(answer)
}

// explain answers with what a code, number or board names: its code and rules.
func explain(rules, source string) string {
	d, err := parseSource(source)
	if err != nil {
		return fault(err)
	}
	if rules != "*" {
		r, err := ParseRules(rules)
		if err != nil {
			return fault(err)
		}
		if d, err = d.Under(r); err != nil {
			return fault(err)
		}
	}
	answer := reply("ok\n")
	answer.text("code", d.Code())
	if r, ok := d.Rules(); ok {
		answer.text("rules", FormatRules(r))
		preset, _ := patience.PresetOf(r)
		answer.text("preset", preset.ID)
	}
	return string(answer)
}

// letters writes actions as letters.
func letters(actions []patience.Action) string {
	b := make([]byte, len(actions))
	for i, a := range actions {
		b[i] = a.Letter()
	}
	return string(b)
}

// random returns a random deal. The randomness is the page's.
func random(rules, seed string) (dealcode.Deal, error) {
	r, err := ParseRules(rules)
	if err != nil {
		return dealcode.Deal{}, err
	}
	src, err := source(seed)
	if err != nil {
		return dealcode.Deal{}, err
	}
	return dealcode.Random(src, r)
}
