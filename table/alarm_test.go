package table

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"birdie/card"
	"birdie/golf"
)

// events returns the kinds of the events from the given number on.
func (k *kit) events(from int64) (kinds []Kind) {
	k.Helper()
	for _, entry := range k.store.logs[k.id][from:] {
		var e Event
		if err := json.Unmarshal(entry.Data, &e); err != nil {
			k.Fatal(err)
		}
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// A player who is gone is warned of, then a bot plays, and the player can take
// the seat back and finds everything where it was.
func TestGoneAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2})
		k.watch("anna", 0, nil)
		hangUp := k.watch("ben", 0, nil)
		k.start("ben")
		choose := "choose 1 2"
		k.do("anna", Command{Order: Act, Seat: seatNumber(0), Action: choose})
		hangUp()
		timing := k.hall.env.Timing

		time.Sleep(timing.Warn + time.Second)
		if s := k.view("anna").Seats[1]; !s.Away || s.Sub {
			t.Errorf("after the warning: %+v", s)
		}
		time.Sleep(timing.Grace)
		v := k.view("anna")
		if s := v.Seats[1]; !s.Sub || s.Name != "ben" {
			t.Errorf("after the grace: %+v", s)
		}
		if len(v.Golf.Chosen) != 0 || v.Golf.Phase != "draw" {
			t.Errorf("the bot has not chosen: %+v", v.Golf)
		}
		k.watch("ben", -1, nil)
		if s := k.view("anna").Seats[1]; s.Sub || s.Away {
			t.Errorf("after coming back: %+v", s)
		}
		// From now on nobody plays for Ben.
		src := card.SplitMix(3)
		for k.step([]string{"anna"}, &src) {
			synctest.Wait()
		}
		seq := k.view("ben").Seq
		time.Sleep(time.Hour)
		if v := k.view("ben"); v.Seq != seq || v.Phase == PhasePlaying && *v.Golf.Turn != 1 {
			t.Errorf("something happened without Ben: %v", k.events(seq))
		}
	})
}

// Coming back within the grace changes nothing, and when everyone is gone the
// table rests.
func TestTableRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3, Clock: 30, Spectators: true})
		hangUp := []func(){k.watch("anna", 0, nil), k.watch("ben", 0, nil)}
		k.do("anna", Command{Order: AddBot, Level: "easy", Seat: seatNumber(2)})
		k.start("ben")
		for _, f := range hangUp {
			f()
		}
		time.Sleep(2 * time.Hour)
		seq := k.view("").Seq
		time.Sleep(5 * time.Hour)
		if got := k.view("").Seq; got != seq {
			t.Errorf("nobody was there, and yet %v", k.events(seq))
		}
		// Anna is back and has her whole time; Ben has all his grace again.
		k.watch("anna", -1, nil)
		v := k.view("anna")
		if left := v.Deadline - time.Now().UnixMilli(); left < 29_000 || left > 30_000 {
			t.Errorf("%d ms left on the clock, want 30 s", left)
		}
		time.Sleep(k.hall.env.Grace - time.Second)
		if k.view("anna").Seats[1].Sub {
			t.Error("a bot took over too soon")
		}
		time.Sleep(2 * time.Second)
		if !k.view("anna").Seats[1].Sub {
			t.Errorf("no bot took over: %v", k.events(0))
		}
	})
}

