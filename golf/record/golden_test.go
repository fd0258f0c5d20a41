package record_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is meant, run the test with -update\n%s", file, got)
	}
}

// The format is frozen: a record, the scorecard, what a seat sees in the middle
// of a turn, and the events it is told.
func TestGoldenFormats(t *testing.T) {
	rules, _ := golf.PresetByID("peek")
	rules.Rules.Holes = 1
	m, err := golf.NewMatch(rules.Rules, 3)
	if err != nil {
		t.Fatal(err)
	}
	src := card.SplitMix(8)
	var events []golf.Event
	views := map[string]record.View{}
	for !m.Over() {
		if events, err = m.Do(nextStep(m, &src), events); err != nil {
			t.Fatal(err)
		}
		if h := m.Hole(); h.Drawn() && h.Turns() == 3 {
			for name, seat := range map[string]int{"turn": h.Turn(), "next": (h.Turn() + 1) % 3, "spectator": golf.Spectator} {
				v := m.View(seat)
				views[name] = record.ViewOf(&v)
			}
		}
	}
	if len(views) == 0 {
		t.Fatal("nobody drew from the stock in the fourth turn: choose another seed")
	}
	var told []record.Event
	for i := range events {
		told = append(told, record.EventFor(0, &events[i]))
	}
	for name, value := range map[string]any{
		"match.json": record.Of(m, []string{"Ada", "Grace", "Mary"}), "scorecard.json": record.ScorecardOf(m),
		"views.json": views, "events.json": told,
	} {
		text, err := json.MarshalIndent(value, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, append(text, '\n'))
	}
}
