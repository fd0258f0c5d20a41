package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"birdie/card"
	"birdie/server/store"
	"birdie/server/store/storetest"
	"birdie/table"
)

// The environment in which the test binary is a server that gets killed.
const (
	crashFile   = "BIRDIE_TEST_CRASH_FILE"
	crashListen = "BIRDIE_TEST_CRASH_LISTEN"
)

// TestCrashingServer is no test but the server of TestKilledServerLosesNothing.
func TestCrashingServer(t *testing.T) {
	if os.Getenv(crashFile) == "" {
		return
	}
	st, err := store.Open(t.Context(), os.Getenv(crashFile))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	o := Options{Config: Config{NoLimits: true}, Store: st}
	quick(&o)
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", os.Getenv(crashListen))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}

// victim is a server in a process of its own.
type victim struct {
	t       *testing.T
	address string
	file    string
	process *exec.Cmd
}

func (v *victim) start() {
	v.process = exec.Command(os.Args[0], "-test.run=^TestCrashingServer$")
	v.process.Env = append(os.Environ(), crashFile+"="+v.file, crashListen+"="+v.address)
	if err := v.process.Start(); err != nil {
		v.t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if answer, err := http.Get("http://" + v.address + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			v.t.Fatal("the server does not start")
		}
	}
}

// kill ends the process as a power cut would: it does not get to say goodbye.
func (v *victim) kill() {
	if err := v.process.Process.Kill(); err != nil {
		v.t.Fatal(err)
	}
	_ = v.process.Wait()
}

// survivor is a player who keeps trying: a command is sent, always the same,
// until the server answers.
type survivor struct {
	*browser
	id     string           // of the identity
	table  string           // the table it plays at
	acked  map[string]int64 // command id: number of its event, as the server said
	last   int64            // the last note
	ids    int
	faults []string
}

func (s *survivor) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// command sends a command until it is answered. It returns the number of its
// event, 0 when it was refused.
func (s *survivor) command(ctx context.Context, c table.Command) int64 {
	s.ids++
	c.ID = fmt.Sprintf("%s-%d", s.table, s.ids)
	body, err := json.Marshal(c)
	if err != nil {
		s.fault("%v", err)
	}
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, "POST", s.url+"/api/tables/"+s.table+"/commands", bytes.NewReader(body))
		if err != nil {
			s.fault("%v", err)
		}
		r.Header.Set("Content-Type", "application/json")
		answer, err := s.Do(r)
		if err != nil {
			time.Sleep(2 * time.Millisecond)
			continue
		}
		var out struct {
			Seq  int64
			Code string
		}
		err = json.NewDecoder(answer.Body).Decode(&out)
		answer.Body.Close()
		switch {
		case err != nil || answer.StatusCode >= 500:
			time.Sleep(2 * time.Millisecond)
			continue
		case answer.StatusCode == http.StatusOK:
			s.acked[c.ID] = out.Seq
			return out.Seq
		case c.Order == table.Act || out.Code != string(table.WrongPhase) && out.Code != string(table.Stale):
			s.fault("%s %s: %d %s", c.Order, c.Action, answer.StatusCode, out.Code)
		}
		return 0
	}
	return 0
}

// play follows the table, again and again when the stream breaks, and plays at
// random until the match is over.
func (s *survivor) play(ctx context.Context, src card.Source) {
	decided := int64(0)
	for ctx.Err() == nil {
		done, err := s.follow(ctx, func(n table.Note) (done bool) {
			v := n.View
			switch {
			case v == nil || v.Seq < decided || v.You == nil:
			case v.Phase == table.PhaseFinished:
				return true
			case v.Phase == table.PhaseHoleOver && !v.Seats[*v.You].WentOn:
				s.command(ctx, table.Command{Order: table.GoOn, Seq: v.Seq})
			case v.Phase == table.PhasePlaying && len(v.Golf.Legal) > 0:
				action := v.Golf.Legal[card.Below(src, uint64(len(v.Golf.Legal)))]
				decided = s.command(ctx, table.Command{Order: table.Act, Seq: v.Seq, Seat: v.You, Action: action})
			}
			return false
		})
		if done {
			return
		}
		if err != nil {
			time.Sleep(2 * time.Millisecond)
		}
	}
	s.fault("the match did not end; last note %d", s.last)
}

// follow tells the notes after the last one known until tell is done or the
// stream breaks. Numbers must go on without gap or repetition.
func (s *survivor) follow(ctx context.Context, tell func(table.Note) bool) (done bool, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/api/tables/%s/events?after=%d", s.url, s.table, s.last), nil)
	if err != nil {
		return false, err
	}
	answer, err := s.Do(r)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		if answer.StatusCode < 500 {
			s.fault("the stream after %d: %d", s.last, answer.StatusCode)
		}
		return false, errors.New(answer.Status)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var n table.Note
		if json.Unmarshal([]byte(data), &n) != nil {
			return false, errors.New("cut off") // in the middle of a line
		}
		if n.Seq != s.last+1 {
			s.fault("note %d after %d", n.Seq, s.last)
		}
		s.last = n.Seq
		if tell(n) {
			return true, nil
		}
	}
	return false, lines.Err()
}

