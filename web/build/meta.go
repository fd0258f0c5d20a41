package main

import (
	"encoding/json"
	"path/filepath"
	"sort"
	"strings"
)

// meta is what the bundler says about its outputs.
type meta struct {
	Outputs map[string]struct {
		EntryPoint string              `json:"entryPoint"`
		CSSBundle  string              `json:"cssBundle"`
		Inputs     map[string]struct{} `json:"inputs"`
		Imports    []struct{ Path, Kind string }
	}
}

func parseMeta(text string) (m meta, err error) {
	err = json.Unmarshal([]byte(text), &m)
	return m, err
}

// entry returns the names of an entry point's script and style, and of the
// chunks the script cannot start without.
func (m meta) entry(source string) (script, style string, chunks []string) {
	for name, o := range m.Outputs {
		if o.EntryPoint != source {
			continue
		}
		script, style = filepath.Base(name), filepath.Base(o.CSSBundle)
		seen := map[string]bool{}
		var walk func(string)
		walk = func(name string) {
			for _, i := range m.Outputs[name].Imports {
				if i.Kind == "import-statement" && !seen[i.Path] {
					seen[i.Path] = true
					walk(i.Path)
				}
			}
		}
		walk(name)
		for c := range seen {
			chunks = append(chunks, filepath.Base(c))
		}
	}
	sort.Strings(chunks)
	return script, style, chunks
}

// output returns the name of the output made from one input.
func (m meta) output(input string) string {
	for name, o := range m.Outputs {
		if o.EntryPoint == input {
			return filepath.Base(name)
		}
	}
	return ""
}

// asset returns the name of a copied file that begins with prefix.
func (m meta) asset(prefix string) string {
	for name := range m.Outputs {
		if strings.HasPrefix(filepath.Base(name), prefix+"-") {
			return filepath.Base(name)
		}
	}
	return ""
}
