package main

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/caddie/strength"
	"birdie/patience/record"
	"birdie/patience/solve"
	"birdie/survey"
)

// caddieCommand gives advice about a position.
func caddieCommand(e *env) *cli.Command {
	cmd := e.command("caddie")
	cmd.Flags = append(
		e.ruleFlags(), e.jsonFlag(), e.gamesFlag(),
		&cli.IntFlag{Name: "hint", Local: true, Usage: e.say("cli.caddie.hint", nil)},
		&cli.BoolFlag{Name: "omniscient", Local: true, Usage: e.say("cli.caddie.omniscient", nil)},
		&cli.Uint64Flag{Name: "seed", Local: true, Value: 1, Usage: e.say("cli.caddie.seed", nil)},
	)
	cmd.Commands = []*cli.Command{caddieBenchCommand(e)}
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error { return e.caddie(ctx, cmd) }
	return cmd
}

func (e *env) gamesFlag() cli.Flag {
	return &cli.IntFlag{Name: "games", Local: true, Value: caddie.DefaultGames, Validator: atLeastOne, Usage: e.say("cli.caddie.games", nil)}
}

// workersFlag is how many deals are worked on at the same time.
func (e *env) workersFlag() cli.Flag {
	return &cli.IntFlag{Name: "workers", Local: true, Value: runtime.NumCPU(), Validator: atLeastOne, Usage: e.say("cli.survey.workers", nil)}
}

// atLeastOne refuses a number of things of which there must be some. The library
// puts the error into the sentence about a value that cannot be.
func atLeastOne(n int) error {
	if n < 1 {
		return errors.New("less than one")
	}
	return nil
}

func (e *env) caddie(ctx context.Context, cmd *cli.Command) error {
	level := cmd.Int("hint")
	if cmd.IsSet("hint") && (level < 1 || level > 3) {
		return misuse(cmd, wrongUse("cli.usage.unknown-value", locale.Vars{"Name": "--hint", "Value": strconv.Itoa(level), "Values": e.choice([]string{"1", "2", "3"})}))
	}
	s, err := e.onlySource(cmd)
	if err != nil {
		return err
	}
	g, err := s.deal.Replay(s.actions)
	if err != nil {
		return &sourceError{name: s.name, err: err}
	}
	if g.State() != patience.Playing {
		return fail(exitInput, "cli.caddie.over", locale.Vars{"State": e.say("patience.state."+g.State().ID(), nil)})
	}
	view, src := g.View(), card.SplitMix(cmd.Uint64("seed"))
	advice := new(caddie.Caddie).Advise(ctx, &view, &src, caddie.Budget{Games: cmd.Int("games")})
	var peek *caddie.Peek
	if cmd.Bool("omniscient") {
		if p, ok := caddie.Omniscient(ctx, solve.New(), g); ok {
			peek = &p
		}
	}
	if err := ctx.Err(); err != nil {
		return err // what was found so far is worth nothing
	}
	switch {
	case level > 0:
		hint, _ := advice.Hint(caddie.Level(level - 1))
		if cmd.Bool("json") {
			return e.printJSON(newHintJSON(e, s, g, level, hint, peek))
		}
		e.println(e.hint(g, hint))
	case cmd.Bool("json"):
		return e.printJSON(newAdviceJSON(e, s, g, &advice, peek))
	default:
		page := e.gamePage(s.deal, g)
		page.Add(e.adviceTable(g, &advice), document.Paragraph(e.say("cli.caddie.meaning", nil)))
		if err := e.printPage(page); err != nil {
			return err
		}
	}
	if peek != nil {
		e.println(e.say("caddie.hint.omniscient", locale.Vars{"Move": e.moveText(g, peek.Move)}))
	}
	return nil
}

// moveText says what a move does.
func (e *env) moveText(g *patience.Game, a patience.Action) string {
	if c, ok := a.Column(); ok {
		return e.say("caddie.move.remove", locale.Vars{"Card": e.lang.Card(g.FreeCard(c)), "Column": c + 1})
	}
	return e.say("caddie.move.draw", nil)
}

// reasonText says why.
func (e *env) reasonText(r caddie.Reason) string {
	return e.say("caddie.reason."+r.Kind.ID(), locale.Vars{"N": r.N, "Rank": e.lang.Index(r.Rank)})
}

// hint says as much as the level of a hint allows.
func (e *env) hint(g *patience.Game, h caddie.Hint) string {
	switch {
	case h.Choice != nil:
		var reasons []string
		for _, r := range h.Choice.Reasons {
			reasons = append(reasons, e.reasonText(r))
		}
		return e.moveText(g, h.Choice.Move) + ": " + strings.Join(reasons, ", ")
	case h.Move != nil:
		if c, ok := h.Move.Column(); ok {
			return e.say("caddie.hint.column", locale.Vars{"Column": c + 1})
		}
		return e.say("caddie.hint.stock", nil)
	case h.Fits:
		return e.say("caddie.hint.fits", nil)
	}
	return e.say("caddie.hint.stuck", nil)
}

