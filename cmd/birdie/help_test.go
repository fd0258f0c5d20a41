package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// commandsOf calls do for every command of the program but the program itself.
func commandsOf(e *env, do func(*cli.Command)) {
	root := newRoot(e)
	root.Run(context.Background(), []string{"birdie", "version"}) // completes the tree
	root.Walk(func(cmd *cli.Command) error {
		if cmd != root {
			do(cmd)
		}
		return nil
	})
}

// The library's own words, none of which may show.
var libraryWords = regexp.MustCompile(`USAGE|OPTIONS:|COMMANDS|\(default: |show help|Shows a list`)

// Every command has help in both languages: with every option explained, nothing
// untranslated, nothing of the library's own, and no line too wide.
func TestHelpIsWhole(t *testing.T) {
	for _, l := range locale.Langs() {
		e := quiet(l)
		commandsOf(e, func(cmd *cli.Command) {
			if cmd.Usage == "" || cmd.Usage == strings.ToUpper(cmd.Usage) {
				t.Errorf("%s: %s has no usage", l, cmd.FullName())
			}
			for _, f := range cmd.VisibleFlags() {
				if doc, ok := f.(cli.DocGenerationFlag); !ok || doc.GetUsage() == "" {
					t.Errorf("%s: %s: option %s is not explained", l, cmd.FullName(), f.Names()[0])
				}
			}
			var b bytes.Buffer
			printHelp(&b, "", cmd)
			help := b.String()
			if strings.Contains(help, "cli.") || strings.Contains(help, "{{") || strings.Contains(help, "<no value>") {
				t.Errorf("%s: %s: not translated:\n%s", l, cmd.FullName(), help)
			}
			if m := libraryWords.FindString(help); l == locale.German && m != "" {
				t.Errorf("%s: %s: %q in the help", l, cmd.FullName(), m)
			}
			examples, _ := cmd.Metadata[examplesKey].(string)
			for line := range strings.Lines(help) {
				line = strings.TrimRight(line, "\n")
				if n := utf8.RuneCountInString(line); n > 80 && !strings.Contains(examples, strings.TrimSpace(line)) {
					t.Errorf("%s: %s: %d characters in %q", l, cmd.FullName(), n, line)
				}
			}
		})
	}
}

// Every command that does something shows examples, and they are commands that
// the program takes.
func TestExamplesCanBeRead(t *testing.T) {
	for _, l := range locale.Langs() {
		e := quiet(l)
		commandsOf(e, func(cmd *cli.Command) {
			examples, _ := cmd.Metadata[examplesKey].(string)
			if examples == "" && len(cmd.Commands) == 0 && !parentHasExamples(cmd) {
				t.Errorf("%s: %s has no examples", l, cmd.FullName())
			}
			for line := range strings.Lines(examples) {
				args, ok := exampleArgs(line)
				if !ok {
					continue
				}
				// The example is read, but nothing is done.
				root := newRoot(e)
				root.Walk(func(c *cli.Command) error {
					c.Action = func(_ context.Context, cmd *cli.Command) error {
						// What takes no arguments of its own has been given a name it does not know.
						if cmd.ArgsUsage == "" && cmd.Args().Len() > 0 {
							t.Errorf("%s: %s: no such command: %s", l, cmd.FullName(), line)
						}
						return nil
					}
					return nil
				})
				if err := root.Run(context.Background(), args); err != nil {
					text, _ := explain(l, err)
					t.Errorf("%s: %q: %s", l, strings.TrimSpace(line), text)
				}
			}
		})
	}
}

func parentHasExamples(cmd *cli.Command) bool {
	lineage := cmd.Lineage()
	examples, _ := lineage[1].Metadata[examplesKey].(string)
	return len(lineage) > 2 && examples != ""
}

// exampleArgs splits an example into its arguments, as a shell would. Only lines
// that begin with the program are examples of it.
func exampleArgs(line string) ([]string, bool) {
	line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
	for _, end := range []string{" < ", " > ", " | "} {
		line, _, _ = strings.Cut(line, end)
	}
	if !strings.HasPrefix(line, "birdie ") {
		return nil, false
	}
	var args []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args, true
}
