package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

// kit is a hall on a store in memory, and players with command ids.
type kit struct {
	*testing.T
	store *memory
	hall  *Hall
	id    string
	ids   int
}

func options(store Store) Options {
	return Options{
		Store: store, BotPause: time.Second, Thinkers: 2,
	}
}

func preset(t testing.TB, id string) record.Rules {
	p, ok := golf.PresetByID(id)
	if !ok {
		t.Fatalf("no preset %s", id)
	}
	return record.RulesOf(p.Rules)
}

// newKit opens a table of Anna's.
func newKit(t *testing.T, settings Settings) *kit {
	store := newMemory()
	k := &kit{T: t, store: store, hall: NewHall(options(store))}
	t.Cleanup(k.hall.Close)
	id, err := k.hall.Create(t.Context(), Player{ID: "anna", Name: "Anna"}, settings, "")
	if err != nil {
		t.Fatal(err)
	}
	k.id = id
	return k
}

func (k *kit) view(player string) View {
	k.Helper()
	v, err := k.hall.View(k.Context(), k.id, player)
	if err != nil {
		k.Fatal(err)
	}
	return v
}

// try gives a command, decided on everything that has happened so far.
func (k *kit) try(player string, c Command) error {
	k.Helper()
	k.ids++
	c.ID, c.Player = "c"+strconv.Itoa(k.ids), player
	if c.Seq == 0 {
		c.Seq = k.view(player).Seq
	}
	_, err := k.hall.Do(k.Context(), k.id, c)
	return err
}

func (k *kit) do(player string, c Command) {
	k.Helper()
	if err := k.try(player, c); err != nil {
		k.Fatalf("%s, %s: %v", player, c.Order, err)
	}
}

// restart throws away all the memory of the server.
func (k *kit) restart() {
	k.Helper()
	k.hall.Close()
	synctest.Wait()
	k.hall = NewHall(options(k.store))
	k.Cleanup(k.hall.Close)
	if err := k.hall.Resume(k.Context()); err != nil {
		k.Fatal(err)
	}
}

// watch follows the table until the test ends and returns a way to hang up.
func (k *kit) watch(player string, after int64, tell func(Note)) (hangUp func()) {
	k.Helper()
	w, err := k.hall.Watch(k.Context(), k.id, player, after)
	if err != nil {
		k.Fatal(player, err)
	}
	ctx, cancel := context.WithCancel(k.Context())
	go func() {
		defer w.Close()
		for {
			notes, err := w.Next(ctx)
			if err != nil {
				return
			}
			for _, n := range notes {
				if tell != nil {
					tell(n)
				}
			}
		}
	}()
	return func() { cancel(); synctest.Wait() }
}

// phase fails the test when the table does something else.
func (k *kit) phase(want Phase) {
	k.Helper()
	if got := k.view("anna").Phase; got != want {
		k.Fatalf("the table is in phase %s, want %s", got, want)
	}
}

func seatNumber(n int) *int { return &n }

// start seats Anna and the others, with their streams, and starts the match.
func (k *kit) start(others ...string) {
	k.Helper()
	for _, p := range others {
		k.do(p, Command{Order: Sit, Name: p})
	}
	for _, p := range append([]string{"anna"}, others...) {
		k.do(p, Command{Order: Ready, On: true, Seed: Seed(p)})
	}
	k.do("anna", Command{Order: Start})
	k.phase(PhasePlaying)
}

// step lets every player of the list who may do so act or go on, and reports
// whether anyone did.
func (k *kit) step(players []string, src card.Source) bool {
	k.Helper()
	acted := false
	for _, p := range players {
		v := k.view(p)
		switch {
		case v.Phase == PhaseHoleOver && !v.Seats[*v.You].WentOn:
			k.do(p, Command{Order: GoOn})
		case v.Phase == PhasePlaying && len(v.Golf.Legal) > 0:
			legal := v.Golf.Legal
			k.do(p, Command{Order: Act, Seat: v.You, Action: legal[card.Below(src, uint64(len(legal)))]})
		default:
			continue
		}
		acted = true
	}
	return acted
}

