package server

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/server/store"
	"birdie/table"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What was exported can be taken to another server, where it counts as one's own
// but on no board.
func TestExportAndImport(t *testing.T) {
	now := may()
	home, away := startAt(t, now), startAt(t, now)
	anna := home.guest(t, "Anna")
	anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": play(t, dealOf(anna, "today", "classic"), 1)}, nil)
	rules, _ := patience.PresetByID("easy")
	deal, _ := dealcode.OfIndex(5, rules.Rules)
	anna.want(http.StatusOK, "POST", "/api/me/results", map[string]any{"record": play(t, deal, 1), "round": "r", "hole": 2}, nil)
	anna.want(http.StatusOK, "POST", "/api/me/results", map[string]any{"record": play(t, deal, 2)}, nil)
	var made contestCreated
	anna.want(http.StatusCreated, "POST", "/api/tournaments", map[string]any{"rules": "easy"}, &made)
	anna.want(http.StatusOK, "POST", "/api/tournaments/"+made.Tournament.ID+"/holes",
		map[string]any{"hole": 1, "record": next(anna, made.Tournament, 1)}, nil)
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, nil)

	var file Export
	answer := anna.want(http.StatusOK, "GET", "/api/me/export", nil, &file)
	if answer.Header.Get("Content-Disposition") == "" || file.Me.Name != "Anna" || len(file.Results) != 4 || len(file.Tournaments) != 1 || len(file.Bots) != 1 {
		t.Errorf("%+v", file)
	}
	var sum ImportSummary
	anna.want(http.StatusOK, "POST", "/api/me/import", file, &sum)
	if diff := cmp.Diff(ImportSummary{Known: 4, Refused: []Refused{}}, sum); diff != "" {
		t.Errorf("into itself: %s", diff)
	}

	// A foreign export is only believed as far as its games replay.
	now.Time = now.Add(time.Hour)
	forged := file
	forged.Results = append([]Result{}, file.Results...)
	forged.Results = append(forged.Results,
		Result{Game: "GO1-E-AAAAAAB.d1111111"}, Result{Game: "GO1-E-AAAAAAB"}, Result{Game: "nonsense"}, Result{Game: file.Results[2].Game, Round: "a/b", Hole: 1})
	forged.Results[0].Strokes = -16
	berta := away.guest(t, "Berta")
	berta.want(http.StatusOK, "POST", "/api/me/import", forged, &sum)
	if sum.Added != 4 || sum.Known != 0 || len(sum.Refused) != 4 || sum.Refused[0].Index != 4 {
		t.Errorf("%+v", sum)
	}
	berta.want(http.StatusOK, "POST", "/api/me/import", forged, &sum)
	if sum.Added != 0 || sum.Known != 4 {
		t.Errorf("again: %+v", sum)
	}
	var copied Export
	berta.want(http.StatusOK, "GET", "/api/me/export", nil, &copied)
	for i := range file.Results {
		file.Results[i].Imported = true
		if file.Results[i].Kind == store.Tournament {
			file.Results[i].Kind = store.Free
		}
	}
	ignore := cmpopts.IgnoreFields(Result{}, "ID", "Best")
	byGame := cmpopts.SortSlices(func(a, b Result) bool { return fmt.Sprint(a.Game, a.Hole) < fmt.Sprint(b.Game, b.Hole) })
	if diff := cmp.Diff(file.Results, copied.Results, ignore, byGame); diff != "" {
		t.Error(diff)
	}
	var board Board
	berta.want(http.StatusOK, "GET", "/api/daily/today/results?rules=classic", nil, &board)
	if board.Total != 0 || board.Mine != nil {
		t.Errorf("an imported result is on the board: %+v", board)
	}
	berta.refuse(Invalid, "POST", "/api/me/import", map[string]any{"format": "something"})
	berta.refuse(Invalid, "POST", "/api/me/import", map[string]any{"format": exportFormat, "version": 1, "results": "none"})
	berta.refuse(TooLarge, "POST", "/api/me/import", `{"format":"`+strings.Repeat("x", maxImport)+`"}`)
}

// Whoever deletes their identity gets up from the tables, and their programs too.
func TestDeletionLeavesTables(t *testing.T) {
	b := start(t)
	anna, berta, marvin := b.guest(t, "Anna"), b.guest(t, "Berta"), b.browser(t)
	var bot struct{ Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &bot)
	marvin.header.Set("Authorization", "Bearer "+bot.Token)
	var view table.View
	berta.want(http.StatusCreated, "POST", "/api/tables", map[string]any{"preset": "six", "settings": map[string]any{"seats": 4}}, &view)
	path := "/api/tables/" + view.Table
	for _, c := range []*browser{anna, marvin} {
		c.want(http.StatusOK, "POST", path+"/commands", table.Command{ID: "sit", Seq: view.Seq, Order: table.Sit}, nil)
	}
	var file Export
	if anna.want(http.StatusOK, "GET", "/api/me/export", nil, &file); len(file.Tables) != 1 || file.Tables[0].Table != view.Table {
		t.Errorf("%+v", file.Tables)
	}
	seated := func() (names []string) {
		berta.want(http.StatusOK, "GET", path, nil, &view)
		for _, s := range view.Seats {
			if s.Name != "" {
				names = append(names, s.Name)
			}
		}
		return names
	}
	if diff := cmp.Diff([]string{"Berta", "Anna", "Marvin"}, seated()); diff != "" {
		t.Error(diff)
	}
	anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	if diff := cmp.Diff([]string{"Berta"}, seated()); diff != "" {
		t.Error(diff)
	}
}

// The best of imported games is found in the background.
func TestBestInBackground(t *testing.T) {
	b := startAt(t, may())
	anna := b.guest(t, "Anna")
	rules, _ := patience.PresetByID("traditional")
	file := Export{Format: exportFormat, Version: exportVersion}
	for i := range 5 {
		deal, _ := dealcode.OfIndex(uint64(i), rules.Rules)
		r := play(t, deal, card.SplitMix(i))
		actions := make([]string, len(r.Actions))
		for i, a := range r.Actions {
			actions[i] = strings.TrimPrefix(strings.Replace(a, "draw", "d", 1), "remove ")
		}
		file.Results = append(file.Results, Result{Game: deal.Code() + "." + strings.Join(actions, "")})
	}
	var sum ImportSummary
	anna.want(http.StatusOK, "POST", "/api/me/import", file, &sum)
	if sum.Added != 5 {
		t.Fatalf("%+v", sum)
	}
	ctx, stop := context.WithCancel(t.Context())
	var background sync.WaitGroup
	background.Go(func() { b.solveRest(ctx) })
	defer background.Wait()
	defer stop()
	for {
		var st Statistics
		anna.want(http.StatusOK, "GET", "/api/me/statistics", nil, &st)
		if st.All.Best.Known == 5 {
			if st.All.Best.Possible > st.All.Best.Strokes {
				t.Errorf("%+v", st.All.Best)
			}
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
}
