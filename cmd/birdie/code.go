package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
)

// codeCommand explains what a deal code says, and how else the deal is called.
func codeCommand(e *env) *cli.Command {
	cmd := e.command("code")
	cmd.Flags = append(e.ruleFlags(), e.jsonFlag())
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		s, err := e.onlySource(cmd)
		if err != nil {
			return err
		}
		if cmd.Bool("json") {
			return e.printJSON(newCodeJSON(s))
		}
		return e.printPage(e.codePage(s))
	}
	return cmd
}

// kind is what names a deal: letters, a number of PySolFC, or the board itself.
func kind(d dealcode.Deal) string {
	if _, ok := d.Index(); ok {
		return "letters"
	}
	if _, ok := d.Number(); ok {
		return "pysol"
	}
	return "board"
}

// codePage explains the code of a deal.
func (e *env) codePage(s source) *document.Document {
	d := s.deal
	rules, _ := d.Rules()
	page := &document.Document{Lang: e.lang, Title: d.Code()}
	facts := document.Terms{
		{Word: e.say("cli.code.rules", nil), Meaning: e.rulesLine(rules)},
	}
	add := func(word, meaning string) {
		facts = append(facts, document.Term{Word: e.say(word, nil), Meaning: meaning})
	}
	vars := locale.Vars{}
	if index, ok := d.Index(); ok {
		vars["Letters"], vars["Index"] = dealcode.FormatIndex(index), index+1
	}
	if number, ok := d.Number(); ok {
		vars["Number"] = number.String()
	}
	add("cli.code.deal", e.say("cli.code."+kind(d), vars))
	if strings.HasPrefix(d.Code(), "GO2") {
		add("cli.code.check", e.say("cli.code.check-meaning", nil))
	}
	var others []string
	for _, p := range patience.Presets() {
		if other, err := d.Under(p.Rules); err == nil && p.Rules.Normal() != rules {
			others = append(others, e.say("cli.code.other", locale.Vars{
				"Code": other.Code(), "Rules": rulestext.Name(e.lang, p.Rules),
			}))
		}
	}
	page.Add(facts)
	if kind(d) != "board" {
		page.Add(document.Paragraph(e.say("cli.code.others", nil)), document.List{Items: others})
	}
	if kind(d) == "letters" {
		page.Add(document.Paragraph(e.say("rules.codes.foreign", nil)))
	}
	return page
}

// rulesLine is the name of rules and, for those without one of their own, the
// value of every option.
func (e *env) rulesLine(r patience.Rules) string {
	name := rulestext.Name(e.lang, r)
	if _, ok := patience.PresetOf(r); ok {
		return name
	}
	var values []string
	for _, o := range patience.Options() {
		values = append(values, e.say("rules.variants.setting", locale.Vars{
			"Option": rulestext.Option(e.lang, o), "Value": rulestext.Value(e.lang, r, o),
		}))
	}
	return e.say("cli.code.own-rules", locale.Vars{"Name": name, "Values": strings.Join(values, "; ")})
}

// codeJSON is what a code says, for programs.
type codeJSON struct {
	Code    string       `json:"code"`
	Kind    string       `json:"kind"`
	Rules   record.Rules `json:"rules"`
	Letters string       `json:"letters,omitempty"`
	Index   *uint64      `json:"index,omitempty"`
	Number  string       `json:"number,omitempty"`
}

func newCodeJSON(s source) codeJSON {
	rules, _ := s.deal.Rules()
	j := codeJSON{Code: s.deal.Code(), Kind: kind(s.deal), Rules: rulesJSON(rules)}
	if index, ok := s.deal.Index(); ok {
		j.Letters, j.Index = dealcode.FormatIndex(index), &index
	}
	if number, ok := s.deal.Number(); ok {
		j.Number = number.String()
	}
	return j
}
