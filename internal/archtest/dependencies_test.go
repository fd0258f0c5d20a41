package archtest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// needed finds what a go.mod asks for itself: modules, not those that only others
// need, and the packages of tools.
var needed = regexp.MustCompile(`(?m)^\t([a-z0-9.-]+\.[a-z]+/\S+)(?: v\S+)?$`)

// explained finds the modules in the tables of docs/dependencies.md.
var explained = regexp.MustCompile(`(?m)^\| ([a-z0-9.-]+\.[a-z]+/\S+) \|`)

// Every dependency stands in docs/dependencies.md with its reason, and nothing
// else does.
func TestDependenciesAreExplained(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	used := map[string]bool{}
	for _, m := range explained.FindAllStringSubmatch(read("docs/dependencies.md"), -1) {
		used[m[1]] = false
	}
	for _, file := range []string{"go.mod", "tools/go.mod", "web/build/go.mod"} {
		needs := needed.FindAllStringSubmatch(read(file), -1)
		if len(needs) == 0 {
			t.Errorf("%s needs nothing", file)
		}
		for _, need := range needs {
			found := false
			for module := range used {
				if need[1] == module || strings.HasPrefix(need[1], module+"/") {
					used[module], found = true, true
				}
			}
			if !found {
				t.Errorf("%s needs %s, which docs/dependencies.md does not explain", file, need[1])
			}
		}
	}
	for module, is := range used {
		if !is {
			t.Errorf("docs/dependencies.md explains %s, which nothing needs", module)
		}
	}
}