// finish lets the players who sit at the table, and the bots, play the match to
// its end.
func (k *kit) finish(players ...string) {
	k.Helper()
	src := card.SplitMix(6)
	for i := 0; k.view("").Phase != PhaseFinished; i++ {
		seated := slices.DeleteFunc(slices.Clone(players), func(p string) bool {
			v, err := k.hall.View(k.Context(), k.id, p)
			return err != nil || v.You == nil || v.Seats[*v.You].Sub
		})
		if !k.step(seated, &src) {
			time.Sleep(2 * time.Second) // a bot thinks
		}
		synctest.Wait()
		if i > 3000 {
			k.Fatal("the match has no end")
		}
	}
}

var cardToken = regexp.MustCompile(`"([A2-9TJQK][CDHS]|X[12])"`)

// watcher checks all that one viewer is told: numbers without a gap, and no card
// the viewer may not know.
type watcher struct {
	t      *testing.T
	viewer string
	seq    int64
	golf   int
	notes  []string
	skips  int
}

func (w *watcher) tell(n Note) {
	if n.Kind != Now && n.Seq != w.seq+1 {
		w.t.Errorf("%s: note %d after %d", w.viewer, n.Seq, w.seq)
	}
	w.seq = n.Seq
	for _, h := range n.Golf {
		if h.Seq != w.golf+1 {
			w.t.Errorf("%s: golf event %d after %d", w.viewer, h.Seq, w.golf)
		}
		w.golf = h.Seq
		if h.Kind == record.Skip {
			w.skips++
		}
		if h.Kind == golf.EventMatchOver.ID() {
			w.golf = 0
		}
	}
	data, err := json.Marshal(n)
	if err != nil {
		w.t.Error(err)
	}
	w.notes = append(w.notes, string(data))
}

// search looks for cards that the viewer could not know when told.
func (w *watcher) search(id string, entries []Entry, env *Env) {
	w.t.Helper()
	unseen := map[int64]card.Counts{}
	t := New(id, env)
	err := Replay(t, entries, func(Event) {
		if t.match != nil {
			v := t.match.View(t.SeatOf(w.viewer))
			unseen[t.seq] = v.Unseen()
		}
	})
	if err != nil {
		w.t.Fatal(err)
	}
	found := 0
	for _, text := range w.notes {
		seq, open := current(w.t, text)
		hidden := unseen[seq]
		for _, m := range cardToken.FindAllStringSubmatch(open, -1) {
			found++
			if c, _ := card.Parse(m[1]); hidden[c] > 0 {
				w.t.Fatalf("%s may not know %v: %s", w.viewer, c, text)
			}
		}
	}
	if found == 0 {
		w.t.Errorf("%s was told of no card at all", w.viewer)
	}
}

// current returns a note's number and its text without the cards that are known
// to lie hidden now: the scorecard of earlier holes, the list of cards that a
// reshuffle has put into the stock, and the cut, which was of another deck.
func current(t *testing.T, text string) (seq int64, rest string) {
	var note map[string]any
	if err := json.Unmarshal([]byte(text), &note); err != nil {
		t.Fatal(err)
	}
	if view, ok := note["view"].(map[string]any); ok {
		delete(view, "scorecard")
		if hole, ok := view["golf"].(map[string]any); ok {
			delete(hole, "recycled")
		}
	}
	if events, ok := note["golf"].([]any); ok {
		note["golf"] = slices.DeleteFunc(events, func(e any) bool { return e.(map[string]any)["kind"] == "cut" })
	}
	data, err := json.Marshal(note)
	if err != nil {
		t.Fatal(err)
	}
	return int64(note["seq"].(float64)), string(data)
}

