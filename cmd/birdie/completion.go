package main

import (
	"context"
	"embed"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// langName is the name of the option for the language.
const langName = "lang"

// completionRequest is the argument with which the shell scripts ask what may
// come next.
const completionRequest = "--generate-shell-completion"

//go:embed shell
var shellScripts embed.FS

// completionCommand makes the library's command for shell completion ours: with
// our scripts, which need nothing but the shell, and in the user's language.
func (e *env) completionCommand(cmd *cli.Command) {
	own := e.command("completion")
	cmd.Hidden = false
	cmd.Usage, cmd.ArgsUsage, cmd.Description, cmd.Metadata = own.Usage, own.ArgsUsage, own.Description, own.Metadata
	cmd.Category = e.say("cli.group.other", nil)
	cmd.Commands = nil
	for _, shell := range []string{"bash", "zsh", "fish"} {
		cmd.Commands = append(cmd.Commands, &cli.Command{
			Name:  shell,
			Usage: e.say("cli.completion.shell", locale.Vars{"Shell": shell}),
			Action: func(_ context.Context, cmd *cli.Command) error {
				if _, err := arguments(cmd, 0, 0); err != nil {
					return err
				}
				script, err := shellScripts.ReadFile("shell/" + shell)
				if err != nil {
					return err
				}
				e.printf("%s", script)
				return nil
			},
		})
		e.furnish(cmd.Commands[len(cmd.Commands)-1])
	}
	e.furnish(cmd)
}

// optionValues are the values that completion offers for an option by name.
var optionValues = map[string]func() []string{
	langName: func() []string {
		var langs []string
		for _, l := range locale.Langs() {
			langs = append(langs, string(l))
		}
		return langs
	},
}

// argumentsKey is the key in a command's metadata of the words that completion
// offers for its arguments.
const argumentsKey = "arguments"

// valuesKey is the key in a command's metadata of the values that completion
// offers for its options instead of optionValues.
const valuesKey = "values"

// complete prints what may come next on the command line, one a line, with a
// colon before the explanation, as the shell scripts want it.
func (e *env) complete(_ context.Context, cmd *cli.Command) {
	last := ""
	if args := cmd.Args().Slice(); len(args) > 0 {
		last = args[len(args)-1]
	}
	values, ok := optionValues[strings.TrimPrefix(last, "--")]
	if own, has := cmd.Metadata[valuesKey].(map[string]func() []string); has {
		values, ok = own[strings.TrimPrefix(last, "--")]
	}
	if ok && strings.HasPrefix(last, "--") && slices.Contains(optionNames(cmd), last[2:]) {
		for _, v := range values() {
			e.println(v)
		}
		return
	}
	if strings.HasPrefix(last, "-") {
		for _, f := range append(cmd.VisibleFlags(), cmd.VisiblePersistentFlags()...) {
			doc, ok := f.(cli.DocGenerationFlag)
			if name := dashed(f.Names()[0]); ok && strings.HasPrefix(name, last) {
				_, usage := unquote(doc.GetUsage())
				e.println(name + ":" + usage)
			}
		}
		return
	}
	for _, c := range visible(cmd.Commands) {
		e.println(c.Name + ":" + c.Usage)
	}
	if words, ok := cmd.Metadata[argumentsKey].([]string); ok {
		for _, w := range words {
			e.println(w)
		}
	}
}
