package store

import (
	"context"
	"time"
)

// Passkey is a credential that lets an identity in on another device.
type Passkey struct {
	ID         string // of the credential, in base64url
	Identity   string
	Label      string
	Credential []byte // as package webauthn writes it in JSON
	Created    time.Time
	Used       time.Time
}

// AddPasskey keeps a passkey. It returns ErrTaken when it is known already,
// ErrFull when the identity has as many as most, or ErrNotFound without the
// identity.
func (s *Store) AddPasskey(ctx context.Context, p Passkey, most int) error {
	return s.write(ctx, func(q querier) error {
		if err := room(ctx, q, p.Identity, most, `SELECT COUNT(*) FROM passkeys WHERE identity = $1`); err != nil {
			return err
		}
		return taken(changed(q.ExecContext(ctx, `
			INSERT INTO passkeys (id, identity, label, credential, created_ms, used_ms) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT DO NOTHING`, p.ID, p.Identity, p.Label, string(p.Credential), millis(p.Created), millis(p.Used))))
	})
}

// Passkeys returns the passkeys of an identity, oldest first.
func (s *Store) Passkeys(ctx context.Context, identity string) ([]Passkey, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT id, identity, label, credential, created_ms, used_ms FROM passkeys
		WHERE identity = $1 ORDER BY created_ms, id`, identity)
	return collect(rows, err, func(scan func(...any) error) (p Passkey, err error) {
		var created, used int64
		err = scan(&p.ID, &p.Identity, &p.Label, &p.Credential, &created, &used)
		p.Created, p.Used = fromMillis(created), fromMillis(used)
		return p, err
	})
}

// UsePasskey notes that a passkey was used, and what has changed about it.
func (s *Store) UsePasskey(ctx context.Context, id string, credential []byte, at time.Time) error {
	return s.write(ctx, func(q querier) error {
		return changed(q.ExecContext(ctx, `UPDATE passkeys SET credential = $2, used_ms = $3 WHERE id = $1`, id, string(credential), millis(at)))
	})
}

// DeletePasskey removes a passkey of an identity, or returns ErrNotFound.
func (s *Store) DeletePasskey(ctx context.Context, identity, id string) error {
	return s.write(ctx, func(q querier) error {
		return changed(q.ExecContext(ctx, `DELETE FROM passkeys WHERE identity = $1 AND id = $2`, identity, id))
	})
}

// BeginCeremony keeps what the second request of a ceremony needs of the first.
func (s *Store) BeginCeremony(ctx context.Context, id string, data []byte, expires time.Time) error {
	return s.write(ctx, func(q querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO ceremonies (id, data, expires_ms) VALUES ($1, $2, $3)`, id, string(data), millis(expires))
		return err
	})
}

// EndCeremony returns what was kept and forgets it: a ceremony ends once. It
// returns ErrNotFound when there is none, or its time is over.
func (s *Store) EndCeremony(ctx context.Context, id string, now time.Time) (data []byte, err error) {
	err = s.write(ctx, func(q querier) error {
		return one(q.QueryRowContext(ctx, `
			DELETE FROM ceremonies WHERE id = $1 AND expires_ms > $2 RETURNING data`, id, millis(now)).Scan(&data))
	})
	return data, err
}

// DeleteCeremonies forgets the ceremonies whose time is over.
func (s *Store) DeleteCeremonies(ctx context.Context, now time.Time) error {
	return s.write(ctx, func(q querier) error {
		_, err := q.ExecContext(ctx, `DELETE FROM ceremonies WHERE expires_ms <= $1`, millis(now))
		return err
	})
}
