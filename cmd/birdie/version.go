package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// version and commit are set by the linker; where they are not, the Go
// toolchain's own stamps are read.
var version, commit string

// versionInfo is what this binary was built from.
type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // empty when it is not known
	Go      string `json:"go"`
}

// readVersion finds out what the binary was built from.
func readVersion() versionInfo {
	v := versionInfo{Version: version, Commit: commit, Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if m := info.Main.Version; v.Version == "" && m != "(devel)" {
		v.Version = m
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v.Commit == "" {
			v.Commit = s.Value
		}
	}
	return v
}

// versionCommand prints version, commit and Go version.
func versionCommand(e *env) *cli.Command {
	cmd := e.command("version")
	cmd.Flags = []cli.Flag{e.jsonFlag()}
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		if _, err := arguments(cmd, 0, 0); err != nil {
			return err
		}
		return e.printVersion(cmd.Bool("json"))
	}
	return cmd
}

func (e *env) printVersion(asJSON bool) error {
	v := readVersion()
	if asJSON {
		return e.printJSON(v)
	}
	known := func(text string) string {
		if text == "" {
			return e.say("cli.version.unknown", nil)
		}
		return text
	}
	e.println("birdie " + known(v.Version))
	e.println(e.say("cli.version.commit", locale.Vars{"Commit": known(v.Commit)}))
	e.println(v.Go)
	return nil
}