func TestWholeMatchesTellNobodyTooMuch(t *testing.T) {
	for _, p := range golf.Presets() {
		t.Run(p.ID, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := record.RulesOf(p.Rules)
				rules.Holes = 3
				k := newKit(t, Settings{Rules: rules, Seats: 4, Spectators: true})
				k.do("anna", Command{Order: AddBot, Level: "easy", Seat: seatNumber(2)})
				var watchers []*watcher
				for _, viewer := range []string{"anna", "ben", "cleo", "", "zoe"} {
					w := &watcher{t: t, viewer: viewer}
					watchers = append(watchers, w)
					k.watch(viewer, 0, w.tell)
				}
				k.start("ben", "cleo")
				src := card.SplitMix(1)
				for k.view("").Phase != PhaseFinished {
					if !k.step([]string{"anna", "ben", "cleo"}, &src) {
						time.Sleep(time.Second) // a bot thinks
					}
					synctest.Wait()
				}
				entries := k.store.logs[k.id]
				for _, w := range watchers {
					if w.seq != int64(len(entries)) {
						t.Errorf("%q heard of %d events of %d", w.viewer, w.seq, len(entries))
					}
					if w.skips == 0 {
						t.Errorf("%q heard of everything", w.viewer)
					}
					w.search(k.id, entries, &k.hall.env)
				}
				// Whoever comes late is told the same, but for the views in between.
				late := &watcher{t: t, viewer: "ben"}
				k.watch("ben", 0, late.tell)
				synctest.Wait()
				late.search(k.id, entries, &k.hall.env)
				for i := range late.notes {
					a, b := withoutView(t, late.notes[i]), withoutView(t, watchers[1].notes[i])
					if a != b {
						t.Fatalf("told late: %s\nat once:   %s", a, b)
					}
				}
				v := k.view("")
				if len(v.Scorecard.Holes) != 3 || v.Fair.Secret == "" || len(v.Scorecard.Winners) == 0 {
					t.Errorf("at the end: %d holes, secret %q, winners %v", len(v.Scorecard.Holes), v.Fair.Secret, v.Scorecard.Winners)
				}
			})
		})
	}
}

func withoutView(t *testing.T, text string) string {
	var n Note
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	n.View = nil
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A server that starts again knows every table exactly as it was, and the match
// goes on to its end; reshuffles keep their order.
func TestRestartAfterEveryEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Eight grids of six and 54 cards: a stock of five.
		rules := preset(t, "six")
		rules.Decks, rules.Holes = 1, 1
		k := newKit(t, Settings{Rules: rules, Seats: 8, Spectators: true})
		players := []string{"anna", "ben", "cleo", "dan", "eve", "finn", "gus", "hal"}
		for _, p := range players {
			k.watch(p, 0, nil)
		}
		k.start(players[1:]...)
		src := card.SplitMix(2)
		reshuffles := 0
		for {
			before := map[string]View{}
			for _, p := range append(players, "") {
				before[p] = k.view(p)
			}
			l, err := k.hall.open(t.Context(), k.id)
			if err != nil {
				t.Fatal(err)
			}
			steps := l.t.match.Steps()
			l.mu.Unlock()
			k.restart()
			for p, want := range before {
				if got := k.view(p); !reflect.DeepEqual(got, want) {
					t.Fatalf("%q sees after the restart\n%+v\nand before\n%+v", p, got, want)
				}
			}
			l, err = k.hall.open(t.Context(), k.id)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(l.t.match.Steps(), steps) {
				t.Fatal("the match took other steps")
			}
			reshuffles = 0
			for _, s := range steps {
				if s.Kind == golf.StepReshuffle {
					reshuffles++
				}
			}
			l.mu.Unlock()
			if k.view("").Phase == PhaseFinished {
				break
			}
			if !k.step(players, &src) {
				t.Fatal("nobody can act")
			}
		}
		if reshuffles == 0 {
			t.Error("nothing was reshuffled")
		}
	})
}

func TestCommandTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2})
		c := Command{ID: "same", Player: "ben", Order: Sit, Name: "Ben", Seq: 1}
		seq, err := k.hall.Do(t.Context(), k.id, c)
		if err != nil || seq != 2 {
			t.Fatal(seq, err)
		}
		for range 3 {
			if again, err := k.hall.Do(t.Context(), k.id, c); again != seq || err != nil {
				t.Errorf("again: %d, %v", again, err)
			}
			k.restart()
		}
		if n := len(k.store.logs[k.id]); n != 2 {
			t.Errorf("%d events, want 2", n)
		}
		// Another player's command of that id is another command.
		c.Player, c.Name = "cleo", "Cleo"
		if _, err := k.hall.Do(t.Context(), k.id, c); err != Full {
			t.Errorf("got %v, want %v", err, Full)
		}
	})
}