// An expired clock always leads to a legal move, whatever the rules and wherever
// the player stopped, and the match comes to its end.
func TestClockAlwaysMoves(t *testing.T) {
	for _, p := range golf.Presets() {
		t.Run(p.ID, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := preset(t, p.ID)
				rules.Holes = 1
				k := newKit(t, Settings{Rules: rules, Seats: 2, Clock: 15, Spectators: true})
				k.watch("anna", 0, nil)
				k.watch("ben", 0, nil)
				k.start("ben")
				src := card.SplitMix(4)
				for i := 0; k.view("").Phase != PhaseFinished; i++ {
					// Anna only takes from the pile or draws, and never puts down.
					if v := k.view("anna"); len(v.Golf.Legal) > 0 && v.Golf.Phase == "draw" {
						k.do("anna", Command{Order: Act, Seat: v.You, Action: v.Golf.Legal[card.Below(&src, 2)]})
					}
					if i > 2000 {
						t.Fatalf("no end: %+v", k.view("").Golf)
					}
					time.Sleep(15 * time.Second)
					synctest.Wait()
				}
				byClock := 0
				for _, entry := range k.store.logs[k.id] {
					var e Event
					if err := json.Unmarshal(entry.Data, &e); err != nil {
						t.Fatal(err)
					}
					if e.By == ByClock {
						byClock++
					}
				}
				if byClock == 0 {
					t.Error("the clock never moved")
				}
			})
		})
	}
}

// The last play stays visible until all have seen it or the time is up.
func TestEndOfHoleStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "four"), Seats: 2, Spectators: true})
		k.watch("anna", 0, nil)
		k.watch("ben", 0, nil)
		k.start("ben")
		src := card.SplitMix(5)
		both := []string{"anna", "ben"}
		toEnd := func() {
			for i := 0; k.view("").Phase == PhasePlaying; i++ {
				k.step(both[i%2:i%2+1], &src)
			}
			k.phase(PhaseHoleOver)
		}
		toEnd()
		k.do("anna", Command{Order: GoOn})
		k.phase(PhaseHoleOver)
		if err := k.try("anna", Command{Order: GoOn}); err != WrongPhase {
			t.Errorf("going on twice: %v", err)
		}
		k.do("ben", Command{Order: GoOn})
		k.phase(PhasePlaying)
		toEnd()
		k.do("anna", Command{Order: GoOn})
		time.Sleep(k.hall.env.GoOn - time.Second)
		k.phase(PhaseHoleOver)
		time.Sleep(2 * time.Second)
		k.phase(PhasePlaying)
		if n := k.view("").Golf.Hole; n != 3 {
			t.Errorf("hole %d, want 3", n)
		}
	})
}

func TestSeedsThatNeverCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3})
		for _, p := range []string{"anna", "ben", "cleo"} {
			if p != "anna" {
				k.do(p, Command{Order: Sit, Name: p})
			}
			k.watch(p, 0, nil)
		}
		k.do("anna", Command{Order: Ready, On: true, Seed: Seed("a")})
		k.do("anna", Command{Order: Start})
		k.phase(PhaseStarting)
		if v := k.view("anna"); v.Fair.Seeds != nil || v.Fair.Secret != "" {
			t.Errorf("too much is known of the shuffles: %+v", v.Fair)
		}
		k.do("ben", Command{Order: Ready, On: true, Seed: Seed("b")})
		if err := k.try("ben", Command{Order: Ready, On: true, Seed: Seed("c")}); err != WrongPhase {
			t.Errorf("another seed: %v", err)
		}
		time.Sleep(k.hall.env.Countdown + time.Second)
		k.phase(PhasePlaying)
		v := k.view("anna")
		if got := v.Fair.Seeds; len(got) != 3 || string(got[0]) != "a" || string(got[1]) != "b" || len(got[2]) != 0 {
			t.Errorf("seeds %q", got)
		}
		if v.Fair.Secret != "" {
			t.Error("the secret is out")
		}
	})
}

func TestHostHandsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 4})
		k.do("ben", Command{Order: Sit, Name: "Ben", Seat: seatNumber(2)})
		k.do("cleo", Command{Order: Sit, Name: "Cleo", Seat: seatNumber(3)})
		k.do("anna", Command{Order: Leave})
		if v := k.view("ben"); *v.Host != 2 || v.Seats[0].Name != "" {
			t.Errorf("after Anna left: %+v", v)
		}
		k.do("ben", Command{Order: HandOver, Seat: seatNumber(3)})
		if err := k.try("ben", Command{Order: Lock, On: true}); err != NotHost {
			t.Errorf("Ben is no host any more: %v", err)
		}
		// The connection of the host is lost.
		hangUp := k.watch("cleo", -1, nil)
		k.watch("ben", -1, nil)
		hangUp()
		time.Sleep(k.hall.env.Grace + time.Second)
		if v := k.view("ben"); *v.Host != 2 || v.Seats[3].Name != "" {
			t.Errorf("after Cleo was gone: %+v", v)
		}
		k.do("ben", Command{Order: Leave})
		if v := k.view(""); v.Host != nil {
			t.Errorf("host of nobody: %+v", v)
		}
		k.do("zoe", Command{Order: Sit, Name: "Zoe"})
		if v := k.view(""); v.Host == nil || v.Seats[*v.Host].Name != "Zoe" {
			t.Errorf("the first to come: %+v", v)
		}
	})
}

// In a match the host's duties go to who is there, and the seats stay.
func TestLeavingAMatchMovesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3, Spectators: true})
		k.watch("ben", -1, nil)
		k.start("ben", "cleo")
		k.watch("cleo", -1, nil)
		k.do("anna", Command{Order: Act, Seat: seatNumber(0), Action: "choose 1 2"})
		before := k.view("ben")
		k.do("anna", Command{Order: Leave})
		after := k.view("ben")
		if *after.Host != 1 || !after.Seats[0].Sub || after.Seats[0].Name != "Anna" || *after.Golf.Turn != *before.Golf.Turn ||
			after.Phase != PhasePlaying || *after.You != 1 {
			t.Errorf("after the host has left: %+v", after)
		}
		k.do("anna", Command{Order: Return})
		if v := k.view("anna"); v.You == nil || *v.You != 0 || v.Seats[0].Sub || *v.Host != 1 {
			t.Errorf("after coming back: %+v", v)
		}
		// The new host removes Cleo; a bot sits there for good.
		k.do("ben", Command{Order: Clear, Seat: seatNumber(2)})
		if v := k.view("ben"); v.Seats[2].Name != "" || v.Seats[2].Level == "" || len(v.Seats) != 3 {
			t.Errorf("after removing: %+v", v.Seats)
		}
		if _, err := k.hall.View(t.Context(), k.id, "cleo"); err != Banned {
			t.Errorf("the removed player looks: %v", err)
		}
		if err := k.try2("cleo", Command{Order: Return}); err != NotSeated {
			t.Errorf("the removed player returns: %v", err)
		}
	})
}

// try2 is try for who may not look at the table.
func (k *kit) try2(player string, c Command) error {
	c.Seq = k.view("").Seq
	return k.try(player, c)
}

// Who has left a match and does not come back has no seat in the next one, but
// keeps it until the result could be seen.
func TestLeaverLosesTheSeatAfterTheMatch(t *testing.T) {
	for name, c := range map[string]struct {
		again  bool // the host opens the next lobby at once
		back   bool // Ben opens his stream again in time
		wait   time.Duration
		seated bool
	}{
		"before the result was seen": {wait: 55 * time.Second, seated: true},
		"after it":                   {wait: 65 * time.Second},
		"in the next lobby":          {again: true, wait: time.Second},
		"back in time":               {back: true, wait: 20 * time.Minute, seated: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := preset(t, "four")
				rules.Holes = 1
				k := newKit(t, Settings{Rules: rules, Seats: 2, Spectators: true})
				k.watch("anna", 0, nil)
				k.start("ben")
				k.do("ben", Command{Order: Leave})
				time.Sleep(2 * time.Minute)
				k.finish("anna")
				if c.again {
					k.do("anna", Command{Order: Again})
				}
				if c.back {
					k.watch("ben", -1, nil)
				}
				time.Sleep(c.wait)
				synctest.Wait()
				if s := k.view("anna").Seats[1]; (s.Name != "") != c.seated || c.back && s.Sub {
					t.Fatalf("Ben's seat: %+v", s)
				}
				if k.view("anna").Phase == PhaseFinished {
					k.do("anna", Command{Order: Again})
				}
				if err := k.try("zoe", Command{Order: Sit, Name: "Zoe"}); !c.seated && err != nil {
					t.Errorf("Zoe takes the seat: %v", err)
				}
			})
		})
	}
}

