package store_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"birdie/server/store"
	"birdie/server/store/storetest"
)

// fill puts something into every table that a backup holds.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.CreateIdentity(ctx, store.Identity{ID: "zoe", Kind: store.Guest, Name: "Zoë \"☃\" \\ 'x'", Created: noon, Seen: noon}, "hash1"))
	must(s.CreateIdentity(ctx, store.Identity{ID: "bot", Kind: store.Bot, Owner: "zoe", Name: "Marvin", Created: noon, Seen: noon}, "hash2"))
	_, err := s.AddResult(ctx, store.Result{ID: "r", Identity: "zoe", Kind: store.Daily, Day: "2026-05-01", Rules: "easy", Game: "GO1-E-AAAAAAB.d52", Strokes: -3, At: noon})
	must(err)
	must(s.CreateContest(ctx, store.Contest{ID: "c", Rules: "easy", Created: noon, Players: []store.ContestPlayer{{Identity: "zoe", Name: "Zoë", Deals: []string{"a", "b"}}}}))
	for i := range 3 {
		must(s.Append(ctx, int64(2*i), entries(i, fmt.Sprintf("c%d={\"n\":%d}", i, i), "plain\nline"), head("t", i)))
	}
}

func backup(t *testing.T, s *store.Store) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := s.Backup(context.Background(), &out, noon); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What one database backs up, the other restores, and it backs up the same.
func TestBackupAcrossDatabases(t *testing.T) {
	ctx := context.Background()
	storetest.Each(t, func(t *testing.T, from string) {
		s := storetest.Open(t, from)
		fill(t, s)
		text := backup(t, s)
		for _, table := range []string{"identities", "tokens", "passkeys", "tables", "events", "results", "tournaments", "tournament_players"} {
			if !strings.Contains(text, `{"table":"`+table+`"`) {
				t.Errorf("no table %s", table)
			}
		}
		storetest.Each(t, func(t *testing.T, to string) {
			if _, err := store.Restore(ctx, to, strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
			again := storetest.Open(t, to)
			if got := backup(t, again); got != text {
				t.Errorf("got\n%s\nwant\n%s", got, text)
			}
			if i, err := again.IdentityByToken(ctx, "hash2"); err != nil || i.Owner != "zoe" {
				t.Errorf("%+v, %v", i, err)
			}
			if _, err := store.Restore(ctx, to, strings.NewReader(text)); !errors.Is(err, store.ErrNotEmpty) {
				t.Errorf("a second time: %v", err)
			}
		})
	})
}

// A backup of an earlier version goes into a store of its own version, which is
// then brought up to date; a store that is ahead of it already is refused.
func TestBackupOfEarlierVersion(t *testing.T) {
	ctx := context.Background()
	lines := `{"format":"birdie-backup","version":1,"schema":1,"created":"2026-01-01T00:00:00Z"}
{"table":"identities","columns":["id","kind","owner","name","created_ms","seen_ms"]}
["zoe","guest",null,"Zoë",1,2]
`
	text := lines + fmt.Sprintf("{\"rows\":1,\"sha256\":\"%x\"}\n", sha256.Sum256([]byte(lines)))
	storetest.Each(t, func(t *testing.T, address string) {
		if n, err := store.Restore(ctx, address, strings.NewReader(text)); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		s := storetest.Open(t, address)
		if i, err := s.Identity(ctx, "zoe"); err != nil || i.Name != "Zoë" {
			t.Errorf("%+v, %v", i, err)
		}
		if err := s.Append(ctx, 0, entries(0, "x"), head("t", 0)); err != nil {
			t.Error(err)
		}
		if _, err := store.Restore(ctx, address, strings.NewReader(text)); !errors.Is(err, store.ErrNotEmpty) {
			t.Errorf("into a full store: %v", err)
		}
	})
	to := storetest.SQLite(t)
	storetest.Open(t, to)
	if _, err := store.Restore(ctx, to, strings.NewReader(text)); !errors.Is(err, store.ErrSchemaLate) {
		t.Errorf("into a later store: %v", err)
	}
}

func TestDamagedBackups(t *testing.T) {
	ctx := context.Background()
	s := storetest.Open(t, storetest.SQLite(t))
	fill(t, s)
	text := backup(t, s)
	lines := strings.SplitAfter(text, "\n")
	for name, tt := range map[string]struct {
		text string
		want error
	}{
		"nothing":           {"", store.ErrBackup},
		"something else":    {"{}\n", store.ErrBackup},
		"cut short":         {strings.Join(lines[:len(lines)-2], ""), store.ErrBackup},
		"cut in a line":     {text[:len(text)/2], store.ErrBackup},
		"a row missing":     {strings.Join(slices.Delete(slices.Clone(lines), len(lines)-3, len(lines)-2), ""), store.ErrBackup},
		"another name":      {strings.Replace(text, "Marvin", "Melvin", 1), store.ErrBackup},
		"an unknown table":  {strings.Replace(text, `"table":"passkeys"`, `"table":"goose_db_version"`, 1), store.ErrBackup},
		"an evil column":    {strings.Replace(text, `"created_ms"`, `"created_ms) SELECT 1 --"`, 1), store.ErrBackup},
		"a later format":    {strings.Replace(text, `"version":1`, `"version":2`, 1), store.ErrBackupNew},
		"of a later schema": {strings.Replace(text, `"schema":`, `"schema":9`, 1), store.ErrBackupNew},
	} {
		t.Run(name, func(t *testing.T) {
			to := storetest.SQLite(t)
			if _, err := store.Restore(ctx, to, strings.NewReader(tt.text)); !errors.Is(err, tt.want) {
				t.Fatalf("%v, want %v", err, tt.want)
			}
			if got := backup(t, storetest.Open(t, to)); strings.Contains(got, "Zo") {
				t.Errorf("something was kept:\n%s", got)
			}
		})
	}
}

// A backup taken while others write is of one moment.
func TestBackupWhileWriting(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx, stop := context.WithCancel(context.Background())
		s := storetest.Open(t, address)
		done := make(chan error, 1)
		go func() {
			for i := int64(0); ; i++ {
				select {
				case <-ctx.Done():
					done <- nil
					return
				default:
				}
				if err := s.Append(context.Background(), i, entries(0, "x"), head("t", 0)); err != nil {
					done <- err
					return
				}
			}
		}()
		for {
			if all, _ := s.Load(ctx, "t", 0); len(all) > 10 {
				break
			}
		}
		text := backup(t, s)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		to := storetest.SQLite(t)
		if _, err := store.Restore(context.Background(), to, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		restored := storetest.Open(t, to)
		heads, err := restored.OpenTables(context.Background())
		all, err2 := restored.Load(context.Background(), "t", 0)
		if err != nil || err2 != nil || len(heads) != 1 || heads[0].Seq != int64(len(all)) {
			t.Errorf("head %v with %d events, %v, %v", heads, len(all), err, err2)
		}
	})
}
