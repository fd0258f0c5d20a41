package table

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"birdie/card"
	"birdie/fair"
	"birdie/golf/bot"
)

// Options are what a Hall is made of. Zero fields take defaults.
type Options struct {
	Timing
	Store Store
	// Bots finds the computer player of a level. The default are those of
	// package bot, yardsticks apart.
	Bots func(level string) (bot.Bot, bool)
	// TakeoverLevel is the level that plays for players who are gone; the default
	// is "medium".
	TakeoverLevel string
	// Poll is how often a Watch looks for what other servers that share the store
	// have written; 0 when there are none.
	Poll time.Duration
	// BotPause is how long a bot at least takes for an action, so that people can
	// follow.
	BotPause time.Duration
	// Thinkers is the number of bots that may think at the same time.
	Thinkers int
	Log      *slog.Logger
	// NewSecret makes the secret of a match's shuffles. It is for tests, to which
	// it makes deals reproducible: no setting of the program reaches it. Without it
	// secrets cannot be guessed.
	NewSecret func() fair.Secret
	// NewID makes the ids of tables; it is for tests as well, and otherwise NewID.
	NewID func() string
}

// Hall runs the tables of a server. Every event is in the store before anyone
// hears of it. Several Halls may share a store: the log decides, and one whose
// knowledge is old reads what is new and decides again. Who is there is known
// only to the Hall a player is connected to, so that all players of a table
// should come to the same one.
type Hall struct {
	opt      Options
	env      Env
	thinkers chan struct{}
	stop     context.Context
	cancel   context.CancelFunc

	mu     sync.Mutex
	tables map[string]*live
}

// live is a table that is in memory.
type live struct {
	hall *Hall

	mu      sync.Mutex
	t       *Table // nil when it has to be read (again)
	id      string
	lines   []line        // the latest events, those of the current hole at least
	changed chan struct{} // closed at the next event
	timer   *time.Timer
	busy    bool // a bot is thinking

	loaded  time.Time            // when it came into memory
	watches map[string]*Watch    // the one stream of each player
	seen    map[string]time.Time // when a player without a stream was last there
	awake   time.Time            // since when someone is there, zero when nobody is
}

func (h *Hall) newLive(id string) *live {
	return &live{
		hall: h, id: id, changed: make(chan struct{}), loaded: now(),
		watches: map[string]*Watch{}, seen: map[string]time.Time{},
	}
}

// NewHall returns a hall without tables in memory. Call Resume to let those in
// the store go on.
func NewHall(o Options) *Hall {
	if o.Timing == (Timing{}) {
		o.Timing = DefaultTiming()
	}
	if o.Bots == nil {
		o.Bots = opponents
	}
	o.TakeoverLevel = cmp.Or(o.TakeoverLevel, "medium")
	if o.NewID == nil {
		o.NewID = NewID
	}
	if o.NewSecret == nil {
		o.NewSecret = func() (s fair.Secret) { rand.Read(s[:]); return s }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Hall{
		opt: o, tables: map[string]*live{}, thinkers: make(chan struct{}, max(1, o.Thinkers)),
		env: Env{
			Timing: o.Timing, TakeoverLevel: o.TakeoverLevel,
			NewSecret: o.NewSecret,
			HasLevel:  func(level string) bool { _, ok := o.Bots(level); return ok },
		},
	}
	h.stop, h.cancel = context.WithCancel(context.Background())
	return h
}

func opponents(level string) (bot.Bot, bool) {
	p, ok := bot.ByID(level)
	return p.Bot, ok && p.Kind != bot.Yardstick
}

// Close stops clocks and bots and ends all Watches. Nothing is lost by it.
func (h *Hall) Close() {
	h.cancel()
	// Whoever holds a table's lock now has stored what it does or has not begun.
	for _, l := range h.all() {
		l.mu.Lock()
		if l.timer != nil {
			l.timer.Stop()
		}
		l.mu.Unlock()
	}
}

// all returns the tables in memory.
func (h *Hall) all() []*live {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Values(h.tables))
}

