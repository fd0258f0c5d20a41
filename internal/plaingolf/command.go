package plaingolf

import (
	"strings"

	"birdie/golf"
	"birdie/internal/locale"
)

// verb is what a typed line asks for.
type verb string

// The verbs besides the kinds of action, whose names are verbs, too. The texts
// golfcli.word.<verb> are the words for them, the shortest first.
const (
	verbPlaces verb = "places" // nothing but numbers of places
	verbBoard  verb = "board"
	verbCard   verb = "card"
	verbAdvice verb = "advice"
	verbRules  verb = "rules"
	verbSave   verb = "save"
	verbQuit   verb = "quit"
	verbHelp   verb = "help"
)

// verbs are all that have words.
var verbs = []verb{
	"draw", "take", "swap", "discard", "flip", "pass", "knock", "choose",
	verbBoard, verbCard, verbAdvice, verbRules, verbSave, verbQuit, verbHelp,
}

// command is a typed line.
type command struct {
	verb  verb
	cells golf.Cells
	rest  string // what stands behind the verb
}

// words returns the words for a verb in a language, the shortest first.
func words(l locale.Lang, v verb) []string {
	return strings.Fields(l.Say("golfcli.word."+string(v), nil))
}

// parse reads a line. Words of both languages are understood, short forms only
// of the one that is spoken. It returns false for what it cannot make sense of.
func parse(l locale.Lang, line string) (command, bool) {
	line = strings.TrimSpace(line)
	first, rest, _ := strings.Cut(line, " ")
	if cells, ok := places(line); ok {
		return command{verb: verbPlaces, cells: cells}, cells != 0
	}
	v, ok := lookUp(l, strings.ToLower(first))
	if !ok {
		// The place may follow at once: "s3".
		end := strings.IndexAny(first, "123456789")
		if end < 1 {
			return command{}, false
		}
		if v, ok = lookUp(l, strings.ToLower(first[:end])); !ok {
			return command{}, false
		}
		rest = first[end:] + " " + rest
	}
	c := command{verb: v, rest: strings.TrimSpace(rest)}
	if c.rest == "" || v == verbSave {
		return c, true
	}
	c.cells, ok = places(c.rest)
	switch v {
	case "swap", "flip", "choose", "take":
		return c, ok
	}
	return command{}, false // nothing may stand behind it
}

func lookUp(l locale.Lang, word string) (verb, bool) {
	for _, lang := range append([]locale.Lang{l}, locale.Langs()...) {
		for _, v := range verbs {
			for _, w := range words(lang, v) {
				if w == word && (lang == l || len(w) > 2) {
					return v, true
				}
			}
		}
	}
	return "", false
}

// places reads numbers of places, together or apart: "15", "1 5", "1, 5".
func places(text string) (golf.Cells, bool) {
	var cells golf.Cells
	for _, r := range text {
		switch {
		case r == ' ' || r == ',':
		case '1' <= r && r <= '9':
			cells |= golf.Cell(int(r - '1'))
		default:
			return 0, false
		}
	}
	return cells, true
}

// actions returns what a command does in a phase, usually one action; none when
// it is no action at all. Bare places mean what can be done with them.
func (c command) actions(p *golf.Public) []golf.Action {
	switch c.verb {
	case verbPlaces:
		kind := golf.Flip
		switch p.Phase() {
		case golf.PhaseChoose:
			kind = golf.Choose
		case golf.PhasePlace:
			kind = golf.Swap
		}
		return []golf.Action{{Kind: kind, Cells: c.cells}}
	case "take":
		if c.cells != 0 {
			return []golf.Action{{Kind: golf.Take}, {Kind: golf.Swap, Cells: c.cells}}
		}
	}
	for k := golf.Choose; k <= golf.Knock; k++ {
		if k.String() == string(c.verb) {
			return []golf.Action{{Kind: k, Cells: c.cells}}
		}
	}
	return nil
}