// Two servers on one store: one of two writers has to decide again, and nothing
// is lost or done twice.
func TestTwoHallsOneStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3})
		other := NewHall(options(k.store))
		t.Cleanup(other.Close)
		if _, err := other.View(t.Context(), k.id, ""); err != nil {
			t.Fatal(err)
		}
		k.do("ben", Command{Order: Sit, Name: "Ben"})
		// The other hall still thinks that there was one event.
		c := Command{ID: "x", Player: "cleo", Order: Sit, Name: "Cleo", Seat: seatNumber(1), Seq: 1}
		if _, err := other.Do(t.Context(), k.id, c); err != SeatTaken {
			t.Errorf("Ben's seat: %v, want %v", err, SeatTaken)
		}
		c.Seat = nil
		if seq, err := other.Do(t.Context(), k.id, c); err != nil || seq != 3 {
			t.Errorf("another seat: %d, %v", seq, err)
		}
		// The first hall has not heard of Cleo, but the log has.
		if seq, err := k.hall.Do(t.Context(), k.id, c); err != nil || seq != 3 {
			t.Errorf("the same command in the first hall: %d, %v", seq, err)
		}
		if n := len(k.store.logs[k.id]); n != 3 {
			t.Errorf("%d events, want 3", n)
		}
	})
}

// A Watch also hears of what another server has written.
func TestWatchWhatAnotherServerWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3})
		o := options(k.store)
		o.Poll = time.Second
		other := NewHall(o)
		t.Cleanup(other.Close)
		w, err := other.Watch(t.Context(), k.id, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		go func() {
			time.Sleep(time.Minute)
			k.do("ben", Command{Order: Sit, Name: "Ben"})
		}()
		began := time.Now()
		notes, err := w.Next(t.Context())
		if err != nil || len(notes) != 1 || notes[0].Kind != Sat || notes[0].View.Seats[1].Name != "Ben" {
			t.Fatalf("%+v, %v", notes, err)
		}
		if late := time.Since(began) - time.Minute; late > time.Second {
			t.Errorf("told %v late", late)
		}
		k.do("cleo", Command{Order: Sit, Name: "Cleo"})
		if v, err := other.View(t.Context(), k.id, ""); err != nil || v.Seats[2].Name != "Cleo" {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// What the store could not take has not happened.
func TestStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3})
		broken := errors.New("disk full")
		k.store.fail = broken
		c := Command{ID: "x", Player: "ben", Order: Sit, Name: "Ben", Seq: 1}
		if _, err := k.hall.Do(t.Context(), k.id, c); err != broken {
			t.Fatalf("got %v", err)
		}
		if v := k.view(""); v.Seq != 1 || v.Seats[1].Name != "" {
			t.Errorf("after the failure: %+v", v)
		}
		if seq, err := k.hall.Do(t.Context(), k.id, c); err != nil || seq != 2 {
			t.Errorf("again: %d, %v", seq, err)
		}
	})
}

// A table goes on by itself when the store works again, whoever it failed: a
// bot, a clock or a player.
func TestStoreRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := preset(t, "six")
		rules.Holes = 1
		k := newKit(t, Settings{Rules: rules, Seats: 2, Clock: 15, Spectators: true})
		k.do("anna", Command{Order: AddBot, Level: "easy"})
		k.watch("anna", 0, nil)
		k.start()
		for i := 0; k.view("").Phase != PhaseFinished; i++ {
			k.store.mu.Lock()
			k.store.fail = errors.New("disk full")
			k.store.mu.Unlock()
			if v := k.view("anna"); i%3 == 0 && len(v.Golf.Legal) > 0 {
				_ = k.try("anna", Command{Order: Act, Seat: v.You, Action: v.Golf.Legal[0]})
			}
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if i > 1000 {
				t.Fatal("the table stands still")
			}
		}
	})
}

