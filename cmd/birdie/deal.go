package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// dealCommand shows the cards of a deal.
func dealCommand(e *env) *cli.Command {
	cmd := e.command("deal")
	cmd.Flags = append(e.ruleFlags(), e.jsonFlag(),
		&cli.BoolFlag{Name: "board", Local: true, Usage: e.say("cli.deal.board", nil)},
	)
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err != nil {
			return err
		}
		if cmd.Bool("json") && cmd.Bool("board") {
			return misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": "--json", "Other": "--board"}))
		}
		chosen, err := e.readRules(cmd)
		if err != nil {
			return err
		}
		s, err := e.oneSource(args[0], chosen)
		if err != nil {
			return err
		}
		switch {
		case cmd.Bool("json"):
			return e.printJSON(newDealJSON(s))
		case cmd.Bool("board"):
			rules, _ := s.deal.Rules()
			e.printf("%s", dealcode.FormatBoard(s.deal.Deck(), rules.Opening))
			return nil
		}
		g, err := s.deal.Game()
		if err != nil {
			return err
		}
		return e.printPage(e.gamePage(s.deal, g))
	}
	return cmd
}

// gamePage shows a position of a deal, with its code and its rules. It tells
// nothing of the order of the stock.
func (e *env) gamePage(d dealcode.Deal, g *patience.Game) *document.Document {
	page := &document.Document{Lang: e.lang}
	page.Add(
		document.Paragraph(e.say("cli.deal.title", locale.Vars{"Code": d.Code(), "Rules": rulestext.Name(e.lang, g.Rules())})),
		rulestext.Board(e.lang, g),
	)
	return page
}

// printPage writes a page to standard output.
func (e *env) printPage(page *document.Document) error {
	return page.WriteText(e.out, document.TextStyle{Width: min(e.width, 100), Color: e.color})
}

// dealJSON is a deal for programs: all cards, the hidden ones too.
type dealJSON struct {
	Source  string        `json:"source"`
	Code    string        `json:"code"`
	Rules   rulesJSON     `json:"rules"`
	Tableau [][]card.Card `json:"tableau"`         // columns, the free card last
	Waste   *card.Card    `json:"waste,omitempty"` // missing with the free opening
	Stock   []card.Card   `json:"stock"`           // first drawn first
}

func newDealJSON(s source) dealJSON {
	rules, _ := s.deal.Rules()
	deck := s.deal.Deck()
	j := dealJSON{Source: s.name, Code: s.deal.Code(), Rules: newRulesJSON(rules), Stock: deck[patience.Tableau:]}
	if rules.Opening == patience.Dealt {
		j.Waste, j.Stock = &deck[patience.Tableau], j.Stock[1:]
	}
	for c := range patience.Columns {
		var column []card.Card
		for r := range patience.Rows {
			column = append(column, deck[r*patience.Columns+c])
		}
		j.Tableau = append(j.Tableau, column)
	}
	return j
}

// rulesJSON is a rule set for programs: the names of all values, and the name of
// the preset that they are, if any.
type rulesJSON struct {
	Preset  string `json:"preset,omitempty"`
	King    string `json:"king"`
	Draw    string `json:"draw"`
	Jokers  int    `json:"jokers"`
	Opening string `json:"opening"`
	Scoring string `json:"scoring"`
	Undo    string `json:"undo"`
	Par     int    `json:"par"`
}

func newRulesJSON(r patience.Rules) rulesJSON {
	p, _ := patience.PresetOf(r)
	return rulesJSON{
		Preset: p.ID,
		King:   r.Value(patience.OptionKing), Draw: r.Value(patience.OptionDraw), Jokers: int(r.Jokers),
		Opening: r.Value(patience.OptionOpening), Scoring: r.Value(patience.OptionScoring),
		Undo: r.Value(patience.OptionUndo), Par: r.RoundPar(),
	}
}
