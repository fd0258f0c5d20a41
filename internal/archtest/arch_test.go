// Package archtest keeps the house in order: which package may import which.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floors are the packages of the house from the ground up. A package imports
// only what stands on a lower floor; "..." stands for all packages below a path
// that have no place of their own.
var floors = [][]string{
	{"card", "fair/internal/small"},
	{"patience", "golf", "fair"},
	{"patience/dealcode", "patience/solve", "patience/caddie/internal/judgement", "golf/bot", "golf/record"},
	{"patience/record", "patience/caddie", "patience/daily", "golf/arena", "internal/name"},
	{"survey", "table"},
	{"patience/caddie/strength", "patience/caddie/train"},
	{"patience/caddie/compare", "internal/locale", "internal/testkit"},
	{"internal/document", "server/store"},
	{"internal/rulestext"},
	{"internal/...", "server", "server/..."},
	{"tui", "web", "web/engine", "web/golfengine", "web/wasmcall"},
	{"web/..."},
	{"cmd/birdie", "examples/..."},
}

// small are the packages that go into the WebAssembly build, which fmt, JSON and
// reflection would double. They read and write nothing.
var small = ban{
	packages: []string{
		"card", "patience", "patience/dealcode", "patience/solve", "patience/caddie", "patience/caddie/internal/judgement",
		"patience/daily", "golf", "golf/bot", "web/engine", "web/golfengine",
	},
	imports: []string{
		"fmt", "encoding/json", "reflect", "text/template",
		"os", "log", "net", "math/rand", "crypto/rand", "syscall", "testing",
	},
}

// pure are the engines, which know no clock either.
var pure = ban{
	packages: []string{"card", "patience", "golf"},
	imports:  []string{"time", "context", "io", "sync"},
}

// A ban says what some packages do not import, with all below it.
type ban struct{ packages, imports []string }

// strangers are pairs of games that know nothing of each other.
var strangers = [][2]string{{"patience", "golf"}, {"golf", "patience"}, {"golf", "fair"}, {"patience", "fair"}}

// house returns what every package of the module imports, tests aside, by the
// path below the module; all build constraints together.
func house(t *testing.T) map[string][]string {
	t.Helper()
	const root = "../.."
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root:
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if name := d.Name(); err == nil || name[0] == '.' || name == "testdata" || name == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			imports[dir] = append(imports[dir], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := imports["card"]; !ok {
		t.Fatal("the module was not found")
	}
	return imports
}

const module = "birdie/"

// needs returns all that a package imports, directly or through packages of the
// module.
func needs(imports map[string][]string, path string) map[string]bool {
	all := map[string]bool{}
	var visit func(string)
	visit = func(path string) {
		for _, i := range imports[path] {
			if !all[i] {
				all[i] = true
				if below, ours := strings.CutPrefix(i, module); ours {
					visit(below)
				}
			}
		}
	}
	visit(path)
	return all
}

// floor returns the floor of a package, −1 if it has none. A place of its own
// counts before one that a package shares.
func floor(path string) int {
	shared := -1
	for i, names := range floors {
		for _, name := range names {
			below, all := strings.CutSuffix(name, "...")
			if name == path {
				return i
			}
			if all && strings.HasPrefix(path, below) {
				shared = i
			}
		}
	}
	return shared
}

func TestArrowsPointDown(t *testing.T) {
	for path, imports := range house(t) {
		own := floor(path)
		if own < 0 {
			t.Errorf("%s has no floor: give it one in this test and in the documentation", path)
		}
		for _, i := range imports {
			if below, ours := strings.CutPrefix(i, module); ours && floor(below) >= own {
				t.Errorf("%s imports %s, which is not below it", path, below)
			}
		}
	}
}

func TestEnginesStayPureAndSmall(t *testing.T) {
	imports := house(t)
	for _, ban := range []ban{small, pure} {
		for _, path := range ban.packages {
			for _, i := range imports[path] {
				for _, banned := range ban.imports {
					if i == banned || strings.HasPrefix(i, banned+"/") {
						t.Errorf("%s imports %s", path, i)
					}
				}
			}
			for i := range needs(imports, path) {
				if first, _, _ := strings.Cut(i, "/"); strings.Contains(first, ".") {
					t.Errorf("%s needs %s, which is not of the standard library", path, i)
				}
			}
		}
	}
}

func TestGamesKnowNothingOfEachOther(t *testing.T) {
	imports := house(t)
	within := func(path, game string) bool { return path == game || strings.HasPrefix(path, game+"/") }
	for path := range imports {
		for _, s := range strangers {
			for i := range needs(imports, path) {
				if below, ours := strings.CutPrefix(i, module); ours && within(path, s[0]) && within(below, s[1]) {
					t.Errorf("%s needs %s", path, below)
				}
			}
		}
	}
}
