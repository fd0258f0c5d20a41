package store

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
)

// A backup is JSON, a value a line: a header; for each table a line that names it
// and its columns, then its rows as arrays; and an end with the number of rows
// and the SHA-256 of all lines before it. It is the same for both databases.
type backupLine struct {
	Format  string   `json:"format,omitempty"` // of the header
	Version int      `json:"version,omitempty"`
	Schema  int64    `json:"schema,omitempty"` // the last migration
	Created string   `json:"created,omitempty"`
	Table   string   `json:"table,omitempty"` // of a table's line
	Columns []string `json:"columns,omitempty"`
	Rows    *int64   `json:"rows,omitempty"` // of the end
	SHA256  string   `json:"sha256,omitempty"`
}

const (
	backupFormat  = "birdie-backup"
	backupVersion = 1
)

// backedUp are the tables of a backup, those that others refer to first: since
// which schema there is such a table, and how its rows are ordered.
var backedUp = []backupTable{
	{"identities", 1, "CASE WHEN owner IS NULL THEN 0 ELSE 1 END, id"},
	{"tokens", 1, "hash"},
	{"passkeys", 1, "id"},
	{"tables", 2, "id"},
	{"events", 2, "table_id, seq"},
	{"results", 3, "id"},
	{"tournaments", 3, "id"},
	{"tournament_players", 3, "tournament, player"},
}

type backupTable struct {
	name  string
	since int64
	order string
}

// The errors of Restore.
var (
	ErrNotEmpty   = errors.New("store: the database is not empty")
	ErrBackup     = errors.New("store: not a complete, undamaged backup")
	ErrBackupNew  = errors.New("store: the backup is of a later version of the program")
	ErrSchemaLate = errors.New("store: the database was made by a later version than the backup; use a new one")
)

// Backup writes everything that is kept to w, as of one moment, while others
// read and write. It returns the number of rows.
func (s *Store) Backup(ctx context.Context, w io.Writer, now time.Time) (int64, error) {
	var options *sql.TxOptions
	if s.dialect == goose.DialectPostgres {
		options = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := s.read.BeginTx(ctx, options)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	out := &backupWriter{w: bufio.NewWriter(w), sum: sha256.New()}
	header := backupLine{Format: backupFormat, Version: backupVersion, Created: now.UTC().Format(time.RFC3339)}
	if err := tx.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&header.Schema); err != nil {
		return 0, err
	}
	out.line(header)
	var n int64
	for _, t := range backedUp {
		rows, err := tx.QueryContext(ctx, "SELECT * FROM "+t.name+" ORDER BY "+t.order)
		if err != nil {
			return n, err
		}
		count, err := out.table(t.name, rows)
		if n += count; err != nil {
			return n, err
		}
	}
	out.line(backupLine{Rows: &n, SHA256: hex.EncodeToString(out.sum.Sum(nil))})
	if out.err == nil {
		out.err = out.w.Flush()
	}
	return n, out.err
}

type backupWriter struct {
	w   *bufio.Writer
	sum hash.Hash
	err error
}

func (b *backupWriter) line(v any) {
	text, err := json.Marshal(v)
	if b.err == nil {
		b.err = err
	}
	if b.err == nil {
		b.sum.Write(append(text, '\n'))
		_, b.err = b.w.Write(append(text, '\n'))
	}
}

func (b *backupWriter) table(name string, rows *sql.Rows) (n int64, err error) {
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	b.line(backupLine{Table: name, Columns: columns})
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() && b.err == nil {
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		for i, v := range values {
			if text, ok := v.([]byte); ok {
				values[i] = string(text)
			}
		}
		b.line(values)
		n++
	}
	return n, errors.Join(rows.Err(), b.err)
}

