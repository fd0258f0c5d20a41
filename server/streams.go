package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"birdie/table"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// heartbeat is the pause after which a stream without events shows that it is
// alive.
const heartbeat = 15 * time.Second

// writePatience is how long a viewer may take to accept what is sent.
const writePatience = 20 * time.Second

// maxStreams is how many streams one identity, or for strangers one address, may
// have open, and maxFeeds how many tables one of them may follow. An address can
// become many identities: maxFromAddress is for all of them, a club's as well.
const (
	maxStreams     = 24
	maxFromAddress = 240
	maxFeeds       = 16
)

// streams knows the open streams of each client.
type streams struct {
	mu   sync.Mutex
	open map[string]map[*visit]bool
	from map[string]int // each address
}

// visit is a client's stay at a stream.
type visit struct {
	client, address string
	end             context.CancelFunc
}

// enter notes one more stream of a client, or reports false if it or its address
// has too many.
func (s *streams) enter(v *visit, fromAddress int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open[v.client]) >= maxStreams || s.from[v.address] >= fromAddress {
		return false
	}
	if s.open == nil {
		s.open, s.from = map[string]map[*visit]bool{}, map[string]int{}
	}
	if s.open[v.client] == nil {
		s.open[v.client] = map[*visit]bool{}
	}
	s.open[v.client][v] = true
	s.from[v.address]++
	return true
}

func (s *streams) leave(v *visit) {
	v.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.open[v.client], v); len(s.open[v.client]) == 0 {
		delete(s.open, v.client)
	}
	if s.from[v.address]--; s.from[v.address] == 0 {
		delete(s.from, v.address)
	}
}

// end ends all streams of a client.
func (s *streams) end(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for v := range s.open[client] {
		v.end()
	}
}

// endOf returns the code by which a reader is told that a table is followed no
// more, if it was not by accident: after an accident the reader comes back by
// itself.
func endOf(err error) string {
	var refusal table.Refusal
	switch {
	case errors.Is(err, table.ErrReplaced):
		return "replaced"
	case errors.Is(err, table.ErrStopped):
		return restarting
	case errors.Is(err, table.ErrNotFound):
		return string(NotFound)
	case errors.As(err, &refusal):
		return refusal.ID()
	}
	return ""
}

// restarting is the code that tells a reader to come back in a moment.
const restarting = "restarting"

// Feed is one of the notes of a stream that follows several tables.
type Feed struct {
	Table string `json:"table"`
	table.Note
}

