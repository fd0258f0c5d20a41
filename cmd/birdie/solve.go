package main

import (
	"context"
	"errors"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
	"birdie/patience/solve"
)

// The values of --goal and of --line.
var (
	solveGoals = []string{"win", "best"}
	solveLines = []string{"compact", "words", "none"}
)

func init() {
	optionValues["goal"] = func() []string { return solveGoals }
	optionValues["line"] = func() []string { return solveLines }
}

// solveCommand says of deals and positions whether they can be won, or how well.
func solveCommand(e *env) *cli.Command {
	cmd := e.command("solve")
	cmd.Flags = append(
		e.ruleFlags(), e.jsonFlag(), e.lineFlag(), e.timeoutFlag(),
		&cli.StringFlag{Name: "goal", Local: true, Value: "win", Usage: e.say("cli.solve.goal", nil)},
	)
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, -1)
		if err != nil {
			return err
		}
		goal, err := e.oneValue(cmd, "goal", solveGoals)
		if err != nil {
			return err
		}
		rules, err := e.readRules(cmd)
		if err != nil {
			return err
		}
		w, err := e.newSolving(cmd, goal == "best")
		if err != nil {
			return err
		}
		n, decided, winnable := 0, true, false
		for s, err := range e.sources(args, rules) {
			if err != nil {
				return err
			}
			found, err := w.solve(ctx, s)
			if err != nil {
				return err
			}
			n++
			decided = decided && found.Proved
			winnable = found.Winnable
		}
		switch {
		case !decided:
			return said(exitUndecided)
		case n == 0:
			return fail(exitInput, "cli.error.no-deal", locale.Vars{"Source": inputName(e.lang, args[0])})
		case n == 1 && !winnable:
			return said(exitNo)
		}
		return nil
	}
	return cmd
}

// bestCommand finds the best result of one deal.
func bestCommand(e *env) *cli.Command {
	cmd := e.command("best")
	cmd.Flags = append(e.ruleFlags(), e.jsonFlag(), e.lineFlag(), e.timeoutFlag())
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		s, err := e.onlySource(cmd)
		if err != nil {
			return err
		}
		w, err := e.newSolving(cmd, true)
		if err != nil {
			return err
		}
		found, err := w.solve(ctx, s)
		if err == nil && !found.Proved {
			err = said(exitUndecided)
		}
		return err
	}
	return cmd
}

func (e *env) lineFlag() cli.Flag {
	return &cli.StringFlag{Name: "line", Local: true, Value: "compact", Usage: e.say("cli.solve.line", nil)}
}

func (e *env) timeoutFlag() cli.Flag {
	return &cli.DurationFlag{Name: "timeout", Local: true, HideDefault: true, Validator: aMoment, Usage: e.say("cli.solve.timeout", nil)}
}

// aMoment refuses a time in which nothing can be done.
func aMoment(d time.Duration) error {
	if d <= 0 {
		return errors.New("no time")
	}
	return nil
}

// oneValue returns the value of an option that can have but a few.
func (e *env) oneValue(cmd *cli.Command, name string, values []string) (string, error) {
	value := cmd.String(name)
	for _, v := range values {
		if v == value {
			return v, nil
		}
	}
	return "", misuse(cmd, wrongUse("cli.usage.unknown-value", locale.Vars{"Name": "--" + name, "Value": value, "Values": e.choice(values)}))
}

// solving answers the same question about one source after the other.
type solving struct {
	*env
	solver  *solve.Solver
	best    bool
	json    bool
	line    string
	timeout time.Duration
}

func (e *env) newSolving(cmd *cli.Command, best bool) (*solving, error) {
	line, err := e.oneValue(cmd, "line", solveLines)
	if err != nil {
		return nil, err
	}
	w := &solving{
		env: e, solver: solve.New(), best: best, line: line,
		json: cmd.Bool("json"), timeout: cmd.Duration("timeout"),
	}
	return w, nil
}

