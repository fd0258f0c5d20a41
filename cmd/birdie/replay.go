package main

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/urfave/cli/v3"

	"birdie/card"
	golfrecord "birdie/golf/record"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
	"birdie/table"
)

// replayCommand plays a record back and verifies every action.
func replayCommand(e *env) *cli.Command {
	cmd := e.command("replay")
	cmd.Flags = []cli.Flag{
		&cli.IntFlag{Name: "at", Local: true, HideDefault: true, Usage: e.say("cli.replay.at", nil)},
		&cli.IntFlag{Name: "seat", Local: true, HideDefault: true, Usage: e.say("cli.replay.seat", nil)},
		e.jsonFlag(),
	}
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err != nil {
			return err
		}
		r := replay{env: e, name: args[0], at: -1, json: cmd.Bool("json")}
		if cmd.IsSet("at") {
			if r.at = cmd.Int("at"); r.at < 0 {
				return misuse(cmd, wrongUse("cli.usage.bad-value", locale.Vars{"Name": "--at", "Value": strconv.Itoa(r.at)}))
			}
		}
		line, data, err := e.readRecord(r.name)
		if err != nil {
			return err
		}
		var head struct{ Format string }
		json.Unmarshal(data, &head) // what is wrong with it, reading the whole says
		if r.at >= 0 && (head.Format == record.RoundFormat || head.Format == record.TournamentFormat) {
			return misuse(cmd, wrongUse("cli.replay.no-position", nil))
		}
		if head.Format == golfrecord.Format || head.Format == table.RecordFormat {
			return r.golfMatch(cmd, head.Format, data)
		}
		if cmd.IsSet("seat") {
			return misuse(cmd, wrongUse("cli.replay.no-seats", nil))
		}
		switch head.Format {
		case record.RoundFormat:
			return r.round(data)
		case record.TournamentFormat:
			return r.tournament(data)
		}
		return r.game(playBack(line, data))
	}
	return cmd
}

// replay shows one record.
type replay struct {
	*env
	name string
	at   int // the action after which to show the position; −1 for all
	json bool
}

// replayJSON is what a record holds and whether it is right, for programs.
type replayJSON struct {
	Valid   bool          `json:"valid"`
	Kind    string        `json:"kind"`
	Code    string        `json:"code,omitempty"`
	Rules   *record.Rules `json:"rules,omitempty"`
	Actions *int          `json:"actions,omitempty"` // done, up to the position that is shown
	Result  any           `json:"result,omitempty"`
	*positionJSON
	Error *faultJSON `json:"error,omitempty"`
}

// positionJSON is where all cards of a game lie, the hidden ones too.
type positionJSON struct {
	Tableau [][]card.Card `json:"tableau"` // columns, the free card last
	Waste   []card.Card   `json:"waste"`   // the top card last
	Stock   []card.Card   `json:"stock"`   // first drawn first
}

func newPositionJSON(g *patience.Game) *positionJSON {
	p := &positionJSON{Waste: g.Waste([]card.Card{}), Stock: append([]card.Card{}, g.HiddenStock()...)}
	for c := range patience.Columns {
		column := []card.Card{}
		for r := range g.Len(c) {
			column = append(column, g.Card(c, r))
		}
		p.Tableau = append(p.Tableau, column)
	}
	return p
}

// faultJSON is what is wrong with a record.
type faultJSON struct {
	Action  int    `json:"action,omitempty"`  // the action that was refused, from 1
	Refusal string `json:"refusal,omitempty"` // why
	Message string `json:"message"`
}

// printResult prints what was found as JSON, with what is wrong, if err says that
// something is; no further line about it is then to be printed.
func (r *replay) printResult(j replayJSON, err error) error {
	if err == nil {
		j.Valid = true
		return r.env.printJSON(j)
	}
	text, code := explain(r.lang, err)
	j.Error = &faultJSON{Message: text}
	var action *dealcode.ActionError
	if errors.As(err, &action) {
		j.Error.Action, j.Error.Refusal = action.Number, action.Refusal.ID()
	}
	if err := r.env.printJSON(j); err != nil {
		return err
	}
	return said(code)
}

// fault names the record in an error.
func (r *replay) fault(err error) error {
	if err == nil {
		return nil
	}
	return &sourceError{name: r.name, err: err, asked: true}
}

