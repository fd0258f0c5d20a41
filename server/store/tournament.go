package store

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// Contest is a tournament of two over nine holes. Its results are those whose
// Round is its ID.
type Contest struct {
	ID         string
	Rules      string // as daily.RulesKey names them
	SameDeals  bool
	Invitation string // the hash of the token that lets the second player in
	Created    time.Time
	Players    []ContestPlayer // the first has made it
}

// ContestPlayer is one of the two.
type ContestPlayer struct {
	Identity string // "" once it is deleted
	Name     string // as it was at the start
	Deals    []string
}

// CreateContest keeps a new tournament.
func (s *Store) CreateContest(ctx context.Context, c Contest) error {
	return s.write(ctx, func(q querier) error {
		_, err := q.ExecContext(ctx, `
			INSERT INTO tournaments (id, rules, same_deals, invitation, created_ms) VALUES ($1, $2, $3, $4, $5)`,
			c.ID, c.Rules, bit(c.SameDeals), c.Invitation, millis(c.Created))
		for i, p := range c.Players {
			if err == nil {
				err = addContestPlayer(ctx, q, c.ID, i, p)
			}
		}
		return err
	})
}

// JoinContest adds the second player. It returns ErrTaken when there are two, or
// when the identity is one of them.
func (s *Store) JoinContest(ctx context.Context, id string, p ContestPlayer) error {
	return s.write(ctx, func(q querier) error { return addContestPlayer(ctx, q, id, 1, p) })
}

func addContestPlayer(ctx context.Context, q querier, id string, player int, p ContestPlayer) error {
	return taken(changed(q.ExecContext(ctx, `
		INSERT INTO tournament_players (tournament, player, identity, name, deals) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT DO NOTHING`, id, player, p.Identity, p.Name, strings.Join(p.Deals, " "))))
}

// Contest returns a tournament, or ErrNotFound.
func (s *Store) Contest(ctx context.Context, id string) (Contest, error) {
	c, err := scanContest(s.read.QueryRowContext(ctx, `SELECT `+contestColumns+` FROM tournaments t WHERE t.id = $1`, id).Scan)
	if err != nil {
		return c, one(err)
	}
	c.Players, err = s.contestPlayers(ctx, id)
	return c, err
}

// Contests returns the tournaments of an identity, newest first.
func (s *Store) Contests(ctx context.Context, identity string) ([]Contest, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+contestColumns+` FROM tournaments t JOIN tournament_players p ON p.tournament = t.id
		WHERE p.identity = $1 ORDER BY t.created_ms DESC, t.id`, identity)
	all, err := collect(rows, err, scanContest)
	if err != nil {
		return nil, err
	}
	at := map[string]*Contest{}
	for i := range all {
		at[all[i].ID] = &all[i]
	}
	rows, err = s.read.QueryContext(ctx, `
		SELECT p.tournament, p.identity, p.name, p.deals FROM tournament_players p
		JOIN tournament_players mine ON mine.tournament = p.tournament
		WHERE mine.identity = $1 ORDER BY p.tournament, p.player`, identity)
	_, err = collect(rows, err, func(scan func(...any) error) (id string, err error) {
		p, err := scanContestPlayer(func(into ...any) error { return scan(append([]any{&id}, into...)...) })
		if c := at[id]; c != nil { // not one joined since
			c.Players = append(c.Players, p)
		}
		return id, err
	})
	return all, err
}

const contestColumns = "t.id, t.rules, t.same_deals, t.invitation, t.created_ms"

func scanContest(scan func(...any) error) (c Contest, err error) {
	var same, created int64
	err = scan(&c.ID, &c.Rules, &same, &c.Invitation, &created)
	c.SameDeals, c.Created = same == 1, fromMillis(created)
	return c, err
}

func (s *Store) contestPlayers(ctx context.Context, id string) ([]ContestPlayer, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT identity, name, deals FROM tournament_players WHERE tournament = $1 ORDER BY player`, id)
	return collect(rows, err, scanContestPlayer)
}

func scanContestPlayer(scan func(...any) error) (p ContestPlayer, err error) {
	var identity sql.NullString
	var deals string
	err = scan(&identity, &p.Name, &deals)
	p.Identity, p.Deals = identity.String, strings.Fields(deals)
	return p, err
}

// DeleteContests removes the tournaments that nobody is left of.
func (s *Store) DeleteContests(ctx context.Context) error {
	return s.write(ctx, func(q querier) error {
		_, err := q.ExecContext(ctx, `
			DELETE FROM tournaments WHERE NOT EXISTS (
				SELECT 1 FROM tournament_players p WHERE p.tournament = tournaments.id AND p.identity IS NOT NULL)`)
		return err
	})
}
