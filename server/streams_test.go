package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"birdie/golf"
	"birdie/table"
)

// One stream follows several tables. Of each it tells exactly what a stream of
// that table alone tells the same viewer: seated here, there or nowhere.
func TestOneStreamForManyTables(t *testing.T) {
	b := start(t, quick, func(o *Options) { o.Tables.BotPause = time.Millisecond })
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	settings := map[string]any{"seats": 2, "spectators": true, "rules": map[string]any{"holes": 1, "layout": "four"}}
	var ids []string
	seats := []int{0, 1, golf.Spectator}
	players := [][]*browser{{anna, ben}, {ben, anna}, {ben, b.guest(t, "Cleo")}}
	for _, p := range players {
		id := p[0].open(settings, "")
		p[1].order(id, 1, "sit", nil)
		ids = append(ids, id)
	}
	many := anna.watch("/api/events?tables=" + strings.Join(ids, ".0,") + ".0")
	ben.watch("/api/events?tables=" + strings.Join(ids, ",")) // while nobody is there a table rests
	for i, id := range ids {
		for _, p := range players[i] {
			p.order(id, 2, "ready", map[string]any{"on": true, "seed": "00ff"})
		}
		players[i][0].order(id, 4, "start", nil)
		for _, p := range players[i] { // bots play for them
			p.order(id, 5, "leave", nil)
		}
	}
	for _, id := range ids {
		for deadline := time.Now().Add(20 * time.Second); b.browser(t).view(id).Phase != table.PhaseFinished; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the match does not end")
			}
		}
	}
	last := map[string]int64{}
	position := ""
	for _, id := range ids {
		last[id] = anna.view(id).Seq
		position += "," + id + "." + strconv.FormatInt(last[id], 10)
	}
	many.waitFor(t, position[1:])
	for i, id := range ids {
		// The stream is replaced by this one and has told all. Who comes back plays
		// again, which is an event more.
		one := anna.follow(id, "?after=0")
		viewer := map[int]int{0: 0, 1: 1, golf.Spectator: 4}[seats[i]]
		one.searchForCards(t, b, id, viewer, anna.view(id).Seq)
		var got, numbers []string
		for _, text := range many.text {
			if rest, ok := strings.CutPrefix(text, `{"table":"`+id+`",`); ok {
				got, numbers = append(got, "{"+rest), append(numbers, strconv.Itoa(len(got)+1))
			}
		}
		if int64(len(got)) != last[id] || len(one.text) < len(got) {
			t.Fatalf("table %d: %d notes, alone %d", i, len(got), len(one.text))
		}
		(&stream{text: got, ids: numbers}).searchForCards(t, b, id, viewer, last[id])
		for k := range got {
			// Views depend on when they are made: what was sent together elsewhere
			// has only one.
			if note, alone := withoutView(got[k]), withoutView(one.text[k]); note != alone {
				t.Errorf("table %d is told\n%s, alone\n%s", i, note, alone)
			}
		}
	}
	// It goes on from where it was, told by the id or the address.
	again := anna.watch("/api/events?tables="+ids[0], "Last-Event-ID", position[1:])
	for range 2 {
		if n := again.next(t); n.Kind != table.Back || n.Seq <= 1 {
			t.Errorf("told %+v", n)
		}
	}
	players[2][1].order(ids[2], last[ids[2]], "again", nil) // the host, who left last
	if n := again.next(t); n.Kind != table.Opened || n.Seq != last[ids[2]]+1 {
		t.Errorf("told %+v", again.text)
	}
}

func withoutView(note string) string {
	before, _, _ := strings.Cut(note, `,"view":`)
	return strings.TrimSuffix(before, "}")
}

// waitForEnd waits until the stream has told of these ends.
func (s *stream) waitForEnd(t *testing.T, want ...string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		got := strings.Join(s.ends, " ")
		s.mu.Unlock()
		if !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(got, w) }) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the ends are %s, want %s", got, want)
		}
	}
}

