// Package load plays many tables at once against a server on this machine and
// measures how it bears that.
package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"birdie/card"
)

// The bounds of a test, so that it stays one.
const (
	MaxTables   = 5000
	MaxDuration = 10 * time.Minute
	// Seats is the number of clients at every table.
	Seats = 4
)

// Options say what to do. All must be set.
type Options struct {
	Server   string        // its address, which must be on this machine
	Tables   int           // tables at a time, 1 to MaxTables
	Rate     float64       // moves a second, all tables together
	Duration time.Duration // how long to play once all tables have started
	// Started is called when all tables have started.
	Started func()
}

// Report is what was measured.
type Report struct {
	Tables  int     `json:"tables"`
	Clients int     `json:"clients"`
	Rate    float64 `json:"rate"`    // asked for
	Seconds float64 `json:"seconds"` // played
	Moves   int     `json:"moves"`   // acknowledged
	// MovesPerSecond is what the server bore of Rate.
	MovesPerSecond float64 `json:"movesPerSecond"`
	// Acknowledged is the time from sending a move to its answer, Seen to the
	// moment when all seats have been told of it.
	Acknowledged Spread `json:"acknowledged"`
	Seen         Spread `json:"seen"`
	Notes        int64  `json:"notes"`  // events told, over all streams
	Bytes        int64  `json:"bytes"`  // of all streams
	Errors       int    `json:"errors"` // commands not accepted, streams broken
	Lost         int    `json:"lost"`   // gaps and repetitions in streams
	FirstError   string `json:"firstError,omitempty"`
}

// Spread describes many times, in milliseconds.
type Spread struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func spread(times []time.Duration) Spread {
	if len(times) == 0 {
		return Spread{}
	}
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[int(share*float64(len(times)-1))].Microseconds()) / 1000
	}
	return Spread{at(.5), at(.99), at(1)}
}

// ErrElsewhere means that the server is not on this machine: nobody else's is to
// be tested with this.
var ErrElsewhere = errors.New("load: the server is not on this machine")

// ErrBounds means that an option is outside its bounds.
var ErrBounds = errors.New("load: more than is allowed, or nothing")

func (o *Options) check() error {
	if o.Tables < 1 || o.Tables > MaxTables || o.Duration <= 0 || o.Duration > MaxDuration || o.Rate <= 0 {
		return ErrBounds
	}
	u, err := url.Parse(o.Server)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.IsLoopback() {
		return ErrElsewhere
	}
	return nil
}

// test is a test that runs.
type test struct {
	Options
	client http.Client

	mu    sync.Mutex
	acked []time.Duration
	seen  []time.Duration

	notes, bytes, lost, errors atomic.Int64
	firstError                 atomic.Pointer[string]
	ids                        atomic.Int64
}

func (t *test) fail(format string, args ...any) {
	t.errors.Add(1)
	text := fmt.Sprintf(format, args...)
	t.firstError.CompareAndSwap(nil, &text)
}

// Run plays until Duration is over or ctx ends.
func Run(ctx context.Context, o Options) (Report, error) {
	if err := o.check(); err != nil {
		return Report{}, err
	}
	t := &test{Options: o}
	t.client.Transport = &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
		MaxIdleConnsPerHost: 256,
		DisableCompression:  true,
		ReadBufferSize:      8 << 10,
	}
	streams, stop := context.WithCancel(ctx)
	defer stop()
	games, err := t.open(streams)
	if err != nil {
		return Report{}, err
	}
	if o.Started != nil {
		o.Started()
	}
	start := time.Now()
	end := start.Add(o.Duration)
	pause := time.Duration(float64(o.Tables) / o.Rate * float64(time.Second))
	var all sync.WaitGroup
	for i, g := range games {
		// The tables take turns, so that moves come evenly.
		first := start.Add(pause * time.Duration(i) / time.Duration(o.Tables))
		all.Go(func() { g.play(streams, first, pause, end) })
	}
	all.Wait()
	took := time.Since(start)
	r := Report{
		Tables: o.Tables, Clients: o.Tables * Seats, Rate: o.Rate, Seconds: took.Seconds(), Moves: len(t.acked),
		MovesPerSecond: float64(len(t.acked)) / took.Seconds(), Acknowledged: spread(t.acked), Seen: spread(t.seen),
		Notes: t.notes.Load(), Bytes: t.bytes.Load(), Errors: int(t.errors.Load()), Lost: int(t.lost.Load()),
	}
	if text := t.firstError.Load(); text != nil {
		r.FirstError = *text
	}
	return r, ctx.Err()
}

