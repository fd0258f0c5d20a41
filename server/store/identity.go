package store

import (
	"context"
	"database/sql"
	"time"
)

// The kinds of identities.
const (
	Guest = "guest" // a person
	Bot   = "bot"   // a program, owned by a person
)

// Identity is someone who plays: a person, or a program that a person runs.
type Identity struct {
	ID      string
	Kind    string
	Owner   string // whose program it is, "" for a person
	Name    string
	Created time.Time
	Seen    time.Time // the last use, to the day
}

const identityColumns = "i.id, i.kind, COALESCE(i.owner, ''), i.name, i.created_ms, i.seen_ms"

func scanIdentity(scan func(...any) error) (i Identity, err error) {
	var created, seen int64
	err = scan(&i.ID, &i.Kind, &i.Owner, &i.Name, &created, &seen)
	i.Created, i.Seen = fromMillis(created), fromMillis(seen)
	return i, err
}

// CreateIdentity adds an identity and the hash of its first token.
func (s *Store) CreateIdentity(ctx context.Context, i Identity, tokenHash string) error {
	return s.write(ctx, func(q querier) error { return createIdentity(ctx, q, i, tokenHash) })
}

// CreateBot is CreateIdentity for a program. It returns ErrFull when its owner has
// as many as most, or ErrNotFound without an owner.
func (s *Store) CreateBot(ctx context.Context, i Identity, tokenHash string, most int) error {
	return s.write(ctx, func(q querier) error {
		if err := room(ctx, q, i.Owner, most, `SELECT COUNT(*) FROM identities WHERE owner = $1`); err != nil {
			return err
		}
		return createIdentity(ctx, q, i, tokenHash)
	})
}

func createIdentity(ctx context.Context, q querier, i Identity, tokenHash string) error {
	_, err := q.ExecContext(ctx, `
		INSERT INTO identities (id, kind, owner, name, created_ms, seen_ms) VALUES ($1, $2, $3, $4, $5, $6)`,
		i.ID, i.Kind, sql.NullString{String: i.Owner, Valid: i.Owner != ""}, i.Name, millis(i.Created), millis(i.Seen))
	if err != nil {
		return err
	}
	return addToken(ctx, q, i.ID, tokenHash, i.Created)
}

// AddToken gives an identity one more token.
func (s *Store) AddToken(ctx context.Context, identity, tokenHash string, at time.Time) error {
	return s.write(ctx, func(q querier) error { return addToken(ctx, q, identity, tokenHash, at) })
}

func addToken(ctx context.Context, q querier, identity, tokenHash string, at time.Time) error {
	_, err := q.ExecContext(ctx, `INSERT INTO tokens (hash, identity, created_ms) VALUES ($1, $2, $3)`, tokenHash, identity, millis(at))
	return err
}

const identityByToken = `SELECT ` + identityColumns + ` FROM tokens t JOIN identities i ON i.id = t.identity WHERE t.hash = $1`

// IdentityByToken returns who holds the token with this hash, or ErrNotFound.
func (s *Store) IdentityByToken(ctx context.Context, tokenHash string) (Identity, error) {
	i, err := scanIdentity(s.byToken.QueryRowContext(ctx, tokenHash).Scan)
	return i, one(err)
}

// Identity returns an identity, or ErrNotFound.
func (s *Store) Identity(ctx context.Context, id string) (Identity, error) {
	i, err := scanIdentity(s.read.QueryRowContext(ctx, `SELECT `+identityColumns+` FROM identities i WHERE i.id = $1`, id).Scan)
	return i, one(err)
}

// Bots returns the programs of a person, oldest first.
func (s *Store) Bots(ctx context.Context, owner string) ([]Identity, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+identityColumns+` FROM identities i WHERE i.owner = $1 ORDER BY i.created_ms, i.id`, owner)
	return collect(rows, err, scanIdentity)
}

// Rename changes the name of an identity, or returns ErrNotFound.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	return s.write(ctx, func(q querier) error {
		return changed(q.ExecContext(ctx, `UPDATE identities SET name = $2 WHERE id = $1`, id, name))
	})
}

// Touch notes that an identity is in use.
func (s *Store) Touch(ctx context.Context, id string, at time.Time) error {
	return s.write(ctx, func(q querier) error {
		return changed(q.ExecContext(ctx, `UPDATE identities SET seen_ms = $2 WHERE id = $1`, id, millis(at)))
	})
}

// DeleteIdentity removes an identity and everything that is only its own, its
// programs included, or returns ErrNotFound. In a tournament the other one keeps
// the place, without the name.
func (s *Store) DeleteIdentity(ctx context.Context, id string) error {
	return s.write(ctx, func(q querier) error {
		if _, err := q.ExecContext(ctx, `UPDATE tournament_players SET name = '' WHERE identity = $1`, id); err != nil {
			return err
		}
		return changed(q.ExecContext(ctx, `DELETE FROM identities WHERE id = $1`, id))
	})
}