// adviceTable shows all moves, the best first.
func (e *env) adviceTable(g *patience.Game, a *caddie.Advice) document.Table {
	table := document.Table{Mark: 0, Head: []string{
		e.say("cli.caddie.move", nil), e.say("cli.caddie.win", nil), e.say("cli.caddie.strokes", nil), e.say("cli.caddie.why", nil),
	}}
	for _, c := range a.Choices {
		var reasons []string
		for _, r := range c.Reasons {
			reasons = append(reasons, e.reasonText(r))
		}
		table.Rows = append(table.Rows, []string{
			e.moveText(g, c.Move),
			e.decimal(100*c.Win.Value, 1) + " ± " + e.decimal(196*c.Win.Error, 1) + " %",
			e.decimal(c.Strokes.Value, 1) + " ± " + e.decimal(1.96*c.Strokes.Error, 1),
			strings.Join(reasons, ", "),
		})
	}
	return table
}

// adviceJSON is advice for programs. Chances are from 0 to 1; errors are
// standard errors.
type adviceJSON struct {
	Source     string       `json:"source"`
	Rules      record.Rules `json:"rules"`
	Choices    []choiceJSON `json:"choices"`
	Omniscient *peekJSON    `json:"omniscient,omitempty"` // with the stock known
}

// hintJSON is a hint for programs: as much as its level allows.
type hintJSON struct {
	Source     string       `json:"source"`
	Rules      record.Rules `json:"rules"`
	Hint       int          `json:"hint"`
	Fits       bool         `json:"fits"`              // a card fits
	Pile       *string      `json:"pile,omitempty"`    // from level 2: the move that is made there, as in records
	Reasons    []reasonJSON `json:"reasons,omitempty"` // level 3
	Text       string       `json:"text"`
	Omniscient *peekJSON    `json:"omniscient,omitempty"` // with the stock known
}

type choiceJSON struct {
	Move         string       `json:"move"`
	Win          float64      `json:"win"`
	WinError     float64      `json:"winError"`
	Strokes      float64      `json:"strokes"`
	StrokesError float64      `json:"strokesError"`
	Run          int          `json:"run"`
	Games        int          `json:"games"`
	Reasons      []reasonJSON `json:"reasons"`
}

type reasonJSON struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type peekJSON struct {
	Move     string `json:"move"`
	Winnable bool   `json:"winnable"`
	Strokes  int    `json:"strokes"`
}

func (e *env) newReasonsJSON(list []caddie.Reason) []reasonJSON {
	reasons := []reasonJSON{}
	for _, r := range list {
		reasons = append(reasons, reasonJSON{r.Kind.ID(), e.reasonText(r)})
	}
	return reasons
}

// caddieBenchCommand measures how strong the caddie is.
func caddieBenchCommand(e *env) *cli.Command {
	cmd := e.command("caddie.bench")
	vars := locale.Vars{"Values": e.choice(presetIDs())}
	cmd.Flags = []cli.Flag{
		&cli.StringFlag{Name: rulesName, Local: true, Value: "traditional,queen-on-king,putt-putt", Usage: e.say("cli.survey.rules", vars)},
		&cli.Uint64Flag{Name: "deals", Local: true, Value: 450, Usage: e.say("cli.caddie.bench.deals", nil)},
		&cli.Uint64Flag{Name: "seed", Local: true, Value: 1, Usage: e.say("cli.survey.seed", nil)},
		e.workersFlag(),
		&cli.StringFlag{Name: "players", Local: true, Value: "leftmost,greedy,caddie,clairvoyant", Usage: e.say("cli.caddie.bench.players", nil)},
		&cli.StringFlag{Name: "goal", Local: true, Usage: e.say("cli.caddie.bench.goal", nil)},
		e.gamesFlag(), e.jsonFlag(),
	}
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error { return e.caddieBench(ctx, cmd) }
	return cmd
}