// Restore fills the database at address from a backup, all or nothing, and
// returns the number of rows. The database must be empty or not exist yet. A
// backup of an earlier version is brought up to date.
func Restore(ctx context.Context, address string, r io.Reader) (int64, error) {
	in := &backupReader{r: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
	var header backupLine
	if err := in.line(&header); err != nil || header.Format != backupFormat {
		return 0, ErrBackup
	}
	if header.Version > backupVersion {
		return 0, ErrBackupNew
	}
	s := &Store{}
	db, err := s.raw(address)
	if err != nil {
		return 0, fmt.Errorf("store: opening the database: %w", err)
	}
	defer db.Close()
	provider, err := s.migrations(db)
	if err != nil {
		return 0, err
	}
	if sources := provider.ListSources(); header.Schema > sources[len(sources)-1].Version {
		return 0, ErrBackupNew
	}
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return 0, err
	}
	if version > header.Schema {
		if err := empty(ctx, db, version); err != nil {
			return 0, err
		}
		return 0, ErrSchemaLate
	}
	if _, err := provider.UpTo(ctx, header.Schema); err != nil {
		return 0, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	if err := empty(ctx, tx, header.Schema); err != nil {
		return 0, err
	}
	n, err := in.restore(ctx, tx)
	if err != nil {
		return 0, err
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	_, err = provider.Up(ctx)
	return n, err
}

// empty returns ErrNotEmpty when a table of the database has rows.
func empty(ctx context.Context, q querier, schema int64) error {
	for _, t := range backedUp {
		if t.since > schema {
			continue
		}
		var n int
		err := q.QueryRowContext(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM "+t.name+" LIMIT 1) AS found").Scan(&n)
		if err != nil {
			return err
		}
		if n > 0 {
			return ErrNotEmpty
		}
	}
	return nil
}

type backupReader struct {
	r   *bufio.Reader
	sum hash.Hash
}

func (b *backupReader) line(v any) error {
	text, err := b.r.ReadBytes('\n')
	if err != nil {
		return ErrBackup
	}
	b.sum.Write(text)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(v) != nil {
		return ErrBackup
	}
	return nil
}

func (b *backupReader) restore(ctx context.Context, q querier) (n int64, err error) {
	var insert string
	var width int
	for {
		sum := hex.EncodeToString(b.sum.Sum(nil))
		var any json.RawMessage
		if err := b.line(&any); err != nil {
			return n, err
		}
		if any[0] == '[' {
			values, err := rowOf(any, width)
			if err != nil {
				return n, err
			}
			if _, err := q.ExecContext(ctx, insert, values...); err != nil {
				return n, err
			}
			n++
			continue
		}
		var line backupLine
		if json.Unmarshal(any, &line) != nil {
			return n, ErrBackup
		}
		if line.Rows != nil {
			if *line.Rows != n || line.SHA256 != sum {
				return n, ErrBackup
			}
			return n, nil
		}
		if insert, err = insertInto(ctx, q, line.Table, line.Columns); err != nil {
			return n, err
		}
		width = len(line.Columns)
	}
}

// rowOf reads the values of a row: texts, whole numbers and nulls.
func rowOf(text json.RawMessage, width int) ([]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var values []any
	if decoder.Decode(&values) != nil || len(values) != width || width == 0 {
		return nil, ErrBackup
	}
	for i, v := range values {
		switch v := v.(type) {
		case nil, string:
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				return nil, ErrBackup
			}
			values[i] = n
		default:
			return nil, ErrBackup
		}
	}
	return values, nil
}

// insertInto returns the statement that inserts a row. Only names that the
// database itself uses get into it, whatever the backup says.
func insertInto(ctx context.Context, q querier, table string, columns []string) (string, error) {
	i := slices.IndexFunc(backedUp, func(t backupTable) bool { return t.name == table })
	if i < 0 || len(columns) == 0 {
		return "", ErrBackup
	}
	rows, err := q.QueryContext(ctx, "SELECT * FROM "+backedUp[i].name+" WHERE 1 = 0")
	if err != nil {
		return "", err
	}
	known, err := rows.Columns()
	if err = errors.Join(err, rows.Close()); err != nil {
		return "", err
	}
	var places []string
	for n, c := range columns {
		if !slices.Contains(known, c) {
			return "", ErrBackup
		}
		places = append(places, fmt.Sprint("$", n+1))
	}
	return "INSERT INTO " + backedUp[i].name + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")", nil
}
