// Package store keeps what a server must not lose: identities, the event logs of
// live tables, results. One SQL text serves two databases, SQLite by default and
// PostgreSQL by URL; both pass the same contract suite.
//
// A write that has returned without error is on disk. In SQLite one goroutine
// writes: everything that queued while the last commit was being synced goes
// into the next one, each write in a savepoint of its own, so that one disk sync
// serves many writers (see batcher).
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver, "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // the SQLite driver, "sqlite"
)

// The errors that callers tell apart.
var (
	ErrNotFound = errors.New("store: not found")
	ErrTaken    = errors.New("store: taken already") // its place is taken by another
	ErrFull     = errors.New("store: full")          // there are as many as there may be
)

// Store is an open database. Its methods are safe for concurrent use.
type Store struct {
	read    *sql.DB
	byToken *sql.Stmt // the one query that every request makes
	write   func(ctx context.Context, f func(querier) error) error
	closing func() error
	closed  sync.Once
	dialect goose.Dialect
	commits atomic.Int64
	writes  atomic.Int64
}

// querier is what a transaction and a plain connection have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Open opens the database at address and brings its schema up to date. An
// address that begins with postgres:// or postgresql:// is a PostgreSQL URL;
// everything else is the path of a SQLite file, which is created when missing,
// its folder too.
func Open(ctx context.Context, address string) (*Store, error) {
	s := &Store{}
	var err error
	if IsPostgres(address) {
		err = s.openPostgres(ctx, address)
	} else {
		err = s.openSQLite(ctx, address)
	}
	if err != nil {
		return nil, fmt.Errorf("store: opening the database: %w", err)
	}
	if s.byToken, err = s.read.PrepareContext(ctx, identityByToken); err != nil {
		return nil, errors.Join(fmt.Errorf("store: opening the database: %w", err), s.Close())
	}
	return s, nil
}

// IsPostgres reports whether address names a PostgreSQL database.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// raw opens the database for a single writer at a time, whatever its schema is,
// and notes its dialect.
func (s *Store) raw(address string) (*sql.DB, error) {
	if IsPostgres(address) {
		s.dialect = goose.DialectPostgres
		return sql.Open("pgx", address)
	}
	s.dialect = goose.DialectSQLite3
	if err := os.MkdirAll(filepath.Dir(address), 0o700); err != nil {
		return nil, err
	}
	// Others on the machine have no business in it; the files beside it follow.
	file, err := os.OpenFile(address, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", sqliteSource(address)+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// sqliteSource is the driver's name for the file at path. FULL: a commit is
// answered after its sync, whatever happens to the power.
func sqliteSource(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
}

func (s *Store) openPostgres(ctx context.Context, address string) error {
	db, err := s.raw(address)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(16)
	db.SetConnMaxIdleTime(5 * time.Minute)
	s.read, s.write, s.closing = db, s.writePostgres, db.Close
	if err := s.migrate(ctx, db); err != nil {
		return errors.Join(err, db.Close())
	}
	return nil
}

func (s *Store) openSQLite(ctx context.Context, path string) error {
	writer, err := s.raw(path)
	if err != nil {
		return err
	}
	if err := s.migrate(ctx, writer); err != nil {
		return errors.Join(err, writer.Close())
	}
	conn, err := writer.Conn(ctx)
	if err != nil {
		return errors.Join(err, writer.Close())
	}
	reader, err := sql.Open("sqlite", sqliteSource(path)+"&_pragma=query_only(1)")
	if err != nil {
		return errors.Join(err, writer.Close())
	}
	reader.SetMaxOpenConns(8)
	reader.SetMaxIdleConns(8)
	b := newBatcher(conn, &s.commits, &s.writes)
	s.read, s.write = reader, b.write
	s.closing = func() error { return errors.Join(b.close(), reader.Close(), writer.Close()) }
	return nil
}

// Close waits for the writes that were accepted and closes the database. Closing
// again has no effect.
func (s *Store) Close() error {
	var err error
	s.closed.Do(func() { err = s.closing() })
	return err
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	return s.read.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Commits returns how many transactions have been committed and how many writes
// they carried; their ratio is what group commit gains.
func (s *Store) Commits() (commits, writes int64) { return s.commits.Load(), s.writes.Load() }

// writePostgres leaves the grouping of commits to PostgreSQL: a transaction of
// many unrelated writes would hold their row locks against other nodes.
func (s *Store) writePostgres(ctx context.Context, f func(querier) error) error {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.commits.Add(1)
	s.writes.Add(1)
	return nil
}

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date.
func (s *Store) migrate(ctx context.Context, db *sql.DB) error {
	provider, err := s.migrations(db)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

func (s *Store) migrations(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithLogger(goose.NopLogger())}
	if s.dialect == goose.DialectPostgres {
		// Several nodes may start at the same moment.
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(s.dialect, db, files, options...)
}

func millis(t time.Time) int64      { return t.UnixMilli() }
func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// one turns "no rows" into ErrNotFound.
func one(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// changed returns ErrNotFound when a statement touched no row.
func changed(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrNotFound
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// collect reads all rows of a query, each as read takes it from scan.
func collect[T any](rows *sql.Rows, err error, read func(scan func(...any) error) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		t, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// room returns ErrFull when an identity has as many of something as it may have,
// or ErrNotFound without the identity. What the query counts stays as it is until
// the transaction ends: others who ask for room wait for the identity's row.
func room(ctx context.Context, q querier, identity string, most int, count string) error {
	if err := changed(q.ExecContext(ctx, `UPDATE identities SET id = id WHERE id = $1`, identity)); err != nil {
		return err
	}
	var n int
	err := q.QueryRowContext(ctx, count, identity).Scan(&n)
	if err == nil && n >= most {
		err = ErrFull
	}
	return err
}

// taken returns ErrTaken when a statement touched no row.
func taken(err error) error {
	if errors.Is(err, ErrNotFound) {
		return ErrTaken
	}
	return err
}
