package server

import (
	"context"
	"database/sql"
	"time"

	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// best returns the lowest strokes that a deal allows, or nothing when ctx ends
// first. One question at a time: a solver keeps 16 MiB.
func (s *Server) best(ctx context.Context, deal dealcode.Deal) (n sql.Null[int64]) {
	game, err := deal.Game()
	if err != nil {
		return n
	}
	select {
	case solver := <-s.solver:
		defer func() { s.solver <- solver }()
		p := solve.FromGame(game)
		if found := solver.Best(ctx, &p); found.Proved {
			n.V, n.Valid = int64(found.Strokes), true
		}
	case <-ctx.Done():
	}
	return n
}

// solveSoon wakes solveRest.
func (s *Server) solveSoon() {
	select {
	case s.unsolved <- struct{}{}:
	default:
	}
}

// solveRest looks for the best of results that came without: many at a time from
// an import, or hard ones.
func (s *Server) solveRest(ctx context.Context) {
	for {
		rest, err := s.store.Unsolved(ctx, 20)
		for i := 0; err == nil && i < len(rest); i++ {
			var found sql.Null[int64]
			if deal, _, parseErr := dealcode.ParseLine(rest[i].Game); parseErr == nil {
				start := time.Now()
				long, cancel := context.WithTimeout(ctx, 5*time.Second)
				found = s.best(long, deal)
				cancel()
				// Half of the time is for those who play.
				pause(ctx, time.Since(start))
			}
			if ctx.Err() == nil {
				err = s.store.Solved(ctx, rest[i].ID, found)
			}
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			s.log.Error("solving results", "error", err)
		} else if len(rest) > 0 {
			continue
		}
		select {
		case <-s.unsolved:
		case <-time.After(time.Hour):
		case <-ctx.Done():
			return
		}
	}
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