func (s *Server) registerTableEvents(tag string) {
	type eventsInput struct {
		TablePath
		After string `query:"after" pattern:"^[0-9]{0,18}$" doc:"number of the last event known; without it the stream begins with how things are"`
		Last  string `header:"Last-Event-ID" doc:"what EventSource sends when it reconnects by itself; goes before after"`
	}
	schemas := s.api.OpenAPI().Components.Schemas
	answer := func(what string, of reflect.Type) map[string]*huma.Response {
		return map[string]*huma.Response{"200": {
			Description: what, Content: map[string]*huma.MediaType{"text/event-stream": {Schema: schemas.Schema(of, true, "")}},
		}}
	}
	add(s, limitRead, huma.Operation{
		OperationID: "watch-table", Method: http.MethodGet, Path: "/api/tables/{id}/events", Tags: []string{tag},
		Summary: "Follow a table",
		Description: "Server-sent events. Each message is a note as JSON, its id the number of the event. Numbers have no gap: " +
			"after a break, open the stream again with after= and the last number. A message of the event end says why the stream is over " +
			"(replaced, restarting, closed, banned, no-spectators); only after restarting does it help to open it again. " +
			"An identity follows a table once: the newest stream wins.",
		Security: maybeSignedIn, Responses: answer("A stream of notes.", reflect.TypeFor[table.Note]()),
	}, func(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
		after := int64(-1)
		for _, text := range []string{in.After, in.Last} {
			if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
				after = n
			}
		}
		return s.open(ctx, func() (*eventStream, error) {
			watch, err := s.hall.Watch(ctx, in.ID, caller(ctx).ID, after)
			if err != nil {
				return nil, tableProblem(err)
			}
			return &eventStream{feeds: []feed{{watch: watch}}}, nil
		})
	})
	type feedsInput struct {
		Tables string `query:"tables" required:"true" maxLength:"900" doc:"the tables' ids with commas between; after each, if there is one, a point and the number of the last event known" example:"2b5q9zvcjxgk7.41,9kqd3mwr6htc4"`
		Last   string `header:"Last-Event-ID" maxLength:"900" doc:"what EventSource sends when it reconnects by itself; goes before tables"`
	}
	add(s, limitRead, huma.Operation{
		OperationID: "watch-tables", Method: http.MethodGet, Path: "/api/events", Tags: []string{tag},
		Summary: "Follow several tables in one stream",
		Description: "As watch-table, for up to 16 tables at once. Each note says by table which it is of; the id of a message is what to ask for " +
			"after a break. A message of the event end has the table that is followed no more, besides the code (also not-found and ahead); the others go on. " +
			"One without a table ends the stream. A message of the event beat shows that the stream is alive.",
		Security: maybeSignedIn, Responses: answer("A stream of notes.", reflect.TypeFor[Feed]()),
	}, func(ctx context.Context, in *feedsInput) (*huma.StreamResponse, error) {
		feeds, err := parseFeeds(in.Tables)
		if err == nil && in.Last != "" {
			feeds, err = parseFeeds(in.Last)
		}
		if err != nil {
			return nil, err
		}
		return s.open(ctx, func() (*eventStream, error) {
			st := &eventStream{feeds: feeds, many: true}
			for i := range feeds {
				f := &feeds[i]
				if f.watch, f.err = s.hall.Watch(ctx, f.table, caller(ctx).ID, f.at); f.err != nil && endOf(f.err) == "" {
					st.close()
					return nil, tableProblem(f.err)
				}
			}
			return st, nil
		})
	})
}

// parseFeeds reads the list of tables to be followed.
func parseFeeds(text string) (feeds []feed, err error) {
	for part := range strings.SplitSeq(text, ",") {
		id, number, known := strings.Cut(part, ".")
		f := feed{table: id, at: -1}
		if known {
			if f.at, err = strconv.ParseInt(number, 10, 64); err != nil || f.at < 0 {
				return nil, problem(Invalid, "a number is wrong")
			}
		}
		if id == "" || len(id) > 32 || strings.Trim(id, "0123456789abcdefghijklmnopqrstuvwxyz") != "" || len(feeds) == maxFeeds || slices.ContainsFunc(feeds, func(o feed) bool { return o.table == id }) {
			return nil, problem(Invalid, "a table is missing or named twice, or there are too many")
		}
		feeds = append(feeds, f)
	}
	return feeds, nil
}

// open answers with a stream, unless the client has too many.
func (s *Server) open(ctx context.Context, begin func() (*eventStream, error)) (*huma.StreamResponse, error) {
	if exchangeOf(ctx).head {
		// What is read by nobody must not replace a stream, nor keep its player there.
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			_, w := humago.Unwrap(ctx)
			streamHeaders(w)
		}}, nil
	}
	address := network(exchangeOf(ctx).client)
	fromAddress := maxFromAddress
	if s.config.NoLimits {
		fromAddress = math.MaxInt
	}
	ctx, end := context.WithCancel(ctx)
	v := &visit{cmp.Or(caller(ctx).ID, address), address, end}
	if !s.streams.enter(v, fromAddress) {
		end()
		return nil, problem(TooMany, "too many open streams")
	}
	st, err := begin()
	if err != nil {
		s.streams.leave(v)
		return nil, err
	}
	return &huma.StreamResponse{Body: func(answer huma.Context) {
		defer s.streams.leave(v)
		defer st.close()
		s.metrics.streams.Inc()
		defer s.metrics.streams.Dec()
		_, w := humago.Unwrap(answer)
		st.run(ctx, w)
	}}, nil
}

// streamHeaders sets what is said of a stream before it begins.
func streamHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
}

// feed is one table that a stream follows.
type feed struct {
	table string
	at    int64 // the last event told, -1 for none
	watch *table.Watch
	err   error // why there is none
}