// Open returns the number of tables in memory: those that are open, but for a
// moment.
func (h *Hall) Open() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Resume loads all open tables, so that their clocks run. One whose log makes no
// sense is left out.
func (h *Hall) Resume(ctx context.Context) error {
	heads, err := h.opt.Store.OpenTables(ctx)
	if err != nil {
		return err
	}
	for _, head := range heads {
		l, err := h.open(ctx, head.ID)
		if err != nil {
			if errors.Is(err, errLog) {
				h.opt.Log.Error("a table's log cannot be read", "table", head.ID, "error", err)
				continue
			}
			return err
		}
		l.mu.Unlock()
	}
	return nil
}

// idAlphabet has no letters that are read or heard as others, and no vowels.
const idAlphabet = "23456789bcdfghjkmnpqrstvwxz"

// NewID returns an id for a table: 13 characters, 61 bits, too many to be
// guessed, as it is also the invitation.
func NewID() string {
	src := randomSource{}
	id := make([]byte, 13)
	for i := range id {
		id[i] = idAlphabet[card.Below(src, uint64(len(idAlphabet)))]
	}
	return string(id)
}

type randomSource struct{}

func (randomSource) Uint64() (n uint64) {
	var b [8]byte
	rand.Read(b[:])
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}

// Player is someone who comes to a table.
type Player struct {
	ID      string
	Name    string
	Program bool // no person
}

// Create opens a table whose host is the given player. The command is an id made
// by the client, like that of a Command: the same one from the same player opens
// one table, however often it comes. Without one, each call opens another.
func (h *Hall) Create(ctx context.Context, p Player, settings Settings, command string) (id string, err error) {
	if len(command) > MaxCommandID {
		return "", BadID
	}
	key := ""
	if command != "" {
		key = p.ID + ":" + command
		if id, err := h.opt.Store.OpenedBy(ctx, key); !errors.Is(err, ErrNotFound) {
			return id, err
		}
	}
	name, err := cleanName(p.Name)
	if err != nil {
		return "", err
	}
	if err := settings.check(); err != nil {
		return "", err
	}
	secret := Secret(h.env.NewSecret())
	l := h.newLive(h.opt.NewID())
	l.t = New(l.id, &h.env)
	l.mu.Lock()
	defer l.mu.Unlock()
	// Whoever finds it in the store before we are done must find this one here.
	h.mu.Lock()
	h.tables[l.id] = l
	h.mu.Unlock()
	err = l.commit(ctx, key, Event{
		Kind: Opened, Seat: 0, Player: p.ID, Name: name, Program: p.Program, Settings: &settings, Secret: &secret,
	})
	if err != nil {
		h.forget(l)
	}
	if errors.Is(err, ErrNotFound) {
		return h.opt.Store.OpenedBy(ctx, key) // the same command at the same time
	}
	if err != nil {
		return "", err
	}
	l.show(p.ID)
	l.wind()
	return l.id, nil
}

// open returns the table of an id, locked and ready. Its caller unlocks it.
func (h *Hall) open(ctx context.Context, id string) (*live, error) {
	for {
		h.mu.Lock()
		l := h.tables[id]
		if l == nil {
			l = h.newLive(id)
			h.tables[id] = l
		}
		h.mu.Unlock()
		l.mu.Lock()
		if !h.holds(l) {
			l.mu.Unlock() // it was forgotten while we waited for its lock
			continue
		}
		if l.t == nil {
			if err := l.load(ctx); err != nil {
				if l.timer == nil {
					h.forget(l)
				} else {
					l.wake(retry) // it has been in memory: streams and a clock are its own
				}
				l.mu.Unlock()
				return nil, err
			}
			l.wind()
		} else if h.opt.Poll > 0 {
			if err := l.catchUp(ctx); err != nil {
				l.mu.Unlock()
				return nil, err
			}
		}
		return l, nil
	}
}

// catchUp reads what others have added to the log.
func (l *live) catchUp(ctx context.Context) error {
	entries, err := l.hall.opt.Store.Load(ctx, l.id, l.t.seq)
	if err != nil || len(entries) == 0 {
		return err
	}
	lines, err := foldAll(l.t, entries)
	if err != nil {
		l.t = nil
		return err
	}
	l.lines = append(l.lines, lines...)
	l.trim()
	l.ring()
	l.wind()
	return nil
}

func (h *Hall) holds(l *live) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tables[l.id] == l
}

