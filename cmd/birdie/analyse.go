package main

import (
	"context"
	"strconv"

	"github.com/urfave/cli/v3"

	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/record"
	"birdie/patience/solve"
)

// analyseCommand says what every move of a game has cost.
func analyseCommand(e *env) *cli.Command {
	cmd := e.command("analyse")
	cmd.Flags = []cli.Flag{
		&cli.BoolFlag{Name: "all", Local: true, Usage: e.say("cli.analyse.all", nil)},
		e.jsonFlag(),
	}
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err != nil {
			return err
		}
		line, data, err := e.readRecord(args[0])
		if err != nil {
			return err
		}
		d, g, err := playBack(line, data)
		if err != nil {
			return &sourceError{name: args[0], err: err}
		}
		a, err := analyse(ctx, g)
		if err != nil {
			return err
		}
		if cmd.Bool("json") {
			return e.printJSON(a.json(args[0], d.Code(), g))
		}
		page := &document.Document{Lang: e.lang}
		page.Add(document.Paragraph(e.say("cli.deal.title", locale.Vars{"Code": d.Code(), "Rules": rulestext.Name(e.lang, g.Rules())})))
		a.write(e, page, g, cmd.Bool("all"))
		return e.printPage(page)
	}
	return cmd
}

// analysis is what a game could have come to: best[i] strokes after its first i
// standing moves.
type analysis struct {
	moves []patience.Action
	best  []int
	turn  solve.Turn
}

// analyse solves every position of a game.
func analyse(ctx context.Context, g *patience.Game) (*analysis, error) {
	s := solve.New()
	a := &analysis{moves: solve.Standing(g)}
	f, err := patience.New(g.Rules(), g.Deck())
	if err != nil {
		return nil, err
	}
	for i := 0; ; i++ {
		p := solve.FromGame(f)
		r := s.Best(ctx, &p)
		if !r.Proved {
			return nil, ctx.Err()
		}
		a.best = append(a.best, r.Strokes)
		if i == len(a.moves) {
			break
		}
		if err := f.Do(a.moves[i]); err != nil {
			return nil, err
		}
	}
	var ok bool
	if a.turn, ok = s.TurningPoint(ctx, g); !ok {
		return nil, ctx.Err()
	}
	return a, nil
}

// loss returns how many strokes the move after the first i has cost.
func (a *analysis) loss(i int) int { return a.best[i+1] - a.best[i] }

// unplayed returns the strokes that the end of a settled game left lying.
func (a *analysis) unplayed(g *patience.Game) int {
	if g.State() == patience.Playing {
		return 0
	}
	return g.Strokes() - a.best[len(a.moves)]
}

func (a *analysis) write(e *env, page *document.Document, g *patience.Game, all bool) {
	f, err := patience.New(g.Rules(), g.Deck())
	if err != nil {
		return
	}
	steps := rulestext.Steps(e.lang, f, a.moves)
	table := document.Table{Mark: -1, Head: []string{
		e.say("cli.analyse.number", nil), e.say("cli.analyse.move", nil), e.say("cli.analyse.cost", nil), e.say("cli.analyse.best", nil),
	}}
	for i, step := range steps {
		if loss := a.loss(i); loss > 0 || all {
			table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), step, strconv.Itoa(loss), rulestext.Number(a.best[i+1])})
		}
	}
	page.Add(document.Paragraph(e.say("cli.analyse.start", locale.Vars{"Strokes": rulestext.Number(a.best[0]), "N": max(a.best[0], -a.best[0])})))
	if len(table.Rows) > 0 {
		page.Add(table)
	} else {
		page.Add(document.Paragraph(e.say("cli.analyse.perfect", nil)))
	}
	facts := []string{e.say("cli.analyse.strokes", locale.Vars{"Strokes": rulestext.Number(g.Strokes())})}
	if n := a.unplayed(g); n > 0 {
		facts = append(facts, e.say("cli.analyse.unplayed", locale.Vars{"N": n}))
	}
	switch {
	case !a.turn.Winnable:
		facts = append(facts, e.say("cli.analyse.never", nil))
	case a.turn.Lost:
		facts = append(facts, e.say("cli.analyse.turn", locale.Vars{"Number": a.turn.Before + 1, "Move": steps[a.turn.Before]}))
	case g.State() == patience.Won:
		facts = append(facts, e.say("cli.analyse.won", nil))
	default:
		facts = append(facts, e.say("cli.analyse.open", nil))
	}
	page.Add(document.List{Items: facts})
}

// analysisJSON is an analysis for programs. Moves are numbered from 1, those
// that were taken back left out.
type analysisJSON struct {
	Source   string       `json:"source"`
	Code     string       `json:"code"`
	Rules    record.Rules `json:"rules"`
	State    string       `json:"state"`
	Strokes  int          `json:"strokes"`  // as the game stands
	Best     int          `json:"best"`     // of the deal
	Unplayed int          `json:"unplayed"` // strokes that a settled game left lying
	Winnable bool         `json:"winnable"` // the deal could be won
	Lost     int          `json:"lost,omitempty"`
	Moves    []lossJSON   `json:"moves"`
}

// lossJSON is what a move has cost, and the best that could be had after it.
type lossJSON struct {
	Move string `json:"move"`
	Loss int    `json:"loss"`
	Best int    `json:"best"`
}

func (a *analysis) json(name, code string, g *patience.Game) analysisJSON {
	j := analysisJSON{
		Source: name, Code: code, Rules: rulesJSON(g.Rules()), State: g.State().ID(),
		Strokes: g.Strokes(), Best: a.best[0], Unplayed: a.unplayed(g), Winnable: a.turn.Winnable, Moves: []lossJSON{},
	}
	if a.turn.Lost {
		j.Lost = a.turn.Before + 1
	}
	for i, m := range a.moves {
		j.Moves = append(j.Moves, lossJSON{record.FormatAction(m), a.loss(i), a.best[i+1]})
	}
	return j
}
