// Package storetest runs a test against every database the store supports, each
// time with an empty database of its own.
//
// PostgreSQL is the real one: a temporary cluster on a unix socket when its
// programs are installed, or the server that BIRDIE_TEST_POSTGRES names (a URL
// whose user may create schemas). With neither, its half is skipped and says
// so.
package storetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"birdie/internal/testkit"
	"birdie/server/store"

	"github.com/jackc/pgx/v5"
)

// Main runs a package's tests and stops the cluster that they may have started.
// Call it from TestMain.
func Main(m *testing.M) {
	code := m.Run()
	shared.stop()
	os.Exit(code)
}

// Each runs f once a database. The address opens it as often as the test likes.
func Each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, Postgres(t)) })
}

// Open opens the store at address for the length of the test.
func Open(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// SQLite returns the address of a new SQLite database.
func SQLite(t testing.TB) string { return filepath.Join(t.TempDir(), "birdie.sqlite") }

// Postgres returns the URL of an empty PostgreSQL database, or skips the test.
func Postgres(t testing.TB) string {
	t.Helper()
	address := os.Getenv("BIRDIE_TEST_POSTGRES")
	if address == "" {
		var err error
		if address, err = shared.start(); err != nil {
			t.Fatal(err)
		}
		if address == "" {
			testkit.Skip(t, "no PostgreSQL here: set BIRDIE_TEST_POSTGRES or install its server programs")
		}
	}
	name := fmt.Sprintf("birdie_test_%d_%d", os.Getpid(), schemas.Add(1))
	run := func(statement string) error {
		ctx := context.Background()
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, statement)
		return err
	}
	// A schema of its own is as good as a database and far quicker to make.
	if err := run("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := run("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("search_path", name)
	u.RawQuery = query.Encode()
	return u.String()
}

var schemas atomic.Int64

// shared is the cluster of this test process.
var shared cluster

type cluster struct {
	once    sync.Once
	address string
	err     error
	halt    func()
}

func (c *cluster) start() (string, error) {
	c.once.Do(func() { c.address, c.halt, c.err = startCluster() })
	return c.address, c.err
}

func (c *cluster) stop() {
	if c.halt != nil {
		c.halt()
	}
}
