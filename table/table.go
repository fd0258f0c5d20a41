package table

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"birdie/fair"
	"birdie/golf"
)

// Phase is what a table is doing.
type Phase string

// The phases.
const (
	PhaseLobby    Phase = "lobby"     // players take seats and get ready
	PhaseStarting Phase = "starting"  // the last seeds are waited for
	PhasePlaying  Phase = "playing"   // a hole is played
	PhaseHoleOver Phase = "hole-over" // a hole has ended and is looked at
	PhaseFinished Phase = "finished"  // the match is over
	PhaseClosed   Phase = "closed"    // nothing will ever happen here again
)

// Phases returns all phases.
func Phases() []Phase {
	return []Phase{PhaseLobby, PhaseStarting, PhasePlaying, PhaseHoleOver, PhaseFinished, PhaseClosed}
}

// Timing is how long a table waits for what.
type Timing struct {
	Warn      time.Duration // until a seat without a connection counts as away
	Grace     time.Duration // until a bot plays for it, or in the lobby it is free
	Countdown time.Duration // for seeds that are missing when the host starts
	GoOn      time.Duration // at the end of a hole
	Idle      time.Duration // until a table where nothing happens closes
	IdleMatch time.Duration // the same in the middle of a match
}

// DefaultTiming is what suits people.
func DefaultTiming() Timing {
	return Timing{
		Warn: 10 * time.Second, Grace: time.Minute, Countdown: 20 * time.Second, GoOn: 45 * time.Second,
		Idle: 30 * time.Minute, IdleMatch: 24 * time.Hour,
	}
}

// Env is what a Table needs of the world. It has no influence on Fold.
type Env struct {
	Timing
	// NewSecret returns 32 bytes nobody can guess.
	NewSecret func() fair.Secret
	// HasLevel reports whether there are bots of a level.
	HasLevel func(level string) bool
	// TakeoverLevel is the level of a bot that plays for a player.
	TakeoverLevel string
}

// seat is one place at a table. The zero seat is free.
type seat struct {
	player string // who it belongs to, "" for nobody
	name   string
	// program tells that the player is no person.
	program bool
	level   string // of the bot that sits there when there is no player
	ready   bool
	seed    Seed
	away    bool // the player has lost the connection
	sub     bool // a bot plays for the player
	wentOn  bool // the player has seen the end of the hole
	said    time.Time
}

func (s *seat) free() bool { return s.player == "" && s.level == "" }

// automatic reports whether a bot moves for the seat.
func (s *seat) automatic() bool { return s.sub || s.player == "" }

// Table is the state of a table: what its log folds to.
type Table struct {
	id  string
	env *Env

	seq      int64     // of the last event
	at       time.Time // of the last event
	phase    Phase
	settings Settings
	seats    []seat
	host     int // seat of the host, -1 for none
	locked   bool
	banned   map[string]bool

	round    int // matches whose lobby has been opened
	begun    int // the last of them that has begun
	secret   fair.Secret
	seeds    []Seed // of the seats at the start of the match that has begun
	shuffles fair.Match
	match    *golf.Match  // nil before the first
	happened []golf.Event // in the match, by the last event
	acts     int          // actions in this hole
	turned   int          // reshuffles in this hole

	roster  int64     // the last event that changed who sits here or the settings
	terms   int64     // the last event that changed what players agree to
	decided int64     // the last event that changed what is to be decided in the match
	since   time.Time // when what is waited for began: seeds, a turn, the end of a hole or the match

	commands map[string]int64 // Entry.Command: number of the first event it caused
}

// New returns a table without any events. Its first must be Opened.
func New(id string, env *Env) *Table {
	return &Table{id: id, env: env, host: -1, banned: map[string]bool{}, commands: map[string]int64{}}
}

// Seq returns the number of the last event.
func (t *Table) Seq() int64 { return t.seq }

// Phase returns what the table is doing.
func (t *Table) Phase() Phase { return t.phase }

// Match returns the match being played or played last, nil before the first. It
// holds secrets, and the caller must not change it.
func (t *Table) Match() *golf.Match { return t.match }

// SeatOf returns the seat of a player, -1 for none.
func (t *Table) SeatOf(player string) int {
	if player == "" {
		return -1
	}
	return slices.IndexFunc(t.seats, func(s seat) bool { return s.player == player })
}

// Command returns the number of the first event that the command of that key
// caused, if it is in the log.
func (t *Table) Command(key string) (seq int64, ok bool) {
	seq, ok = t.commands[key]
	return seq, ok
}

// MatchID returns the id under which package fair knows the match of the given
// round, the first being 1.
func MatchID(table string, round int) string { return table + "/" + strconv.Itoa(round) }

