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
	"birdie/golf"
	"birdie/golf/bot"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/table"
	"birdie/web/engine"

	"github.com/evanw/esbuild/pkg/api"
)

// generated resolves the imports that begin with "birdie:": what the page takes
// over from the Go side, so that it is written down in one place only.
//
//	birdie:texts/en    the texts of the page in one language
//	birdie:tabletexts/en  the texts of the tables in one language
//	birdie:tablerules/en  the rules page of each preset of Golf with a grid
//	birdie:golf        its presets and options, its computer players, the phrases
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
		value = texts(locale.Lang(arg), spoken)
	case "tabletexts":
		value = texts(locale.Lang(arg), spokenAtTables)
	case "tablerules":
		value = golfRulesPages(locale.Lang(arg))
	case "golf":
		value = golfTables()
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
var spoken = []string{"web.", "patience.", "rules.intro.", "dealcode.fault.", "dealcode.board.", "caddie.move.", "caddie.reason.", "caddie.hint."}

// spokenAtTables are the beginnings of the ids that the tables use besides.
var spokenAtTables = []string{"golfpage.", "golf.", "bot.", "table."}

// texts returns what the page says of what begins so. A text with two forms is a
// pair.
func texts(l locale.Lang, spoken []string) map[string]any {
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

// golfTables returns what can be chosen for a match of Golf with a grid.
func golfTables() map[string]any {
	var presets, options, players []map[string]any
	for _, p := range golf.Presets() {
		rules := map[string]string{}
		for _, o := range golf.Options() {
			rules[string(o)] = p.Rules.Get(o)
		}
		low, high := p.Rules.Recommended()
		presets = append(presets, map[string]any{"id": p.ID, "rules": rules, "low": low, "high": high})
	}
	for _, o := range golf.Options() {
		low, high := o.Range()
		options = append(options, map[string]any{"id": o, "words": o.Words(), "low": low, "high": high})
	}
	for _, p := range bot.Roster() {
		if p.Kind != bot.Yardstick {
			players = append(players, map[string]any{"id": p.ID, "temperament": p.Kind == bot.Temperament})
		}
	}
	return map[string]any{"presets": presets, "options": options, "bots": players, "phrases": table.Phrases()}
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
		all[p.ID] = page(rulestext.Page(l, p.Rules))
	}
	return all
}

// golfRulesPages returns those of Golf with a grid.
func golfRulesPages(l locale.Lang) map[string]any {
	all := map[string]any{}
	for _, p := range golf.Presets() {
		all[p.ID] = page(rulestext.GolfPage(l, p.Rules))
	}
	return all
}

func page(d *document.Document) map[string]any {
	var blocks []map[string]any
	for _, b := range d.Blocks {
		blocks = append(blocks, block(b))
	}
	return map[string]any{"title": d.Title, "blocks": blocks}
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
		return map[string]any{"head": b.Head, "rows": b.Rows, "mark": b.Mark, "cards": names(b.Cards)}
	case document.Grid:
		var rows [][]map[string]any
		for _, row := range b.Rows {
			var cells []map[string]any
			for _, c := range row {
				cells = append(cells, map[string]any{"card": name(c.Card), "text": c.Text, "off": c.Off})
			}
			rows = append(rows, cells)
		}
		return map[string]any{"grid": b.Caption, "cells": rows, "notes": b.Notes}
	case document.Board:
		columns := []string{}
		for _, column := range b.Columns {
			columns = append(columns, strings.Join(names(column), ""))
		}
		var piles []map[string]string
		for _, p := range b.Piles {
			piles = append(piles, map[string]string{"name": p.Name, "top": name(p.Top), "text": p.Text})
		}
		return map[string]any{"caption": b.Caption, "columns": columns, "piles": piles, "line": b.Line}
	}
	panic(fmt.Sprintf("a rules page has a block that the page does not know: %T", b))
}

// name returns a card as the page names it, nothing for none and for a back.
func name(c card.Card) string {
	if c == card.None || c == document.Back {
		return ""
	}
	return c.String()
}

func names(cards []card.Card) []string {
	all := []string{}
	for _, c := range cards {
		all = append(all, name(c))
	}
	return all
}
