-- Live tables: a log of numbered events each, and what is known of it without
-- reading them. A writer moves tables.seq from the number it decided on, so that
-- of two only one succeeds; the primary key of events says the same once more.

-- +goose Up
CREATE TABLE tables (
	id     TEXT PRIMARY KEY,
	seq    BIGINT NOT NULL,
	at_ms  BIGINT NOT NULL,
	open   BIGINT NOT NULL,
	listed BIGINT NOT NULL
);
CREATE INDEX tables_open ON tables (open, at_ms);

CREATE TABLE events (
	table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
	seq      BIGINT NOT NULL,
	at_ms    BIGINT NOT NULL,
	command  TEXT NOT NULL,
	data     TEXT NOT NULL,
	PRIMARY KEY (table_id, seq)
);
-- A command has its effect once.
CREATE UNIQUE INDEX events_command ON events (table_id, command) WHERE command <> '';

-- +goose Down
DROP TABLE events;
DROP TABLE tables;
