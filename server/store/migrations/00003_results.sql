-- Finished games of patience and what is made of them.

-- +goose Up
CREATE TABLE results (
	id          TEXT PRIMARY KEY,
	identity    TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
	kind        TEXT NOT NULL,
	day         TEXT NOT NULL,
	rules       TEXT NOT NULL,
	round       TEXT NOT NULL,
	hole        BIGINT NOT NULL,
	game        TEXT NOT NULL,
	state       TEXT NOT NULL,
	strokes     BIGINT NOT NULL,
	points      BIGINT NOT NULL,
	moves       BIGINT NOT NULL,
	undos       BIGINT NOT NULL,
	hints       BIGINT NOT NULL,
	longest_run BIGINT NOT NULL,
	clean       BIGINT NOT NULL,
	imported    BIGINT NOT NULL,
	at_ms       BIGINT NOT NULL,
	best        BIGINT,
	unsolved    BIGINT NOT NULL
);
CREATE INDEX results_identity ON results (identity, at_ms, id);
CREATE INDEX results_unsolved ON results (at_ms) WHERE unsolved = 1;
-- The first attempt of an identity, day and rule set counts.
CREATE UNIQUE INDEX results_daily ON results (identity, day, rules) WHERE kind = 'daily';
CREATE INDEX results_board ON results (day, rules, strokes, at_ms) WHERE kind = 'daily';
-- A hole is played once.
CREATE UNIQUE INDEX results_hole ON results (identity, round, hole) WHERE round <> '';
CREATE INDEX results_round ON results (round) WHERE round <> '';

CREATE TABLE tournaments (
	id         TEXT PRIMARY KEY,
	rules      TEXT NOT NULL,
	same_deals BIGINT NOT NULL,
	invitation TEXT NOT NULL,
	created_ms BIGINT NOT NULL
);

CREATE TABLE tournament_players (
	tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
	player     BIGINT NOT NULL,
	identity   TEXT REFERENCES identities (id) ON DELETE SET NULL,
	name       TEXT NOT NULL,
	deals      TEXT NOT NULL,
	PRIMARY KEY (tournament, player)
);
CREATE UNIQUE INDEX tournament_players_identity ON tournament_players (identity, tournament);

-- +goose Down
DROP TABLE tournament_players;
DROP TABLE tournaments;
DROP TABLE results;
