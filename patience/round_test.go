package patience

import (
	"errors"
	"testing"
)

func roundOf(t *testing.T, rules Rules, strokes ...int) (r Round) {
	t.Helper()
	r.Rules = rules
	for _, s := range strokes {
		if err := r.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// Par is beaten by a total below it, not by one equal to it.
func TestPar(t *testing.T) {
	for _, tt := range []struct {
		preset  string
		strokes []int
		total   int
		beaten  bool
	}{
		{"traditional", []int{4, 4, 4, 4, 4, 4, 4, 4, 3}, 35, true},
		{"traditional", []int{4, 4, 4, 4, 4, 4, 4, 4, 4}, 36, false},
		{"strict", []int{5, 5, 5, 5, 5, 5, 5, 5, 4}, 44, true},
		{"strict", []int{5, 5, 5, 5, 5, 5, 5, 5, 5}, 45, false},
		{"easy", []int{-3, 4}, 1, false},
		{"easy", []int{-17, 35, 0, 0, 0, 0, 0, 0, 0}, 18, true},
	} {
		r := roundOf(t, preset(t, tt.preset), tt.strokes...)
		if r.Total() != tt.total || r.Beaten() != tt.beaten {
			t.Errorf("%s %v: total %d, beaten %v", tt.preset, tt.strokes, r.Total(), r.Beaten())
		}
		if r.Done() {
			if err := r.Add(0); !errors.Is(err, GameOver) {
				t.Errorf("a tenth hole: %v", err)
			}
		}
	}
}

// A tournament worked through: A wins holes 1, 2 and 7, B holes 3, 5, 6 and 9,
// holes 4 and 8 are tied; A's total of 20 is below B's 22.
func TestTournament(t *testing.T) {
	a := []int{-3, 4, 6, 5, 2, 3, 0, 1, 2}
	b := []int{2, 9, 5, 5, 1, 2, 6, 1, -9}
	var tour Tournament
	for hole := range Holes {
		for i, strokes := range []int{a[hole], b[hole]} {
			if err := tour.Rounds[i].Add(strokes); err != nil {
				t.Fatal(err)
			}
		}
		if hole == 3 && tour.Points() != [2]int{2, 1} {
			t.Errorf("after four holes %v", tour.Points())
		}
		if hole < 8 && (tour.Done() || tour.Winner() != -1) {
			t.Errorf("done after hole %d", hole+1)
		}
	}
	if tour.Rounds[0].Total() != 20 || tour.Rounds[1].Total() != 22 {
		t.Fatalf("totals %d and %d", tour.Rounds[0].Total(), tour.Rounds[1].Total())
	}
	// 3 holes and 3 for the total against 4 holes.
	if tour.Points() != [2]int{6, 4} || tour.Winner() != 0 || !tour.Done() {
		t.Errorf("points %v, winner %d", tour.Points(), tour.Winner())
	}
}

func TestTournamentTie(t *testing.T) {
	same := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	tour := Tournament{SameDeals: true, Rounds: [2]Round{roundOf(t, Rules{}, same...), roundOf(t, Rules{}, same...)}}
	if tour.Points() != [2]int{} || tour.Winner() != -1 || !tour.Done() {
		t.Errorf("points %v, winner %d", tour.Points(), tour.Winner())
	}
	// Only holes that both have played are compared.
	tour = Tournament{Rounds: [2]Round{roundOf(t, Rules{}, 1, 2), roundOf(t, Rules{}, 2)}}
	if tour.Points() != [2]int{1, 0} {
		t.Errorf("points %v", tour.Points())
	}
}
