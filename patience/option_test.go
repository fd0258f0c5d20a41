package patience

import (
	"errors"
	"strconv"
	"testing"
)

func TestOptionNames(t *testing.T) {
	for _, o := range Options() {
		values := o.Values()
		if o == OptionUndo {
			for n := 1; n <= int(MaxUndo); n++ {
				values = append(values, strconv.Itoa(n))
			}
		}
		if len(values) < 2 {
			t.Errorf("%s has the values %q", o, values)
		}
		seen := map[Rules]string{}
		for _, v := range values {
			var r Rules
			if err := r.Set(o, v); err != nil {
				t.Errorf("%s %s: %v", o, v, err)
			}
			if got := r.Value(o); got != v {
				t.Errorf("%s %s reads back as %s", o, v, got)
			}
			if other, ok := seen[r.Normal()]; ok {
				t.Errorf("%s: %s and %s are the same", o, v, other)
			}
			seen[r.Normal()] = v
			for _, other := range Options() {
				if other != o && r.Value(other) != (Rules{}).Value(other) {
					t.Errorf("%s %s changes %s", o, v, other)
				}
			}
		}
	}
}

func TestOptionNamesThatDoNotExist(t *testing.T) {
	for _, tt := range []struct {
		option Option
		value  string
	}{
		{OptionKing, "open"},
		{OptionKing, ""},
		{OptionJokers, "3"},
		{OptionPar, "0"},
		{OptionUndo, "0"},
		{OptionUndo, "1000"},
		{OptionUndo, "007"},
		{OptionUndo, "-1"},
		{OptionUndo, "1e2"},
		{OptionUndo, ""},
		{"weather", "fine"},
		{"", ""},
	} {
		r := Rules{King: Queen, Undo: 5}
		err := r.Set(tt.option, tt.value)
		var got *RulesError
		if !errors.As(err, &got) || got.Option != tt.option {
			t.Errorf("%s %q: %v", tt.option, tt.value, err)
		}
		if r != (Rules{King: Queen, Undo: 5}) {
			t.Errorf("%s %q changes the rules to %+v", tt.option, tt.value, r)
		}
	}
	wrong := Rules{King: 9, Draw: 9, Jokers: 9, Opening: 9, Scoring: 9, Undo: -9, Par: 9}
	for _, o := range append(Options(), "weather") {
		if got := wrong.Value(o); got != "" {
			t.Errorf("an impossible %s is %q", o, got)
		}
	}
}
