package rulestext

import (
	"birdie/golf"
	"birdie/internal/locale"
)

// GolfName returns the name of rules of Golf with a grid: that of their preset,
// or "own rules".
func GolfName(l locale.Lang, r golf.Rules) string {
	if p, ok := golf.PresetOf(r); ok {
		return l.Say("golf.preset."+p.ID, nil)
	}
	return l.Say("golfrules.name.own", nil)
}

// GolfOption returns the name of an option of Golf with a grid.
func GolfOption(l locale.Lang, o golf.Option) string {
	return l.Say("golf.option."+string(o), nil)
}

// GolfValue returns the value that r gives to an option, in a few words.
func GolfValue(l locale.Lang, r golf.Rules, o golf.Option) string {
	if n, ok := endNumber(r, o); ok {
		return l.Say("golf.value."+string(o)+"."+numberForm(n), locale.Vars{"N": n})
	}
	if words := o.Words(); len(words) == 2 && words[0] == "off" {
		return l.Say("golf.value."+r.Get(o), nil)
	}
	return l.Say("golf.value."+string(o)+"."+r.Get(o), nil)
}

// golfMeaning returns the sentence about the value that r gives to an option.
func golfMeaning(l locale.Lang, r golf.Rules, o golf.Option) string {
	if n, ok := endNumber(r, o); ok {
		return l.Say("golfrules.means."+string(o)+"."+numberForm(n), locale.Vars{"N": n})
	}
	return l.Say("golfrules.means."+string(o)+"."+r.Get(o), nil)
}

// endNumber returns the number that ends a match, of the two options that are
// such a number or 0 for none.
func endNumber(r golf.Rules, o golf.Option) (int, bool) {
	switch o {
	case golf.OptionHoles:
		return r.Holes, true
	case golf.OptionTarget:
		return r.Target, true
	}
	return 0, false
}

func numberForm(n int) string {
	if n == 0 {
		return "none"
	}
	return "number"
}
