package locale

import (
	"regexp"
	"slices"
	"testing"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
)

var variable = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// variables returns the names a text is filled with, sorted and once each.
func variables(texts ...string) []string {
	names := []string{}
	for _, text := range texts {
		for _, m := range variable.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Everything is said in both languages, with the same variables, and with
// nothing in a text but plain variables: the page fills them in without a
// template engine.
func TestCatalogueIsComplete(t *testing.T) {
	braces := regexp.MustCompile(`\{\{|\}\}`)
	for _, id := range IDs("") {
		en, de := catalogue[English][id], catalogue[German][id]
		if de.Other == "" || en.Other == "" {
			t.Errorf("%s is missing in a language", id)
			continue
		}
		if (en.One == "") != (de.One == "") {
			t.Errorf("%s has a form for one in one language only", id)
		}
		if a, b := variables(en.Other), variables(de.Other); !slices.Equal(a, b) {
			t.Errorf("%s is filled with %v in English and %v in German", id, a, b)
		}
		for _, text := range []string{en.One, en.Other, de.One, de.Other} {
			if braces.MatchString(variable.ReplaceAllString(text, "")) {
				t.Errorf("%s has more than plain variables: %q", id, text)
			}
		}
	}
	for id := range catalogue[German] {
		if !Has(id) {
			t.Errorf("%s is in German only", id)
		}
	}
}

func TestEngineValuesHaveTexts(t *testing.T) {
	var ids []string
	for r := patience.Allowed + 1; r <= patience.UnknownAction; r++ {
		ids = append(ids, "patience.refusal."+r.ID())
	}
	for s := patience.Playing; s <= patience.GivenUp; s++ {
		ids = append(ids, "patience.state."+s.ID())
	}
	for _, p := range patience.Presets() {
		ids = append(ids, "patience.preset."+p.ID)
	}
	for _, o := range patience.Options() {
		ids = append(ids, "patience.option."+string(o))
		if o != patience.OptionPar {
			for _, v := range o.Values() {
				ids = append(ids, "patience.value."+string(o)+"."+v)
			}
		}
	}
	for f := dealcode.Empty; f.ID() != ""; f++ {
		ids = append(ids, "dealcode.fault."+f.ID())
	}
	for f := dealcode.NotACard; f.ID() != ""; f++ {
		ids = append(ids, "dealcode.board."+f.ID())
	}
	for _, id := range ids {
		if !Has(id) {
			t.Errorf("no text for %s", id)
		}
	}
}

func TestSay(t *testing.T) {
	if got := German.Say("patience.refusal.stock-empty", nil); got != "Der Talon ist leer." {
		t.Errorf("got %q", got)
	}
	if got := Lang("fr").Say("patience.refusal.stock-empty", nil); got != "The stock is empty." {
		t.Errorf("an unknown language says %q", got)
	}
	if got := English.Say("no.such.text", nil); got != "no.such.text" {
		t.Errorf("an unknown id says %q", got)
	}
}

func TestMatch(t *testing.T) {
	for accept, want := range map[string]Lang{
		"": English, "de": German, "de-AT": German, "en-GB": English, "fr": English,
		"fr, de;q=0.5": German, "de;q=0.2, en;q=0.9": English, ";;;": English, "C": English,
	} {
		if got := Match(accept); got != want {
			t.Errorf("Match(%q) = %s, want %s", accept, got, want)
		}
	}
}

func TestFromEnv(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want Lang
	}{
		{nil, English},
		{map[string]string{"LANG": "de_DE.UTF-8"}, German},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, English},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH"}, German},
	} {
		if got := FromEnv(func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.env, got, tt.want)
		}
	}
}

func TestCards(t *testing.T) {
	for _, tt := range []struct {
		card   card.Card
		en, de string
	}{
		{card.Of(card.Ace, card.Clubs), "A♣", "A♣"},
		{card.Of(card.Ten, card.Diamonds), "10♦", "10♦"},
		{card.Of(card.Jack, card.Hearts), "J♥", "B♥"},
		{card.Of(card.Queen, card.Spades), "Q♠", "D♠"},
		{card.Of(card.King, card.Clubs), "K♣", "K♣"},
		{card.Joker2, "★2", "★2"},
		{card.None, "–", "–"},
	} {
		if en, de := English.Card(tt.card), German.Card(tt.card); en != tt.en || de != tt.de {
			t.Errorf("%v: %s and %s, want %s and %s", tt.card, en, de, tt.en, tt.de)
		}
	}
}
