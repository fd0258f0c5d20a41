package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
)

// rulesCommand prints the rules page of a rule set.
func rulesCommand(e *env) *cli.Command {
	cmd := e.command("rules")
	cmd.Metadata[argumentsKey] = presetIDs()
	cmd.Flags = append(e.optionFlags(),
		&cli.BoolFlag{Name: "markdown", Local: true, Usage: e.say("cli.rules.markdown", nil)},
		&cli.BoolFlag{Name: "html", Local: true, Usage: e.say("cli.rules.html", nil)},
		&cli.BoolFlag{Name: "json", Local: true, Usage: e.say("cli.rules.json", nil)},
	)
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 0, 1)
		if err != nil {
			return err
		}
		base := patience.Default()
		if len(args) == 1 {
			if base, err = e.preset(args[0]); err != nil {
				return misuse(cmd, err)
			}
		}
		chosen, err := e.readRules(cmd)
		if err != nil {
			return err
		}
		r, err := chosen.over(base.Rules)
		if err != nil {
			return err
		}
		page := rulestext.Page(e.lang, r)
		print := map[string]func() error{
			"markdown": func() error { e.printf("%s", page.Markdown()); return nil },
			"html":     func() error { e.printf("%s", page.HTML()); return nil },
			"json":     func() error { return e.printJSON(rulesJSON(r)) },
		}
		form, err := oneOf(cmd, "markdown", "html", "json")
		if err != nil {
			return err
		}
		if form == "" {
			return e.printPage(page)
		}
		return print[form]()
	}
	return cmd
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
