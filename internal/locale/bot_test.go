package locale

import (
	"testing"

	"birdie/golf/bot"
)

// TestBotsHaveTexts: every computer player has a name and a manner, and every
// reason a sentence.
func TestBotsHaveTexts(t *testing.T) {
	var ids []string
	for _, p := range bot.Roster() {
		ids = append(ids, "bot.name."+p.ID, "bot.about."+p.ID)
	}
	for _, k := range bot.ReasonKinds() {
		ids = append(ids, "bot.reason."+k.ID())
	}
	for _, id := range ids {
		if !Has(id) {
			t.Errorf("no text for %s", id)
		}
	}
}
