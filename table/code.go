package table

import (
	"context"
	"strings"
)

// CodeLength is the length of the code under which a table is found by those who
// were told it: the beginning of its id. The rest of the id stays secret.
const CodeLength = 6

// Code returns the code of the table with the given id.
func Code(id string) string { return id[:min(CodeLength, len(id))] }

// ByCode returns the id of the table that people are gathering at under a code,
// or ErrNotFound. A table is found so only as long as seats can be taken: who
// wants to watch needs the whole id, and who sits there has the table among
// Hall.Tables. Upper case, blanks and dashes do not matter.
func (h *Hall) ByCode(ctx context.Context, code string) (string, error) {
	code = strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(code))
	if len(code) != CodeLength {
		return "", ErrNotFound
	}
	heads, err := h.opt.Store.OpenTables(ctx)
	if err != nil {
		return "", err
	}
	for _, head := range heads {
		if Code(head.ID) != code {
			continue
		}
		l, err := h.open(ctx, head.ID)
		if err != nil {
			return "", err
		}
		open := l.t.open()
		l.mu.Unlock()
		if open {
			return head.ID, nil
		}
	}
	return "", ErrNotFound
}
