package table

import (
	"testing"

	"birdie/internal/locale"
)

func TestEverythingHasAText(t *testing.T) {
	var ids []string
	for _, r := range Refusals() {
		ids = append(ids, "table.refusal."+r.ID())
	}
	for _, p := range Phrases() {
		ids = append(ids, "table.phrase."+p)
	}
	for _, p := range Phases() {
		ids = append(ids, "table.phase."+string(p))
	}
	for _, k := range Kinds() {
		ids = append(ids, "table.event."+string(k))
	}
	for _, id := range ids {
		if !locale.Has(id) {
			t.Errorf("no text for %s", id)
		}
	}
}
