package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
	"birdie/table"
)

// quick makes tables that wait for nobody.
func quick(o *Options) {
	o.Tables.Timing = table.DefaultTiming()
	o.Tables.Timing.GoOn = time.Millisecond
	o.Tables.Thinkers = 2
}

// stream is an open event stream. It keeps all it was sent, as text.
type stream struct {
	notes chan table.Note // everything but what came after it was full
	done  chan struct{}
	mu    sync.Mutex
	text  []string // the data of each note
	ids   []string
	end   string   // the data of the last end
	ends  []string // of all, when there are many tables
	stop  context.CancelFunc
}

// follow opens a stream. Query begins with a question mark, if it is not empty.
func (c *browser) follow(id, query string) *stream {
	c.t.Helper()
	return c.watch("/api/tables/" + id + "/events" + query)
}

// watch opens the stream of a path, with a name and a value of a header.
func (c *browser) watch(path string, header ...string) *stream {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", c.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if r.Header = c.header.Clone(); len(header) > 0 {
		r.Header.Set(header[0], header[1])
	}
	answer, err := c.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		c.t.Fatalf("stream: %d %s", answer.StatusCode, text)
	}
	s := &stream{notes: make(chan table.Note, 100_000), done: make(chan struct{}), stop: cancel}
	go func() {
		defer close(s.done)
		defer close(s.notes)
		defer answer.Body.Close()
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		event, id := "", ""
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case field == "event":
				event = value
			case field == "id":
				id = value
			case field == "data" && event == "end":
				s.mu.Lock()
				s.end, s.ends = value, append(s.ends, value)
				s.mu.Unlock()
			case field == "":
				event = ""
			case field == "data":
				var n table.Note
				if json.Unmarshal([]byte(value), &n) != nil {
					value = "unreadable: " + value
				}
				s.mu.Lock()
				s.text, s.ids = append(s.text, value), append(s.ids, id)
				s.mu.Unlock()
				s.notes <- n
			}
		}
	}()
	c.t.Cleanup(func() { cancel(); <-s.done })
	return s
}

// next returns the next note.
func (s *stream) next(t *testing.T) table.Note {
	t.Helper()
	select {
	case n, ok := <-s.notes:
		if !ok {
			t.Fatalf("the stream has ended: %s", s.end)
		}
		return n
	case <-time.After(20 * time.Second):
		t.Fatal("nothing comes")
	}
	panic("unreachable")
}

// open opens a table and returns its id.
func (c *browser) open(settings any, preset string) string {
	c.t.Helper()
	var v table.View
	c.want(http.StatusCreated, "POST", "/api/tables", map[string]any{"preset": preset, "settings": settings}, &v)
	return v.Table
}

var commandIDs struct {
	sync.Mutex
	n int
}

// order gives a command, which must succeed.
func (c *browser) order(id string, seq int64, order string, more map[string]any) int64 {
	c.t.Helper()
	commandIDs.Lock()
	commandIDs.n++
	body := map[string]any{"id": "c" + strconv.Itoa(commandIDs.n), "seq": seq, "order": order}
	commandIDs.Unlock()
	for k, v := range more {
		body[k] = v
	}
	var out struct{ Seq int64 }
	c.want(http.StatusOK, "POST", "/api/tables/"+id+"/commands", body, &out)
	return out.Seq
}

func (c *browser) view(id string) (v table.View) {
	c.t.Helper()
	c.want(http.StatusOK, "GET", "/api/tables/"+id, nil, &v)
	return v
}

// play plays at random until the match is over: whenever the stream shows that
// it may act, it does.
func (c *browser) play(id string, s *stream, seed uint64) {
	src := card.SplitMix(seed)
	decided := int64(-1)
	for n := range s.notes {
		v := n.View
		switch {
		case v == nil || v.Seq < decided || v.You == nil:
		case v.Phase == table.PhaseFinished:
			return
		case v.Phase == table.PhaseHoleOver && !v.Seats[*v.You].WentOn:
			c.post(id, v.Seq, table.Command{Order: table.GoOn})
		case v.Phase == table.PhasePlaying && len(v.Golf.Legal) > 0:
			legal := v.Golf.Legal
			action := legal[card.Below(&src, uint64(len(legal)))]
			if v.Golf.Phase == "place" && card.Below(&src, 4) > 0 {
				action = coverFirst(v.Golf.Grids[*v.You]) // or holes would take for ever
			}
			decided = c.post(id, v.Seq, table.Command{Order: table.Act, Seat: v.You, Action: action})
		}
	}
}

