package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"birdie/golf"
	golfrecord "birdie/golf/record"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
)

// rulesCommand prints the rules page of a rule set of either game.
func rulesCommand(e *env) *cli.Command {
	cmd := e.command("rules")
	cmd.Metadata[argumentsKey] = append(presetIDs(), golfPresetIDs()...)
	cmd.Flags = append(e.optionFlags(),
		&cli.BoolFlag{Name: "markdown", Local: true, Usage: e.say("cli.rules.markdown", nil)},
		&cli.BoolFlag{Name: "html", Local: true, Usage: e.say("cli.rules.html", nil)},
		&cli.BoolFlag{Name: "json", Local: true, Usage: e.say("cli.rules.json", nil)},
	)
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		page, values, err := e.rulesPage(cmd)
		if err != nil {
			return err
		}
		form, err := oneOf(cmd, "markdown", "html", "json")
		if err != nil {
			return err
		}
		switch form {
		case "markdown":
			e.printf("%s", page.Markdown())
			return nil
		case "html":
			e.printf("%s", page.HTML())
			return nil
		case "json":
			return e.printJSON(values)
		}
		return e.printPage(page)
	}
	return cmd
}

// rulesPage returns the page of the rules that the command line names, and their
// values for programs.
func (e *env) rulesPage(cmd *cli.Command) (*document.Document, any, error) {
	args, err := arguments(cmd, 0, 1)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := e.readRules(cmd)
	if err != nil {
		return nil, nil, err
	}
	base := patience.Default()
	if len(args) == 1 {
		if p, ok := golf.PresetByID(args[0]); ok {
			if len(chosen.options) > 0 {
				vars := locale.Vars{"Name": dashed(string(chosen.options[0])), "Rules": args[0]}
				return nil, nil, misuse(cmd, wrongUse("cli.rules.other-game", vars))
			}
			return rulestext.GolfPage(e.lang, p.Rules), golfrecord.RulesOf(p.Rules), nil
		}
		var ok bool
		if base, ok = patience.PresetByID(args[0]); !ok {
			vars := locale.Vars{"Value": args[0], "Values": e.choice(append(presetIDs(), golfPresetIDs()...))}
			return nil, nil, misuse(cmd, wrongUse("cli.usage.unknown-rules", vars))
		}
	}
	r, err := chosen.over(base.Rules)
	if err != nil {
		return nil, nil, err
	}
	return rulestext.Page(e.lang, r), rulesJSON(r), nil
}

func golfPresetIDs() []string {
	var ids []string
	for _, p := range golf.Presets() {
		ids = append(ids, p.ID)
	}
	return ids
}

// oneOf returns the one of the named options that is set, or nothing when none is.
func oneOf(cmd *cli.Command, names ...string) (string, error) {
	set := ""
	for _, name := range names {
		switch {
		case !cmd.Bool(name):
		case set != "":
			return "", misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": dashed(set), "Other": dashed(name)}))
		default:
			set = name
		}
	}
	return set, nil
}
