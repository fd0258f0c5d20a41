package bot

import (
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
)

// drawRules returns any rules that can be played, and for how many.
func drawRules(t *rapid.T) (golf.Rules, int) {
	r := golf.Rules{
		Layout:      rapid.SampledFrom([]golf.Layout{golf.Six, golf.Four, golf.Nine, golf.Eight}).Draw(t, "layout"),
		Jokers:      rapid.IntRange(0, 2).Draw(t, "jokers"),
		FirstFlips:  rapid.IntRange(0, 3).Draw(t, "first flips"),
		Peek:        rapid.Bool().Draw(t, "peek"),
		Flip:        golf.FlipRule(rapid.IntRange(0, 3).Draw(t, "flip")),
		FlipTurn:    rapid.Bool().Draw(t, "flip turn"),
		Knock:       rapid.Bool().Draw(t, "knock"),
		Penalty:     golf.PenaltyRule(rapid.IntRange(0, 2).Draw(t, "penalty")),
		Negative:    golf.NegativeRule(rapid.IntRange(0, 1).Draw(t, "negative")),
		WildTwos:    rapid.Bool().Draw(t, "wild twos"),
		Rows:        rapid.Bool().Draw(t, "rows"),
		FourEqual:   rapid.Bool().Draw(t, "four equal"),
		EnderBonus:  rapid.Bool().Draw(t, "ender bonus"),
		EnderDouble: rapid.Bool().Draw(t, "ender double"),
		Holes:       9,
	}
	r.Peek = r.Peek && r.FirstFlips > 0
	players := rapid.IntRange(golf.MinPlayers, golf.MaxPlayers).Draw(t, "players")
	if err := r.Validate(players); err != nil {
		t.Fatalf("%+v for %d players: %v", r, players, err)
	}
	return r, players
}

func deal(t fataler, r golf.Rules, players int, src card.Source) golf.Hole {
	deck := r.Deck(players)
	card.Shuffle(deck, src)
	h, err := golf.NewHole(r, players, int(card.Below(src, uint64(players))), deck)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// play plays a hole to its end and calls see before every action.
func play(t fataler, h *golf.Hole, bots []Bot, src card.Source, see func(v *golf.View, c Choice)) {
	for !h.Over() {
		h.ReshuffleRandom(src)
		seat := h.Turn()
		v := h.View(seat)
		before := v
		c := bots[seat%len(bots)].Choose(&v, src)
		if v != before {
			t.Fatal("the view was changed")
		}
		if see != nil {
			see(&v, c)
		}
		if err := h.Apply(seat, c.Action); err != nil {
			t.Fatalf("seat %d wants to %v: %v", seat, c.Action, err)
		}
	}
}

// TestEveryBotPlaysEveryRule: whatever the rules, every bot always finds a legal
// action and every hole ends.
func TestEveryBotPlaysEveryRule(t *testing.T) {
	for _, p := range different() {
		t.Run(p.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				rules, players := drawRules(t)
				src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
				h := deal(t, rules, players, &src)
				play(t, &h, []Bot{p.Bot, Random{}}, &src, nil)
			})
		})
	}
}

// different returns the players that differ in more than numbers, and lets those
// that search think briefly.
func different() []Player {
	var list []Player
	quick, search := false, false
	for _, p := range Roster() {
		switch b := p.Bot.(type) {
		case Quick:
			if quick {
				continue
			}
			quick = true
		case Search:
			if search {
				continue
			}
			search = true
			b.Trials = 3
			p.Bot = b
		}
		list = append(list, p)
	}
	return list
}

// TestNoBotCheats: dealing anew every card that a seat has not seen changes
// neither its decision nor its reason.
func TestNoBotCheats(t *testing.T) {
	for _, p := range different() {
		t.Run(p.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				rules, players := drawRules(t)
				src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
				h := deal(t, rules, players, &src)
				for n := 0; !h.Over(); n++ {
					h.ReshuffleRandom(&src)
					seat := h.Turn()
					v := h.View(seat)
					c := EV1{}.Choose(&v, &src)
					if n%4 == 0 || v.Ender() >= 0 {
						other := v.Determinize(&src)
						w := other.View(seat)
						one, two := src, src
						c = p.Bot.Choose(&v, &one)
						if d := p.Bot.Choose(&w, &two); d != c || one != two {
							t.Fatalf("%v became %v", c, d)
						}
						src = one
					}
					if err := h.Apply(seat, c.Action); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// TestIDsAreUnique also pins the names that records and addresses hold.
func TestIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Roster() {
		if seen[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		seen[p.ID] = true
		if found, ok := ByID(p.ID); !ok || found.ID != p.ID {
			t.Errorf("ByID does not find %s", p.ID)
		}
	}
	if _, ok := ByID("nobody"); ok {
		t.Error("ByID finds nobody")
	}
	for _, id := range []string{"random", "ev1", "marcus", "sofia", "maya", "priya", "kenji", "diego", "river", "sage", "nines"} {
		if !seen[id] {
			t.Errorf("the yardstick %s is gone", id)
		}
	}
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// TestTemperamentsDiffer: each temperament decides otherwise than every other one
// in at least one decision of twenty, on the same positions.
func TestTemperamentsDiffer(t *testing.T) {
	src := card.SplitMix(5)
	different := make([][]int, len(temperaments))
	for i := range different {
		different[i] = make([]int, len(temperaments))
	}
	decisions := 0
	for range 60 {
		h := deal(t, golf.Default().Rules, 2, &src)
		play(t, &h, []Bot{EV1{}}, &src, func(v *golf.View, _ Choice) {
			if v.Phase() == golf.PhaseChoose {
				return
			}
			decisions++
			var all []golf.Action
			for _, p := range temperaments {
				all = append(all, p.Bot.Choose(v, &src).Action)
			}
			for i := range all {
				for j := range all {
					if all[i] != all[j] {
						different[i][j]++
					}
				}
			}
		})
	}
	for i, p := range temperaments {
		for j := range i {
			share := float64(different[i][j]) / float64(decisions)
			t.Logf("%s and %s differ in %.1f %% of %d decisions", p.ID, temperaments[j].ID, 100*share, decisions)
			if share < .05 {
				t.Errorf("%s and %s differ in %.1f %% of decisions", p.ID, temperaments[j].ID, 100*share)
			}
		}
	}
}