// What ends at one table leaves the others alone; the server's end is told once.
func TestManyTablesEndOneByOne(t *testing.T) {
	b := start(t, quick)
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	settings := map[string]any{"seats": 2}
	ended, banned, live, other := anna.open(settings, ""), anna.open(settings, ""), anna.open(settings, ""), anna.open(settings, "")
	ben.order(banned, 1, "sit", nil)
	s := ben.watch("/api/events?tables=" + ended + "," + banned + "," + live + ",nosuchtable," + other + ".99")
	for range 3 {
		if n := s.next(t); n.Kind != table.Now {
			t.Errorf("told %+v", n)
		}
	}
	s.waitForEnd(t, `{"table":"nosuchtable","code":"not-found"}`, `{"table":"`+other+`","code":"ahead"}`)
	anna.order(ended, 1, "close", nil)
	anna.order(banned, 2, "clear", map[string]any{"seat": 1})
	s.waitForEnd(t, `{"table":"`+ended+`","code":"closed"}`, `{"table":"`+banned+`","code":"banned"}`)
	// Elsewhere the same player opens one of them; then the server stops.
	cleo := b.guest(t, "Cleo")
	cleo.order(live, 1, "sit", nil)
	if n := s.next(t); n.Kind != table.Shut && n.Kind != table.Sat {
		t.Errorf("told %+v", n)
	}
	ben.follow(live, "").next(t)
	s.waitForEnd(t, `{"table":"`+live+`","code":"replaced"}`)
	<-s.done
	s = ben.watch("/api/events?tables=" + live + "," + other)
	s.next(t)
	s.next(t)
	b.Close()
	<-s.done
	if len(s.ends) != 1 || s.end != `{"code":"restarting"}` {
		t.Errorf("the server's end is told as %s", s.ends)
	}
	for _, wrong := range []string{"", ",", live + "," + live, live + ".x", live + ".-1", live + "%22", strings.Repeat("a,", 16) + "b", "a%0Ab"} {
		ben.refuse(Invalid, "GET", "/api/events?tables="+wrong, nil)
	}
}

// A stream that goes on for another table keeps nobody at one that it tells no
// more of.
func TestEndedFeedKeepsNobodyThere(t *testing.T) {
	b := start(t, quick, func(o *Options) { o.Tables.Timing.Grace = 200 * time.Millisecond })
	anna, ben, cleo := b.guest(t, "Anna"), b.guest(t, "Ben"), b.guest(t, "Cleo")
	id, other := anna.open(map[string]any{"seats": 3}, "six"), cleo.open(map[string]any{"seats": 2}, "six")
	anna.follow(id, "").next(t)
	bens := ben.follow(id, "")
	bens.next(t)
	s := cleo.watch("/api/events?tables=" + id + "," + other)
	ben.order(id, 1, "sit", nil)
	anna.order(id, 2, "ready", map[string]any{"on": true})
	anna.order(id, 3, "start", nil) // waits for Ben, and only players may watch
	s.waitForEnd(t, `{"table":"`+id+`","code":"no-spectators"}`)
	ben.order(id, 4, "leave", nil)
	cleo.order(id, anna.view(id).Seq, "sit", nil)
	for n := bens.next(t); n.Kind != table.Rose || n.Seq <= 5; n = bens.next(t) {
	}
	if v := cleo.view(other); v.Seats[0].Name == "" {
		t.Errorf("at the other table are %+v", v.Seats)
	}
}

