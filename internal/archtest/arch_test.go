// Package archtest keeps the house in order: which package may import which.
package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors are the packages of the house from the ground up. A package imports
// only what stands on a lower floor; "..." stands for all packages below a path
// that have no place of their own.
var floors = [][]string{
	{"card"},
	{"patience", "golf", "fair"},
	{"patience/dealcode", "patience/solve", "golf/bot", "golf/record"},
	{"patience/record", "patience/caddie", "golf/arena"},
	{"survey", "table", "internal/locale", "internal/document", "internal/testkit"},
	{"internal/rulestext", "server/store"},
	{"internal/...", "server", "server/..."},
	{"tui", "web/..."},
	{"cmd/birdie"},
}

// small are the packages that go into the WebAssembly build, which fmt, JSON and
// reflection would double. They read and write nothing.
var small = ban{
	packages: []string{
		"card", "patience", "patience/dealcode", "patience/solve", "patience/caddie", "golf", "golf/bot",
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

// A goPackage is what "go list" tells about a package.
type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

const module = "birdie/"

func list(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", module+"...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		packages = append(packages, p)
	}
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
	for _, p := range list(t) {
		own := floor(p.ImportPath)
		if own < 0 {
			t.Errorf("%s has no floor: give it one in this test and in the documentation", p.ImportPath)
		}
		for _, i := range p.Imports {
			to, ours := strings.CutPrefix(i, module)
			if ours && floor(to) >= own {
				t.Errorf("%s imports %s, which is not below it", p.ImportPath, to)
			}
		}
	}
}

func TestEnginesStayPureAndSmall(t *testing.T) {
	for _, p := range list(t) {
		for _, ban := range []ban{small, pure} {
			if !slices.Contains(ban.packages, p.ImportPath) {
				continue
			}
			for _, i := range p.Imports {
				for _, banned := range ban.imports {
					if i == banned || strings.HasPrefix(i, banned+"/") {
						t.Errorf("%s imports %s", p.ImportPath, i)
					}
				}
			}
			for _, i := range p.Deps {
				if first, _, _ := strings.Cut(i, "/"); strings.Contains(first, ".") {
					t.Errorf("%s needs %s, which is not of the standard library", p.ImportPath, i)
				}
			}
		}
	}
}

func TestGamesKnowNothingOfEachOther(t *testing.T) {
	within := func(path, game string) bool { return path == game || strings.HasPrefix(path, game+"/") }
	for _, p := range list(t) {
		for _, s := range strangers {
			for _, d := range p.Deps {
				if within(p.ImportPath, s[0]) && within(strings.TrimPrefix(d, module), s[1]) && strings.HasPrefix(d, module) {
					t.Errorf("%s needs %s", p.ImportPath, d)
				}
			}
		}
	}
}