func (t *Table) seated() int {
	n := 0
	for i := range t.seats {
		if !t.seats[i].free() {
			n++
		}
	}
	return n
}

// errLog is what Fold and Replay return for a log that no table wrote.
var errLog = errors.New("table: the log makes no sense")

// Fold lets the table be changed by the next event of its log. The key is that
// of the command that caused it, see Entry. An error means that the log is
// broken: the table is unusable.
func (t *Table) Fold(e Event, at time.Time, key string) error {
	t.seq++
	t.at = at
	t.happened = nil
	if key != "" {
		t.commands[key] = t.seq
	}
	if t.phase == "" && e.Kind != Opened || e.Seat < -1 || e.Seat >= len(t.seats) && e.Kind != Opened {
		return errLog
	}
	switch e.Kind {
	case Opened, Sat, Botted, Rose, Removed, Configured, Readied, Starting, Hosted, LockSet, Shut:
		return t.foldRoster(e)
	case Started, Acted, Dealt:
		return t.foldPlay(e)
	}
	if e.Seat < 0 {
		return errLog
	}
	s := &t.seats[e.Seat]
	switch e.Kind {
	case WentOn:
		s.wentOn = true
	case Away:
		s.away = true
	case Taken:
		s.away, s.sub = true, true
	case Back:
		if s.sub && t.phase == PhasePlaying && t.match.Hole().Turn() == e.Seat {
			t.since = at // the time of a turn the bot has begun is the player's now
		}
		s.away, s.sub = false, false
	case Said:
		s.said = at
	default:
		return errLog
	}
	return nil
}

// foldRoster folds the events that change who sits here and under what terms.
func (t *Table) foldRoster(e Event) error {
	if e.Seat < 0 {
		switch e.Kind {
		case Opened, Sat, Botted, Rose, Removed, Readied:
			return errLog
		}
	}
	if e.Kind != Readied { // nobody else's decisions depend on it
		t.roster = t.seq
	}
	switch e.Kind {
	case Opened:
		return t.foldOpened(e)
	case Sat:
		t.seats[e.Seat] = seat{player: e.Player, name: e.Name, program: e.Program}
	case Botted:
		t.seats[e.Seat] = seat{level: e.Level}
	case Rose, Removed:
		if e.Kind == Removed {
			t.banned[t.seats[e.Seat].player] = true
		}
		t.seats[e.Seat] = seat{level: e.Level}
		if t.phase == PhaseStarting {
			t.phase = PhaseLobby
		}
	case Configured:
		if e.Settings == nil || e.Settings.check() != nil || e.Settings.Seats < t.seated() {
			return errLog
		}
		t.terms = t.seq
		t.settings = *e.Settings
		t.resize(t.settings.Seats)
		t.unreadyAll()
	case Readied:
		t.seats[e.Seat].ready, t.seats[e.Seat].seed = e.On, e.Seed
	case Starting:
		t.phase, t.since = PhaseStarting, t.at
	case Hosted:
		t.host = e.Seat
	case LockSet:
		t.locked = e.On
	case Shut:
		t.phase = PhaseClosed
	}
	return nil
}

// foldOpened opens the lobby, for the first time or for another match.
func (t *Table) foldOpened(e Event) error {
	if e.Secret == nil {
		return errLog
	}
	if t.phase == "" {
		if e.Settings == nil || e.Settings.check() != nil || e.Seat >= e.Settings.Seats {
			return errLog
		}
		t.settings = *e.Settings
		t.seats = make([]seat, t.settings.Seats)
		t.seats[e.Seat] = seat{player: e.Player, name: e.Name, program: e.Program}
		t.host = e.Seat
	}
	t.round++
	t.terms = t.seq
	t.secret = fair.Secret(*e.Secret)
	t.phase = PhaseLobby
	t.resize(t.settings.Seats)
	t.unreadyAll()
	return nil
}

// resize makes so many seats. Only when they are fewer does anyone move up.
func (t *Table) resize(n int) {
	if n < len(t.seats) {
		t.moveUp()
	}
	for len(t.seats) < n {
		t.seats = append(t.seats, seat{})
	}
	t.seats = t.seats[:n]
}

// moveUp takes the free seats away and keeps the order of the others.
func (t *Table) moveUp() {
	taken := t.seats[:0:0]
	host := -1
	for i, s := range t.seats {
		if s.free() {
			continue
		}
		if i == t.host {
			host = len(taken)
		}
		taken = append(taken, s)
	}
	t.seats, t.host = taken, host
}

func (t *Table) unreadyAll() {
	for i := range t.seats {
		s := &t.seats[i]
		s.ready, s.seed, s.wentOn = false, nil, false
	}
}
