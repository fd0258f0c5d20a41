-- The command that opens a table opens one, however often it comes.

-- +goose Up
CREATE UNIQUE INDEX events_opening ON events (command) WHERE seq = 1 AND command <> '';

-- +goose Down
DROP INDEX events_opening;
