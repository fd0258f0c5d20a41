package server

import (
	"encoding/json"
	"net/http"
	"testing"

	"birdie/patience"
	"birdie/patience/daily"
	"birdie/server/store/storetest"
)

// The whole of it on PostgreSQL: what the contract suite of the store shows part
// by part works together there, too.
func TestOnPostgres(t *testing.T) {
	now := may()
	b := start(t, func(o *Options) {
		o.Store, o.Now = storetest.Open(t, storetest.Postgres(t)), now.now
	})
	anna, berta := b.guest(t, "Anna"), b.guest(t, "Berta")
	var answer dailyAnswer
	record := play(t, dealOf(anna, "today", "easy"), 1)
	for range 2 {
		anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": record}, &answer)
		if !answer.Counted {
			t.Errorf("%+v", answer)
		}
	}
	anna.want(http.StatusOK, "POST", "/api/daily/today/results", map[string]any{"record": play(t, dealOf(anna, "today", "easy"), 2)}, &answer)
	if answer.Counted {
		t.Errorf("%+v", answer)
	}
	var board Board
	if berta.want(http.StatusOK, "GET", "/api/daily/today/results", nil, &board); board.Total != 1 || board.Entries[0].Name != "Anna" {
		t.Errorf("%+v", board)
	}
	var made contestCreated
	anna.want(http.StatusCreated, "POST", "/api/tournaments", map[string]any{"rules": "easy"}, &made)
	path := "/api/tournaments/" + made.Tournament.ID
	var view Contest
	berta.want(http.StatusOK, "POST", path+"/players", map[string]any{"invitation": made.Invitation}, &view)
	berta.want(http.StatusOK, "POST", path+"/holes", map[string]any{"hole": 1, "record": next(berta, view, 1)}, &view)
	if view.Players[1].Played != 1 {
		t.Errorf("%+v", view)
	}
	var file Export
	var sum ImportSummary
	anna.want(http.StatusOK, "GET", "/api/me/export", nil, &file)
	berta.want(http.StatusOK, "POST", "/api/me/import", file, &sum)
	if sum.Added != 2 {
		t.Errorf("%+v", sum)
	}
	anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	berta.want(http.StatusOK, "GET", path, nil, &view)
	if view.Players[0].Name != "" {
		t.Errorf("%+v", view)
	}
}

// Whatever is sent as a record, it is refused or it is the record of an ended
// game that says the same when it is written down and played again.
func FuzzRecord(f *testing.F) {
	f.Add(`{"format":"birdie-patience-game","version":1,"code":"GO1-E-AAAAAAB","actions":["draw","give up"]}`)
	f.Add(`{"format":"birdie-patience-game","version":1,"rules":{"preset":"strict"},"code":"pysol:24","actions":["draw","remove 1","undo","redo","hint","give up"]}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		p, err := gameRecord{json.RawMessage(text)}.replay()
		if err != nil {
			return
		}
		r := p.result("me", may().Time)
		if r.State == patience.Playing.ID() || r.Game == "" {
			t.Fatalf("%s became %+v", text, r)
		}
		if rules, err := daily.ParseRulesKey(r.Rules); err != nil || rules.Normal() != p.game.Rules().Normal() {
			t.Fatalf("rules %q are %+v, %v", r.Rules, rules, err)
		}
		s := &Server{now: may().now}
		again, why := s.takeOne("me", resultOf(r))
		if why != "" || again.Game != r.Game || again.Strokes != r.Strokes || again.Moves != r.Moves || again.Clean != r.Clean {
			t.Fatalf("%+v became %+v, %s", r, again, why)
		}
	})
}
