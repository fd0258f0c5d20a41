package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

// settings are options that can also be given by the environment, BIRDIE_ and
// the name in capitals, and by a TOML file. An option goes before the
// environment, and the environment before the file.
type settings struct {
	e     *env
	path  string // of the file, or empty
	names []string
	flags []cli.Flag

	read   bool
	values map[string]string
	err    error
}

// newSettings returns the settings that all commands have that open the store.
func newSettings(e *env) *settings {
	s := &settings{e: e}
	s.flags = append(s.flags, &cli.StringFlag{
		Name: "config", Local: true, TakesFile: true, Usage: e.say("cli.setting.config", nil),
		Destination: &s.path, Sources: cli.NewValueSourceChain(envSetting{e, "config"}),
	})
	s.text("data", dataFolder(e.getenv))
	s.text("database", "")
	return s
}

func (s *settings) sources(name string) cli.ValueSourceChain {
	s.names = append(s.names, name)
	return cli.NewValueSourceChain(envSetting{s.e, name}, fileSetting{s, name})
}

func (s *settings) usage(name string) string { return s.e.say("cli.setting."+name, nil) }

func (s *settings) text(name, value string) {
	s.flags = append(s.flags, &cli.StringFlag{Name: name, Local: true, Value: value, Usage: s.usage(name), Sources: s.sources(name)})
}

func (s *settings) list(name string, value ...string) {
	s.flags = append(s.flags, &cli.StringSliceFlag{Name: name, Local: true, Value: value, Usage: s.usage(name), Sources: s.sources(name)})
}

func (s *settings) number(name string, value int) {
	s.flags = append(s.flags, &cli.IntFlag{Name: name, Local: true, Value: value, Usage: s.usage(name), Sources: s.sources(name)})
}

func (s *settings) yes(name string) {
	s.flags = append(s.flags, &cli.BoolFlag{Name: name, Local: true, Value: true, Usage: s.usage(name), Sources: s.sources(name)})
}

// check returns what is wrong with the file. Flags ask it for values in silence.
func (s *settings) check() error {
	s.load()
	return s.err
}

// load reads the file when it is first needed: the option that names it has then
// been read.
func (s *settings) load() {
	if s.read || s.path == "" {
		return
	}
	s.read = true
	wrong := func(reason string) {
		s.err = fail(exitInput, "cli.error.file", locale.Vars{"Path": s.path, "Reason": reason})
	}
	text, err := s.e.readFile(s.path)
	if err != nil {
		s.err = err
		return
	}
	var values map[string]any
	if err := toml.Unmarshal(text, &values); err != nil {
		line := 1
		if at, ok := errors.AsType[toml.ParseError](err); ok {
			line = at.Position.Line
		}
		wrong(s.e.say("cli.setting.syntax", locale.Vars{"Line": line}))
		return
	}
	s.values = map[string]string{}
	known := serveSettings(s.e).names
	for name, value := range values {
		if !slices.Contains(known, name) {
			wrong(s.e.say("cli.setting.unknown", locale.Vars{"Name": name}))
			return
		}
		switch v := value.(type) {
		case string, bool, int64:
			s.values[name] = fmt.Sprint(v)
		case []any:
			var parts []string
			for _, part := range v {
				parts = append(parts, fmt.Sprint(part))
			}
			s.values[name] = strings.Join(parts, ",")
		default:
			wrong(s.e.say("cli.usage.bad-value", locale.Vars{"Name": name, "Value": fmt.Sprint(v)}))
			return
		}
	}
}

// database returns the address of the store.
func (s *settings) database(cmd *cli.Command) string {
	if address := cmd.String("database"); address != "" {
		return address
	}
	return filepath.Join(cmd.String("data"), "birdie.sqlite")
}

// envSetting is the value of a setting in the environment.
type envSetting struct {
	e    *env
	name string
}

func envName(setting string) string {
	return "BIRDIE_" + strings.ToUpper(strings.ReplaceAll(setting, "-", "_"))
}

func (v envSetting) Lookup() (string, bool) {
	value := v.e.getenv(envName(v.name))
	return value, value != ""
}

func (v envSetting) String() string   { return envName(v.name) }
func (v envSetting) GoString() string { return v.String() }

// fileSetting is the value of a setting in the file.
type fileSetting struct {
	s    *settings
	name string
}

func (v fileSetting) Lookup() (string, bool) {
	v.s.load()
	value, ok := v.s.values[v.name]
	return value, ok
}

func (v fileSetting) String() string   { return v.s.path }
func (v fileSetting) GoString() string { return v.String() }

// dataFolder is where the program keeps things unless told otherwise.
func dataFolder(getenv func(string) string) string {
	if d := getenv("XDG_DATA_HOME"); d != "" {
		return filepath.Join(d, "birdie")
	}
	home := getenv("HOME")
	switch runtime.GOOS {
	case "windows":
		return filepath.Join(getenv("LocalAppData"), "Birdie")
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Birdie")
	}
	return filepath.Join(home, ".local", "share", "birdie")
}
