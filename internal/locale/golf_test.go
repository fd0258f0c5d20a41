package locale

import (
	"testing"

	"birdie/golf"
)

func TestGolfValuesHaveTexts(t *testing.T) {
	var ids []string
	for _, r := range golf.Refusals() {
		ids = append(ids, "golf.refusal."+r.ID())
	}
	for _, k := range golf.EventKinds() {
		ids = append(ids, "golf.event."+k.ID())
	}
	for k := golf.Choose; k <= golf.Knock; k++ {
		ids = append(ids, "golf.action."+k.String())
	}
	for _, p := range golf.Presets() {
		ids = append(ids, "golf.preset."+p.ID)
	}
	for _, o := range append(golf.Options(), golf.OptionPlayers) {
		ids = append(ids, "golf.option."+string(o))
	}
	for _, id := range ids {
		if !Has(id) {
			t.Errorf("no text for %s", id)
		}
	}
}