// openers is the number of tables that are opened at a time.
const openers = 32

// open opens all tables and starts their matches.
func (t *test) open(ctx context.Context) ([]*game, error) {
	games := make([]*game, t.Tables)
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	next := make(chan int)
	for range openers {
		all.Go(func() {
			for i := range next {
				g, err := t.start(ctx, i)
				if err != nil {
					failed.CompareAndSwap(nil, &err)
				}
				games[i] = g
			}
		})
	}
	for i := range games {
		if failed.Load() != nil {
			break
		}
		next <- i
	}
	close(next)
	all.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return games, nil
}

// call sends body as JSON and reads the answer into out.
func (t *test) call(ctx context.Context, method, path, cookie string, body, out any) (*http.Response, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, method, t.Server+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	answer, err := t.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
	return answer, json.Unmarshal(text, out)
}

// command is a command at a table, as the API has it.
type command struct {
	ID     string `json:"id"`
	Seq    int64  `json:"seq"`
	Order  string `json:"order"`
	Seat   *int   `json:"seat,omitempty"`
	On     bool   `json:"on,omitempty"`
	Action string `json:"action,omitempty"`
}

// start lets four new guests open a table and start a match.
func (t *test) start(ctx context.Context, number int) (*game, error) {
	g := &game{test: t, src: card.SplitMix(number), news: make(chan struct{}, 1)}
	for seat := range Seats {
		var me struct{ ID string }
		answer, err := t.call(ctx, "POST", "/api/me", "", map[string]string{"name": "Guest " + strconv.Itoa(seat+1)}, &me)
		if err != nil {
			return nil, err
		}
		g.seats[seat].cookie = answer.Header.Get("Set-Cookie")
	}
	var table struct{ Table string }
	settings := map[string]any{"settings": map[string]any{"seats": Seats, "rules": map[string]any{"holes": 18}}}
	if _, err := t.call(ctx, "POST", "/api/tables", g.seats[0].cookie, settings, &table); err != nil {
		return nil, err
	}
	g.path = "/api/tables/" + table.Table
	for seat := 1; seat < Seats; seat++ {
		if _, err := g.order(ctx, seat, command{Order: "sit"}); err != nil {
			return nil, err
		}
	}
	for seat := range Seats {
		if err := g.follow(ctx, seat); err != nil {
			return nil, err
		}
		if _, err := g.order(ctx, seat, command{Order: "ready", Seq: 1, On: true}); err != nil {
			return nil, err
		}
	}
	started, err := g.order(ctx, 0, command{Order: "start", Seq: Seats})
	if err != nil {
		return nil, err
	}
	return g, g.await(ctx, started)
}

// game is one table and its four clients.
type game struct {
	*test
	path string
	src  card.SplitMix
	news chan struct{} // something has come

	mu    sync.Mutex
	seats [Seats]client
}

// client is what one seat knows.
type client struct {
	cookie   string
	seq      int64     // of the last note
	at       time.Time // when it came
	holeOver bool
	legal    []string
}

// order gives a command and returns the number of its event.
func (g *game) order(ctx context.Context, seat int, c command) (int64, error) {
	c.ID = strconv.FormatInt(g.ids.Add(1), 10)
	var out struct{ Seq int64 }
	_, err := g.call(ctx, "POST", g.path+"/commands", g.seats[seat].cookie, c, &out)
	return out.Seq, err
}