// coverFirst swaps the card in hand in for the first face-down card.
func coverFirst(grid []record.Cell) string {
	return golf.SwapAt(slices.IndexFunc(grid, func(c record.Cell) bool { return !c.Up })).String()
}

// post gives a command and returns the number of its event; when something came
// in between, which the stream will show, it returns 0.
func (c *browser) post(id string, seq int64, command table.Command) int64 {
	commandIDs.Lock()
	commandIDs.n++
	command.ID = "p" + strconv.Itoa(commandIDs.n)
	commandIDs.Unlock()
	command.Seq = seq
	answer, text := c.send("POST", "/api/tables/"+id+"/commands", command)
	var out struct {
		Seq  int64
		Code string
	}
	if err := json.Unmarshal(text, &out); err != nil {
		c.t.Errorf("%v: %s", err, text)
	}
	if answer.StatusCode != http.StatusOK && (command.Order == table.Act || out.Code != string(table.WrongPhase)) {
		c.t.Errorf("%s %s: %s", command.Order, command.Action, text)
	}
	return out.Seq
}

// Four clients play nine holes to the end through the public API, under each
// layout. All that the players and a spectator are ever sent is searched for
// cards they may not know.
func TestFourClientsPlayNineHoles(t *testing.T) {
	for _, preset := range []string{"six", "four", "nine", "eight", "peek"} {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			b := start(t, quick)
			names := []string{"Anna", "Ben", "Cleo", "Dan"}
			var players []*browser
			for _, name := range names {
				players = append(players, b.guest(t, name))
			}
			id := players[0].open(map[string]any{"seats": 4, "spectators": true}, preset)
			var follows []*stream
			for i, p := range players {
				if i > 0 {
					p.order(id, 0, "sit", nil)
				}
				follows = append(follows, p.follow(id, "?after=0"))
			}
			follows = append(follows, b.browser(t).follow(id, "?after=0"))
			for _, p := range players {
				p.order(id, 1, "ready", map[string]any{"on": true, "seed": "00ff"})
			}
			players[0].order(id, players[0].view(id).Seq, "start", nil)
			var all sync.WaitGroup
			for i, p := range players {
				all.Go(func() { p.play(id, follows[i], uint64(i)) })
			}
			all.Wait()
			v := b.browser(t).view(id)
			if v.Phase != table.PhaseFinished || len(v.Scorecard.Holes) != 9 {
				t.Fatalf("phase %s after %d holes", v.Phase, len(v.Scorecard.Holes))
			}
			for i, f := range follows {
				f.searchForCards(t, b, id, i, v.Seq)
			}
			// Anyone may now check the shuffles.
			var record json.RawMessage
			players[1].want(http.StatusOK, "GET", "/api/tables/"+id+"/matches/1", nil, &record)
			var verified struct {
				Verified bool
				Totals   []int
			}
			players[1].want(http.StatusOK, "POST", "/api/verify", string(record), &verified)
			if !verified.Verified || fmt.Sprint(verified.Totals) != fmt.Sprint(v.Scorecard.Totals) {
				t.Errorf("%+v, the table says %v", verified, v.Scorecard.Totals)
			}
			for a, b := range map[string]string{`"secret":"`: `"secret":"0`, `"deck":"AC`: `"deck":"2C`, `"do":"draw"`: `"do":"discard"`} {
				changed := strings.Replace(string(record), a, b, 1)
				if changed == string(record) {
					continue
				}
				if answer, text := players[1].send("POST", "/api/verify", changed); answer.StatusCode != http.StatusUnprocessableEntity {
					t.Errorf("with %s: %d %s", b, answer.StatusCode, text)
				}
			}
		})
	}
}

var cardToken = regexp.MustCompile(`[A2-9TJQK][CDHS]|X[12]`)