// Who is ready for a match plays it, even after having left the one before.
func TestReadyPlaysAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := preset(t, "four")
		rules.Holes = 1
		k := newKit(t, Settings{Rules: rules, Seats: 2, Spectators: true})
		k.watch("anna", 0, nil)
		k.watch("ben", 0, nil)
		k.start("ben")
		k.do("ben", Command{Order: Leave}) // and looks on
		k.finish("anna")
		k.do("anna", Command{Order: Again})
		for _, p := range []string{"anna", "ben"} {
			k.do(p, Command{Order: Ready, On: true})
		}
		k.do("anna", Command{Order: Start})
		if s := k.view("ben").Seats[1]; s.Sub || s.Away {
			t.Errorf("Ben's seat: %+v", s)
		}
	})
}

// As long as anyone is there, the host is.
func TestHostIsThere(t *testing.T) {
	type step struct {
		player string
		order  Order
		host   int // after it
	}
	for name, steps := range map[string][]step{
		"alone with the table":          {{"ben", Leave, 0}, {"anna", Leave, 0}, {"anna", Return, 0}},
		"back before the host":          {{"ben", Leave, 0}, {"anna", Leave, 0}, {"ben", Return, 1}, {"anna", Return, 1}},
		"back after the host":           {{"anna", Leave, 1}, {"ben", Leave, 1}, {"anna", Return, 0}, {"ben", Return, 0}},
		"back while the host is there":  {{"ben", Leave, 0}, {"ben", Return, 0}},
		"the host goes while one stays": {{"anna", Leave, 1}, {"anna", Return, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := preset(t, "four")
				rules.Holes = 1
				k := newKit(t, Settings{Rules: rules, Seats: 2, Spectators: true})
				k.watch("", 0, nil)
				k.start("ben")
				for _, s := range steps {
					k.do(s.player, Command{Order: s.order})
					if v := k.view(""); *v.Host != s.host {
						t.Errorf("after %s, %s: host is seat %d, want %d", s.player, s.order, *v.Host, s.host)
					}
				}
				host := []string{"anna", "ben"}[steps[len(steps)-1].host]
				k.watch(host, -1, nil)
				k.finish("anna", "ben")
				k.do(host, Command{Order: Again})
			})
		})
	}
}

// Who has gone is named, as the seat is another's or nobody's by then.
func TestNotesNameWhoHasGone(t *testing.T) {
	for name, c := range map[string]struct {
		match bool
		goes  func(k *kit)
		kind  Kind
	}{
		"leaves":               {goes: func(k *kit) { k.do("ben", Command{Order: Leave}) }, kind: Rose},
		"removed":              {goes: func(k *kit) { k.do("anna", Command{Order: Clear, Seat: seatNumber(1)}) }, kind: Removed},
		"removed in the match": {match: true, goes: func(k *kit) { k.do("anna", Command{Order: Clear, Seat: seatNumber(1)}) }, kind: Removed},
		"gone":                 {goes: func(k *kit) { time.Sleep(2 * k.hall.env.Grace) }, kind: Rose},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2, Spectators: true})
				k.watch("anna", -1, nil)
				k.do("ben", Command{Order: Sit, Name: "Ben"})
				if c.match {
					k.do("anna", Command{Order: Ready, On: true})
					k.do("ben", Command{Order: Ready, On: true})
					k.do("anna", Command{Order: Start})
				}
				seq := k.view("anna").Seq
				c.goes(k)
				var told []Note
				k.watch("zoe", seq, func(n Note) { told = append(told, n) })
				synctest.Wait()
				if n := told[0]; n.Kind != c.kind || n.Name != "Ben" {
					t.Errorf("%s of %q", n.Kind, n.Name)
				}
			})
		})
	}
}

func TestIdleTablesClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2, Listed: true})
		if n := len(k.hall.Tables("")); n != 1 {
			t.Fatalf("%d tables are listed", n)
		}
		time.Sleep(k.hall.env.Idle - time.Minute)
		k.do("anna", Command{Order: Say, Phrase: "hello"})
		time.Sleep(k.hall.env.Idle - time.Minute)
		k.phase(PhaseLobby)
		w, err := k.hall.Watch(t.Context(), k.id, "", -1)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		k.phase(PhaseClosed)
		if err := k.try("anna", Command{Order: Say, Phrase: "hello"}); err != Closed {
			t.Errorf("a command: %v", err)
		}
		if n := len(k.hall.Tables("anna")); n != 0 {
			t.Errorf("%d tables are listed", n)
		}
		notes, err := w.Next(t.Context())
		if err != nil || notes[len(notes)-1].View.Phase != PhaseClosed {
			t.Fatalf("the last note: %v, %v", notes, err)
		}
		if _, err := w.Next(t.Context()); err != Closed {
			t.Errorf("after it: %v", err)
		}
		if heads, _ := k.store.OpenTables(t.Context()); len(heads) != 0 {
			t.Errorf("open in the store: %v", heads)
		}
		if n := len(k.hall.all()); n != 0 {
			t.Errorf("%d tables are in memory", n)
		}
	})
}

func TestNewestStreamWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2})
		first, err := k.hall.Watch(t.Context(), k.id, "anna", -1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := first.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		second, err := k.hall.Watch(t.Context(), k.id, "anna", -1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := first.Next(t.Context()); err != ErrReplaced {
			t.Errorf("the first stream: %v", err)
		}
		first.Close()
		if _, err := second.Next(t.Context()); err != nil {
			t.Errorf("the second stream: %v", err)
		}
		l, err := k.hall.open(t.Context(), k.id)
		if err != nil {
			t.Fatal(err)
		}
		if p := l.presence(now()); !p.Gone[0].IsZero() || p.Awake.IsZero() {
			t.Errorf("Anna counts as gone: %+v", p)
		}
		l.mu.Unlock()
		k.hall.Close()
		if _, err := second.Next(t.Context()); err != ErrStopped {
			t.Errorf("when the hall closes: %v", err)
		}
	})
}

func TestRematch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := preset(t, "four")
		rules.Holes = 1
		k := newKit(t, Settings{Rules: rules, Seats: 4, Spectators: true})
		k.watch("anna", 0, nil)
		k.watch("ben", 0, nil)
		both := []string{"anna", "ben"}
		play := func() View {
			src := card.SplitMix(6)
			for k.view("").Phase == PhasePlaying {
				k.step(both, &src)
			}
			k.phase(PhaseFinished)
			return k.view("anna")
		}
		k.start("ben")
		first := play()
		if err := k.try("ben", Command{Order: Again}); err != NotHost {
			t.Errorf("Ben opens a rematch: %v", err)
		}
		k.do("anna", Command{Order: Again})
		v := k.view("anna")
		if v.Phase != PhaseLobby || len(v.Seats) != 4 || v.Seats[0].Ready || v.Seats[1].Name != "ben" || v.Golf != nil ||
			v.Fair.Commitment == first.Fair.Commitment || v.Fair.Match == first.Fair.Match || v.Fair.Secret != "" {
			t.Errorf("the lobby of the rematch: %+v", v)
		}
		for _, p := range both {
			k.do(p, Command{Order: Ready, On: true})
		}
		k.do("anna", Command{Order: Start})
		if second := play(); second.Scorecard.Holes == nil || second.Fair.Secret == first.Fair.Secret {
			t.Errorf("the rematch: %+v", second)
		}
	})
}
