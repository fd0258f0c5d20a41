package main

import (
	"context"
	"strconv"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// benchCommand measures the solver on a fixed workload.
func benchCommand(e *env) *cli.Command {
	cmd := e.command("bench")
	cmd.Flags = []cli.Flag{
		&cli.IntFlag{Name: "deals", Local: true, Value: 200, Validator: atLeastOne, Usage: e.say("cli.bench.deals", nil)},
		e.jsonFlag(),
	}
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		if _, err := arguments(cmd, 0, 0); err != nil {
			return err
		}
		results, err := bench(ctx, cmd.Int("deals"))
		if err != nil {
			return err
		}
		if cmd.Bool("json") {
			for _, r := range results {
				if err := e.printJSON(r); err != nil {
					return err
				}
			}
			return nil
		}
		table := document.Table{Mark: -1, Head: []string{
			e.say("patience.option.king", nil), e.say("cli.bench.goal", nil), e.say("cli.bench.winnable", nil),
			e.say("cli.bench.strokes", nil), e.say("cli.bench.steps", nil), e.say("cli.bench.time", nil),
		}}
		steps := uint64(0)
		for _, r := range results {
			steps += r.Steps
			table.Rows = append(table.Rows, []string{
				r.King, r.Goal, strconv.Itoa(r.Winnable), rulestext.Number(r.Strokes), strconv.FormatUint(r.Steps, 10), e.decimal(r.Micros, 1),
			})
		}
		page := &document.Document{Lang: e.lang}
		page.Add(table, document.Paragraph(e.say("cli.bench.signature", locale.Vars{"Steps": strconv.FormatUint(steps, 10)})))
		return e.printPage(page)
	}
	return cmd
}

// benchResult is what one question about all deals came to. All but the time is
// the same on every machine.
type benchResult struct {
	King     string  `json:"king"`
	Goal     string  `json:"goal"`
	Deals    int     `json:"deals"`
	Winnable int     `json:"winnable"`
	Strokes  int     `json:"strokes"` // the sum, with the goal best
	Steps    uint64  `json:"steps"`   // the solver has taken
	Micros   float64 `json:"micros"`  // microseconds a deal
}

// bench asks both questions about PySolFC's first deals under the three king
// rules.
func bench(ctx context.Context, deals int) ([]benchResult, error) {
	var results []benchResult
	s := solve.New()
	for _, king := range patience.OptionKing.Values() {
		rules := patience.Rules{}
		if err := rules.Set(patience.OptionKing, king); err != nil {
			return nil, err
		}
		var problems []solve.Problem
		for n := range deals {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			d, err := dealcode.OfNumber(dealcode.NumberOf(uint64(n + 1))).Under(rules)
			if err != nil {
				return nil, err
			}
			g, err := d.Game()
			if err != nil {
				return nil, err
			}
			problems = append(problems, solve.FromGame(g))
		}
		for _, goal := range solveGoals {
			r := benchResult{King: king, Goal: goal, Deals: deals}
			ask := s.Winnable
			if goal == "best" {
				ask = s.Best
			}
			before, start := s.Steps(), time.Now()
			for i := range problems {
				found := ask(ctx, &problems[i])
				if !found.Proved {
					return nil, ctx.Err()
				}
				if found.Winnable {
					r.Winnable++
				}
				r.Strokes += found.Strokes
			}
			r.Micros = float64(time.Since(start).Microseconds()) / float64(deals)
			r.Steps = s.Steps() - before
			results = append(results, r)
		}
	}
	return results, nil
}