// eventStream tells a viewer what happens at one table, or at many.
type eventStream struct {
	feeds []feed
	many  bool // notes say which table they are of
	told  chan telling
	text  bytes.Buffer
}

// telling is what there is to tell of a feed.
type telling struct {
	feed  *feed
	notes []table.Note
	err   error
}

func (st *eventStream) close() {
	for i := range st.feeds {
		if w := st.feeds[i].watch; w != nil {
			w.Close()
		}
	}
}

// run tells everything until there is nothing more to tell or nobody to listen.
func (st *eventStream) run(ctx context.Context, w http.ResponseWriter) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	streamHeaders(w)
	control := http.NewResponseController(w)
	st.text.WriteString("retry: 2000\n\n")
	if st.many {
		st.told = make(chan telling)
		for i := range st.feeds {
			all.Go(func() { st.follow(ctx, &st.feeds[i]) })
		}
	}
	for left := len(st.feeds); ; {
		_ = control.SetWriteDeadline(time.Now().Add(writePatience))
		if _, err := w.Write(st.text.Bytes()); err != nil || control.Flush() != nil || left == 0 {
			return
		}
		st.text.Reset()
		now := st.next(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(now.err, context.DeadlineExceeded):
			st.beat()
		case now.err == nil:
			if err := st.tell(now.feed, now.notes); err != nil {
				note(ctx, err)
				return
			}
		default:
			code := endOf(now.err)
			if code == "" {
				note(ctx, now.err)
				return
			}
			st.end(now.feed, code)
			if left--; code == restarting {
				left = 0
			}
		}
	}
}

// follow passes on what there is to tell of a feed.
func (st *eventStream) follow(ctx context.Context, f *feed) {
	now := telling{f, nil, f.err}
	for {
		if now.err == nil {
			now.notes, now.err = f.watch.Next(ctx)
		}
		select {
		case st.told <- now:
		case <-ctx.Done():
			return
		}
		if now.err != nil {
			return
		}
	}
}

// next waits for something to tell, but no longer than a heartbeat.
func (st *eventStream) next(ctx context.Context) (t telling) {
	ctx, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	if !st.many {
		t.feed = &st.feeds[0]
		t.notes, t.err = t.feed.watch.Next(ctx)
		return t
	}
	select {
	case t = <-st.told:
	case <-ctx.Done():
		t.err = ctx.Err()
	}
	return t
}

func (st *eventStream) beat() {
	if st.many {
		st.text.WriteString("event: beat\ndata: {}\n\n")
	} else {
		st.text.WriteString(": still here\n\n")
	}
}

// end says that a table is followed no more, and does so: a stream that goes on
// for others does not keep a player at this one.
func (st *eventStream) end(f *feed, code string) {
	if f.watch != nil {
		f.watch.Close()
	}
	st.text.WriteString("event: end\ndata: {")
	if st.many && code != restarting {
		st.text.WriteString(`"table":"` + f.table + `",`)
	}
	st.text.WriteString(`"code":"` + code + "\"}\n\n")
	f.table = "" // not to be asked for again
}

// tell writes notes. A message's id is what to ask for to go on after it.
func (st *eventStream) tell(f *feed, notes []table.Note) error {
	for i := range notes {
		n := &notes[i]
		f.at = n.Seq
		var what any = n
		if st.many {
			what = Feed{f.table, *n}
		}
		data, err := json.Marshal(what)
		if err != nil {
			return err
		}
		st.text.WriteString("id: ")
		st.position()
		st.text.WriteString("\ndata: ")
		st.text.Write(data)
		st.text.WriteString("\n\n")
	}
	return nil
}

func (st *eventStream) position() {
	if !st.many {
		st.text.WriteString(strconv.FormatInt(st.feeds[0].at, 10))
		return
	}
	comma := ""
	for i := range st.feeds {
		f := &st.feeds[i]
		if f.table == "" {
			continue
		}
		st.text.WriteString(comma + f.table)
		if comma = ","; f.at >= 0 {
			st.text.WriteString("." + strconv.FormatInt(f.at, 10))
		}
	}
}