// await waits until all seats know the event.
func (g *game) await(ctx context.Context, seq int64) error {
	for {
		g.mu.Lock()
		all := true
		for i := range g.seats {
			all = all && g.seats[i].seq >= seq
		}
		g.mu.Unlock()
		if all {
			return nil
		}
		select {
		case <-g.news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// play makes a move whenever it is time for one.
func (g *game) play(ctx context.Context, next time.Time, pause time.Duration, end time.Time) {
	for ; next.Before(end); next = later(next.Add(pause)) {
		select {
		case <-time.After(time.Until(next)):
		case <-ctx.Done():
			return
		}
		seat, seq, action := g.choose()
		if seat < 0 {
			continue // between two holes, or the match is over
		}
		sent := time.Now()
		done, err := g.order(ctx, seat, command{Order: "act", Seq: seq, Seat: &seat, Action: action})
		if err != nil {
			if ctx.Err() == nil {
				g.fail("%v", err)
			}
			continue
		}
		acked := time.Since(sent)
		if g.await(ctx, done) != nil {
			return
		}
		var last time.Time
		g.mu.Lock()
		for i := range g.seats {
			if g.seats[i].at.After(last) {
				last = g.seats[i].at
			}
		}
		g.mu.Unlock()
		g.test.mu.Lock()
		g.acked, g.seen = append(g.acked, acked), append(g.seen, last.Sub(sent))
		g.test.mu.Unlock()
	}
}

// later returns at, or now if that has passed: a table that is late does not
// make up for it in a burst.
func later(at time.Time) time.Time {
	if now := time.Now(); at.Before(now) {
		return now
	}
	return at
}

// choose returns a random legal move of a seat that may act.
func (g *game) choose() (seat int, seq int64, action string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.seats {
		c := &g.seats[i]
		if n := len(c.legal); n > 0 {
			return i, c.seq, c.legal[card.Below(&g.src, uint64(n))]
		}
	}
	return -1, 0, ""
}

// follow opens the stream of a seat and reads it until ctx ends.
func (g *game) follow(ctx context.Context, seat int) error {
	r, err := http.NewRequestWithContext(ctx, "GET", g.Server+g.path+"/events", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Cookie", g.seats[seat].cookie)
	answer, err := g.client.Do(r)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return fmt.Errorf("stream: %s", answer.Status)
	}
	go func() {
		defer answer.Body.Close()
		in := bufio.NewReaderSize(answer.Body, 16<<10)
		var long []byte
		for {
			line, err := in.ReadSlice('\n')
			if err == bufio.ErrBufferFull {
				long = append(long, line...)
				continue
			}
			if err != nil {
				if ctx.Err() == nil {
					g.fail("stream: %v", err)
				}
				return
			}
			if len(long) > 0 {
				long = append(long, line...)
				line = long
			}
			g.bytes.Add(int64(len(line)))
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
				g.told(ctx, seat, data)
			}
			long = long[:0]
		}
	}()
	return nil
}

// told takes in a note.
func (g *game) told(ctx context.Context, seat int, data []byte) {
	now := time.Now()
	g.notes.Add(1)
	// Only what matters is decoded: the clients share the machine with the server.
	seq := number(data, `"seq":`)
	holeOver := false
	var legal []string
	view := bytes.Index(data, []byte(`"view":`))
	if view >= 0 {
		rest := data[view:]
		holeOver = bytes.Contains(rest, []byte(`"phase":"hole-over"`))
		if i := bytes.Index(rest, []byte(`"legal":[`)); i >= 0 {
			list := rest[i+len(`"legal":`):]
			list = list[:bytes.IndexByte(list, ']')+1]
			if err := json.Unmarshal(list, &legal); err != nil {
				g.fail("unreadable note: %v", err)
			}
		}
	}
	g.mu.Lock()
	c := &g.seats[seat]
	if c.seq != 0 && seq != c.seq+1 {
		g.lost.Add(1)
	}
	goOn := holeOver && !c.holeOver
	c.seq, c.at = seq, now
	if view >= 0 {
		c.legal, c.holeOver = legal, holeOver
	}
	g.mu.Unlock()
	if goOn {
		go func() {
			if _, err := g.order(ctx, seat, command{Order: "go-on", Seq: seq}); err != nil && ctx.Err() == nil {
				g.fail("%v", err)
			}
		}()
	}
	select {
	case g.news <- struct{}{}:
	default:
	}
}

// number returns the number after the first key in data.
func number(data []byte, key string) (n int64) {
	i := bytes.Index(data, []byte(key))
	if i < 0 {
		return 0
	}
	for _, c := range data[i+len(key):] {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int64(c-'0')
	}
	return n
}
