package locale

import (
	"strings"
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

// A player with a temperament is called "NAME, MANNER": tables show the two apart.
func TestTemperamentsHaveNameAndManner(t *testing.T) {
	for _, l := range Langs() {
		for _, p := range bot.Roster() {
			text := l.Say("bot.name."+p.ID, nil)
			if got, want := strings.Count(text, ", "), p.Kind == bot.Temperament; got > 1 || (got == 1) != want {
				t.Errorf("%s: %s is called %q", l, p.ID, text)
			}
		}
	}
}
