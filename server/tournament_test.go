package server

import (
	"net/http"
	"testing"
	"time"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"

	"github.com/google/go-cmp/cmp"
)

type contestCreated struct {
	Tournament Contest
	Invitation string
}

// next plays the caller's next hole and returns the record.
func next(c *browser, view Contest, seed card.SplitMix) record.Game {
	c.t.Helper()
	deal, err := dealcode.ParseSource(view.Next.Code)
	if err != nil {
		c.t.Fatal(err)
	}
	return play(c.t, deal, seed)
}

func TestTournament(t *testing.T) {
	for name, same := range map[string]bool{"same deals": true, "own shuffles": false} {
		t.Run(name, func(t *testing.T) {
			b := startAt(t, may())
			anna, berta, carla := b.guest(t, "Anna"), b.guest(t, "Berta"), b.guest(t, "Carla")
			var made contestCreated
			anna.want(http.StatusCreated, "POST", "/api/tournaments", map[string]any{"rules": "traditional", "sameDeals": same}, &made)
			path, invitation := "/api/tournaments/"+made.Tournament.ID, map[string]any{"invitation": made.Invitation}

			berta.refuse(NotFound, "GET", path, nil)
			berta.refuse(NotFound, "POST", path+"/players", map[string]any{"invitation": "guess"})
			berta.refuse(NotFound, "POST", "/api/tournaments/nowhere/players", invitation)
			anna.refuse(TournamentFull, "POST", path+"/players", invitation)
			var a, z Contest
			berta.want(http.StatusOK, "POST", path+"/players", invitation, &z)
			berta.want(http.StatusOK, "POST", path+"/players", invitation, nil) // followed the link twice
			carla.refuse(TournamentFull, "POST", path+"/players", invitation)
			anna.want(http.StatusOK, "GET", path, nil, &a)
			if a.Next == nil || z.Next == nil || (a.Next.Code == z.Next.Code) != same || !a.Players[0].Me || !z.Players[1].Me {
				t.Fatalf("%+v\n%+v", a, z)
			}

			var cup patience.Tournament
			for hole := 1; hole <= patience.Holes; hole++ {
				mine, theirs := next(anna, a, card.SplitMix(hole)), next(berta, z, card.SplitMix(hole+100))
				send := func(n int, r record.Game) map[string]any { return map[string]any{"hole": n, "record": r} }
				if hole < 9 {
					anna.refuse(OtherDeal, "POST", path+"/holes", send(hole+1, mine))
				}
				anna.want(http.StatusOK, "POST", path+"/holes", send(hole, mine), &a)
				anna.want(http.StatusOK, "POST", path+"/holes", send(hole, mine), nil) // the answer was lost
				// What Anna has done on this hole is hidden from Berta until she has played it.
				berta.want(http.StatusOK, "GET", path, nil, &z)
				if p := z.Players[0]; p.Played != hole || len(p.Holes) != hole-1 {
					t.Fatalf("hole %d: Berta sees %+v", hole, p)
				}
				if !same {
					berta.refuse(OtherDeal, "POST", path+"/holes", send(hole, mine))
				}
				berta.want(http.StatusOK, "POST", path+"/holes", send(hole, theirs), &z)
				again := play(t, mustDeal(t, mine.Code), card.SplitMix(hole+1000))
				if again.Result.Strokes != mine.Result.Strokes {
					anna.refuse(AlreadyPlayed, "POST", path+"/holes", send(hole, again))
				}
				_ = cup.Rounds[0].Add(mine.Result.Strokes)
				_ = cup.Rounds[1].Add(theirs.Result.Strokes)
				points := cup.Points()
				if z.Players[0].Points != points[0] || z.Players[1].Points != points[1] || z.Players[1].Total != cup.Rounds[1].Total() {
					t.Fatalf("hole %d: %+v, want points %v", hole, z.Players, points)
				}
			}
			if !z.Done || z.Next != nil {
				t.Errorf("%+v", z)
			}
			var list []Contest
			anna.want(http.StatusOK, "GET", "/api/me/tournaments", nil, &list)
			if len(list) != 1 || !list[0].Done {
				t.Errorf("%+v", list)
			}
			var st Statistics
			anna.want(http.StatusOK, "GET", "/api/me/statistics", nil, &st)
			if r := st.All.Rounds; r.Played != 1 || *r.Lowest != cup.Rounds[0].Total() {
				t.Errorf("%+v", r)
			}
			// Whoever leaves for good takes the name along.
			anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
			berta.want(http.StatusOK, "GET", path, nil, &z)
			if z.Players[0].Name != "" || len(z.Players[0].Holes) != 0 || len(z.Players[1].Holes) != 9 {
				t.Errorf("%+v", z)
			}
		})
	}
}

func mustDeal(t *testing.T, code string) dealcode.Deal {
	t.Helper()
	d, err := dealcode.ParseSource(code)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The list says of each tournament what asking for it alone says.
func TestTournamentList(t *testing.T) {
	now := may()
	b := startAt(t, now)
	anna, berta := b.guest(t, "Anna"), b.guest(t, "Berta")
	var made contestCreated
	var want []Contest
	for i, host := range []*browser{anna, berta, anna} {
		now.Time = now.Add(time.Minute)
		host.want(http.StatusCreated, "POST", "/api/tournaments", map[string]any{"rules": "easy"}, &made)
		path := "/api/tournaments/" + made.Tournament.ID
		view := made.Tournament
		for hole := 1; hole <= i+1; hole++ {
			host.want(http.StatusOK, "POST", path+"/holes", map[string]any{"hole": hole, "record": next(host, view, card.SplitMix(hole))}, &view)
		}
		if host == berta {
			anna.want(http.StatusOK, "POST", path+"/players", map[string]any{"invitation": made.Invitation}, &view)
			anna.want(http.StatusOK, "POST", path+"/holes", map[string]any{"hole": 1, "record": next(anna, view, 7)}, &view)
		}
		want = append([]Contest{view}, want...)
	}
	var list []Contest
	anna.want(http.StatusOK, "GET", "/api/me/tournaments", nil, &list)
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}

// A hole cannot be played before its turn, even by someone who guessed the deal.
func TestTournamentOrder(t *testing.T) {
	b := startAt(t, may())
	anna := b.guest(t, "Anna")
	var made contestCreated
	anna.want(http.StatusCreated, "POST", "/api/tournaments", map[string]any{"rules": "easy"}, &made)
	c, err := b.store.Contest(t.Context(), made.Tournament.ID)
	if err != nil {
		t.Fatal(err)
	}
	third := play(t, mustDeal(t, c.Players[0].Deals[2]), 1)
	anna.refuse(NotYourHole, "POST", "/api/tournaments/"+c.ID+"/holes", map[string]any{"hole": 3, "record": third})
	anna.refuse(Invalid, "POST", "/api/tournaments/"+c.ID+"/holes", map[string]any{"hole": 10, "record": third})
	anna.refuse(Invalid, "POST", "/api/tournaments", map[string]any{"rules": "nothing"})
}
