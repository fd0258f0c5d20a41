// Package locale is the one catalogue of every text a person reads, in German
// and English. The command line, the server and the page all speak from it; the
// engines hand out typed values and know no language.
//
// The catalogue is text/*.toml, both languages side by side:
//
//	[refusal]
//	stock-empty = { en = "The stock is empty.", de = "Der Talon ist leer." }
//	left        = { en = { one = "{{.N}} card", other = "{{.N}} cards" }, de = { one = "{{.N}} Karte", other = "{{.N}} Karten" } }
//
// The file's name is the first part of the id: refusal.stock-empty in
// patience.toml is "patience.refusal.stock-empty". A text with the forms one and
// other is chosen by the variable N.
package locale

import (
	"embed"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Lang is a language the program speaks.
type Lang string

// The languages.
const (
	English Lang = "en"
	German  Lang = "de"
)

// Langs returns all languages, the fallback first.
func Langs() []Lang { return []Lang{English, German} }

// Message is one text of the catalogue in one language. One is empty unless the
// text has a form of its own for a single thing.
type Message struct{ One, Other string }

//go:embed text/*.toml
var files embed.FS

var (
	catalogue = load()
	bundle    = bundled()
	localizer = map[Lang]*i18n.Localizer{
		English: i18n.NewLocalizer(bundle, string(English)),
		German:  i18n.NewLocalizer(bundle, string(German)),
	}
)

// load reads the embedded catalogue. A fault in it is a fault of the program.
func load() map[Lang]map[string]Message {
	all := map[Lang]map[string]Message{}
	for _, l := range Langs() {
		all[l] = map[string]Message{}
	}
	entries, err := files.ReadDir("text")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		var tree map[string]any
		if _, err := toml.DecodeFS(files, path.Join("text", entry.Name()), &tree); err != nil {
			panic(fmt.Sprintf("locale: %s: %v", entry.Name(), err))
		}
		flatten(all, strings.TrimSuffix(entry.Name(), ".toml"), tree)
	}
	return all
}

// flatten walks a table of the catalogue. A table with the key "en" is a text;
// every other is a group of texts.
func flatten(all map[Lang]map[string]Message, id string, tree map[string]any) {
	if _, isText := tree[string(English)]; isText {
		for key, value := range tree {
			texts, known := all[Lang(key)]
			if !known {
				panic("locale: " + id + ": unknown language " + key)
			}
			texts[id] = message(id, value)
		}
		return
	}
	for key, value := range tree {
		group, ok := value.(map[string]any)
		if !ok {
			panic("locale: " + id + "." + key + ": neither a text nor a group of texts")
		}
		flatten(all, id+"."+key, group)
	}
}

func message(id string, value any) Message {
	switch v := value.(type) {
	case string:
		return Message{Other: v}
	case map[string]any:
		one, ok1 := v["one"].(string)
		other, ok2 := v["other"].(string)
		if ok1 && ok2 && len(v) == 2 {
			return Message{One: one, Other: other}
		}
	}
	panic("locale: " + id + ": neither a string nor the forms one and other")
}

func bundled() *i18n.Bundle {
	b := i18n.NewBundle(language.English)
	for lang, texts := range catalogue {
		for id, m := range texts {
			if m.One == "" {
				m.One = m.Other
			}
			b.MustAddMessages(language.Make(string(lang)), &i18n.Message{ID: id, One: m.One, Other: m.Other})
		}
	}
	return b
}

// Vars are the values a text is filled with, by name. The variable N, an int,
// also chooses between the forms of a text that has two.
type Vars map[string]any

// Say returns the text of an id in language l, filled with vars, which may be
// nil. An id that is not in the catalogue comes back as it is: a test makes sure
// that none is used.
func (l Lang) Say(id string, vars Vars) string {
	config := &i18n.LocalizeConfig{MessageID: id, TemplateData: map[string]any(vars)}
	if n, ok := vars["N"]; ok {
		config.PluralCount = n
	}
	loc := localizer[l]
	if loc == nil {
		loc = localizer[English]
	}
	text, err := loc.Localize(config)
	if err != nil {
		return id
	}
	return text
}

// Has reports whether the catalogue has a text of that id.
func Has(id string) bool {
	_, ok := catalogue[English][id]
	return ok
}

// IDs returns the ids of all texts that begin with prefix, sorted.
func IDs(prefix string) []string {
	var ids []string
	for id := range catalogue[English] {
		if strings.HasPrefix(id, prefix) {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	return ids
}

// Texts returns every text of a language by id, for the page, which fills them
// in by itself. The caller must not change the map.
func Texts(l Lang) map[string]Message { return catalogue[l] }

// matcher knows the languages in the order of Langs.
var matcher = language.NewMatcher([]language.Tag{language.English, language.German})

// Match returns the best language for a person who reads the languages of an
// Accept-Language header, or of a tag such as "de" or "de-AT".
func Match(accept string) Lang {
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(tags) == 0 {
		return English
	}
	_, i, _ := matcher.Match(tags...)
	return Langs()[i]
}

// FromEnv returns the language of a POSIX environment: the first of LC_ALL,
// LC_MESSAGES and LANG that is set.
func FromEnv(getenv func(string) string) Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			v, _, _ = strings.Cut(v, ".")
			return Match(strings.ReplaceAll(v, "_", "-"))
		}
	}
	return English
}
