package engine

import (
	"strings"

	"birdie/patience"
)

// FormatRules writes rules as one word: the values of all options in their
// order, with slashes between them, "wrap/anytime/0/dealt/points/100/36".
func FormatRules(r patience.Rules) string {
	text := ""
	for i, o := range patience.Options() {
		if i > 0 {
			text += "/"
		}
		text += r.Value(o)
	}
	return text
}

// ParseRules reads what FormatRules writes. It returns a *patience.RulesError for
// a value that does not exist; it takes rules that contradict themselves.
func ParseRules(text string) (r patience.Rules, err error) {
	for _, o := range patience.Options() {
		value, rest, _ := strings.Cut(text, "/")
		if err := r.Set(o, value); err != nil {
			return patience.Rules{}, err
		}
		text = rest
	}
	return r, nil
}