// solveJSON is an answer for programs. What is not known is null.
type solveJSON struct {
	Source   string       `json:"source"`
	Code     string       `json:"code"`
	Rules    record.Rules `json:"rules"`
	Goal     string       `json:"goal"`
	Proved   bool         `json:"proved"`
	Winnable *bool        `json:"winnable"`
	Strokes  *int         `json:"strokes"` // that the line ends with: the lowest, with the goal best
	Left     *int         `json:"left"`    // cards in the tableau after the line
	Line     *string      `json:"line"`    // the moves, a letter each; null when there is no win to show
}

// solve answers the question about one source and prints the answer. A line is
// played by the engine before it is shown.
func (w *solving) solve(ctx context.Context, s source) (solve.Result, error) {
	if n := len(s.actions); n > 0 && s.actions[n-1] == patience.GiveUp {
		s.actions = s.actions[:n-1] // the position that was given up
	}
	g, err := s.deal.Replay(s.actions)
	if err != nil {
		return solve.Result{}, &sourceError{name: s.name, err: err}
	}
	limited, cancel := ctx, func() {}
	if w.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, w.timeout)
	}
	defer cancel()
	p := solve.FromGame(g)
	ask := w.solver.Winnable
	if w.best {
		ask = w.solver.Best
	}
	r := ask(limited, &p)
	if err := ctx.Err(); err != nil {
		return r, err
	}
	var line []patience.Action
	strokes, shown := 0, r.Proved && (r.Winnable || w.best)
	if shown {
		line = w.solver.Line(nil)
		won := false
		if strokes, won, err = solve.Verify(g, line); err == nil && (won != r.Winnable || w.best && strokes != r.Strokes) {
			err = errors.New("the line does not lead to the result")
		}
		if err != nil {
			return r, err
		}
	}
	if w.json {
		return r, w.printJSON(w.answer(s, g, r, line, strokes, shown))
	}
	w.println(w.say("cli.solve.answer", locale.Vars{"Source": s.name, "Answer": w.words(r, strokes)}))
	if !shown || len(line) == 0 {
		return r, nil
	}
	switch w.line {
	case "compact":
		w.println("  " + dealcode.FormatLine(s.deal, append(append([]patience.Action(nil), s.actions...), line...)))
	case "words":
		page := &document.Document{Lang: w.lang}
		page.Add(document.List{Numbered: true, Items: rulestext.Steps(w.lang, g, line)})
		return r, w.printPage(page)
	}
	return r, nil
}

// words puts an answer into words.
func (w *solving) words(r solve.Result, strokes int) string {
	switch {
	case !r.Proved:
		return w.say("cli.solve.undecided", nil)
	case !w.best && r.Winnable:
		return w.say("cli.solve.winnable", nil)
	case !w.best:
		return w.say("cli.solve.lost", nil)
	case r.Winnable:
		return w.say("cli.solve.best-win", locale.Vars{"Strokes": rulestext.Number(strokes), "N": -strokes})
	}
	return w.say("cli.solve.best-left", locale.Vars{"Strokes": rulestext.Number(strokes), "N": strokes})
}

func (w *solving) answer(s source, g *patience.Game, r solve.Result, line []patience.Action, strokes int, shown bool) solveJSON {
	j := solveJSON{Source: s.name, Code: s.deal.Code(), Rules: rulesJSON(g.Rules()), Goal: "win", Proved: r.Proved}
	if w.best {
		j.Goal = "best"
	}
	if !r.Proved {
		return j
	}
	j.Winnable = &r.Winnable
	if shown {
		left := max(0, strokes)
		moves := letters(line)
		j.Strokes, j.Left, j.Line = &strokes, &left, &moves
	}
	return j
}

// letters writes moves as a game on one line does.
func letters(moves []patience.Action) string {
	text := make([]byte, len(moves))
	for i, a := range moves {
		text[i] = a.Letter()
	}
	return string(text)
}
