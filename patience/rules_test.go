package patience

import (
	"errors"
	"testing"
)

func TestPresets(t *testing.T) {
	want := []struct {
		id      string
		king    KingRule
		draw    DrawRule
		jokers  uint8
		opening Opening
		scoring Scoring
		undo    Undo
		par     int
	}{
		{"easy", Wrap, Anytime, 0, Dealt, Points, 100, 36},
		{"classic", Queen, Anytime, 0, Dealt, Points, 100, 36},
		{"cards4", Closed, Anytime, 0, Dealt, WinLoss, Unlimited, 36},
		{"traditional", Closed, Anytime, 0, Dealt, Strokes, Unlimited, 36},
		{"strict", Closed, WhenStuck, 0, Dealt, Strokes, Unlimited, 45},
		{"queen-on-king", Queen, Anytime, 0, Dealt, Strokes, Unlimited, 36},
		{"putt-putt", Wrap, Anytime, 0, Dealt, Strokes, Unlimited, 36},
		{"free-opening", Closed, Anytime, 0, Free, Strokes, Unlimited, 36},
		{"joker", Closed, Anytime, 2, Dealt, Strokes, Unlimited, 36},
	}
	got := Presets()
	if len(got) != len(want) {
		t.Fatalf("%d presets, want %d", len(got), len(want))
	}
	for i, w := range want {
		p := got[i]
		rules := Rules{King: w.king, Draw: w.draw, Jokers: w.jokers, Opening: w.opening, Scoring: w.scoring, Undo: w.undo}
		if rules.Par = p.Rules.Par; p.ID != w.id || p.Rules != rules || p.Rules.RoundPar() != w.par {
			t.Errorf("preset %d is %+v, want %+v", i, p, w)
		}
		if err := p.Rules.Validate(); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		if back, ok := PresetOf(p.Rules); !ok || back.ID != p.ID {
			t.Errorf("%s is found as %s", p.ID, back.ID)
		}
		if byID, ok := PresetByID(w.id); !ok || byID != p {
			t.Errorf("%s is not found by its id", w.id)
		}
	}
	if Default().ID != "easy" {
		t.Errorf("the default is %s", Default().ID)
	}
	if _, ok := PresetByID("nosuch"); ok {
		t.Error("found a preset that does not exist")
	}
	if _, ok := PresetOf(Rules{Jokers: 1}); ok {
		t.Error("found a preset for rules that have none")
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		rules           Rules
		option, against Option
	}{
		{Rules{King: 3}, OptionKing, ""},
		{Rules{Draw: 2}, OptionDraw, ""},
		{Rules{Jokers: 3}, OptionJokers, ""},
		{Rules{Opening: 2}, OptionOpening, ""},
		{Rules{Scoring: 3}, OptionScoring, ""},
		{Rules{Undo: -2}, OptionUndo, ""},
		{Rules{Undo: MaxUndo + 1}, OptionUndo, ""},
		{Rules{Par: 40}, OptionPar, ""},
		{Rules{Par: Par45}, OptionPar, OptionScoring},
		{Rules{Par: Par45, Scoring: WinLoss}, OptionPar, OptionScoring},
	} {
		var err *RulesError
		if !errors.As(tt.rules.Validate(), &err) || err.Option != tt.option || err.Against != tt.against {
			t.Errorf("%+v: %v", tt.rules, tt.rules.Validate())
		}
	}
	for _, rules := range []Rules{{}, {Par: Par36}, {Par: Par45, Scoring: Strokes}, {Undo: MaxUndo}, {Undo: Unlimited}} {
		if err := rules.Validate(); err != nil {
			t.Errorf("%+v: %v", rules, err)
		}
	}
}
