package server

import (
	"database/sql"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/daily"
	"birdie/patience/dealcode"
	"birdie/patience/record"
	"birdie/server/store"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that a test moves.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

// may is the first of May at noon.
func may() *clock { return &clock{time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)} }

func startAt(t *testing.T, c *clock) *bench {
	t.Helper()
	return start(t, func(o *Options) { o.Now = c.now })
}

// play plays a deal to its end with random moves, and returns the record.
func play(t *testing.T, deal dealcode.Deal, seed card.SplitMix) record.Game {
	t.Helper()
	game, err := deal.Game()
	if err != nil {
		t.Fatal(err)
	}
	for game.State() == patience.Playing {
		// Draws come last, so that something is removed.
		a := patience.Draw
		for _, c := range rand.New(&seed).Perm(patience.Columns) {
			if game.Check(patience.Remove(c)) == patience.Allowed {
				a = patience.Remove(c)
			}
		}
		if err := game.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	r, err := record.Of(deal, game)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dealOf returns the deal of a day that the server hands out.
func dealOf(c *browser, day, rules string) dealcode.Deal {
	c.t.Helper()
	var answer Day
	c.want(http.StatusOK, "GET", "/api/daily/"+day+"?rules="+rules, nil, &answer)
	deal, err := dealcode.ParseSource(answer.Code)
	if err != nil {
		c.t.Fatal(err)
	}
	return deal
}

type dailyAnswer struct {
	Result  Result
	Counted bool
	Why     string
}

func TestDaily(t *testing.T) {
	now := may()
	b := startAt(t, now)
	anna, berta := b.guest(t, "Anna"), b.guest(t, "Berta")

	var today Day
	b.browser(t).want(http.StatusOK, "GET", "/api/daily/today?rules=traditional", nil, &today)
	rules, _ := patience.PresetByID("traditional")
	offline, _ := daily.Deal(daily.Of(2026, 5, 1), rules.Rules)
	if today.Day != "2026-05-01" || today.Code != offline.Code() || today.Mine != nil || today.Played != 0 ||
		!today.Closes.Equal(time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", today)
	}

	deal := dealOf(anna, "2026-05-01", "traditional")
	first, second := play(t, deal, 1), play(t, deal, 2)
	var answer dailyAnswer
	anna.want(http.StatusOK, "POST", "/api/daily/2026-05-01/results", map[string]any{"record": first}, &answer)
	if !answer.Counted || answer.Result.Strokes != first.Result.Strokes || answer.Result.Day != "2026-05-01" || !answer.Result.Clean || answer.Result.Best == nil {
		t.Errorf("%+v", answer)
	}
	// The answer was lost: the same again.
	var again dailyAnswer
	now.Time = now.Add(time.Minute)
	anna.want(http.StatusOK, "POST", "/api/daily/2026-05-01/results", map[string]any{"record": first}, &again)
	if diff := cmp.Diff(answer, again); diff != "" {
		t.Errorf("sent again:\n%s", diff)
	}
	// A second attempt does not count, however good.
	anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": second}, &answer)
	if answer.Counted || answer.Why != "already-played" || answer.Result.Kind != store.Free {
		t.Errorf("%+v", answer)
	}
	berta.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": second}, &answer)
	if !answer.Counted {
		t.Errorf("%+v", answer)
	}

	var board Board
	berta.want(http.StatusOK, "GET", "/api/daily/today/results?rules=traditional", nil, &board)
	if board.Total != 2 || len(board.Entries) != 2 || board.Mine == nil || board.Mine.Name != "Berta" || board.Best == nil {
		t.Fatalf("%+v", board)
	}
	a, z := board.Entries[0], board.Entries[1]
	if a.Strokes > z.Strokes || a.Rank != 1 || a.Strokes < z.Strokes && z.Rank != 2 || a.Me == z.Me {
		t.Errorf("%+v", board.Entries)
	}
	// A stranger sees the board, but not how much there was to be had.
	b.browser(t).want(http.StatusOK, "GET", "/api/daily/today/results?rules=traditional", nil, &board)
	if board.Total != 2 {
		t.Errorf("%+v", board)
	}
	var open Board
	b.guest(t, "Carla").want(http.StatusOK, "GET", "/api/daily/today/results?rules=traditional", nil, &open)
	if open.Best != nil || open.Mine != nil {
		t.Errorf("%+v", open)
	}
	// Another rule set of the same day is another contest.
	anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": play(t, dealOf(anna, "today", "strict"), 1)}, &answer)
	if !answer.Counted {
		t.Errorf("%+v", answer)
	}
	anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": play(t, dealOf(anna, "today", "strict,jokers=1"), 1)}, &answer)
	if !answer.Counted || answer.Result.Rules != "king=closed,draw=when-stuck,jokers=1,opening=dealt,scoring=strokes,undo=unlimited,par=45" {
		t.Errorf("%+v", answer)
	}
	now.Time = now.Add(48 * time.Hour)
	anna.want(http.StatusOK, "GET", "/api/daily/2026-05-01?rules=traditional", nil, &today)
	if today.Played != 2 || today.Mine == nil {
		t.Errorf("%+v", today)
	}
	b.browser(t).want(http.StatusOK, "GET", "/api/daily/2026-05-01/results?rules=traditional", nil, &open)
	if open.Best == nil {
		t.Error("a closed day's best is still a secret")
	}
}

// A day is open from its first second to the last one of the day after it.
func TestDayBoundaries(t *testing.T) {
	now := may()
	b := startAt(t, now)
	rules, _ := patience.PresetByID("easy")
	deal, _ := daily.Deal(daily.Of(2026, 5, 2), rules.Rules)
	for i, tt := range []struct {
		at      string
		want    int
		counted bool
	}{
		{"2026-05-01T23:59:59Z", http.StatusConflict, false},
		{"2026-05-02T00:00:00Z", http.StatusOK, true},
		{"2026-05-03T23:59:59Z", http.StatusOK, true},
		{"2026-05-04T00:00:00Z", http.StatusOK, false},
	} {
		now.Time, _ = time.Parse(time.RFC3339, tt.at)
		var answer dailyAnswer
		b.guest(t, "Anna").want(tt.want, "POST", "/api/daily/2026-05-02/results", map[string]any{"record": play(t, deal, card.SplitMix(i))}, &answer)
		if answer.Counted != tt.counted || tt.want == http.StatusOK && !tt.counted && answer.Why != "day-over" {
			t.Errorf("at %s: %+v", tt.at, answer)
		}
	}
}

// What is not the game of that day is refused, and nothing is kept of it.
func TestForgedResults(t *testing.T) {
	b := startAt(t, may())
	anna := b.guest(t, "Anna")
	deal := dealOf(anna, "today", "traditional")
	good := play(t, deal, 1)
	change := func(f func(r *record.Game)) record.Game {
		r := good
		r.Actions = append([]string{}, good.Actions...)
		f(&r)
		return r
	}
	other := play(t, dealOf(anna, "2026-05-02", "traditional"), 1)
	for name, tt := range map[string]struct {
		record any
		want   Code
	}{
		"another day's":   {other, OtherDeal},
		"a better result": {change(func(r *record.Game) { res := *r.Result; res.Strokes = -16; r.Result = &res }), RecordRefused},
		"a card that fits not": {change(func(r *record.Game) {
			r.Actions[0] = "remove 1"
			r.Actions = append([]string{"draw", "remove 2", "remove 2", "remove 2", "remove 2", "remove 2", "remove 2"}, r.Actions...)
		}), RecordRefused},
		"a joker from nowhere":   {change(func(r *record.Game) { r.Deck = strings.Replace(r.Deck, "AC", "X1", 1) }), RecordRefused},
		"other rules":            {change(func(r *record.Game) { r.Rules = record.Rules{Preset: "cards4"}; r.Code = ""; r.Result = nil }), OtherDeal},
		"not ended":              {change(func(r *record.Game) { r.Actions = r.Actions[:3]; r.Result = nil }), NotEnded},
		"of something else":      {map[string]any{"format": "birdie-golf-match", "version": 1}, RecordRefused},
		"of a later version":     {change(func(r *record.Game) { r.Version = 2 }), RecordRefused},
		"no object":              {"draw", Invalid},
		"more than a game needs": {change(func(r *record.Game) { r.Actions = strings.Split(strings.Repeat("hint ", maxRecord/6), " ") }), TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			anna.t = t
			anna.refuse(tt.want, "POST", "/api/daily/today/results", map[string]any{"record": tt.record})
		})
	}
	anna.t = t
	for _, path := range []string{"/api/daily/2026-02-30", "/api/daily/yesterday", "/api/daily/2026-5-1"} {
		anna.refuse(NotFound, "GET", path, nil)
	}
	anna.refuse(Invalid, "GET", "/api/daily/today?rules=jokers=9", nil)
	var mine []Result
	if anna.want(http.StatusOK, "GET", "/api/me/results", nil, &mine); len(mine) != 0 {
		t.Errorf("kept %+v", mine)
	}
	b.browser(t).refuse(IdentityRequired, "POST", "/api/daily/today/results", map[string]any{"record": good})
	var bot struct{ Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &bot)
	marvin := b.browser(t)
	marvin.header.Set("Authorization", "Bearer "+bot.Token)
	marvin.refuse(Forbidden, "POST", "/api/daily/today/results", map[string]any{"record": good})
}

func TestRoundsAndStatistics(t *testing.T) {
	now := may()
	b := startAt(t, now)
	anna := b.guest(t, "Anna")
	rules, _ := patience.PresetByID("putt-putt")
	total, best := 0, 0
	for hole := 1; hole <= patience.Holes; hole++ {
		deal, _ := dealcode.OfIndex(uint64(hole), rules.Rules)
		r := play(t, deal, card.SplitMix(hole))
		var kept Result
		anna.want(http.StatusOK, "POST", "/api/me/results", map[string]any{"record": r, "round": "r1", "hole": hole}, &kept)
		if kept.Hole != hole || kept.Round != "r1" || kept.Best == nil {
			t.Fatalf("%+v", kept)
		}
		total += kept.Strokes
		best += *kept.Best
		now.Time = now.Add(time.Minute)
	}
	deal, _ := dealcode.OfIndex(99, rules.Rules)
	anna.refuse(AlreadyPlayed, "POST", "/api/me/results", map[string]any{"record": play(t, deal, 1), "round": "r1", "hole": 9})
	anna.refuse(Invalid, "POST", "/api/me/results", map[string]any{"record": play(t, deal, 1), "round": "r1"})
	// Someone else's round may have the same name.
	b.guest(t, "Berta").want(http.StatusOK, "POST", "/api/me/results", map[string]any{"record": play(t, deal, 1), "round": "r1", "hole": 9}, nil)
	var st Statistics
	anna.want(http.StatusOK, "GET", "/api/me/statistics", nil, &st)
	f := st.Rules["putt-putt"]
	if f.Played != 9 || f.Strokes != total || f.Rounds.Played != 1 || f.Rounds.Lowest == nil || *f.Rounds.Lowest != total ||
		f.Rounds.ToPar != float64(total-36) || f.Best.Known != 9 || f.Best.Possible != best || f.Best.Strokes != total {
		t.Errorf("total %d, best %d: %+v", total, best, f)
	}
	var last []Result
	anna.want(http.StatusOK, "GET", "/api/me/results?limit=2", nil, &last)
	if len(last) != 2 || last[0].Hole != 9 {
		t.Errorf("%+v", last)
	}
}

func TestStatisticsOf(t *testing.T) {
	result := func(day, state string, strokes, best int) store.Result {
		return store.Result{Day: day, Rules: "easy", State: state, Strokes: strokes, Run: strokes + 20, Clean: true, Best: sql.Null[int64]{V: int64(best), Valid: best < 9}}
	}
	st := statisticsOf([]store.Result{
		result("2026-04-27", "won", -2, -2), result("2026-04-28", "won", -1, -3), result("2026-04-29", "blocked", 5, 0),
		result("", "won", 0, 99), result("2026-05-01", "given-up", 35, -6), result("2026-05-01", "won", -4, -5),
	}, daily.Of(2026, 5, 2))
	lowest := -4
	want := Figures{
		Played: 6, Won: 4, Clean: 4, Streak: Streak{1, 2}, LongestRun: 55, Strokes: 33, PerHole: 5.5, Lowest: &lowest,
		Best: Against{Known: 5, Reached: 1, Strokes: 33, Possible: -16},
	}
	if diff := cmp.Diff(want, st.All); diff != "" {
		t.Error(diff)
	}
	if st.Days != (Streak{1, 3}) {
		t.Errorf("days: %+v", st.Days)
	}
	if st := statisticsOf(nil, 0); st.All != (Figures{}) || st.Days != (Streak{}) {
		t.Errorf("of nothing: %+v", st)
	}
}
