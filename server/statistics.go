package server

import (
	"math"
	"slices"

	"birdie/patience"
	"birdie/patience/daily"
	"birdie/server/store"
)

// Statistics are what one person has achieved.
type Statistics struct {
	Days  Streak             `json:"days" doc:"Days in a row with a daily result that counts, by UTC date, under any rules."`
	All   Figures            `json:"all"`
	Rules map[string]Figures `json:"rules" doc:"The same for each rule set."`
}

// Streak is how often something happened without a break.
type Streak struct {
	Current int `json:"current"`
	Longest int `json:"longest"`
}

// Figures sum games up.
type Figures struct {
	Played     int     `json:"played"`
	Won        int     `json:"won"`
	Clean      int     `json:"clean" doc:"Won without undo and hints."`
	Streak     Streak  `json:"streak" doc:"Games won in a row."`
	LongestRun int     `json:"longestRun"`
	Strokes    int     `json:"strokes" doc:"Of all games."`
	PerHole    float64 `json:"perHole" doc:"Strokes a game, to the hundredth."`
	Lowest     *int    `json:"lowest,omitempty" doc:"The fewest strokes of a game."`
	Rounds     Rounds  `json:"rounds"`
	Best       Against `json:"best"`
}

// Rounds sum finished rounds of nine holes up, tournaments included.
type Rounds struct {
	Played  int     `json:"played"`
	Beaten  int     `json:"beaten" doc:"With a total below par."`
	Lowest  *int    `json:"lowest,omitempty"`
	Average float64 `json:"average" doc:"Strokes a round, to the hundredth."`
	ToPar   float64 `json:"toPar" doc:"The average less par."`
}

// Against compares games with the best their deals allowed.
type Against struct {
	Known    int `json:"known" doc:"Games whose best is known."`
	Reached  int `json:"reached" doc:"Of these, those that were played as well as can be."`
	Strokes  int `json:"strokes" doc:"Strokes of these games."`
	Possible int `json:"possible" doc:"Strokes that were possible."`
}

// statisticsOf sums up results, which are ordered by time.
func statisticsOf(all []store.Result, today daily.Day) Statistics {
	st := Statistics{Rules: map[string]Figures{}}
	byRules := map[string][]store.Result{}
	var days []daily.Day
	for _, r := range all {
		byRules[r.Rules] = append(byRules[r.Rules], r)
		if d, err := daily.Parse(r.Day); err == nil {
			days = append(days, d)
		}
	}
	st.All = figuresOf(all)
	for rules, some := range byRules {
		st.Rules[rules] = figuresOf(some)
	}
	st.Days = daysInARow(days, today)
	return st
}

// daysInARow: today need not have been played yet for a streak to go on.
func daysInARow(days []daily.Day, today daily.Day) (s Streak) {
	slices.Sort(days)
	days = slices.Compact(days)
	n := 0
	for i, d := range days {
		if i > 0 && d != days[i-1]+1 {
			n = 0
		}
		n++
		s.Longest = max(s.Longest, n)
		if d >= today-1 {
			s.Current = n
		}
	}
	return s
}

func figuresOf(all []store.Result) (f Figures) {
	rounds := map[string][]store.Result{}
	for _, r := range all {
		f.Played++
		f.Strokes += r.Strokes
		f.LongestRun = max(f.LongestRun, r.Run)
		f.Lowest = lower(f.Lowest, r.Strokes)
		if r.State == patience.Won.ID() {
			f.Won++
			f.Streak.Current++
			f.Streak.Longest = max(f.Streak.Longest, f.Streak.Current)
			if r.Clean {
				f.Clean++
			}
		} else {
			f.Streak.Current = 0
		}
		if r.Best.Valid {
			f.Best.Known++
			f.Best.Strokes += r.Strokes
			f.Best.Possible += int(r.Best.V)
			if int64(r.Strokes) == r.Best.V {
				f.Best.Reached++
			}
		}
		if r.Round != "" {
			rounds[r.Round] = append(rounds[r.Round], r)
		}
	}
	f.PerHole = perOne(f.Strokes, f.Played)
	total, par := 0, 0
	for _, holes := range rounds {
		rules, err := daily.ParseRulesKey(holes[0].Rules)
		mixed := slices.ContainsFunc(holes, func(r store.Result) bool { return r.Rules != holes[0].Rules })
		if len(holes) != patience.Holes || mixed || err != nil {
			continue
		}
		round := patience.Round{Rules: rules}
		for _, h := range holes {
			_ = round.Add(h.Strokes) // refuses none of nine
		}
		f.Rounds.Played++
		if round.Beaten() {
			f.Rounds.Beaten++
		}
		f.Rounds.Lowest = lower(f.Rounds.Lowest, round.Total())
		total += round.Total()
		par += round.Par()
	}
	f.Rounds.Average = perOne(total, f.Rounds.Played)
	f.Rounds.ToPar = perOne(total-par, f.Rounds.Played)
	return f
}

// perOne is a quotient to the hundredth, 0 of nothing.
func perOne(sum, n int) float64 {
	if n == 0 {
		return 0
	}
	return math.Round(100*float64(sum)/float64(n)) / 100
}

func lower(so *int, n int) *int {
	if so != nil && *so <= n {
		return so
	}
	return &n
}