// A table whose store has failed is still the one its viewers look at, whoever
// asks for it meanwhile.
func TestFailureLeavesOneTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3, Spectators: true})
		var told []Kind
		k.watch("anna", 0, func(n Note) { told = append(told, n.Kind) })
		synctest.Wait()
		k.store.fails(errors.New("disk full"))
		sit := Command{ID: "x", Player: "ben", Order: Sit, Name: "Ben", Seq: 1}
		for range 3 {
			if _, err := k.hall.Do(t.Context(), k.id, sit); err == nil {
				t.Fatal("the store has not failed")
			}
		}
		k.store.fails(nil)
		if _, err := k.hall.Do(t.Context(), k.id, sit); err != nil {
			t.Fatal(err)
		}
		k.watch("ben", -1, nil)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if want := []Kind{Opened, Sat}; !slices.Equal(told, want) || !slices.Equal(k.events(0), want) {
			t.Errorf("Anna was told of %v, and the log has %v, want %v", told, k.events(0), want)
		}
	})
}

// Streams that end because the store has failed come back when it works again,
// and nobody has counted as gone for longer than that.
func TestNobodyIsGoneForAFailure(t *testing.T) {
	for _, poll := range []time.Duration{0, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			store := newMemory()
			o := options(store)
			o.Poll = poll
			k := &kit{T: t, store: store, hall: NewHall(o)}
			t.Cleanup(k.hall.Close)
			var err error
			k.id, err = k.hall.Create(t.Context(), Player{ID: "anna", Name: "Anna"}, Settings{Rules: preset(t, "six"), Seats: 2}, "")
			if err != nil {
				t.Fatal(err)
			}
			// Like a page, which comes back two seconds after a stream has ended.
			follow := func(player string) {
				for after := int64(-1); ; {
					w, err := k.hall.Watch(t.Context(), k.id, player, after)
					for err == nil {
						var notes []Note
						if notes, err = w.Next(t.Context()); err == nil {
							after = notes[len(notes)-1].Seq
						}
					}
					if w != nil {
						w.Close()
					}
					select {
					case <-time.After(2 * time.Second):
					case <-t.Context().Done():
						return
					}
				}
			}
			go follow("anna")
			k.start("ben")
			go follow("ben")
			time.Sleep(5 * time.Minute)
			before := k.view("anna").Seq
			c := Command{ID: "x", Player: "anna", Order: Act, Seat: seatNumber(0), Action: "choose 1 2", Seq: before}
			k.store.fails(errors.New("no database"))
			for range 2 {
				if _, err := k.hall.Do(t.Context(), k.id, c); err == nil {
					t.Fatal("the store has not failed")
				}
			}
			time.Sleep(5 * time.Second)
			k.store.fails(nil)
			if _, err := k.hall.Do(t.Context(), k.id, c); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Minute)
			synctest.Wait()
			if got, want := k.events(before), []Kind{Acted}; !slices.Equal(got, want) {
				t.Errorf("looking for news every %v: the log has %v, want %v", poll, got, want)
			}
			l, err := k.hall.open(t.Context(), k.id)
			if err != nil {
				t.Fatal(err)
			}
			if len(l.watches) != 2 {
				t.Errorf("looking for news every %v: %d streams, want 2", poll, len(l.watches))
			}
			l.mu.Unlock()
		})
	}
}

// A table that is found in the store before Create returns is the one that
// Create has made.
func TestFoundBeforeCreated(t *testing.T) {
	store := newMemory()
	h := NewHall(options(store))
	t.Cleanup(h.Close)
	found := make(chan *Watch, 1)
	store.after = func(id string) {
		store.after = nil
		go func() {
			w, err := h.Watch(t.Context(), id, "", -1)
			if err != nil {
				t.Error(err)
			}
			found <- w
		}()
		time.Sleep(50 * time.Millisecond)
	}
	id, err := h.Create(t.Context(), Player{ID: "anna", Name: "Anna"}, Settings{Rules: preset(t, "six"), Seats: 2}, "")
	if err != nil {
		t.Fatal(err)
	}
	w := <-found
	if w == nil {
		return
	}
	if _, err := w.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Do(t.Context(), id, Command{ID: "x", Player: "ben", Order: Sit, Name: "Ben", Seq: 1}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if notes, err := w.Next(ctx); err != nil || notes[0].Kind != Sat {
		t.Errorf("%v, %v", notes, err)
	}
}

// A stream that ends while the store fails has been there until then.
func TestStreamEndsDuringAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2})
		k.watch("anna", -1, nil)
		k.start("ben")
		hangUp := k.watch("ben", -1, nil)
		time.Sleep(5 * time.Minute)
		k.store.fails(errors.New("disk full"))
		if err := k.try("anna", Command{Order: Act, Seat: seatNumber(0), Action: "choose 1 2"}); err == nil {
			t.Fatal("the store has not failed")
		}
		hangUp()
		k.store.fails(nil)
		time.Sleep(k.hall.env.Warn - time.Second)
		if s := k.view("anna").Seats[1]; s.Away {
			t.Errorf("Ben is away too soon: %+v", s)
		}
		time.Sleep(2 * time.Second)
		if s := k.view("anna").Seats[1]; !s.Away {
			t.Errorf("Ben is not away: %+v", s)
		}
	})
}

