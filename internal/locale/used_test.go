package locale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// usage is which texts of the catalogue the sources ask for.
type usage struct {
	ids      map[string]string // whole ids, with the place that uses them
	prefixes map[string]string // beginnings that code completes with an id of its own
}

var (
	idPattern     = regexp.MustCompile(`^([a-z0-9]+)(\.[a-z0-9-]*[a-z0-9]){2,}$`)
	prefixPattern = regexp.MustCompile(`^([a-z0-9]+)\.[a-z0-9-]+\.([a-z0-9-]+\.)*([a-z0-9-]+-)?$`)
	// webString is what a quoted string of a script or a page begins with, if that
	// may be an id, and what follows.
	webString = regexp.MustCompile("[\"'`]([a-z0-9]+\\.[a-z0-9.-]+)([\"'`]|\\$\\{)")
)

// note writes down a string of the sources if it is an id or the beginning of
// one: the part before what is filled in by formatting.
func (u *usage) note(s, place string) {
	whole := true
	for _, hole := range []string{"%", "${"} {
		if before, _, cut := strings.Cut(s, hole); cut {
			s, whole = before, false
		}
	}
	if m := idPattern.FindStringSubmatch(s); m != nil && whole && areas[m[1]] {
		u.ids[s] = place
	}
	if m := prefixPattern.FindStringSubmatch(s); m != nil && areas[m[1]] {
		u.prefixes[s] = place
	}
}

// areas are the files of the catalogue, the first part of every id.
var areas = func() map[string]bool {
	names := map[string]bool{}
	for _, id := range IDs("") {
		name, _, _ := strings.Cut(id, ".")
		names[name] = true
	}
	return names
}()

// readUsage reads all sources of the module, tests aside.
func readUsage(t *testing.T) *usage {
	t.Helper()
	u := &usage{ids: map[string]string{}, prefixes: map[string]string{}}
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		switch {
		case d.IsDir():
			if path != root && (name[0] == '.' || name == "testdata" || name == "node_modules" || name == "vendor" || name == "bin") {
				return filepath.SkipDir
			}
		case strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test."):
		case strings.HasSuffix(name, ".go"):
			return u.readGo(path)
		case strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".tsx") || strings.HasSuffix(name, ".html"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range webString.FindAllStringSubmatch(string(text), -1) {
				u.note(m[1]+strings.TrimLeft(m[2], "\"'`"), path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// readGo notes the strings of a Go file. A call of the method "command" of the
// command line asks for the texts of a command, all of them at once.
func (u *usage) readGo(path string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	text := func(e ast.Expr) (string, bool) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(lit.Value)
		return s, err == nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 {
			f, isMethod := call.Fun.(*ast.SelectorExpr)
			if name, ok := text(call.Args[0]); ok && isMethod && f.Sel.Name == "command" {
				u.ids["cli."+name+".usage"] = files.Position(call.Pos()).String()
				for _, key := range []string{"args", "about", "examples"} {
					if id := "cli." + name + "." + key; Has(id) {
						u.ids[id] = ""
					}
				}
			}
		}
		if e, ok := n.(ast.Expr); ok {
			if s, ok := text(e); ok {
				u.note(s, files.Position(e.Pos()).String())
			}
		}
		return true
	})
	return nil
}

func TestUsedTextsExist(t *testing.T) {
	u := readUsage(t)
	for id, place := range u.ids {
		if !Has(id) {
			t.Errorf("%s: no text %s", place, id)
		}
	}
	for prefix, place := range u.prefixes {
		if len(IDs(prefix)) == 0 {
			t.Errorf("%s: no text begins with %s", place, prefix)
		}
	}
	if len(u.ids) == 0 || len(u.prefixes) == 0 {
		t.Error("the sources were not found")
	}
}

// valueTexts begin the texts of types whose values each have one, whether a face
// shows that value yet or not; tests beside the types ask for them.
var valueTexts = []string{"golf.", "bot."}

func TestTextsAreUsed(t *testing.T) {
	u := readUsage(t)
next:
	for _, id := range IDs("") {
		if _, used := u.ids[id]; used {
			continue
		}
		for _, prefix := range slices.AppendSeq(slices.Clone(valueTexts), maps.Keys(u.prefixes)) {
			if strings.HasPrefix(id, prefix) {
				continue next
			}
		}
		t.Errorf("nothing uses the text %s", id)
	}
}
