package table

import (
	"context"
	"slices"
	"sync"
	"time"
)

// memory is a Store for tests of what stands above it. The real ones pass a
// contract suite of their own.
type memory struct {
	mu     sync.Mutex
	logs   map[string][]Entry
	heads  map[string]Head
	fail   error // returned by the next Append instead of writing
	down   error // returned by everything instead of doing anything
	before func(id string)
	after  func(id string)
}

func newMemory() *memory { return &memory{logs: map[string][]Entry{}, heads: map[string]Head{}} }

func (m *memory) Append(_ context.Context, after int64, entries []Entry, head Head) error {
	if m.before != nil {
		m.before(head.ID)
	}
	if m.after != nil {
		defer m.after(head.ID)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down != nil {
		return m.down
	}
	if err := m.fail; err != nil {
		m.fail = nil
		return err
	}
	log := m.logs[head.ID]
	if int64(len(log)) != after {
		return ErrConflict
	}
	if after == 0 && entries[0].Command != "" && m.openedBy(entries[0].Command) != "" {
		return ErrConflict
	}
	for _, e := range entries {
		if e.Command != "" && slices.ContainsFunc(log, func(o Entry) bool { return o.Command == e.Command }) {
			return ErrConflict
		}
		log = append(log, e)
	}
	m.logs[head.ID], m.heads[head.ID] = log, head
	return nil
}

// fails lets everything fail from now on, or for nil nothing any more.
func (m *memory) fails(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.down = err
}

func (m *memory) openedBy(command string) string {
	for id, log := range m.logs {
		if log[0].Command == command {
			return id
		}
	}
	return ""
}

func (m *memory) OpenedBy(_ context.Context, command string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id := m.openedBy(command); id != "" && command != "" {
		return id, nil
	}
	return "", ErrNotFound
}

func (m *memory) Load(_ context.Context, id string, after int64) ([]Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down != nil {
		return nil, m.down
	}
	log, ok := m.logs[id]
	if !ok {
		return nil, ErrNotFound
	}
	return slices.Clone(log[min(after, int64(len(log))):]), nil
}

func (m *memory) OpenTables(context.Context) (heads []Head, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, h := range m.heads {
		if h.Open {
			heads = append(heads, h)
		}
	}
	return heads, nil
}

func (m *memory) Delete(context.Context, time.Time) (int, error) { return 0, nil }
