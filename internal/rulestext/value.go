// Package rulestext puts the rules of both games into words. Pages and labels
// are made from Rules values, so that text and behaviour cannot drift apart.
package rulestext

import (
	"birdie/internal/locale"
	"birdie/patience"
)

// Name returns the name of rules: that of their preset, or "own rules".
func Name(l locale.Lang, r patience.Rules) string {
	if p, ok := patience.PresetOf(r); ok {
		return l.Say("patience.preset."+p.ID, nil)
	}
	return l.Say("rules.name.own", nil)
}

// Option returns the name of an option.
func Option(l locale.Lang, o patience.Option) string {
	return l.Say("patience.option."+string(o), nil)
}

// Value returns the value that r gives to an option, in a few words.
func Value(l locale.Lang, r patience.Rules, o patience.Option) string {
	switch {
	case o == patience.OptionPar:
		return r.Value(o)
	case o == patience.OptionUndo && r.Undo > 0:
		return l.Say("patience.value.undo.number", locale.Vars{"N": int(r.Undo)})
	}
	return l.Say("patience.value."+string(o)+"."+r.Value(o), nil)
}