// A log that cannot be read is no reason for the other tables to stand still.
func TestResumeLeavesOutBrokenLogs(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":                "",
		"no JSON":                `{"kind":"sat"`,
		"another kind of value":  `{"kind":"sat","seat":"first"}`,
		"half a secret":          `{"kind":"opened","seat":0,"secret":"00"}`,
		"a seed of other signs":  `{"kind":"ready","seat":0,"seed":"zz"}`,
		"an unknown kind":        `{"kind":"stood","seat":0}`,
		"a seat there is not":    `{"kind":"ready","seat":7}`,
		"settings there are not": `{"kind":"configured","seat":-1,"settings":{"seats":-1}}`,
		"fewer seats than taken": `{"kind":"configured","seat":-1,"settings":{"seats":2}}`,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 3})
				good := k.id
				var err error
				if k.id, err = k.hall.Create(t.Context(), Player{ID: "ben", Name: "Ben"}, Settings{Rules: preset(t, "six"), Seats: 3}, ""); err != nil {
					t.Fatal(err)
				}
				for _, p := range []string{"cleo", "dan"} {
					k.do(p, Command{Order: Sit, Name: p})
				}
				k.do("dan", Command{Order: Say, Phrase: "hello"})
				k.hall.Close()
				k.store.logs[k.id][3].Data = []byte(data)
				k.restart()
				if _, err := k.hall.View(t.Context(), k.id, ""); !errors.Is(err, errLog) {
					t.Errorf("the broken table: %v", err)
				}
				if _, err := k.hall.View(t.Context(), good, ""); err != nil {
					t.Errorf("the other one: %v", err)
				}
			})
		})
	}
}

// After a break that spans the end of a hole the scorecard is there, however the
// notes of it come; in the middle of a hole it is not sent again.
func TestScorecardAfterABreak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := preset(t, "four")
		rules.Holes = 3
		k := newKit(t, Settings{Rules: rules, Seats: 2, Spectators: true})
		k.watch("anna", -1, nil)
		k.start("ben")
		follow := func(after int64) *Watch {
			w, err := k.hall.Watch(t.Context(), k.id, "", after)
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		next := func(w *Watch) View {
			notes, err := w.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return *notes[len(notes)-1].View
		}
		slow := follow(-1)
		if v := next(slow); v.Scorecard == nil {
			t.Error("a new stream begins without a scorecard")
		}
		src := card.SplitMix(6)
		both := []string{"anna", "ben"}
		before := k.view("").Seq
		k.step(both[:1], &src)
		if v := next(slow); v.Scorecard != nil {
			t.Error("the scorecard is sent without need")
		}
		for k.view("").Golf.Hole == 1 {
			k.step(both, &src)
		}
		last := k.view("").Seq - 1
		for name, w := range map[string]*Watch{"slow": slow, "opened again": follow(before), "with the last event missing": follow(last)} {
			if v := next(w); v.Phase != PhasePlaying || v.Scorecard == nil || len(v.Scorecard.Holes) != 1 {
				t.Errorf("a stream that is %s: phase %s, scorecard %+v", name, v.Phase, v.Scorecard)
			}
		}
	})
}

