package store

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
)

// batcher is the only writer of a SQLite database. It commits in groups: while
// one commit waits for the disk, the next writes queue, and go together.
type batcher struct {
	jobs    chan job
	stop    chan struct{}
	stopped chan struct{}
	conn    *prepared
	commits *atomic.Int64
	writes  *atomic.Int64
}

type job struct {
	f    func(querier) error
	done chan error
}

// maxBatch bounds a transaction, so that a flood of writes delays the first of
// them by no more than this many others.
const maxBatch = 256

var errClosed = errors.New("store: closed")

func newBatcher(conn *sql.Conn, commits, writes *atomic.Int64) *batcher {
	b := &batcher{
		jobs:    make(chan job, maxBatch),
		stop:    make(chan struct{}),
		stopped: make(chan struct{}),
		conn:    &prepared{Conn: conn, statements: map[string]*sql.Stmt{}},
		commits: commits,
		writes:  writes,
	}
	go b.run()
	return b
}

// write runs f in a transaction and returns when it is on disk or has failed.
// Once accepted it runs to its end, whatever becomes of ctx: SQLite rolls the
// whole transaction back when one of its statements is interrupted.
func (b *batcher) write(ctx context.Context, f func(querier) error) error {
	j := job{f, make(chan error, 1)}
	select {
	case b.jobs <- j:
	case <-b.stop:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-j.done:
		return err
	case <-b.stopped:
		// It may have been accepted just before the end.
		select {
		case err := <-j.done:
			return err
		default:
			return errClosed
		}
	}
}

func (b *batcher) close() error {
	close(b.stop)
	<-b.stopped
	return b.conn.close()
}

func (b *batcher) run() {
	defer close(b.stopped)
	for {
		select {
		case j := <-b.jobs:
			b.commit(b.gather(j))
		case <-b.stop:
			for {
				select {
				case j := <-b.jobs:
					b.commit(b.gather(j))
				default:
					return
				}
			}
		}
	}
}

func (b *batcher) gather(first job) []job {
	batch := []job{first}
	for len(batch) < maxBatch {
		select {
		case j := <-b.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// commit runs the batch in one transaction. A job that fails is rolled back
// alone; an error of the transaction itself fails them all.
func (b *batcher) commit(batch []job) {
	ctx := context.Background()
	failed := make([]error, len(batch))
	err := b.exec(ctx, "BEGIN IMMEDIATE")
	for i := 0; err == nil && i < len(batch); i++ {
		if err = b.exec(ctx, "SAVEPOINT job"); err != nil {
			break
		}
		if failed[i] = batch[i].f(b.conn); failed[i] != nil {
			err = b.exec(ctx, "ROLLBACK TO job")
		}
		if err == nil {
			err = b.exec(ctx, "RELEASE job")
		}
	}
	if err == nil {
		err = b.exec(ctx, "COMMIT")
	}
	if err != nil {
		// It fails when SQLite has rolled back by itself; either way nothing of
		// the batch remains.
		_ = b.exec(ctx, "ROLLBACK")
	} else {
		b.commits.Add(1)
		b.writes.Add(int64(len(batch)))
	}
	for i, j := range batch {
		if err != nil {
			j.done <- err
		} else {
			j.done <- failed[i]
		}
	}
}

func (b *batcher) exec(ctx context.Context, query string) error {
	_, err := b.conn.ExecContext(ctx, query)
	return err
}

// prepared is a connection that keeps the statements it has seen compiled. Only
// one goroutine may use it.
type prepared struct {
	*sql.Conn
	statements map[string]*sql.Stmt
}

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := p.statements[query]; s != nil {
		return s, nil
	}
	s, err := p.PrepareContext(ctx, query)
	if err == nil {
		p.statements[query] = s
	}
	return s, err
}

func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.Conn.QueryRowContext(ctx, query, args...)
	}
	return s.QueryRowContext(ctx, args...)
}

func (p *prepared) close() error {
	var err error
	for _, s := range p.statements {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, p.Conn.Close())
}