// With an identity its streams end, and those of its programs: nobody sees a
// player's cards any more, or keeps the seat awake.
func TestDeletionEndsStreams(t *testing.T) {
	b := start(t, quick)
	anna, ben, marvin, eve := b.guest(t, "Anna"), b.guest(t, "Ben"), b.browser(t), b.browser(t)
	var bot struct{ ID, Token string }
	for _, program := range []*browser{marvin, eve} {
		ben.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Program"}, &bot)
		program.header.Set("Authorization", "Bearer "+bot.Token)
	}
	id := anna.open(map[string]any{"seats": 3}, "peek")
	ben.order(id, 1, "sit", nil)
	marvin.order(id, 2, "sit", map[string]any{"name": "Marvin"})
	ben.order(id, 3, "ready", map[string]any{"on": true})
	marvin.order(id, 4, "ready", map[string]any{"on": true})
	anna.order(id, 5, "ready", map[string]any{"on": true})
	anna.order(id, 6, "start", nil)
	annas := anna.follow(id, "")
	gone := []*stream{ben.follow(id, ""), ben.watch("/api/events?tables=" + anna.open(map[string]any{"seats": 2}, "six")), marvin.follow(id, "")}
	eves := eve.follow(anna.open(map[string]any{"seats": 2}, "six"), "")
	for _, s := range append(gone, annas, eves) {
		s.next(t)
	}
	ends := func(s *stream) {
		t.Helper()
		select {
		case <-s.done:
		case <-time.After(10 * time.Second):
			t.Fatal("the stream goes on")
		}
		if s.end != "" {
			t.Errorf("it ends with %s", s.end)
		}
	}
	ben.want(http.StatusNoContent, "DELETE", "/api/me/bots/"+bot.ID, nil, nil)
	ends(eves)
	ben.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	for _, s := range gone {
		ends(s)
	}
	for v := anna.view(id); ; {
		if n := annas.next(t); n.Seq == v.Seq {
			break
		}
	}
	b.streams.mu.Lock()
	defer b.streams.mu.Unlock()
	if len(b.streams.open) != 1 {
		t.Errorf("streams of %d are open, want Anna's", len(b.streams.open))
	}
}

// Many identities at one address have no more streams together than an address
// may have, unless there are no limits.
func TestTooManyStreamsFromAddress(t *testing.T) {
	for name, limits := range map[string]bool{"limits": true, "no limits": false} {
		t.Run(name, func(t *testing.T) {
			b := start(t, quick, func(o *Options) {
				o.Config.NoLimits = !limits
				o.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
			})
			anna, elsewhere, stranger := b.guest(t, "Anna"), b.guest(t, "Ben"), b.browser(t)
			elsewhere.header.Set("X-Forwarded-For", "192.0.2.1")
			path := "/api/tables/" + anna.open(map[string]any{"seats": 2}, "six") + "/events"
			var last *visit
			for i := range maxFromAddress {
				last = &visit{"identity " + strconv.Itoa(i), "127.0.0.1", func() {}}
				if !b.streams.enter(last, maxFromAddress) {
					t.Fatalf("%d are too many", i)
				}
			}
			if limits {
				anna.refuse(TooMany, "GET", path, nil)
				stranger.refuse(TooMany, "GET", path, nil)
			} else {
				anna.watch(path).next(t)
			}
			elsewhere.watch(path).next(t)
			b.streams.leave(last)
			anna.watch(path).next(t)
		})
	}
}

// Asking for the headers of a stream opens none: it is answered at once, and the
// caller's own stream goes on.
func TestHeadOpensNoStream(t *testing.T) {
	b := start(t, quick)
	anna := b.guest(t, "Anna")
	id := anna.open(map[string]any{"seats": 2}, "six")
	s := anna.follow(id, "")
	s.next(t)
	for _, path := range []string{"/api/tables/" + id + "/events", "/api/events?tables=" + id} {
		// Only one connection, which the first answer leaves free for the second.
		one := &http.Transport{MaxConnsPerHost: 1}
		t.Cleanup(one.CloseIdleConnections)
		c := &browser{t: t, url: b.url, header: http.Header{}, Client: http.Client{Jar: anna.Jar, Transport: one, Timeout: 10 * time.Second}}
		if answer := c.want(http.StatusOK, "HEAD", path, nil, nil); answer.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		c.want(http.StatusOK, "GET", "/healthz", nil, nil)
	}
	anna.order(id, 1, "lock", map[string]any{"on": true})
	if n := s.next(t); n.Seq != 2 {
		t.Errorf("told %+v", n)
	}
}
