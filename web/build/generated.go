package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/web/engine"

	"github.com/evanw/esbuild/pkg/api"
)

// generated resolves the imports that begin with "birdie:": what the page takes
// over from the Go side, so that it is written down in one place only.
//
//	birdie:texts/en    the texts of the page in one language
//	birdie:presets     the presets of Golf patience
//	birdie:rules/en    the rules page of each preset in one language
//	birdie:indices     the card indices of each language
//	birdie:go          the support script of this Go toolchain's WebAssembly
func generated() api.Plugin {
	return api.Plugin{Name: "birdie", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^birdie:`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, "birdie:"), Namespace: "birdie"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "birdie"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			content, loader, err := generate(a.Path)
			return api.OnLoadResult{Contents: &content, Loader: loader}, err
		})
	}}
}

func generate(name string) (content string, loader api.Loader, err error) {
	kind, arg, _ := strings.Cut(name, "/")
	var value any
	switch kind {
	case "texts":
		value = texts(locale.Lang(arg))
	case "rules":
		value = rulesPages(locale.Lang(arg))
	case "presets":
		value = presets()
	case "indices":
		value = indices()
	case "go":
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return "", 0, err
		}
		script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
		return string(script), api.LoaderJS, err
	default:
		return "", 0, fmt.Errorf("birdie:%s is not generated", name)
	}
	b, err := json.Marshal(value)
	return string(b), api.LoaderJSON, err
}

// spoken are the beginnings of the ids that the page uses.
var spoken = []string{"web.", "patience.", "rules.intro.", "dealcode.fault.", "dealcode.board."}

// texts returns what the page says. A text with two forms is a pair.
func texts(l locale.Lang) map[string]any {
	all := map[string]any{}
	for id, m := range locale.Texts(l) {
		if !slices.ContainsFunc(spoken, func(prefix string) bool { return strings.HasPrefix(id, prefix) }) {
			continue
		}
		if m.One != "" {
			all[id] = [2]string{m.One, m.Other}
		} else {
			all[id] = m.Other
		}
	}
	return all
}

func presets() []map[string]string {
	var all []map[string]string
	for _, p := range patience.Presets() {
		all = append(all, map[string]string{"id": p.ID, "rules": engine.FormatRules(p.Rules)})
	}
	return all
}

// indices returns the card indices by language and rank letter.
func indices() map[locale.Lang]map[string]string {
	all := map[locale.Lang]map[string]string{}
	for _, l := range locale.Langs() {
		all[l] = map[string]string{}
		for r := card.Ace; r <= card.JokerRank; r++ {
			all[l][string(r.Letter())] = l.Index(r)
		}
	}
	return all
}

// firstPosition is the position a first visitor sees before the engine is there:
// the deal the rules are explained with.
func firstPosition() (string, error) {
	var e engine.Engine
	reply := e.Answer("deal first " + engine.FormatRules(patience.Default().Rules) + " GO1-E-AAAAAAB")
	if !strings.HasPrefix(reply, "ok\n") {
		return "", fmt.Errorf("first position: %s", reply)
	}
	return reply, nil
}

// rulesPages returns the rules pages by preset, as data: the page draws the cards
// and lets positions be played.
func rulesPages(l locale.Lang) map[string]any {
	all := map[string]any{}
	for _, p := range patience.Presets() {
		page := rulestext.Page(l, p.Rules)
		var blocks []map[string]any
		for _, b := range page.Blocks {
			blocks = append(blocks, block(b))
		}
		all[p.ID] = map[string]any{"title": page.Title, "blocks": blocks}
	}
	return all
}

func block(b document.Block) map[string]any {
	switch b := b.(type) {
	case document.Heading:
		return map[string]any{"heading": b.Text, "id": b.ID}
	case document.Paragraph:
		return map[string]any{"text": string(b)}
	case document.List:
		return map[string]any{"list": b.Items, "numbered": b.Numbered}
	case document.Terms:
		var terms []map[string]string
		for _, t := range b {
			terms = append(terms, map[string]string{"word": t.Word, "meaning": t.Meaning, "link": t.Link})
		}
		return map[string]any{"terms": terms}
	case document.Table:
		return map[string]any{"head": b.Head, "rows": b.Rows, "mark": b.Mark}
	case document.Board:
		columns := []string{}
		for _, column := range b.Columns {
			text := ""
			for _, c := range column {
				text += c.String()
			}
			columns = append(columns, text)
		}
		var piles []map[string]string
		for _, p := range b.Piles {
			top := ""
			if p.Top != card.None {
				top = p.Top.String()
			}
			piles = append(piles, map[string]string{"name": p.Name, "top": top, "text": p.Text})
		}
		return map[string]any{"caption": b.Caption, "columns": columns, "piles": piles, "line": b.Line}
	}
	panic(fmt.Sprintf("a rules page has a block that the page does not know: %T", b))
}
