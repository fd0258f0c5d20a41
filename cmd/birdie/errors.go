package main

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"syscall"

	"birdie/internal/locale"
)

// exitCode is what the program ends with. The help of the program lists them.
type exitCode int

// The exit codes.
const (
	exitDone        exitCode = 0   // done; where a question was asked, the answer is yes
	exitNo          exitCode = 1   // done; the answer is no: not winnable, not valid, not the same
	exitUsage       exitCode = 2   // the command line cannot be understood
	exitInput       exitCode = 3   // an input cannot be read or is wrong
	exitUndecided   exitCode = 4   // stopped at a limit before there was an answer
	exitFailed      exitCode = 5   // something else failed: disk, network, or the program
	exitInterrupted exitCode = 130 // stopped by the user
)

// exitCodes are all exit codes, in the order the help shows them.
var exitCodes = []exitCode{exitDone, exitNo, exitUsage, exitInput, exitUndecided, exitFailed, exitInterrupted}

// exitError ends the program with a code and, unless id is empty, with one line
// of the catalogue that says what is wrong and what to do.
type exitError struct {
	code exitCode
	id   string
	vars locale.Vars
}

func (e *exitError) Error() string { return e.id }

// fail returns the error that ends the program with a code and a text.
func fail(code exitCode, id string, vars locale.Vars) error {
	return &exitError{code: code, id: id, vars: vars}
}

// said ends the program with a code when all that is to say has been printed.
func said(code exitCode) error { return &exitError{code: code} }

// shorten returns what an error quotes from an input, which may be of any length.
func shorten(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// wrongUse is fail for a command line that cannot be understood.
func wrongUse(id string, vars locale.Vars) error { return fail(exitUsage, id, vars) }

// An explainer puts typed errors of a package into words. It returns false for
// errors it does not know.
type explainer func(l locale.Lang, err error) (text string, code exitCode, ok bool)

// explainers are asked in this order.
func explainers() []explainer {
	return []explainer{
		explainUsage,
		explainExit,
		explainSource,
		explainGolfRecord,
		explainRecord,
		explainCode,
		explainRules,
		explainArena,
		explainGolf,
		explainStore,
		explainSurvey,
		explainSystem,
	}
}

// explain returns the line that is printed for an error, and the exit code.
func explain(l locale.Lang, err error) (string, exitCode) {
	for _, x := range explainers() {
		if text, code, ok := x(l, err); ok {
			return text, code
		}
	}
	return l.Say("cli.error.failed", locale.Vars{"Reason": err.Error()}), exitFailed
}

func explainExit(l locale.Lang, err error) (string, exitCode, bool) {
	var e *exitError
	switch {
	case errors.Is(err, context.Canceled):
		return l.Say("cli.error.interrupted", nil), exitInterrupted, true
	case !errors.As(err, &e):
		return "", 0, false
	case e.id == "":
		return "", e.code, true
	}
	return l.Say(e.id, e.vars), e.code, true
}

// An outputError is standard output that cannot be written.
type outputError struct{ err error }

func (e *outputError) Error() string { return e.err.Error() }

// explainSystem explains what the operating system says about files.
func explainSystem(l locale.Lang, err error) (string, exitCode, bool) {
	var out *outputError
	switch {
	case errors.As(err, &out) && errors.Is(out.err, syscall.ENOSPC):
		return l.Say("cli.error.no-space", nil), exitFailed, true
	case errors.As(err, &out):
		return l.Say("cli.error.output", locale.Vars{"Reason": out.Error()}), exitFailed, true
	case errors.Is(err, bufio.ErrTooLong):
		return l.Say("cli.error.no-text", nil), exitInput, true
	}
	var e *fs.PathError
	if !errors.As(err, &e) {
		return "", 0, false
	}
	vars := locale.Vars{"Path": e.Path}
	switch {
	case errors.Is(e, fs.ErrNotExist):
		return l.Say("cli.error.no-such-file", vars), exitInput, true
	case errors.Is(e, fs.ErrPermission):
		return l.Say("cli.error.not-permitted", vars), exitInput, true
	case errors.Is(e, syscall.ENOSPC):
		return l.Say("cli.error.file-no-space", vars), exitFailed, true
	case errors.Is(e, syscall.EISDIR):
		return l.Say("cli.error.is-folder", vars), exitInput, true
	}
	vars["Reason"] = e.Err.Error()
	return l.Say("cli.error.file", vars), exitFailed, true
}
