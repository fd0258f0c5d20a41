package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// versionInfo is what this binary was built from.
type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // empty when it was not built from a checkout
	Changed bool   `json:"changed"`
	Go      string `json:"go"`
}

// readVersion reads what the Go toolchain has stamped on the binary.
func readVersion() versionInfo {
	v := versionInfo{Version: "unknown", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if m := info.Main.Version; m != "" && m != "(devel)" {
		v.Version = m
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Changed = s.Value == "true"
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
	commit := v.Commit
	switch {
	case commit == "":
		commit = e.say("cli.version.unknown", nil)
	case v.Changed:
		commit += " " + e.say("cli.version.changed", nil)
	}
	e.println("birdie " + v.Version)
	e.println(e.say("cli.version.commit", locale.Vars{"Commit": commit}))
	e.println(v.Go)
	return nil
}
