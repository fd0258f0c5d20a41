package table

import (
	"context"
	"errors"
	"time"
)

// Entry is one line of a table's log as it is stored. The log is the table:
// whoever folds its entries from the first to the last has its exact state.
type Entry struct {
	// Seq is the entry's place in the log, 1 for the first, without gaps.
	Seq int64
	// At is when it happened, to the millisecond.
	At time.Time
	// Command is the id of the command that caused this entry and those after it
	// up to the next one with a Command or the end of the same Append, made
	// unique among players by whoever appends. It is empty for what the table
	// did of its own accord and for all but the first entry of a command. Within
	// a table no two entries have the same Command, except the empty one, and no
	// two tables begin with the same.
	Command string
	// Data is the event as JSON. It holds secrets, such as the seed of decks
	// still in play: it is for the store and for Fold, never for a player.
	Data []byte
}

// Head is what a store knows of a table without reading its log.
type Head struct {
	ID string
	// Open tells whether the table still lives: a closed table is never
	// appended to again.
	Open bool
	// Listed tells whether strangers may find the table.
	Listed bool
	// Seq is the last entry's.
	Seq int64
	// At is the last entry's.
	At time.Time
}

// The errors of a Store; others are failures of the store itself.
var (
	// ErrConflict means that the log no longer ends where the writer thought it
	// does, or that it holds the command already. Nothing was written: load what
	// is new and decide again.
	ErrConflict = errors.New("table: the log has gone on")
	// ErrNotFound means that there is no table of that id.
	ErrNotFound = errors.New("table: no such table")
)

// Store keeps the logs of tables. Its methods are called by many goroutines at
// once, and possibly by several servers that share it.
type Store interface {
	// Append adds entries to the log of table head.ID and replaces its head, all
	// or nothing, and returns only when they survive a crash. The entries are
	// numbered on from after, which must be the last number in the log: 0 starts
	// a new one. Otherwise, or when an entry's Command is in the log already or
	// has opened another table, it returns ErrConflict. Appends to many tables at a time are the usual case: a
	// store should commit those that wait together.
	Append(ctx context.Context, after int64, entries []Entry, head Head) error
	// Load returns the entries of a table with numbers above after, in order,
	// or ErrNotFound.
	Load(ctx context.Context, id string, after int64) ([]Entry, error)
	// OpenedBy returns the id of the table that the command has opened, or
	// ErrNotFound.
	OpenedBy(ctx context.Context, command string) (id string, err error)
	// OpenTables returns the heads of all open tables, the one changed last first.
	OpenTables(ctx context.Context) ([]Head, error)
	// Delete removes closed tables whose last entry is older than the given time,
	// logs and all, and returns how many it removed.
	Delete(ctx context.Context, olderThan time.Time) (int, error)
}
