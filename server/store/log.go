package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"birdie/table"
)

// Append implements table.Store.
func (s *Store) Append(ctx context.Context, after int64, entries []table.Entry, head table.Head) error {
	return s.write(ctx, func(q querier) error {
		seq := after + int64(len(entries))
		var r sql.Result
		var err error
		if after == 0 {
			r, err = q.ExecContext(ctx, `
				INSERT INTO tables (id, seq, at_ms, open, listed) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT DO NOTHING`, head.ID, seq, millis(head.At), bit(head.Open), bit(head.Listed))
		} else {
			r, err = q.ExecContext(ctx, `
				UPDATE tables SET seq = $2, at_ms = $3, open = $4, listed = $5
				WHERE id = $1 AND seq = $6`, head.ID, seq, millis(head.At), bit(head.Open), bit(head.Listed), after)
		}
		if err := changed(r, err); err != nil {
			return conflict(err)
		}
		for i, e := range entries {
			r, err := q.ExecContext(ctx, `
				INSERT INTO events (table_id, seq, at_ms, command, data) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT DO NOTHING`, head.ID, after+int64(i)+1, millis(e.At), e.Command, string(e.Data))
			if err := changed(r, err); err != nil {
				return conflict(err)
			}
		}
		return nil
	})
}

// conflict tells a row that was not written from a failure.
func conflict(err error) error {
	if errors.Is(err, ErrNotFound) {
		return table.ErrConflict
	}
	return err
}

// Load implements table.Store.
func (s *Store) Load(ctx context.Context, id string, after int64) ([]table.Entry, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT seq, at_ms, command, data FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq`, id, after)
	entries, err := collect(rows, err, func(scan func(...any) error) (e table.Entry, err error) {
		var at int64
		err = scan(&e.Seq, &at, &e.Command, &e.Data)
		e.At = fromMillis(at)
		return e, err
	})
	if err != nil || len(entries) > 0 {
		return entries, err
	}
	var seq int64
	err = s.read.QueryRowContext(ctx, "SELECT seq FROM tables WHERE id = $1", id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, table.ErrNotFound
	}
	return nil, err
}

// OpenedBy implements table.Store.
func (s *Store) OpenedBy(ctx context.Context, command string) (id string, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT table_id FROM events WHERE seq = 1 AND command = $1 AND command <> ''", command).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", table.ErrNotFound
	}
	return id, err
}

// OpenTables implements table.Store.
func (s *Store) OpenTables(ctx context.Context) ([]table.Head, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT id, seq, at_ms, listed FROM tables WHERE open = 1 ORDER BY at_ms DESC, id`)
	return collect(rows, err, func(scan func(...any) error) (h table.Head, err error) {
		var at, listed int64
		err = scan(&h.ID, &h.Seq, &at, &listed)
		h.At, h.Open, h.Listed = fromMillis(at), true, listed == 1
		return h, err
	})
}

// Delete implements table.Store.
func (s *Store) Delete(ctx context.Context, olderThan time.Time) (int, error) {
	var n int64
	err := s.write(ctx, func(q querier) error {
		r, err := q.ExecContext(ctx, "DELETE FROM tables WHERE open = 0 AND at_ms < $1", millis(olderThan))
		if err != nil {
			return err
		}
		n, err = r.RowsAffected()
		return err
	})
	return int(n), err
}
