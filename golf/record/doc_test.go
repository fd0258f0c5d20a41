package record_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"birdie/golf"
	"birdie/golf/record"
)

// docs/formats.md names every member of what this package writes, every kind of
// event and every action.
func TestEverythingIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Golf with a grid\n")
	if !found {
		t.Fatal("docs/formats.md has no section on Golf with a grid")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	names := []string{record.Format}
	for _, v := range []any{
		record.Match{},
		record.Hole{},
		record.Step{},
		record.Result{},
		record.Rules{},
		record.View{},
		record.Cell{},
		record.Score{},
		record.Scorecard{},
		record.ScorecardHole{},
		record.Event{},
	} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(v)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	for _, k := range golf.EventKinds() {
		names = append(names, k.ID())
	}
	for k := golf.Choose; k <= golf.Knock; k++ {
		names = append(names, k.String())
	}
	names = append(names, record.Skip)
	for _, name := range names {
		if !strings.Contains(section, "`"+name+"`") && !strings.Contains(section, `"`+name+`"`) && !strings.Contains(section, "`"+name+" ") {
			t.Errorf("docs/formats.md does not mention %q", name)
		}
	}
}