// forget takes a table out of memory. Its lock must be held.
func (h *Hall) forget(l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.tables, l.id)
}

// load reads the log from the start.
func (l *live) load(ctx context.Context) error {
	entries, err := l.hall.opt.Store.Load(ctx, l.id, 0)
	if err != nil {
		return err
	}
	t := New(l.id, &l.hall.env)
	lines, err := foldAll(t, entries)
	if err != nil {
		return err
	}
	l.t, l.lines = t, lines
	l.trim()
	l.ring()
	return nil
}

func foldAll(t *Table, entries []Entry) ([]line, error) {
	lines := make([]line, 0, len(entries))
	err := Replay(t, entries, func(e Event) { lines = append(lines, t.line(e)) })
	return lines, err
}

// Replay folds entries of a log and calls each, if it is not nil, after every
// event.
func Replay(t *Table, entries []Entry, each func(e Event)) error {
	for _, entry := range entries {
		e, err := decodeEvent(entry.Data)
		if err != nil {
			return err
		}
		if err := t.Fold(e, entry.At, entry.Command); err != nil {
			return err
		}
		if each != nil {
			each(e)
		}
	}
	return nil
}

// keep is how many events are kept in memory for those who were away for a
// moment. Older ones are read from the store.
const keep = 32

func (l *live) trim() {
	if len(l.lines) > 2*keep {
		l.lines = append(make([]line, 0, 2*keep+8), l.lines[len(l.lines)-keep:]...)
	}
}

// now is the time as it is stored.
func now() time.Time { return time.Now().Truncate(time.Millisecond) }

// ring wakes all who wait for an event.
func (l *live) ring() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// errDecideAgain means that another writer was faster.
var errDecideAgain = errors.New("table: decide again")

// commit stores events and then lets them happen. When another writer was
// faster, it reads what is new and returns errDecideAgain.
func (l *live) commit(ctx context.Context, key string, events ...Event) error {
	at := now()
	if at.Before(l.t.at) {
		at = l.t.at // time does not go back in a log
	}
	// A trial run on a copy is not needed: events come from Decide, Alarm and
	// BotActs, which only return what can be folded.
	entries := make([]Entry, len(events))
	for i, e := range events {
		data, err := e.encode()
		if err != nil {
			return err
		}
		entries[i] = Entry{Seq: l.t.seq + int64(i) + 1, At: at, Data: data}
	}
	entries[0].Command = key
	head := Head{ID: l.id, Open: true, Listed: l.t.settings.Listed, Seq: l.t.seq + int64(len(events)), At: at}
	for _, e := range events {
		if e.Settings != nil {
			head.Listed = e.Settings.Listed
		}
		head.Open = head.Open && e.Kind != Shut
	}
	// Whoever asked may hang up, but whether it was stored must not stay unknown.
	err := l.hall.opt.Store.Append(context.WithoutCancel(ctx), l.t.seq, entries, head)
	if err != nil {
		l.t = nil // unknown what is in the log now: it is read again
		if !errors.Is(err, ErrConflict) {
			return err
		}
		if err := l.load(ctx); err != nil {
			return err
		}
		return errDecideAgain
	}
	for i, e := range events {
		if err := l.t.Fold(e, at, entries[i].Command); err != nil {
			l.t = nil
			return err
		}
		l.lines = append(l.lines, l.t.line(e))
	}
	l.trim()
	l.ring()
	return nil
}

// Do lets a player's command take effect and returns the number of the first
// event it caused. The same command again returns the same number and has no
// effect. The error is a Refusal, a golf.Refusal, a *golf.RulesError,
// ErrNotFound, or one of the store.
func (h *Hall) Do(ctx context.Context, id string, c Command) (seq int64, err error) {
	l, err := h.open(ctx, id)
	if err != nil {
		return 0, err
	}
	defer l.mu.Unlock()
	key := c.Player + ":" + c.ID
	for {
		if seq, ok := l.t.Command(key); ok {
			return seq, nil
		}
		events, err := l.t.Decide(c, now())
		if err != nil {
			return 0, err
		}
		first := l.t.seq + 1
		if err := l.commit(ctx, key, events...); err == errDecideAgain {
			continue
		} else if err != nil {
			l.wind()
			return 0, err
		}
		l.show(c.Player)
		l.wind()
		return first, nil
	}
}

