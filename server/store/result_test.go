package store_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"birdie/server/store"
	"birdie/server/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// people adds guests whose ids are their names.
func people(t *testing.T, s *store.Store, names ...string) {
	t.Helper()
	for _, n := range names {
		if err := s.CreateIdentity(context.Background(), store.Identity{ID: n, Kind: store.Guest, Name: n, Created: noon, Seen: noon}, "hash of "+n); err != nil {
			t.Fatal(err)
		}
	}
}

func ids(all []store.Result) (ids []string) {
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestResults(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		people(t, s, "anna", "berta", "carla")
		add := func(id, identity, kind string, strokes, minute int, want error) {
			t.Helper()
			r := store.Result{
				ID: id, Identity: identity, Kind: kind, Rules: "easy", Game: "GO1-E-AAAAAAB.d", State: "blocked", Strokes: strokes,
				Moves: 1, Undos: 2, Hints: 3, Run: 4, Points: 5, Clean: minute%2 == 0, At: noon.Add(time.Duration(minute) * time.Minute),
			}
			switch kind {
			case store.Daily:
				r.Day = "2026-05-01"
			case store.Tournament:
				r.Round, r.Hole = "cup", 1
			}
			got, err := s.AddResult(ctx, r)
			if !errors.Is(err, want) {
				t.Fatalf("%s: %v, want %v", id, err, want)
			}
			if diff := cmp.Diff(r, got); err == nil && diff != "" && id != "a1" {
				t.Errorf("%s: %s", id, diff)
			}
		}
		add("a1", "anna", store.Daily, 7, 0, nil)
		add("a1", "anna", store.Daily, 7, 5, nil) // the same one again: the first stays
		add("a2", "anna", store.Daily, -4, 1, store.ErrTaken)
		add("a2", "anna", store.Free, -4, 1, nil)
		add("b1", "berta", store.Daily, 3, 2, nil)
		add("c1", "carla", store.Daily, 7, 3, nil)
		add("a3", "anna", store.Tournament, 2, 4, nil)
		add("a4", "anna", store.Tournament, 1, 4, store.ErrTaken)
		add("b2", "berta", store.Tournament, 1, 4, nil)
		if _, err := s.AddResult(ctx, store.Result{ID: "z", Identity: "anna", Kind: store.Daily, Day: "2026-04-01", Rules: "easy", Imported: true, At: noon}); err != nil {
			t.Fatal(err)
		}
		all, err := s.Results(ctx, "anna")
		if diff := cmp.Diff([]string{"a1", "z", "a2", "a3"}, ids(all)); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if !all[0].At.Equal(noon) {
			t.Errorf("the repeated result replaced the first")
		}
		lines, total, err := s.Board(ctx, "2026-05-01", "easy", 2)
		if err != nil || total != 3 || len(lines) != 2 || lines[0].Name != "berta" || lines[1].Name != "anna" {
			t.Errorf("%+v, %d, %v", lines, total, err)
		}
		if lines, total, _ := s.Board(ctx, "2026-04-01", "easy", 9); len(lines) != 0 || total != 0 {
			t.Errorf("an imported result is on the board: %+v", lines)
		}
		if n, err := s.Better(ctx, "2026-05-01", "easy", 7); n != 1 || err != nil {
			t.Errorf("%d are better, %v", n, err)
		}
		if r, err := s.DailyResult(ctx, "anna", "2026-05-01", "easy"); err != nil || r.ID != "a1" {
			t.Errorf("%+v, %v", r, err)
		}
		if _, err := s.DailyResult(ctx, "anna", "2026-05-02", "easy"); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		holes, err := s.RoundResults(ctx, "cup")
		if diff := cmp.Diff([]string{"a3", "b2"}, ids(holes)); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if all, err := s.RoundResults(ctx, ""); err != nil || len(all) != 0 {
			t.Errorf("no round has %v, %v", ids(all), err)
		}
		for range 2 {
			todo, err := s.Unsolved(ctx, 3)
			if err != nil || len(todo) != 3 {
				t.Fatalf("%v, %v", ids(todo), err)
			}
			for i, r := range todo {
				if err := s.Solved(ctx, r.ID, sql.Null[int64]{V: -6, Valid: i > 0}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if todo, err := s.Unsolved(ctx, 9); err != nil || len(todo) != 1 {
			t.Errorf("%v, %v", ids(todo), err)
		}
		// Deleting a person takes their results along, and nobody else's.
		if err := s.DeleteIdentity(ctx, "anna"); err != nil {
			t.Fatal(err)
		}
		if all, err := s.Results(ctx, "anna"); err != nil || len(all) != 0 {
			t.Errorf("%v, %v", ids(all), err)
		}
		if lines, total, err := s.Board(ctx, "2026-05-01", "easy", 9); err != nil || total != 2 || len(lines) != 2 {
			t.Errorf("%v, %d, %v", lines, total, err)
		}
	})
}

func TestContests(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		people(t, s, "anna", "berta", "carla")
		anna := store.ContestPlayer{Identity: "anna", Name: "Anna", Deals: []string{"GO1-E-AAAAAAB", "GO1-E-AAAAAAC"}}
		berta := store.ContestPlayer{Identity: "berta", Name: "Berta", Deals: []string{"GO1-E-AAAAAAD"}}
		c := store.Contest{ID: "c", Rules: "easy", SameDeals: true, Invitation: "hash", Created: noon, Players: []store.ContestPlayer{anna}}
		if err := s.CreateContest(ctx, c); err != nil {
			t.Fatal(err)
		}
		if err := s.JoinContest(ctx, "c", store.ContestPlayer{Identity: "anna"}); !errors.Is(err, store.ErrTaken) {
			t.Errorf("against oneself: %v", err)
		}
		if err := s.JoinContest(ctx, "c", berta); err != nil {
			t.Error(err)
		}
		if err := s.JoinContest(ctx, "c", store.ContestPlayer{Identity: "carla"}); !errors.Is(err, store.ErrTaken) {
			t.Errorf("a third: %v", err)
		}
		c.Players = append(c.Players, berta)
		got, err := s.Contest(ctx, "c")
		if diff := cmp.Diff(c, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		// Of two, with a game each; another's is nobody's business.
		later := store.Contest{ID: "a", Rules: "easy", Invitation: "hash", Created: noon.Add(time.Hour), Players: []store.ContestPlayer{berta}}
		others := later
		others.ID, others.Players = "z", []store.ContestPlayer{anna}
		for i, c := range []store.Contest{later, others} {
			if err := s.CreateContest(ctx, c); err != nil {
				t.Fatal(err)
			}
			if _, err := s.AddResult(ctx, store.Result{ID: "game in " + c.ID, Identity: c.Players[0].Identity, Kind: store.Tournament, Round: c.ID, Hole: i + 1, At: noon}); err != nil {
				t.Fatal(err)
			}
		}
		for i, name := range []string{"berta", "anna"} {
			r := store.Result{ID: "game of " + name, Identity: name, Kind: store.Tournament, Round: "c", Hole: 2 - i, At: noon}
			if _, err := s.AddResult(ctx, r); err != nil {
				t.Fatal(err)
			}
		}
		all, err := s.Contests(ctx, "berta")
		if diff := cmp.Diff([]store.Contest{later, c}, all); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		results, err := s.ContestResults(ctx, "berta")
		if diff := cmp.Diff([]string{"game in a", "game of anna", "game of berta"}, ids(results)); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if _, err := s.Contest(ctx, "d"); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		for i, name := range []string{"anna", "berta"} {
			if err := s.DeleteIdentity(ctx, name); err != nil {
				t.Fatal(err)
			}
			if err := s.DeleteContests(ctx); err != nil {
				t.Fatal(err)
			}
			got, err := s.Contest(ctx, "c")
			if i == 0 && (err != nil || got.Players[0].Identity != "" || got.Players[0].Name != "" || got.Players[1].Identity != "berta") {
				t.Errorf("%+v, %v", got, err)
			}
			if i == 1 && !errors.Is(err, store.ErrNotFound) {
				t.Errorf("nobody is left of %+v, %v", got, err)
			}
		}
	})
}
