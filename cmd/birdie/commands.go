package main

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// groups are all commands, as the help lists them. A command is a constructor
// in a file of its own; cli.group.<id> is the heading of its group.
var groups = []struct {
	id       string
	commands []func(*env) *cli.Command
}{
	{"patience", []func(*env) *cli.Command{
		dealCommand,
		replayCommand,
		codeCommand,
		rulesCommand,
		caddieCommand,
		solveCommand,
		bestCommand,
		analyseCommand,
		surveyCommand,
	}},
	{"golf", []func(*env) *cli.Command{
		golfCommand,
		arenaCommand,
		verifyCommand,
	}},
	{"server", []func(*env) *cli.Command{
		serveCommand,
		backupCommand,
		restoreCommand,
		loadtestCommand,
	}},
	{"other", []func(*env) *cli.Command{
		benchCommand,
		versionCommand,
		helpCommand,
	}},
}

// run runs the program with its arguments, without its name.
func run(ctx context.Context, e *env, args []string) exitCode {
	lang, given := langFlag(args)
	unknown := given
	for _, l := range locale.Langs() {
		if lang == string(l) {
			e.lang, unknown = l, false
		}
	}
	var err error
	if unknown {
		err = wrongUse("cli.usage.unknown-language", locale.Vars{"Value": lang})
	} else {
		cli.HelpPrinter = printHelp
		err = newRoot(e).Run(ctx, append([]string{"birdie"}, args...))
	}
	if e.out.failed != nil {
		err = &outputError{e.out.failed}
	}
	if err == nil {
		return exitDone
	}
	text, code := explain(e.lang, err)
	if text != "" {
		e.err.Write([]byte("birdie: " + oneLine(text) + "\n"))
	}
	return code
}

// oneLine replaces what is no visible character: an error quotes what it was
// given, which must not steer the terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}

// newRoot returns the program with all its commands.
func newRoot(e *env) *cli.Command {
	root := &cli.Command{
		Name: "birdie", Usage: e.say("cli.birdie.usage", nil), Description: e.say("cli.birdie.about", nil),
		Reader: e.in, Writer: e.out, ErrWriter: e.err,
		HideHelpCommand: true, HideVersion: true,
		EnableShellCompletion: true, ConfigureShellCompletionCommand: e.completionCommand,
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
		Metadata:       map[string]any{envKey: e, examplesKey: e.say("cli.birdie.examples", nil)},
		Flags: []cli.Flag{
			&cli.StringFlag{Name: langName, Usage: e.say("cli.flag.lang", nil), DefaultText: string(e.lang)},
			&cli.BoolFlag{Name: "version", Local: true, Usage: e.say("cli.flag.version", nil)},
		},
		Action: func(_ context.Context, cmd *cli.Command) error {
			if cmd.Bool("version") {
				return e.printVersion(false)
			}
			return e.group(cmd)
		},
	}
	for _, g := range groups {
		for _, construct := range g.commands {
			cmd := construct(e)
			cmd.Category = e.say("cli.group."+g.id, nil)
			root.Commands = append(root.Commands, cmd)
		}
	}
	root.Walk(func(cmd *cli.Command) error {
		e.furnish(cmd)
		return nil
	})
	return root
}

// furnish gives a command what all have: the help option, completion, errors
// in the user's language, and, to one that only holds others, an action.
func (e *env) furnish(cmd *cli.Command) {
	cmd.Flags = append(cmd.Flags, &cli.BoolFlag{
		Name: "help", Aliases: []string{"h"}, Local: true, Usage: e.say("cli.flag.help", nil),
	})
	cmd.ShellComplete = e.complete
	cmd.OnUsageError = func(_ context.Context, cmd *cli.Command, err error, _ bool) error {
		return misuse(cmd, err)
	}
	if cmd.Action == nil {
		cmd.Action = func(_ context.Context, cmd *cli.Command) error { return e.group(cmd) }
	}
}

// group is what a command does that only holds others: it shows its help, or
// says that it has no command of the given name.
func (e *env) group(cmd *cli.Command) error {
	name := cmd.Args().First()
	if name == "" {
		printHelp(e.out, "", cmd)
		return nil
	}
	return unknownCommand(cmd, name)
}

func unknownCommand(cmd *cli.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands {
		names = append(names, c.Name)
	}
	return &usageError{
		command: cmd.FullName(),
		err:     wrongUse("cli.usage.unknown-command", locale.Vars{"Name": name}),
		guess:   closest(name, names),
	}
}

// The keys of a command's metadata.
const (
	envKey      = "env"
	examplesKey = "examples"
)

// command returns a command with its texts, which are those of the catalogue
// under cli.<path>: usage, one line; args, its arguments; about, paragraphs;
// examples, one command line each. All but usage may be missing. The path of a
// command below another holds both names, "caddie.bench".
func (e *env) command(path string) *cli.Command {
	text := func(key string) string {
		if id := "cli." + path + "." + key; locale.Has(id) {
			return e.say(id, nil)
		}
		return ""
	}
	return &cli.Command{
		Name:        path[strings.LastIndexByte(path, '.')+1:],
		Usage:       text("usage"),
		ArgsUsage:   text("args"),
		Description: text("about"),
		Metadata:    map[string]any{examplesKey: text("examples")},
	}
}

// jsonFlag is the option for output that programs read.
func (e *env) jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Local: true, Usage: e.say("cli.flag.json", nil)}
}

// helpCommand shows the help of the program or of a command.
func helpCommand(e *env) *cli.Command {
	cmd := e.command("help")
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		about := cmd.Root()
		for _, name := range cmd.Args().Slice() {
			below := about.Command(name)
			if below == nil {
				return unknownCommand(about, name)
			}
			about = below
		}
		printHelp(e.out, "", about)
		return nil
	}
	return cmd
}
