-- One text for SQLite and PostgreSQL: only TEXT and BIGINT, times are unix
-- milliseconds, JSON is TEXT.

-- +goose Up
CREATE TABLE identities (
	id         TEXT PRIMARY KEY,
	kind       TEXT NOT NULL,
	owner      TEXT REFERENCES identities (id) ON DELETE CASCADE,
	name       TEXT NOT NULL,
	created_ms BIGINT NOT NULL,
	seen_ms    BIGINT NOT NULL
);
CREATE INDEX identities_owner ON identities (owner);

CREATE TABLE tokens (
	hash       TEXT PRIMARY KEY,
	identity   TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
	created_ms BIGINT NOT NULL
);
CREATE INDEX tokens_identity ON tokens (identity);

CREATE TABLE passkeys (
	id         TEXT PRIMARY KEY,
	identity   TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
	label      TEXT NOT NULL,
	credential TEXT NOT NULL,
	created_ms BIGINT NOT NULL,
	used_ms    BIGINT NOT NULL
);
CREATE INDEX passkeys_identity ON passkeys (identity);

-- A passkey ceremony between its two requests.
CREATE TABLE ceremonies (
	id         TEXT PRIMARY KEY,
	data       TEXT NOT NULL,
	expires_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE ceremonies;
DROP TABLE passkeys;
DROP TABLE tokens;
DROP TABLE identities;
