package record

import (
	"strings"

	"birdie/card"
	"birdie/patience"
)

// FormatAction returns the words for an action in a record: remove 1 to
// remove 7, draw, undo, redo, hint, give up.
func FormatAction(a patience.Action) string {
	if _, ok := a.Column(); ok {
		return "remove " + string(a.Letter())
	}
	switch a {
	case patience.Draw:
		return "draw"
	case patience.UndoOne:
		return "undo"
	case patience.RedoOne:
		return "redo"
	case patience.Hint:
		return "hint"
	case patience.GiveUp:
		return "give up"
	}
	return "?"
}

// ParseAction reads what FormatAction writes, and reports whether it is that.
func ParseAction(word string) (patience.Action, bool) {
	for a := patience.Remove(0); a <= patience.GiveUp; a++ {
		if FormatAction(a) == word {
			return a, true
		}
	}
	return 0, false
}

func formatCards(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

func parseCards(text string) ([]card.Card, error) {
	var cards []card.Card
	for word := range strings.FieldsSeq(text) {
		c, err := card.Parse(word)
		if err != nil {
			return nil, &ValueError{Member: "deck", Value: word, Err: err}
		}
		cards = append(cards, c)
	}
	return cards, nil
}
