package main

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// usageError is a command line that the library which reads it has refused,
// and the command it was meant for.
type usageError struct {
	command string // with the names of its parents
	err     error
	guess   string // the name that was probably meant, or empty
}

func (e *usageError) Error() string { return e.err.Error() }

// libraryErrors are the library's own messages. It has no types for them; a
// test provokes each one, so that another version cannot change them unnoticed.
var libraryErrors = []struct {
	text *regexp.Regexp
	id   string
}{
	{regexp.MustCompile(`^flag provided but not defined: -(?P<Name>.*)$`), "cli.usage.unknown-option"},
	{regexp.MustCompile(`^flag needs an argument: -*(?P<Name>.*)$`), "cli.usage.no-value"},
	{regexp.MustCompile(`(?s)^invalid value (?P<Value>".*") for flag -(?P<Name>[^:]*): `), "cli.usage.bad-value"},
	{regexp.MustCompile(`(?s)^could not parse (?P<Value>".*") as .* for flag (?P<Name>[^:]*): `), "cli.usage.bad-value"},
	{regexp.MustCompile(`^Required flags? "(?P<Name>.*)" not set$`), "cli.usage.missing-option"},
	{regexp.MustCompile(`(?s)^No help topic for '(?P<Command>.*)'$`), "cli.usage.unknown-command"},
	{regexp.MustCompile(`^option (?P<Name>.*) cannot be set along with option (?P<Other>.*)$`), "cli.usage.not-both"},
}

// explainUsage puts a usageError, or an error of the library that is none, into
// words and says where to read on.
func explainUsage(l locale.Lang, err error) (string, exitCode, bool) {
	e := &usageError{command: "birdie", err: err}
	wrapped := errors.As(err, &e)
	text, known := libraryText(l, e.err)
	if !wrapped && !known {
		return "", 0, false
	}
	var own *exitError
	switch {
	case errors.As(e.err, &own):
		text = l.Say(own.id, own.vars)
	case !known:
		text = l.Say("cli.usage.other", locale.Vars{"Reason": e.err.Error()})
	}
	if e.guess != "" {
		text += " " + l.Say("cli.usage.guess", locale.Vars{"Name": e.guess})
	}
	return text + " " + l.Say("cli.usage.see-help", locale.Vars{"Command": e.command}), exitUsage, true
}

// libraryText returns the text for one of the libraryErrors, and whether err is
// one.
func libraryText(l locale.Lang, err error) (string, bool) {
	for _, known := range libraryErrors {
		m := known.text.FindStringSubmatch(err.Error())
		if m == nil {
			continue
		}
		vars := locale.Vars{}
		for i, name := range known.text.SubexpNames() {
			switch name {
			case "Name", "Other":
				m[i] = dashed(m[i])
			case "Value":
				if value, err := strconv.Unquote(m[i]); err == nil {
					m[i] = value
				}
			}
			switch name {
			case "":
			case "Command": // needs no dashes
				vars["Name"] = m[i]
			default:
				vars[name] = m[i]
			}
		}
		return l.Say(known.id, vars), true
	}
	return "", false
}

// dashed writes the name of an option as the user does.
func dashed(name string) string {
	name = strings.TrimLeft(name, "-")
	if len([]rune(name)) == 1 {
		return "-" + name
	}
	return "--" + name
}

// misuse wraps an error in the use of cmd.
func misuse(cmd *cli.Command, err error) error {
	e := &usageError{command: cmd.FullName(), err: err}
	if m := libraryErrors[0].text.FindStringSubmatch(err.Error()); m != nil {
		e.guess = closest(strings.TrimLeft(m[1], "-"), optionNames(cmd))
		if e.guess != "" {
			e.guess = dashed(e.guess)
		}
	}
	return e
}

// arguments returns the arguments of cmd, of which there must be min to max;
// a negative max is no limit.
func arguments(cmd *cli.Command, min, max int) ([]string, error) {
	args := cmd.Args().Slice()
	switch {
	case len(args) < min:
		return nil, misuse(cmd, wrongUse("cli.usage.missing-argument", locale.Vars{"Args": cmd.ArgsUsage}))
	case max >= 0 && len(args) > max:
		return nil, misuse(cmd, wrongUse("cli.usage.extra-argument", locale.Vars{"Value": args[max]}))
	}
	return args, nil
}

// optionNames returns the long names of the options that cmd takes.
func optionNames(cmd *cli.Command) []string {
	var names []string
	for _, f := range append(cmd.VisibleFlags(), cmd.VisiblePersistentFlags()...) {
		names = append(names, f.Names()[0])
	}
	return names
}

// closest returns the name that differs least from what was typed, or nothing
// when none is near.
func closest(typed string, names []string) string {
	best, least := "", len(typed)/3+2
	for _, name := range names {
		if d := distance(typed, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
