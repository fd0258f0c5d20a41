// Package engine is the patience engine as the page talks to it: short texts in,
// short texts out, so that it compiles to a small WebAssembly file without fmt,
// JSON or reflection. It holds no rule of its own.
//
// A request is one line, or more when its last argument has lines of its own:
//
//	open SLOT LINE             a game as dealcode.FormatLine writes it
//	deal SLOT RULES SOURCE     a new game of a deal: a code, pysol:24 or a board
//	random SLOT RULES SEED     a new game of a random deal; SEED is 16 hexadecimal digits
//	do SLOT LETTERS            actions, up to the first that is refused
//	touch SLOT COLUMN ROW      why a card of the tableau cannot be taken
//	at SLOT N                  the position after the first N actions
//	best SLOT                  the best that can still come of it, the stock known
//	winnable SLOT              whether it can still be won, the stock known
//	turn SLOT                  where it was lost
//	advise SLOT N SEED GAMES   the caddie's opinion after N actions, the stock unknown
//	peek SLOT                  the best move, the stock known
//	close SLOT                 forget a game
//	try RULES SEED             a random deal, and whether it can be won
//	daily RULES DAY            the deal of a day, as 2026-11-30
//	explain RULES SOURCE       what a source names
//	card RULES LIST [LIST]     what a round or tournament counts, from its strokes
//
// A slot is a name the page chooses. RULES is what FormatRules writes, or * for
// the rules that the source carries, and else those of the default preset.
//
// The first line of a reply is "ok", "no REFUSAL" when the rules refuse an action,
// or "bad FAULT [TEXT]" when the request itself is wrong. A position follows as
// lines of a name and a value; see Engine.position.
package engine