// searchForCards waits until the stream has told everything up to last and
// searches it for cards that the viewer in the given seat could not know at the
// time, and for anything secret.
func (s *stream) searchForCards(t *testing.T, b *bench, id string, viewer int, last int64) {
	t.Helper()
	s.wait(t, last)
	entries, err := b.store.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if viewer == 4 {
		viewer = golf.Spectator
	}
	// What the viewer does not know after each event, worked out from the log.
	unseen := map[string]card.Counts{}
	secret := ""
	state := table.New(id, &table.Env{Timing: table.DefaultTiming()})
	err = table.Replay(state, entries, func(e table.Event) {
		if e.Secret != nil {
			text, _ := e.Secret.MarshalText()
			secret = string(text)
		}
		if m := state.Match(); m != nil {
			v := m.View(viewer)
			unseen[strconv.FormatInt(state.Seq(), 10)] = v.Unseen()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, text := range s.text {
		if want := strconv.Itoa(i + 1); s.ids[i] != want {
			t.Fatalf("viewer %d: note %s comes as number %s", viewer, s.ids[i], want)
		}
		if strings.Contains(text, secret) && i < len(s.text)-1 {
			t.Fatalf("viewer %d is told the secret: %s", viewer, text)
		}
		hidden := unseen[s.ids[i]]
		for _, token := range cardToken.FindAllString(current(t, text), -1) {
			found++
			if c, err := card.Parse(token); err != nil || hidden[c] > 0 {
				t.Fatalf("viewer %d may not know %s: %s", viewer, token, text)
			}
		}
	}
	if found == 0 {
		t.Errorf("viewer %d was told of no card at all", viewer)
	}
}

// wait waits until a note has come.
func (s *stream) wait(t *testing.T, seq int64) {
	t.Helper()
	s.waitFor(t, strconv.FormatInt(seq, 10))
}

// waitFor waits until a message of the given id has come.
func (s *stream) waitFor(t *testing.T, id string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		n := len(s.ids)
		done := n > 0 && s.ids[n-1] == id
		s.mu.Unlock()
		if done {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("number %s does not come after %d notes", id, n)
		}
	}
}

// current returns a note without the cards that are known to lie hidden now: the
// scorecard of earlier holes, the list of cards that a reshuffle has put into the
// stock, and the cut, which was of another deck. Names and ids are left out too,
// as they may look like cards.
func current(t *testing.T, text string) string {
	var note map[string]any
	if err := json.Unmarshal([]byte(text), &note); err != nil {
		t.Fatal(err)
	}
	if view, ok := note["view"].(map[string]any); ok {
		for _, part := range []string{"scorecard", "table", "fair", "seats"} {
			delete(view, part)
		}
		if hole, ok := view["golf"].(map[string]any); ok {
			delete(hole, "recycled")
		}
	}
	if events, ok := note["golf"].([]any); ok {
		var rest []any
		for _, e := range events {
			if e.(map[string]any)["kind"] != "cut" {
				rest = append(rest, e)
			}
		}
		note["golf"] = rest
	}
	data, err := json.Marshal(note)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestStreamResumes(t *testing.T) {
	b := start(t)
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	id := anna.open(map[string]any{"seats": 3}, "six")
	fresh := anna.follow(id, "")
	if n := fresh.next(t); n.Kind != table.Now || n.Seq != 1 || n.View == nil || *n.View.You != 0 {
		t.Fatalf("%+v", n)
	}
	ben.order(id, 1, "sit", nil)
	for i := range 3 {
		ben.order(id, 2, "ready", map[string]any{"on": i%2 == 0})
	}
	for seq := int64(2); seq <= 5; seq++ {
		if n := fresh.next(t); n.Seq != seq {
			t.Errorf("note %d, want %d", n.Seq, seq)
		}
	}
	// A gap is filled, by the header as by the query.
	for _, how := range []string{"query", "header"} {
		late, query := b.browser(t), "?after=2"
		if how == "header" {
			late.header.Set("Last-Event-ID", "2")
			query = "?after=1"
		}
		s := late.follow(id, query)
		for seq := int64(3); seq <= 5; seq++ {
			if n := s.next(t); n.Seq != seq || (n.View != nil) != (seq == 5) {
				t.Errorf("%s: note %d with view %v, want %d", how, n.Seq, n.View != nil, seq)
			}
		}
	}
	stranger := b.browser(t)
	if p := stranger.refuse(Code(table.Ahead), "GET", "/api/tables/"+id+"/events?after=6", nil); p.Status != http.StatusConflict {
		t.Errorf("%+v", p)
	}
	stranger.refuse(Invalid, "GET", "/api/tables/"+id+"/events?after=-1", nil)
	stranger.refuse(NotFound, "GET", "/api/tables/nosuchtable/events", nil)
	// The newest stream of a player wins.
	again := anna.follow(id, "?after=5")
	<-fresh.done
	if fresh.end != `{"code":"replaced"}` {
		t.Errorf("the older stream ends with %s", fresh.end)
	}
	b.Close()
	<-again.done
	if again.end != `{"code":"restarting"}` {
		t.Errorf("the stream of a closing server ends with %s", again.end)
	}
}

func TestTooManyStreams(t *testing.T) {
	b := start(t)
	id := b.guest(t, "Anna").open(map[string]any{"seats": 2}, "six")
	stranger := b.browser(t)
	var open []*stream
	for range maxStreams {
		open = append(open, stranger.follow(id, ""))
	}
	stranger.refuse(TooMany, "GET", "/api/tables/"+id+"/events", nil)
	open[0].stop()
	<-open[0].done
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		if answer, err := stranger.Get(b.url + "/api/tables/" + id + "/events"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("a closed stream still counts")
		}
	}
}

func TestTablesAreListed(t *testing.T) {
	b := start(t)
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	listed := anna.open(map[string]any{"seats": 2, "listed": true}, "six")
	private := anna.open(map[string]any{"seats": 2}, "six")
	ids := func(c *browser) string {
		var list []table.Listing
		c.want(http.StatusOK, "GET", "/api/tables", nil, &list)
		var ids []string
		for _, l := range list {
			ids = append(ids, l.Table)
		}
		return strings.Join(ids, " ")
	}
	_, metrics := anna.send("GET", "/metrics", nil)
	if !strings.Contains(string(metrics), "\nbirdie_tables 2\n") {
		t.Error("the metrics do not count two tables")
	}
	if got := ids(b.browser(t)); got != listed {
		t.Errorf("a stranger sees %q", got)
	}
	if got := ids(ben); got != listed {
		t.Errorf("Ben sees %q", got)
	}
	if got := ids(anna); !strings.Contains(got, listed) || !strings.Contains(got, private) {
		t.Errorf("Anna sees %q", got)
	}
	// Who knows the link can come in.
	ben.order(private, 0, "sit", map[string]any{"name": "Benno"})
	if v := anna.view(private); v.Seats[1].Name != "Benno" || v.Seats[1].Program {
		t.Errorf("%+v", v.Seats)
	}
}

// A request to open a table that is sent again, at the same time or later, opens
// one table. Ids of other players are other ids.
func TestOpenOnce(t *testing.T) {
	b := start(t, quick)
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	open := func(who *browser, id string) string {
		var v table.View
		who.want(http.StatusCreated, "POST", "/api/tables", map[string]any{"id": id, "settings": map[string]any{"seats": 2}}, &v)
		if v.You == nil || *v.You != 0 {
			t.Errorf("%s: the host sits on %v", id, v.You)
		}
		return v.Table
	}
	tables := make([]string, 6)
	var all sync.WaitGroup
	for i := range tables {
		all.Go(func() { tables[i] = open(anna, "one") })
	}
	all.Wait()
	for _, id := range tables {
		if id != tables[0] {
			t.Fatalf("opened %v", tables)
		}
	}
	ben.order(tables[0], 1, "sit", nil)
	var again table.View
	anna.want(http.StatusCreated, "POST", "/api/tables", map[string]any{"id": "one", "settings": map[string]any{"seats": 5}}, &again)
	if again.Table != tables[0] || again.Seq != 2 {
		t.Errorf("later the answer is table %s after event %d", again.Table, again.Seq)
	}
	seen := map[string]bool{tables[0]: true}
	for _, id := range []string{open(anna, "two"), open(ben, "one"), open(anna, ""), open(anna, "")} {
		if seen[id] {
			t.Errorf("%s was opened before", id)
		}
		seen[id] = true
	}
	anna.refuse(Invalid, "POST", "/api/tables", map[string]any{"id": strings.Repeat("x", 65), "settings": map[string]any{"seats": 2}})
}
