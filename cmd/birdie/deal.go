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
	"birdie/patience/record"
)

// dealCommand shows the cards of a deal.
func dealCommand(e *env) *cli.Command {
	cmd := e.command("deal")
	cmd.Flags = append(e.ruleFlags(), e.jsonFlag(),
		&cli.BoolFlag{Name: "board", Local: true, Usage: e.say("cli.deal.board", nil)},
	)
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		form, err := oneOf(cmd, "json", "board")
		if err != nil {
			return err
		}
		s, err := e.onlySource(cmd)
		if err != nil {
			return err
		}
		switch form {
		case "json":
			return e.printJSON(newDealJSON(s))
		case "board":
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
	Rules   record.Rules  `json:"rules"`
	Tableau [][]card.Card `json:"tableau"`         // columns, the free card last
	Waste   *card.Card    `json:"waste,omitempty"` // missing with the free opening
	Stock   []card.Card   `json:"stock"`           // first drawn first
}

func newDealJSON(s source) dealJSON {
	rules, _ := s.deal.Rules()
	deck := s.deal.Deck()
	j := dealJSON{Source: s.name, Code: s.deal.Code(), Rules: rulesJSON(rules), Stock: deck[patience.Tableau:]}
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

// rulesJSON is a rule set for programs: the name of the preset, if it is one, and
// the values of all options.
func rulesJSON(r patience.Rules) record.Rules {
	p, _ := patience.PresetOf(r)
	value := func(o patience.Option) record.Value { return record.Value(r.Value(o)) }
	return record.Rules{
		Preset: p.ID,
		King:   value(patience.OptionKing), Draw: value(patience.OptionDraw), Jokers: value(patience.OptionJokers),
		Opening: value(patience.OptionOpening), Scoring: value(patience.OptionScoring),
		Undo: value(patience.OptionUndo), Par: value(patience.OptionPar),
	}
}