import (
	"strings"

	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// Engine answers requests. Its zero value has no games yet. It is not safe for
// concurrent use.
type Engine struct {
	games map[string]*game
	solve *solve.Solver
	// caddie keeps its memory from one question to the next.
	caddie caddie.Caddie
}

// game is a game and the code that names its deal and rules.
type game struct {
	*patience.Game
	code string
}

// The faults of requests themselves. Those of deal codes are dealcode's.
const (
	badRequest = "bad bad-request"
	noGame     = "bad no-game"
)

// Answer answers one request.
func (e *Engine) Answer(request string) string {
	op, rest, _ := strings.Cut(request, " ")
	slot, rest, _ := strings.Cut(rest, " ")
	if e.games == nil {
		e.games = map[string]*game{}
	}
	switch op {
	case "open":
		return e.open(slot, rest)
	case "deal":
		rules, source, _ := strings.Cut(rest, " ")
		return e.deal(slot, rules, source)
	case "random":
		rules, seed, _ := strings.Cut(rest, " ")
		d, err := random(rules, seed)
		if err != nil {
			return fault(err)
		}
		return e.start(slot, d)
	case "try":
		return e.try(slot, rest)
	case "daily":
		return dailyCode(slot, rest)
	case "card":
		return scorecard(slot, rest)
	case "explain":
		return explain(slot, rest)
	}
	g := e.games[slot]
	if g == nil {
		return noGame
	}
	switch op {
	case "do":
		_, actions, err := dealcode.ParseLine(g.code + "." + rest)
		if err != nil {
			return fault(err)
		}
		return g.do(actions)
	case "touch":
		column, row, _ := strings.Cut(rest, " ")
		return verdict(g.Touch(number(column), number(row))) + "\n"
	case "at":
		return g.at(number(rest))
	case "best":
		return e.best(g)
	case "winnable":
		return e.winnable(g)
	case "advise":
		return e.advise(g, rest)
	case "peek":
		return e.peek(g)
	case "turn":
		return e.turn(g)
	case "close":
		delete(e.games, slot)
		return "ok\n"
	}
	return badRequest
}

// open plays a record back.
func (e *Engine) open(slot, line string) string {
	d, actions, err := dealcode.ParseLine(line)
	if err != nil {
		return fault(err)
	}
	if reply := e.start(slot, d); !strings.HasPrefix(reply, "ok") {
		return reply
	}
	return e.games[slot].do(actions)
}

// deal starts a game of what the player named.
func (e *Engine) deal(slot, rules, source string) string {
	d, err := parseSource(source)
	if err != nil {
		return fault(err)
	}
	return e.under(slot, d, rules)
}

// parseSource reads a code or number, and what has several lines or many cards
// as a board.
func parseSource(source string) (dealcode.Deal, error) {
	d, err := dealcode.ParseSource(source)
	if err == nil {
		return d, nil
	}
	if wrong, ok := err.(*dealcode.Error); ok && wrong.Fault == dealcode.UnknownSource && len(source) > 104 {
		d, _, err = dealcode.ParseBoard(source)
	}
	return d, err
}

// under starts a game of a deal under rules; "*" are its own or the default.
func (e *Engine) under(slot string, d dealcode.Deal, rules string) string {
	r, ok := d.Rules()
	if rules != "*" {
		var err error
		if r, err = ParseRules(rules); err != nil {
			return fault(err)
		}
	} else if !ok {
		r = patience.Default().Rules
	}
	d, err := d.Under(r)
	if err != nil {
		return fault(err)
	}
	return e.start(slot, d)
}

func (e *Engine) start(slot string, d dealcode.Deal) string {
	if _, ruled := d.Rules(); !ruled {
		return e.under(slot, d, "*")
	}
	g, err := d.Game()
	if err != nil {
		return fault(err)
	}
	e.games[slot] = &game{g, d.Code()}
	return "ok\n" + e.games[slot].position()
}

// do does actions up to the first that is refused. The position after them
// follows in either case.
func (g *game) do(actions []patience.Action) string {
	for _, a := range actions {
		if r := g.Check(a); r != patience.Allowed {
			return verdict(r) + "\n" + g.position()
		}
		g.Do(a)
	}
	return "ok\n" + g.position()
}

// at answers with the position after the first n actions.
func (g *game) at(n int) string {
	past, err := g.past(n)
	if err != nil {
		return fault(err)
	}
	view := game{past, g.code}
	return "ok\n" + view.position()
}

// position describes what the player of a game sees and may do:
//
//	code     the deal code, which carries the rules
//	preset   the id of the preset, empty for free rules
//	rules    the rules as FormatRules writes them
//	actions  all actions so far, as letters
//	state    playing, won, blocked, given-up
//	settled  1 when nothing can change the result any more, else 0
//	columns  the cards of each column, the free card last; columns end with a slash
//	waste    the waste's last cards, the top last (at most three)
//	stock    how many cards it has
//	can      the letters of the actions that are allowed
//
// and the counts run, longest, points, strokes, moves, standing, undos, hints.
// The stock's order is never told.
func (g *game) position() string {
	var r reply
	preset, _ := patience.PresetOf(g.Rules())
	r.text("code", g.code)
	r.text("preset", preset.ID)
	r.text("rules", FormatRules(g.Rules()))
	r.text("actions", letters(g.Actions()))
	r.text("state", g.State().ID())
	r.flag("settled", g.Settled())
	columns := ""
	for c := range patience.Columns {
		for row := range g.Len(c) {
			columns += g.Card(c, row).String()
		}
		columns += "/"
	}
	r.text("columns", columns)
	waste, shown := g.Waste(nil), ""
	for _, c := range waste[max(0, len(waste)-3):] {
		shown += c.String()
	}
	r.text("waste", shown)
	r.count("stock", g.Stock())
	can := make([]byte, 0, 16)
	for a := patience.Remove(0); a <= patience.GiveUp; a++ {
		if g.Check(a) == patience.Allowed {
			can = append(can, a.Letter())
		}
	}
	r.text("can", string(can))
	r.count("run", g.Run())
	r.count("longest", g.LongestRun())
	r.count("points", g.Points())
	r.count("strokes", g.Strokes())
	r.count("moves", g.MoveCount())
	r.count("standing", g.Standing())
	r.count("undos", g.Undos())
	r.count("hints", g.Hints())
	return string(r)
}

// reply is a reply in the making.
type reply []byte

func (r *reply) text(name, value string) {
	*r = append(*r, name...)
	*r = append(*r, ' ')
	*r = append(*r, value...)
	*r = append(*r, '\n')
}

func (r *reply) flag(name string, yes bool) {
	if yes {
		r.text(name, "1")
	} else {
		r.text(name, "0")
	}
}

func (r *reply) count(name string, n int) { r.text(name, decimal(n)) }

func verdict(r patience.Refusal) string {
	if r == patience.Allowed {
		return "ok"
	}
	return "no " + r.ID()
}

// fault puts an error of a deal into a reply: the fault's id, then the text it
// was found in.
func fault(err error) string {
	switch err := err.(type) {
	case *dealcode.Error:
		return "bad " + err.Fault.ID() + " " + err.Text
	case *patience.DeckError:
		return "bad deck " + err.Card.String()
	case *patience.RulesError:
		return "bad rules-" + string(err.Option) + " " + string(err.Against)
	}
	return "bad other " + err.Error()
}