func (r *replay) game(d dealcode.Deal, g *patience.Game, wrong error) error {
	switch {
	case g == nil && r.json:
		return r.printResult(replayJSON{Kind: "game"}, wrong)
	case g == nil:
		return r.fault(wrong)
	}
	actions := g.Actions()
	if r.at > len(actions) && wrong == nil {
		return fail(exitUsage, "cli.replay.no-action", locale.Vars{"At": r.at, "N": len(actions)})
	}
	if r.at >= 0 {
		actions = actions[:min(r.at, len(actions))]
	}
	if r.json {
		shown, err := d.Replay(actions)
		if err != nil {
			return err
		}
		rec, err := record.Of(d, shown)
		if err != nil {
			return err
		}
		rules, done := rulesJSON(g.Rules()), len(actions)
		return r.printResult(replayJSON{
			Kind: "game", Code: d.Code(), Rules: &rules, Actions: &done, Result: rec.Result, positionJSON: newPositionJSON(shown),
		}, wrong)
	}
	played, err := d.Game()
	if err != nil {
		return err
	}
	page := &document.Document{Lang: r.lang}
	page.Add(
		document.Paragraph(r.say("cli.deal.title", locale.Vars{"Code": d.Code(), "Rules": rulestext.Name(r.lang, g.Rules())})),
		rulestext.Board(r.lang, played),
	)
	if steps := rulestext.Steps(r.lang, played, actions); len(steps) > 0 {
		page.Add(document.List{Numbered: true, Items: steps}, rulestext.Board(r.lang, played))
	}
	page.Add(document.List{Items: r.facts(played)})
	if err := r.printPage(page); err != nil {
		return err
	}
	return r.fault(wrong)
}

// facts are the lines about how a game stands.
func (r *replay) facts(g *patience.Game) []string {
	fact := func(key, value string) string {
		return r.say("cli.replay."+key, locale.Vars{"Value": value})
	}
	facts := []string{fact("state", r.say("patience.state."+g.State().ID(), nil))}
	if g.Rules().Scoring == patience.Points {
		facts = append(facts, fact("points", strconv.Itoa(g.Points())))
	}
	facts = append(facts,
		fact("strokes", rulestext.Number(g.Strokes())),
		fact("left", strconv.Itoa(g.Remaining())),
		fact("stock", strconv.Itoa(g.Stock())),
		fact("moves", strconv.Itoa(g.MoveCount())),
		fact("run", strconv.Itoa(g.LongestRun())),
	)
	if g.Clean() {
		return append(facts, r.say("cli.replay.clean", nil))
	}
	return append(facts, r.say("cli.replay.helped", locale.Vars{"Undos": g.Undos(), "Hints": g.Hints()}))
}

func (r *replay) round(data []byte) error {
	var rec record.Round
	err := json.Unmarshal(data, &rec)
	var round patience.Round
	if err == nil {
		round, err = rec.Replay()
	}
	if r.json {
		j := replayJSON{Kind: "round"}
		if full, err := record.RoundOf(rec.Holes); err == nil {
			j.Result = full.Result
		}
		return r.printResult(j, err)
	}
	if err != nil {
		return r.fault(err)
	}
	page := &document.Document{Lang: r.lang}
	page.Add(r.card([]patience.Round{round}), document.Paragraph(r.verdict(&round)))
	return r.printPage(page)
}

// card is a scorecard, a column for each round.
func (r *replay) card(rounds []patience.Round) document.Table {
	t := document.Table{Mark: -1, Head: []string{r.say("rules.tournament.hole", nil)}}
	total := []string{r.say("rules.tournament.sum", nil)}
	holes := 0
	for i := range rounds {
		head := r.say("cli.replay.strokes-column", nil)
		if len(rounds) > 1 {
			head = r.say("record.place.player", locale.Vars{"N": i + 1})
		}
		t.Head = append(t.Head, head)
		total = append(total, rulestext.Number(rounds[i].Total()))
		holes = max(holes, rounds[i].Played())
	}
	for hole := range holes {
		row := []string{strconv.Itoa(hole + 1)}
		for i := range rounds {
			cell := ""
			if hole < rounds[i].Played() {
				cell = rulestext.Number(rounds[i].Hole(hole))
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, total)
	return t
}

// verdict says how a round stands to its par.
func (r *replay) verdict(round *patience.Round) string {
	id := "cli.replay.round-open"
	switch {
	case round.Beaten():
		id = "cli.replay.par-beaten"
	case round.Done():
		id = "cli.replay.par-missed"
	}
	return r.say(id, locale.Vars{"Par": round.Par(), "Total": rulestext.Number(round.Total()), "Holes": round.Played()})
}

func (r *replay) tournament(data []byte) error {
	var rec record.Tournament
	err := json.Unmarshal(data, &rec)
	var t patience.Tournament
	if err == nil {
		t, err = rec.Replay()
	}
	if r.json {
		j := replayJSON{Kind: "tournament"}
		if full, err := record.TournamentOf(rec.SameDeals, rec.Rounds); err == nil {
			j.Result = full.Result
		}
		return r.printResult(j, err)
	}
	if err != nil {
		return r.fault(err)
	}
	points := t.Points()
	vars := locale.Vars{"A": points[0], "B": points[1], "Winner": t.Winner() + 1}
	verdict := "cli.replay.tournament-open"
	switch {
	case t.Done() && t.Winner() < 0:
		verdict = "cli.replay.tournament-tie"
	case t.Done():
		verdict = "cli.replay.tournament-won"
	}
	page := &document.Document{Lang: r.lang}
	page.Add(r.card(t.Rounds[:]), document.Paragraph(r.say(verdict, vars)))
	return r.printPage(page)
}
