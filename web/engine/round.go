package engine

import (
	"strings"

	"birdie/patience"
)

// scorecard answers with what a round, or a tournament of two, counts: one list of
// strokes for each player, with commas between them and "-" for none.
func scorecard(rules, lists string) string {
	r, err := ParseRules(rules)
	if err != nil {
		return fault(err)
	}
	var t patience.Tournament
	players := strings.Split(lists, " ")
	if len(players) == 0 || len(players) > len(t.Rounds) {
		return badRequest
	}
	totals := ""
	for i, list := range players {
		round := &t.Rounds[i]
		round.Rules = r
		for strokes := range strings.SplitSeq(list, ",") {
			if strokes == "-" {
				continue
			}
			digits, below := strings.CutPrefix(strokes, "-")
			n := number(digits)
			if n < 0 || n > patience.Tableau {
				return badRequest
			}
			if below {
				n = -n
			}
			if round.Add(n) != nil {
				return badRequest
			}
		}
		if i > 0 {
			totals += ","
		}
		totals += decimal(round.Total())
	}
	answer := reply("ok\n")
	answer.text("totals", totals)
	answer.count("par", t.Rounds[0].Par())
	answer.flag("beaten", t.Rounds[0].Beaten())
	points := t.Points()
	answer.text("points", decimal(points[0])+","+decimal(points[1]))
	answer.count("winner", t.Winner())
	return string(answer)
}
