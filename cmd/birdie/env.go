package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"birdie/internal/locale"
)

// env is all that a command may know of the world around it.
type env struct {
	in     io.Reader
	out    *output // what was asked for
	err    *output // errors, progress, remarks
	getenv func(string) string
	lang   locale.Lang

	inTerminal, outTerminal, errTerminal bool

	// color says that standard output is a terminal that shows colours and that
	// the user has not set NO_COLOR.
	color bool
	// width is the width of the terminal in columns, 80 where there is none.
	width int
}

// osEnv returns the environment of this process.
func osEnv() *env {
	e := &env{
		in: os.Stdin, out: &output{w: os.Stdout}, err: &output{w: os.Stderr},
		getenv:      os.Getenv,
		lang:        locale.FromEnv(os.Getenv),
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		width:       80,
	}
	e.color = e.outTerminal && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb"
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		e.width = w
	}
	return e
}

// say returns a text of the catalogue in the user's language.
func (e *env) say(id string, vars locale.Vars) string { return e.lang.Say(id, vars) }

// printf writes to standard output. A failed write is remembered and ends the
// command with an error, so that nobody has to look at each one.
func (e *env) printf(format string, args ...any) { fmt.Fprintf(e.out, format, args...) }

// println writes a line to standard output.
func (e *env) println(text string) { io.WriteString(e.out, text+"\n") }

// printJSON writes v as one line of JSON to standard output.
func (e *env) printJSON(v any) error {
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// output is a writer that remembers its first failure.
type output struct {
	w      io.Writer
	failed error
}

func (o *output) Write(p []byte) (int, error) {
	if o.failed != nil {
		return 0, o.failed
	}
	n, err := o.w.Write(p)
	o.failed = err
	return n, err
}

// langFlag finds the value of --lang before anything is parsed: the texts of
// the commands themselves depend on it.
func langFlag(args []string) (string, bool) {
	for i, a := range args {
		if a == "--" {
			break
		}
		if value, ok := strings.CutPrefix(a, "--lang="); ok {
			return value, true
		}
		if a == "--lang" && i+1 < len(args) && args[i+1] != completionRequest {
			return args[i+1], true
		}
	}
	return "", false
}