// show notes that a player is there.
func (l *live) show(player string) {
	if l.t.SeatOf(player) < 0 {
		return
	}
	now := now()
	if l.presence(now).Awake.IsZero() {
		l.awake = now
	}
	l.seen[player] = now
}

// presence returns who is there at the given time. A player is as long as there
// is a stream; the table rests when the last has been gone for the time of grace.
func (l *live) presence(now time.Time) (p Presence) {
	someone := false
	for i := range l.t.seats {
		s := &l.t.seats[i]
		if s.player == "" {
			continue
		}
		if l.watches[s.player] != nil {
			someone = true
			continue
		}
		seen, ok := l.seen[s.player]
		if !ok {
			seen = l.loaded
		}
		p.Gone[i] = seen
		someone = someone || !s.sub && now.Sub(seen) < l.hall.env.Grace
	}
	if !someone {
		l.awake = time.Time{}
	}
	p.Awake = l.awake
	return p
}

// wind sets the timer to the next alarm and lets a bot think if it is its turn.
func (l *live) wind() {
	if l.hall.stop.Err() != nil {
		return
	}
	if l.t == nil {
		l.wake(retry)
		return
	}
	if l.t.phase == PhaseClosed {
		if l.timer != nil {
			l.timer.Stop()
		}
		l.hall.forget(l)
		return
	}
	now := now()
	p := l.presence(now)
	if turn, ok := l.t.BotTurn(); ok && !l.busy && !p.Awake.IsZero() {
		l.busy = true
		go l.think(turn)
	}
	a, ok := l.t.Alarm(p)
	if !ok {
		return
	}
	// The table falls asleep without an event: look again by then.
	wait := min(a.At.Sub(now), time.Hour)
	if !p.Awake.IsZero() {
		wait = min(wait, l.hall.env.Grace)
	}
	l.wake(wait)
}

// wake sets the timer.
func (l *live) wake(wait time.Duration) {
	if l.timer == nil {
		l.timer = time.AfterFunc(wait, l.tick)
	} else {
		l.timer.Reset(wait)
	}
}

// tick lets everything happen that is due.
func (l *live) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.hall.stop.Err() == nil {
		if l.t == nil {
			if err := l.load(l.hall.stop); err != nil {
				l.fail(err)
				return
			}
		}
		now := now()
		a, ok := l.t.Alarm(l.presence(now))
		if !ok || a.At.After(now) {
			break
		}
		if err := l.commit(l.hall.stop, "", l.t.Ring(a)...); err != nil && err != errDecideAgain {
			l.fail(err)
			return
		}
	}
	l.wind()
}

// retry is the pause after the store has failed.
const retry = time.Second

// fail notes that the store has failed and tries again later.
func (l *live) fail(err error) {
	if l.hall.stop.Err() != nil {
		return
	}
	l.hall.opt.Log.Error("a table's clock could not be kept", "table", l.id, "error", err)
	l.wake(retry)
}

// think lets a bot decide and act. It runs without the lock.
func (l *live) think(turn Turn) {
	defer func() {
		l.mu.Lock()
		l.busy = false
		l.wind()
		l.mu.Unlock()
	}()
	pause := time.NewTimer(l.hall.opt.BotPause)
	defer pause.Stop()
	select {
	case l.hall.thinkers <- struct{}{}:
	case <-l.hall.stop.Done():
		return
	}
	action := l.hall.bot(turn.Level).Choose(&turn.View, turn.Source).Action
	<-l.hall.thinkers
	select {
	case <-pause.C:
	case <-l.hall.stop.Done():
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.t == nil {
		return
	}
	e, ok := l.t.BotActs(turn, action)
	if !ok {
		return
	}
	if err := l.commit(l.hall.stop, "", e); err != nil && err != errDecideAgain {
		l.hall.opt.Log.Error("a bot could not act", "table", l.id, "error", err)
	}
}

// bot returns the bot of a level. One that is no more plays like the bots that
// take over.
func (h *Hall) bot(level string) bot.Bot {
	if b, ok := h.opt.Bots(level); ok {
		return b
	}
	b, _ := h.opt.Bots(h.opt.TakeoverLevel)
	return b
}
