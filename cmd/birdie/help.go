package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// printHelp writes the help of a command in the user's language. It stands in
// for the library's templates, which speak English only.
func printHelp(w io.Writer, _ string, data any) {
	cmd := data.(*cli.Command)
	e := cmd.Root().Metadata[envKey].(*env)
	h := &helpText{w: w, width: min(max(e.width, 40), 100)}

	h.wrap(0, cmd.FullName()+" – "+cmd.Usage)
	h.heading(e.say("cli.page.usage", nil))
	if cmd.ArgsUsage != "" || len(visible(cmd.Commands)) == 0 {
		h.use(e, cmd, cmd.ArgsUsage)
	}
	if len(visible(cmd.Commands)) > 0 {
		h.use(e, cmd, e.say("cli.page.command", nil))
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(cmd.Description), "\n") {
		if paragraph != "" {
			h.line("")
			h.wrap(0, paragraph)
		}
	}
	category := ""
	var rows [][2]string
	flush := func() {
		if len(rows) > 0 {
			h.heading(category)
			h.table(rows)
		}
		rows = nil
	}
	for _, c := range visible(cmd.Commands) {
		name := c.Category
		if name == "" {
			name = e.say("cli.page.commands", nil)
		}
		if name != category {
			flush()
			category = name
		}
		rows = append(rows, [2]string{c.Name, c.Usage})
	}
	flush()
	h.flags(e, e.say("cli.page.own-options", nil), cmd.VisibleFlags())
	h.flags(e, e.say("cli.page.global-options", nil), cmd.VisiblePersistentFlags())
	if examples, _ := cmd.Metadata[examplesKey].(string); examples != "" {
		h.heading(e.say("cli.page.examples", nil))
		for _, line := range strings.Split(strings.TrimSpace(examples), "\n") {
			h.line("  " + line)
		}
	}
	if cmd == cmd.Root() {
		h.heading(e.say("cli.page.exit-codes", nil))
		for _, code := range exitCodes {
			rows = append(rows, [2]string{fmt.Sprint(int(code)), e.say(fmt.Sprintf("cli.exit.code-%d", code), nil)})
		}
		h.table(rows)
		h.line("")
		h.wrap(0, e.say("cli.page.more", nil))
	}
}

// use writes a line that shows how a command is called.
func (h *helpText) use(e *env, cmd *cli.Command, args string) {
	h.wrap(2, cmd.FullName()+" "+args+" "+e.say("cli.page.options", nil))
}

// visible returns the commands that the help shows.
func visible(all []*cli.Command) []*cli.Command {
	var list []*cli.Command
	for _, c := range all {
		if !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

// helpText writes wrapped lines and tables of two columns.
type helpText struct {
	w     io.Writer
	width int
}

func (h *helpText) line(text string) { io.WriteString(h.w, text+"\n") }

func (h *helpText) heading(text string) {
	h.line("")
	h.line(text)
}

// wrap writes a paragraph with an indent, broken at the width.
func (h *helpText) wrap(indent int, text string) {
	h.hang(strings.Repeat(" ", indent), indent, text)
}

// hang writes a paragraph whose first line begins with first and whose other
// lines are indented.
func (h *helpText) hang(first string, indent int, text string) {
	line, n := first, utf8.RuneCountInString(first)
	empty := true
	for _, word := range strings.Fields(text) {
		l := utf8.RuneCountInString(word)
		if !empty && n+1+l > h.width {
			h.line(line)
			line, n, empty = strings.Repeat(" ", indent), indent, true
		}
		if !empty {
			line, n = line+" ", n+1
		}
		line, n, empty = line+word, n+l, false
	}
	h.line(strings.TrimRight(line, " "))
}

func (h *helpText) table(rows [][2]string) {
	left := 0
	for _, r := range rows {
		left = max(left, utf8.RuneCountInString(r[0]))
	}
	left = min(left, h.width/2)
	for _, r := range rows {
		pad := left - utf8.RuneCountInString(r[0])
		if pad < 0 {
			h.line("  " + r[0])
			h.wrap(left+4, r[1])
			continue
		}
		h.hang("  "+r[0]+strings.Repeat(" ", pad+2), left+4, r[1])
	}
}

func (h *helpText) flags(e *env, heading string, flags []cli.Flag) {
	var rows [][2]string
	for _, f := range flags {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		name := ""
		for i, n := range f.Names() {
			if i > 0 {
				name += ", "
			}
			name += dashed(n)
		}
		placeholder, usage := unquote(doc.GetUsage())
		if doc.TakesValue() {
			if placeholder == "" {
				placeholder = e.say("cli.page.value", nil)
			}
			name += " " + placeholder
			value := doc.GetDefaultText()
			if value == "" {
				value = strings.Trim(doc.GetValue(), `"`) // the library quotes texts
			}
			if value != "" && value != "0" && doc.IsDefaultVisible() {
				usage += " " + e.say("cli.page.default", locale.Vars{"Value": value})
			}
		}
		for _, v := range doc.GetEnvVars() {
			usage += " [$" + v + "]"
		}
		rows = append(rows, [2]string{name, usage})
	}
	if len(rows) > 0 {
		h.heading(heading)
		h.table(rows)
	}
}

// unquote takes the placeholder for an option's value out of its text, where it
// stands in backquotes.
func unquote(usage string) (placeholder, text string) {
	before, rest, ok := strings.Cut(usage, "`")
	if !ok {
		return "", usage
	}
	name, after, ok := strings.Cut(rest, "`")
	if !ok {
		return "", usage
	}
	return name, before + name + after
}