// A code finds a table as long as somebody can sit down there.
func TestCodeNeedsASeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, Settings{Rules: preset(t, "six"), Seats: 2, Spectators: true})
		for _, s := range []struct {
			player string
			c      Command
			found  bool
		}{
			{"anna", Command{Order: Say, Phrase: "hello"}, true},
			{"anna", Command{Order: Lock, On: true}, false},
			{"anna", Command{Order: Lock}, true},
			{"ben", Command{Order: Sit, Name: "Ben"}, false},
			{"ben", Command{Order: Leave}, true},
			{"anna", Command{Order: AddBot, Level: "easy"}, false},
			{"anna", Command{Order: Clear, Seat: seatNumber(1)}, true},
			{"anna", Command{Order: Configure, Settings: &Settings{Rules: preset(t, "six"), Seats: 3}}, true},
			{"anna", Command{Order: AddBot, Level: "easy"}, true},
			{"anna", Command{Order: Ready, On: true}, true},
			{"anna", Command{Order: Start}, false},
		} {
			k.do(s.player, s.c)
			id, err := k.hall.ByCode(t.Context(), Code(k.id))
			if s.found && (id != k.id || err != nil) || !s.found && err != ErrNotFound {
				t.Errorf("after %s, %s: %q, %v", s.player, s.c.Order, id, err)
			}
		}
	})
}

// The list has what one may join or watch, in an order that stays.
func TestTablesThatAreListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHall(options(newMemory()))
		t.Cleanup(h.Close)
		k := &kit{T: t, hall: h}
		ids := map[string]string{}
		open := func(name, host string, settings Settings, orders ...Command) {
			settings.Rules = preset(t, "six")
			id, err := h.Create(t.Context(), Player{ID: host, Name: "Host"}, settings, "")
			if err != nil {
				t.Fatal(err)
			}
			k.id, ids[id] = id, name
			for _, c := range orders {
				k.do(host, c)
			}
		}
		bot, lock := Command{Order: AddBot, Level: "easy"}, Command{Order: Lock, On: true}
		start := []Command{bot, {Order: Ready, On: true}, {Order: Start}}
		for range 3 {
			open("open", "anna", Settings{Seats: 3, Listed: true})
			open("open", "anna", Settings{Seats: 3, Listed: true, Spectators: true})
			open("full, to be watched", "anna", Settings{Seats: 2, Listed: true, Spectators: true}, bot)
			open("locked, to be watched", "anna", Settings{Seats: 2, Listed: true, Spectators: true}, lock)
			open("in play, to be watched", "anna", Settings{Seats: 2, Listed: true, Spectators: true}, start...)
			open("full", "anna", Settings{Seats: 2, Listed: true}, bot)
			open("locked", "anna", Settings{Seats: 2, Listed: true}, lock)
			open("in play", "anna", Settings{Seats: 2, Listed: true}, start...)
			open("closed", "anna", Settings{Seats: 2, Listed: true}, Command{Order: Close})
			open("hidden", "anna", Settings{Seats: 2, Spectators: true})
			open("Ben's", "ben", Settings{Seats: 2}, lock)
			open("without Cleo", "anna", Settings{Seats: 2, Listed: true, Spectators: true})
			k.do("cleo", Command{Order: Sit, Name: "Cleo"})
			k.do("anna", Command{Order: Clear, Seat: seatNumber(1)})
		}
		rank := map[string]int{
			"Ben's": 1, "open": 2, "without Cleo": 2,
			"full, to be watched": 3, "locked, to be watched": 3, "in play, to be watched": 3,
		}
		for player, want := range map[string]int{"ben": 21, "zoe": 18, "": 18, "cleo": 15} {
			list := h.Tables(player)
			if len(list) != want {
				t.Errorf("%q: %d tables, want %d", player, len(list), want)
			}
			for i, l := range list {
				if rank[ids[l.Table]] == 0 {
					t.Errorf("%q: a table that is %s", player, ids[l.Table])
				}
				if i > 0 && cmp.Or(cmp.Compare(rank[ids[list[i-1].Table]], rank[ids[l.Table]]), cmp.Compare(list[i-1].Table, l.Table)) > 0 {
					t.Errorf("%q: %s after %s", player, ids[l.Table], ids[list[i-1].Table])
				}
				if player == "cleo" && ids[l.Table] == "without Cleo" {
					t.Errorf("%q: %+v", player, l)
				}
			}
		}
	})
}