// A server is killed 30 times at random moments while matches are played. After
// each start everything it had acknowledged is there, no event is doubled or
// missing, and every match is played to its end.
func TestKilledServerLosesNothing(t *testing.T) {
	const kills = 30
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t, address: l.Addr().String(), file: storetest.SQLite(t)}
	l.Close()
	v.start()
	defer func() { _ = v.process.Process.Kill() }()
	b := &bench{url: "http://" + v.address}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()

	var stop atomic.Bool
	var all sync.WaitGroup
	var mu sync.Mutex
	players := map[string]*survivor{} // by identity
	var finished []string             // tables
	for group := range 2 {
		var members []*survivor
		for _, name := range []string{"Anna", "Ben"} {
			s := &survivor{browser: b.guest(t, name), acked: map[string]int64{}}
			var me Me
			s.want(http.StatusOK, "GET", "/api/me", nil, &me)
			s.id = me.ID
			players[s.id] = s
			members = append(members, s)
		}
		all.Go(func() {
			src := card.SplitMix(group)
			for n := 1; ctx.Err() == nil && !stop.Load(); n++ {
				id := members[0].openUntilAnswered(ctx, strconv.Itoa(n))
				for i, s := range members {
					s.table, s.last = id, 0
					if i > 0 {
						s.command(ctx, table.Command{Order: table.Sit})
					} else {
						s.command(ctx, table.Command{Order: table.AddBot, Level: "easy", Seq: 1})
					}
				}
				for _, s := range members {
					s.command(ctx, table.Command{Order: table.Ready, Seq: 1, On: true, Seed: table.Seed(s.id)})
				}
				members[0].command(ctx, table.Command{Order: table.Start, Seq: 3})
				var match sync.WaitGroup
				for _, s := range members {
					mine := card.SplitMix(src.Uint64())
					match.Go(func() { s.play(ctx, &mine) })
				}
				match.Wait()
				mu.Lock()
				finished = append(finished, id)
				mu.Unlock()
			}
		})
	}
	for range kills {
		time.Sleep(time.Duration(10+rand.IntN(150)) * time.Millisecond)
		v.kill()
		v.start()
	}
	stop.Store(true)
	all.Wait()
	v.kill()

	st := storetest.Open(t, v.file)
	if open, err := st.OpenTables(t.Context()); err != nil || len(open) != len(finished) {
		t.Errorf("%d tables were opened for %d matches, %v", len(open), len(finished), err)
	}
	acknowledged, events := 0, 0
	for _, id := range finished {
		entries, err := st.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		commands := map[string]int64{}
		for i, e := range entries {
			if e.Seq != int64(i)+1 {
				t.Fatalf("table %s: entry %d has number %d", id, i+1, e.Seq)
			}
			if e.Command != "" {
				if commands[e.Command] != 0 {
					t.Errorf("table %s: %s took effect twice", id, e.Command)
				}
				commands[e.Command] = e.Seq
			}
		}
		state := table.New(id, &table.Env{Timing: table.DefaultTiming()})
		if err := table.Replay(state, entries, nil); err != nil {
			t.Fatal(err)
		}
		if state.Phase() != table.PhaseFinished {
			t.Errorf("table %s is in phase %s", id, state.Phase())
		}
		events += len(entries)
		for _, s := range players {
			for command, seq := range s.acked {
				if strings.HasPrefix(command, id+"-") {
					acknowledged++
					if got := commands[s.id+":"+command]; got != seq {
						t.Errorf("table %s: %s was acknowledged as event %d and is %d", id, command, seq, got)
					}
				}
			}
		}
	}
	for _, s := range players {
		for _, fault := range s.faults {
			t.Error(fault)
		}
	}
	t.Logf("%d kills, %d matches, %d events, %d acknowledged commands", kills, len(finished), events, acknowledged)
	if len(finished) < 2 || acknowledged < 100 {
		t.Error("too little was played for the test to mean anything")
	}
}

// openUntilAnswered opens a table: one, however often it has to ask.
func (s *survivor) openUntilAnswered(ctx context.Context, id string) string {
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, "POST", s.url+"/api/tables", strings.NewReader(`{"id":"`+id+`","settings":{"seats":3,"rules":{"holes":3}}}`))
		if err != nil {
			s.fault("%v", err)
		}
		r.Header.Set("Content-Type", "application/json")
		if answer, err := s.Do(r); err == nil {
			var view table.View
			err := json.NewDecoder(answer.Body).Decode(&view)
			answer.Body.Close()
			if err == nil && view.Table != "" {
				return view.Table
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return ""
}
