package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// The kinds of results.
const (
	Free       = "free"       // any game
	Daily      = "daily"      // the one attempt that counts for a day and rule set
	Tournament = "tournament" // a hole of a tournament
)

// Result is a finished game of patience that the server has replayed.
type Result struct {
	ID       string
	Identity string
	Kind     string
	Day      string // of a daily one, such as 2026-05-01
	Rules    string // as daily.RulesKey names them
	Round    string // the id of the round or tournament it is a hole of, or ""
	Hole     int    // 1 to 9 in a round
	Game     string // as dealcode.FormatLine writes it
	State    string
	Strokes  int
	Points   int // where the rules count points
	Moves    int
	Undos    int
	Hints    int
	Run      int  // the longest
	Clean    bool // without undo and hints, as its player says
	Imported bool // came from an export, so never on a leaderboard
	At       time.Time
	Best     sql.Null[int64] // the lowest strokes possible, once known
}

// Without a table's name; reading a result, r is the table.
const resultColumns = `r.id, r.identity, r.kind, r.day, r.rules, r.round, r.hole, r.game, r.state, r.strokes, r.points,
	r.moves, r.undos, r.hints, r.longest_run, r.clean, r.imported, r.at_ms, r.best`

func scanResult(scan func(...any) error) (r Result, err error) {
	var at, clean, imported int64
	err = scan(&r.ID, &r.Identity, &r.Kind, &r.Day, &r.Rules, &r.Round, &r.Hole, &r.Game, &r.State, &r.Strokes, &r.Points,
		&r.Moves, &r.Undos, &r.Hints, &r.Run, &clean, &imported, &at, &r.Best)
	r.At, r.Clean, r.Imported = fromMillis(at), clean == 1, imported == 1
	return r, err
}

// AddResult keeps a result. When there is one with the same id, that one is
// returned and nothing changes. ErrTaken is returned for a second attempt at a
// day or hole.
func (s *Store) AddResult(ctx context.Context, r Result) (Result, error) {
	err := s.write(ctx, func(q querier) error { return addResult(ctx, q, r) })
	if !errors.Is(err, ErrNotFound) {
		return r, err
	}
	found, err := scanResult(s.read.QueryRowContext(ctx, `SELECT `+resultColumns+` FROM results r WHERE r.id = $1`, r.ID).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return r, ErrTaken
	}
	return found, err
}

// AddResults keeps many results and returns how many are new: those with a known
// id, and further attempts at a day or hole, are left out.
func (s *Store) AddResults(ctx context.Context, all []Result) (added int, err error) {
	// In parts, so that others can write in between.
	for part := range slices.Chunk(all, 200) {
		n := 0
		err := s.write(ctx, func(q querier) error {
			for _, r := range part {
				if err := addResult(ctx, q, r); err == nil {
					n++
				} else if !errors.Is(err, ErrNotFound) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

// addResult returns ErrNotFound when a unique index is in the way.
func addResult(ctx context.Context, q querier, r Result) error {
	return changed(q.ExecContext(ctx, `
		INSERT INTO results (id, identity, kind, day, rules, round, hole, game, state, strokes, points,
			moves, undos, hints, longest_run, clean, imported, at_ms, best, unsolved)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
		ON CONFLICT DO NOTHING`,
		r.ID, r.Identity, r.Kind, r.Day, r.Rules, r.Round, r.Hole, r.Game, r.State, r.Strokes, r.Points,
		r.Moves, r.Undos, r.Hints, r.Run, bit(r.Clean), bit(r.Imported), millis(r.At), r.Best, bit(!r.Best.Valid)))
}

// Results returns the results of an identity, oldest first.
func (s *Store) Results(ctx context.Context, identity string) ([]Result, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+resultColumns+` FROM results r WHERE r.identity = $1 ORDER BY r.at_ms, r.id`, identity)
	return collect(rows, err, scanResult)
}

// RoundResults returns the results of all holes of a round or tournament.
func (s *Store) RoundResults(ctx context.Context, round string) ([]Result, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+resultColumns+` FROM results r WHERE r.round = $1 AND r.round <> '' ORDER BY r.hole, r.identity`, round)
	return collect(rows, err, scanResult)
}

// ContestResults returns the results of all holes of an identity's tournaments,
// those of the other players included.
func (s *Store) ContestResults(ctx context.Context, identity string) ([]Result, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+resultColumns+` FROM tournament_players p JOIN results r ON r.round = p.tournament AND r.round <> ''
		WHERE p.identity = $1 ORDER BY r.round, r.hole, r.identity`, identity)
	return collect(rows, err, scanResult)
}

// DailyResult returns the attempt of an identity that counts, or ErrNotFound.
func (s *Store) DailyResult(ctx context.Context, identity, day, rules string) (Result, error) {
	r, err := scanResult(s.read.QueryRowContext(ctx, `
		SELECT `+resultColumns+` FROM results r
		WHERE r.identity = $1 AND r.day = $2 AND r.rules = $3 AND r.kind = 'daily'`, identity, day, rules).Scan)
	return r, one(err)
}

// BoardLine is a result and the name of whose it is.
type BoardLine struct {
	Result
	Name string
}

// Board returns the best results of a day and rule set, and how many there are.
func (s *Store) Board(ctx context.Context, day, rules string, limit int) (lines []BoardLine, total int, err error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+resultColumns+`, i.name FROM results r JOIN identities i ON i.id = r.identity
		WHERE r.kind = 'daily' AND r.imported = 0 AND r.day = $1 AND r.rules = $2
		ORDER BY r.strokes, r.at_ms, r.id LIMIT $3`, day, rules, limit)
	lines, err = collect(rows, err, func(scan func(...any) error) (l BoardLine, err error) {
		l.Result, err = scanResult(func(into ...any) error { return scan(append(into, &l.Name)...) })
		return l, err
	})
	if err == nil {
		err = s.read.QueryRowContext(ctx, `
			SELECT COUNT(*) FROM results r WHERE r.kind = 'daily' AND r.imported = 0 AND r.day = $1 AND r.rules = $2`,
			day, rules).Scan(&total)
	}
	return lines, total, err
}

// Better returns how many have fewer strokes on a day and rule set.
func (s *Store) Better(ctx context.Context, day, rules string, strokes int) (n int, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM results r
		WHERE r.kind = 'daily' AND r.imported = 0 AND r.day = $1 AND r.rules = $2 AND r.strokes < $3`,
		day, rules, strokes).Scan(&n)
	return n, err
}

// Unsolved returns results whose best has not been looked for yet.
func (s *Store) Unsolved(ctx context.Context, limit int) ([]Result, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+resultColumns+` FROM results r WHERE r.unsolved = 1 ORDER BY r.at_ms LIMIT $1`, limit)
	return collect(rows, err, scanResult)
}

// Solved keeps the best of a result; an invalid one says that it was not found.
func (s *Store) Solved(ctx context.Context, id string, best sql.Null[int64]) error {
	return s.write(ctx, func(q querier) error {
		_, err := q.ExecContext(ctx, `UPDATE results SET best = $2, unsolved = 0 WHERE id = $1`, id, best)
		return err
	})
}
