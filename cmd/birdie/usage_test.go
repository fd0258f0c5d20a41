package main

import (
	"context"
	"io"
	"testing"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// quiet returns an environment without a terminal, whose output nobody reads.
func quiet(l locale.Lang) *env {
	e := testEnv(nil, io.Discard, io.Discard)
	e.lang = l
	return e
}

// The library says what is wrong in English sentences; this notices when another
// version says it differently.
func TestLibraryErrorsAreKnown(t *testing.T) {
	t.Setenv("BIRDIE_TEST_NUMBER", "many")
	nothing := func(context.Context, *cli.Command) error { return nil }
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"x", "--nosuch"}, "Die Option --nosuch gibt es nicht. Hilfe: x --help"},
		{[]string{"x", "-n"}, "Die Option -n gibt es nicht. Hilfe: x --help"},
		{[]string{"x", "--text"}, "Die Option --text braucht einen Wert. Hilfe: x --help"},
		{[]string{"x", "--number", "many"}, "Die Option --number kann nicht „many“ sein. Hilfe: x --help"},
		{[]string{"x", "--number", "a\": b"}, "Die Option --number kann nicht „a\": b“ sein. Hilfe: x --help"},
		{[]string{"x", "--number", "1", "--text", "a", "--other", "b"}, "Die Optionen --text und --other schließen sich aus. Nimm eine davon. Hilfe: x --help"},
		{[]string{"x", "--number", "1"}, "Die Option --needed fehlt. Hilfe: x --help"},
		{[]string{"x"}, "Die Option --number kann nicht „many“ sein. Hilfe: birdie --help"},
	} {
		cmd := &cli.Command{
			Name: "x", Action: nothing, ErrWriter: io.Discard, Writer: io.Discard, ExitErrHandler: func(context.Context, *cli.Command, error) {},
			Flags: []cli.Flag{
				&cli.IntFlag{Name: "number", Sources: cli.EnvVars("BIRDIE_TEST_NUMBER")},
				&cli.StringFlag{Name: "needed", Required: true},
			},
			MutuallyExclusiveFlags: []cli.MutuallyExclusiveFlags{{Flags: [][]cli.Flag{
				{&cli.StringFlag{Name: "text"}}, {&cli.StringFlag{Name: "other"}},
			}}},
		}
		quiet(locale.German).furnish(cmd)
		err := cmd.Run(context.Background(), tt.args)
		if err == nil {
			t.Errorf("%v: no error", tt.args)
			continue
		}
		if text, code := explain(locale.German, err); text != tt.want || code != exitUsage {
			t.Errorf("%v: %d %q, want %q", tt.args, code, text, tt.want)
		}
	}
}

func TestClosest(t *testing.T) {
	names := []string{"deal", "replay", "version"}
	for typed, want := range map[string]string{
		"dael": "deal", "replya": "replay", "versoin": "version", "xyz": "", "": "", "nonsense": "", "verison": "version",
	} {
		if got := closest(typed, names); got != want {
			t.Errorf("%q is taken for %q, want %q", typed, got, want)
		}
	}
}