func (e *env) caddieBench(ctx context.Context, cmd *cli.Command) error {
	if _, err := arguments(cmd, 0, 0); err != nil {
		return err
	}
	var kinds []strength.Kind
	for id := range strings.SplitSeq(cmd.String("players"), ",") {
		known := false
		var ids []string
		for _, k := range strength.Kinds(caddie.Budget{Games: cmd.Int("games")}) {
			ids = append(ids, k.ID)
			if k.ID == strings.TrimSpace(id) {
				kinds, known = append(kinds, k), true
			}
		}
		if !known {
			return misuse(cmd, wrongUse("cli.usage.unknown-value", locale.Vars{"Name": "--players", "Value": id, "Values": e.choice(ids)}))
		}
	}
	deals := survey.Sample{Seed: cmd.Uint64("seed"), Size: cmd.Uint64("deals")}
	switch {
	case deals.Size == 0:
		return survey.ErrNothing
	case deals.Size > survey.Most:
		return survey.ErrMany
	}
	var results []benchJSON
	for id := range strings.SplitSeq(cmd.String(rulesName), ",") {
		p, err := e.preset(strings.TrimSpace(id))
		if err != nil {
			return misuse(cmd, err)
		}
		rules := p.Rules
		switch goal := cmd.String("goal"); goal {
		case "":
		case "win":
			rules.Scoring, rules.Par = patience.WinLoss, 0
		case "strokes":
			rules.Scoring = patience.Strokes
		default:
			return misuse(cmd, wrongUse("cli.usage.unknown-value", locale.Vars{"Name": "--goal", "Value": goal, "Values": e.choice([]string{"win", "strokes"})}))
		}
		progress, finish := e.progress(deals.Len())
		tallies, err := strength.Run(ctx, deals, rules, kinds, cmd.Int("workers"), progress)
		finish()
		if err != nil {
			return err
		}
		for i, r := range tallies {
			t := r.Tally
			results = append(results, benchJSON{
				Rules: p.ID, Player: kinds[i].ID, Games: cmd.Int("games"), Deals: t.Deals(), Won: t.Won(), Share: newShareJSON(t.Share()),
				Strokes: newHistogramJSON(t.Strokes), Rounds: newHistogramJSON(t.Rounds), UnderPar: newShareJSON(t.UnderPar(rules)),
				Par: rules.RoundPar(), OverBest: newHistogramJSON(r.Over.Strokes), over: r.Over.Strokes,
				tally: t, rules: rules,
			})
		}
	}
	if cmd.Bool("json") {
		return e.printJSON(results)
	}
	page := &document.Document{Lang: e.lang}
	page.Add(document.Paragraph(e.say("cli.caddie.bench.title", locale.Vars{"N": int(deals.Size), "Deals": dealsText(e.lang, deals.String()), "Games": cmd.Int("games")})))
	rules, player := e.say("patience.option.rules", nil), e.say("cli.caddie.bench.player", nil)
	holes := document.Table{Mark: -1, Head: []string{rules, player, e.say("cli.caddie.bench.won", nil), e.say("cli.caddie.bench.hole", nil)}}
	rounds := document.Table{Mark: -1, Head: []string{
		rules, player, e.say("cli.survey.round", nil), e.say("cli.caddie.bench.par", nil), e.say("cli.survey.under-par", nil), e.say("cli.caddie.bench.over", nil),
	}}
	for _, r := range results {
		name := rulestext.Name(e.lang, r.rules)
		holes.Rows = append(holes.Rows, []string{name, r.Player, e.percent(r.tally.Share()), e.mean(r.tally.Strokes)})
		rounds.Rows = append(rounds.Rows, []string{
			name, r.Player, e.mean(r.tally.Rounds), e.toPar(r.tally.Rounds, r.Par), e.percent(r.tally.UnderPar(r.rules)), e.mean(r.over),
		})
	}
	page.Add(holes, rounds)
	return e.printPage(page)
}

// toPar says how far rounds are from par in the mean.
func (e *env) toPar(rounds survey.Histogram, par int) string {
	mean, _ := rounds.Mean()
	if rounds.Total() == 0 {
		return "–"
	}
	text := e.decimal(mean-float64(par), 1)
	if mean > float64(par) {
		text = "+" + text
	}
	return text
}

// benchJSON is how one player did under one rule set.
type benchJSON struct {
	Rules    string        `json:"rules"`
	Player   string        `json:"player"`
	Games    int           `json:"games"` // the caddie's budget
	Deals    uint64        `json:"deals"`
	Won      uint64        `json:"won"`
	Share    shareJSON     `json:"share"`
	Strokes  histogramJSON `json:"strokes"`
	Rounds   histogramJSON `json:"rounds"`
	Par      int           `json:"par"` // of nine holes
	UnderPar shareJSON     `json:"underPar"`
	OverBest histogramJSON `json:"overBest"` // strokes of nine above the clairvoyant's of the same deals

	over  survey.Histogram
	tally survey.Tally
	rules patience.Rules
}

func newHintJSON(e *env, s source, g *patience.Game, level int, h caddie.Hint, peek *caddie.Peek) hintJSON {
	j := hintJSON{Source: s.name, Rules: rulesJSON(g.Rules()), Hint: level, Fits: h.Fits, Text: e.hint(g, h), Omniscient: newPeekJSON(peek)}
	if h.Move != nil {
		pile := record.FormatAction(*h.Move)
		j.Pile = &pile
	}
	if h.Choice != nil {
		j.Reasons = e.newReasonsJSON(h.Choice.Reasons)
	}
	return j
}

func newPeekJSON(peek *caddie.Peek) *peekJSON {
	if peek == nil {
		return nil
	}
	return &peekJSON{record.FormatAction(peek.Move), peek.Winnable, peek.Strokes}
}

func newAdviceJSON(e *env, s source, g *patience.Game, a *caddie.Advice, peek *caddie.Peek) adviceJSON {
	j := adviceJSON{Source: s.name, Rules: rulesJSON(g.Rules()), Choices: []choiceJSON{}, Omniscient: newPeekJSON(peek)}
	for _, c := range a.Choices {
		j.Choices = append(j.Choices, choiceJSON{
			Move: record.FormatAction(c.Move), Win: c.Win.Value, WinError: c.Win.Error, Strokes: c.Strokes.Value, StrokesError: c.Strokes.Error,
			Run: c.Run, Games: c.Games, Reasons: e.newReasonsJSON(c.Reasons),
		})
	}
	return j
}
