package engine

import (
	"strconv"
	"strings"

	"birdie/patience"
)

// The values of the options as the page names them, by their numbers.
var (
	kings    = []string{"wrap", "queen", "closed"}
	draws    = []string{"anytime", "when-stuck"}
	openings = []string{"dealt", "free"}
	scorings = []string{"points", "strokes", "win-loss"}
)

// FormatRules writes rules as one word: king rule, draw rule, jokers, opening,
// scoring, undo (−1 for unlimited) and par, with slashes between them.
func FormatRules(r patience.Rules) string {
	return strings.Join([]string{
		kings[r.King], draws[r.Draw], strconv.Itoa(int(r.Jokers)), openings[r.Opening], scorings[r.Scoring],
		strconv.Itoa(int(r.Undo)), strconv.Itoa(r.RoundPar()),
	}, "/")
}

// ParseRules reads what FormatRules writes. It takes values that Validate
// refuses, but no others.
func ParseRules(text string) (r patience.Rules, ok bool) {
	parts := strings.Split(text, "/")
	if len(parts) != 7 {
		return r, false
	}
	ok = true
	pick := func(values []string, value string) uint8 {
		for i, v := range values {
			if v == value {
				return uint8(i)
			}
		}
		ok = false
		return 0
	}
	count := func(text string, bits int) int64 {
		n, err := strconv.ParseInt(text, 10, bits)
		ok = ok && err == nil
		return n
	}
	r.King = patience.KingRule(pick(kings, parts[0]))
	r.Draw = patience.DrawRule(pick(draws, parts[1]))
	r.Jokers = uint8(count(parts[2], 8))
	r.Opening = patience.Opening(pick(openings, parts[3]))
	r.Scoring = patience.Scoring(pick(scorings, parts[4]))
	r.Undo = patience.Undo(count(parts[5], 16))
	r.Par = uint8(count(parts[6], 8))
	return r, ok
}
