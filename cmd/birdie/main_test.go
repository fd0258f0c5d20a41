package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"birdie/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"birdie": main})
}

// The scripts drive the real program, one file a command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "en_US.UTF-8")
			return nil
		},
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: installed,
	})
}

// installed is the script condition [installed:PROGRAM]. Lines behind it are passed
// over where the program is missing, unless nothing may be skipped.
func installed(condition string) (bool, error) {
	name, ok := strings.CutPrefix(condition, "installed:")
	if !ok {
		return false, fmt.Errorf("unknown condition %q", condition)
	}
	_, err := exec.LookPath(name)
	if err != nil && os.Getenv(testkit.All) != "" {
		return false, err
	}
	return err == nil, nil
}

// exits is the script command "exits CODE PROGRAM ARGS...": like exec, for one
// exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	code := 0
	var ended *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}
