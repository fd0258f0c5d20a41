package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"birdie/server/store"
	"birdie/server/store/storetest"
	"birdie/table"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var _ table.Store = (*store.Store)(nil)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 123e6, time.UTC)

// entries makes entries from texts such as "data" or "command=data", one
// millisecond apart from the given minute on.
func entries(minute int, texts ...string) (all []table.Entry) {
	for i, t := range texts {
		command, data, ok := strings.Cut(t, "=")
		if !ok {
			command, data = "", t
		}
		all = append(all, table.Entry{
			At: noon.Add(time.Duration(minute)*time.Minute + time.Duration(i)*time.Millisecond), Command: command, Data: []byte(data),
		})
	}
	return all
}

func numbered(first int64, all []table.Entry) []table.Entry {
	for i := range all {
		all[i].Seq = first + int64(i)
	}
	return all
}

func head(id string, minute int) table.Head {
	return table.Head{ID: id, Open: true, At: noon.Add(time.Duration(minute) * time.Minute)}
}

func TestLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		for _, step := range []struct {
			name  string
			table string
			after int64
			texts []string
			want  error
		}{
			{"a log cannot begin after its beginning", "t", 1, []string{"x"}, table.ErrConflict},
			{"first", "t", 0, []string{"c1=a", "b"}, nil},
			{"a log begins once", "t", 0, []string{"x"}, table.ErrConflict},
			{"the same command", "t", 2, []string{"c1=a", "b"}, table.ErrConflict},
			{"stale", "t", 1, []string{"c2=x", "y"}, table.ErrConflict},
			{"beyond the end", "t", 3, []string{"c2=x"}, table.ErrConflict},
			{"a repeated command behind a new one", "t", 2, []string{"c2=x", "c1=y"}, table.ErrConflict},
			{"what failed left nothing behind", "t", 2, []string{"c2=c"}, nil},
			{"without a command", "t", 3, []string{"d", "e"}, nil},
			{"another table, opened by the same command", "u", 0, []string{"c1=z"}, table.ErrConflict},
			{"another table", "u", 0, []string{"c0=y"}, nil},
			{"another table, the same command", "u", 1, []string{"c1=z"}, nil},
			{"opened without a command", "v", 0, []string{"x"}, nil},
			{"opened without a command again", "w", 0, []string{"x"}, nil},
		} {
			if err := s.Append(ctx, step.after, entries(int(step.after), step.texts...), head(step.table, 0)); !errors.Is(err, step.want) {
				t.Fatalf("%s: %v, want %v", step.name, err, step.want)
			}
		}
		want := numbered(1, append(append(entries(0, "c1=a", "b"), entries(2, "c2=c")...), entries(3, "d", "e")...))
		for after := range int64(5) {
			got, err := s.Load(ctx, "t", after)
			if diff := cmp.Diff(want[after:], got); err != nil || diff != "" {
				t.Errorf("after %d: %v\n%s", after, err, diff)
			}
		}
		for command, want := range map[string]string{"c1": "t", "c0": "u", "c2": "", "": ""} {
			id, err := s.OpenedBy(ctx, command)
			if id != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, table.ErrNotFound) {
				t.Errorf("%q has opened %q, %v, want %q", command, id, err, want)
			}
		}
		if got, err := s.Load(ctx, "t", 5); err != nil || len(got) != 0 {
			t.Errorf("after the last: %v, %v", got, err)
		}
		if _, err := s.Load(ctx, "nowhere", 0); !errors.Is(err, table.ErrNotFound) {
			t.Errorf("unknown table: %v", err)
		}
	})
}

func TestHeads(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		put := func(after int64, h table.Head) {
			t.Helper()
			if err := s.Append(ctx, after, entries(0, "x"), h); err != nil {
				t.Fatal(err)
			}
		}
		closed := func(h table.Head) table.Head { h.Open = false; return h }
		listed := func(h table.Head) table.Head { h.Listed = true; return h }
		put(0, head("a", 1))
		put(0, listed(head("b", 2)))
		put(0, head("c", 3))
		put(0, head("d", 4))
		put(1, listed(head("a", 5)))
		put(1, closed(head("c", 6)))
		put(1, closed(head("d", 8)))
		want := []table.Head{listed(head("a", 5)), listed(head("b", 2))}
		want[0].Seq, want[1].Seq = 2, 1
		got, err := s.OpenTables(ctx)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if n, err := s.Delete(ctx, noon.Add(8*time.Minute)); err != nil || n != 1 {
			t.Errorf("deleted %d, %v, want c alone", n, err)
		}
		for id, want := range map[string]error{"a": nil, "b": nil, "c": table.ErrNotFound, "d": nil} {
			if _, err := s.Load(ctx, id, 0); !errors.Is(err, want) {
				t.Errorf("%s after deleting: %v, want %v", id, err, want)
			}
		}
	})
}

// Writers that race for the same number: one wins each number, and every entry
// that was acknowledged is in the log once.
func TestLogRace(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		// Two stores are two nodes for PostgreSQL, two processes for SQLite.
		stores := []*store.Store{storetest.Open(t, address), storetest.Open(t, address)}
		const writers, each = 6, 15
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				s, last := stores[w%2], int64(0)
				for i := 0; i < each; {
					err := s.Append(ctx, last, entries(0, fmt.Sprintf("%d-%d=x", w, i)), head("t", 0))
					switch {
					case err == nil:
						last++
						i++
					case errors.Is(err, table.ErrConflict):
						more, err := s.Load(ctx, "t", last)
						if err != nil {
							t.Error(err)
							return
						}
						last += int64(len(more))
					default:
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		all, err := stores[0].Load(ctx, "t", 0)
		if err != nil || len(all) != writers*each {
			t.Fatalf("%d entries, %v, want %d", len(all), err, writers*each)
		}
		seen := map[string]bool{}
		for i, e := range all {
			if e.Seq != int64(i)+1 || seen[e.Command] {
				t.Fatalf("entry %d is %d:%s", i+1, e.Seq, e.Command)
			}
			seen[e.Command] = true
		}
	})
}

// Many tables at once share commits and do not hinder one another, a failing
// write among them included.
func TestGroupCommit(t *testing.T) {
	ctx := context.Background()
	s := storetest.Open(t, storetest.SQLite(t))
	const tables, each = 64, 10
	var wg sync.WaitGroup
	for n := range tables {
		wg.Go(func() {
			h := head(fmt.Sprint("t", n), 0)
			for i := range int64(each) {
				if err := s.Append(ctx, i, entries(0, fmt.Sprint(n, "-", i, "=e")), h); err != nil {
					t.Error(err)
				}
				if err := s.Append(ctx, i+7, entries(0, "e"), h); !errors.Is(err, table.ErrConflict) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	commits, writes := s.Commits()
	if writes != tables*each*2 || commits >= writes/2 {
		t.Errorf("%d commits for %d writes", commits, writes)
	}
	for n := range tables {
		if all, err := s.Load(ctx, fmt.Sprint("t", n), 0); err != nil || len(all) != each {
			t.Errorf("table %d has %d entries, %v", n, len(all), err)
		}
	}
}
