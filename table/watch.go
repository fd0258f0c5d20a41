package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// The errors that end a Watch, besides ErrNotFound, Banned, NoSpectators and
// Closed.
var (
	// ErrReplaced means that the player watches from elsewhere now.
	ErrReplaced = errors.New("table: the player has opened another stream")
	// ErrStopped means that the hall is closing: come back in a moment.
	ErrStopped = errors.New("table: the hall is closing")
)

// Watch follows a table for one viewer. Only one goroutine may use it.
type Watch struct {
	live     *live
	player   string
	next     int64 // the first event not told yet, 0 for a Now
	told     bool  // a View at least
	replaced chan struct{}
}

// Watch follows a table from the event after the given number on, or for a
// negative number from how things are. The player may be empty for a stranger.
// A player who sits at the table is there as long as the Watch is not closed. A
// player has one Watch: an older one ends.
func (h *Hall) Watch(ctx context.Context, id, player string, after int64) (*Watch, error) {
	l, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if err := l.t.mayWatch(player); err != nil {
		return nil, err
	}
	if after > l.t.seq {
		return nil, Ahead
	}
	w := &Watch{live: l, player: player, next: max(after+1, 0), replaced: make(chan struct{})}
	if player == "" {
		return w, nil
	}
	if older := l.watches[player]; older != nil {
		close(older.replaced)
	}
	l.show(player)
	l.watches[player] = w
	if err := l.welcome(ctx, player); err != nil {
		delete(l.watches, player)
		l.wind()
		return nil, err
	}
	l.wind()
	return w, nil
}

// welcome lets a player who is there again play again.
func (l *live) welcome(ctx context.Context, player string) error {
	for {
		seat := l.t.SeatOf(player)
		if seat < 0 || l.t.phase == PhaseClosed {
			return nil
		}
		events := l.t.comeBack(seat)
		if events == nil {
			return nil
		}
		if err := l.commit(ctx, "", events...); err != errDecideAgain {
			return err
		}
	}
}

// mayWatch returns nil or why a player may not watch. Before the match everyone
// may who knows the table, as nobody joins what cannot be seen.
func (t *Table) mayWatch(player string) error {
	switch {
	case t.banned[player]:
		return Banned
	case t.settings.Spectators || t.SeatOf(player) >= 0 || t.phase == PhaseLobby || t.phase == PhaseClosed:
		return nil
	}
	return NoSpectators
}

// Close ends the Watch.
func (w *Watch) Close() {
	l := w.live
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.player == "" || l.watches[w.player] != w {
		return
	}
	if l.t == nil { // the store has failed, and who sits here is not known
		l.seen[w.player] = now()
	} else {
		l.show(w.player)
	}
	delete(l.watches, w.player)
	l.wind()
}

// Next waits for something the viewer has not been told of and returns it: one
// Note an event, in order and without gaps, of which the last has a View. After
// the note that the table is closed it returns Closed.
func (w *Watch) Next(ctx context.Context) ([]Note, error) {
	var poll <-chan time.Time
	if every := w.live.hall.opt.Poll; every > 0 {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		poll = ticker.C
	}
	for {
		notes, changed, err := w.collect(ctx)
		if notes != nil || err != nil {
			return notes, err
		}
		select {
		case <-changed:
		case <-poll:
		case <-w.replaced:
			return nil, ErrReplaced
		case <-w.live.hall.stop.Done():
			return nil, ErrStopped
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// collect returns what is new, or a channel that is closed when something is.
func (w *Watch) collect(ctx context.Context) ([]Note, <-chan struct{}, error) {
	l := w.live
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-w.replaced:
		return nil, nil, ErrReplaced
	default:
	}
	if l.t == nil {
		if err := l.load(ctx); err != nil {
			return nil, nil, err
		}
	} else if l.hall.opt.Poll > 0 && w.next > l.t.seq {
		if err := l.catchUp(ctx); err != nil {
			return nil, nil, err
		}
	}
	if err := l.t.mayWatch(w.player); err != nil {
		return nil, nil, err
	}
	if w.next > l.t.seq {
		if l.t.phase == PhaseClosed {
			return nil, nil, Closed
		}
		return nil, l.changed, nil
	}
	viewer := l.t.SeatOf(w.player)
	notes := []Note{{Seq: l.t.seq, Kind: Now}}
	if w.next > 0 {
		lines, err := l.linesFrom(ctx, w.next)
		if err != nil {
			return nil, nil, err
		}
		notes = make([]Note, len(lines))
		for i := range lines {
			notes[i] = lines[i].note(viewer)
		}
	}
	// Between several events a hole may have ended, and before the first View as well.
	view := l.t.View(viewer, l.presence(now()), !w.told || len(notes) > 1)
	notes[len(notes)-1].View = &view
	w.next, w.told = l.t.seq+1, true
	return notes, nil, nil
}

// linesFrom returns the events from the given number on, from the store if they
// are no longer in memory.
func (l *live) linesFrom(ctx context.Context, seq int64) ([]line, error) {
	if len(l.lines) == 0 || l.lines[0].seq > seq {
		entries, err := l.hall.opt.Store.Load(ctx, l.id, 0)
		if err != nil {
			return nil, err
		}
		lines, err := foldAll(New(l.id, &l.hall.env), entries)
		if err != nil {
			return nil, err
		}
		return lines[seq-1 : min(int64(len(lines)), l.t.seq)], nil
	}
	return l.lines[seq-l.lines[0].seq:], nil
}

// View returns how things are at a table for a player, who may be empty for a
// stranger.
func (h *Hall) View(ctx context.Context, id, player string) (View, error) {
	l, err := h.open(ctx, id)
	if err != nil {
		return View{}, err
	}
	defer l.mu.Unlock()
	if err := l.t.mayWatch(player); err != nil {
		return View{}, err
	}
	return l.t.View(l.t.SeatOf(player), l.presence(now()), true), nil
}

// Listing is what strangers learn of a table they may join or watch.
type Listing struct {
	Table    string     `json:"table"`
	Phase    Phase      `json:"phase"`
	Locked   bool       `json:"locked,omitempty"`
	Settings Settings   `json:"settings"`
	Seats    []SeatView `json:"seats"`
}

// Tables returns the tables at which the player sits, then of those that are
// listed the ones where a seat can be taken, then the ones to be watched; each by
// id, so that a list that is shown does not jump.
func (h *Hall) Tables(player string) []Listing {
	all := h.all()
	slices.SortFunc(all, func(a, b *live) int { return cmp.Compare(a.id, b.id) })
	mine := []Listing{}
	var open, watched []Listing
	for _, l := range all {
		l.mu.Lock()
		if t := l.t; t != nil && t.phase != PhaseClosed {
			listing := Listing{t.id, t.phase, t.locked, t.settings, t.seatViews()}
			switch {
			case t.SeatOf(player) >= 0:
				mine = append(mine, listing)
			case !t.settings.Listed || t.banned[player]:
			case t.open():
				open = append(open, listing)
			case t.settings.Spectators:
				watched = append(watched, listing)
			}
		}
		l.mu.Unlock()
	}
	return append(append(mine, open...), watched...)
}
