package table

import (
	"slices"
	"time"

	"birdie/fair"
	"birdie/golf"
)

// Order is the kind of a Command.
type Order string

// The orders, with the fields of Command each uses.
const (
	Sit       Order = "sit"       // take Seat, or any free one when it is nil, under Name
	Leave     Order = "leave"     // leave the seat; during a match a bot plays on and the seat stays the player's
	AddBot    Order = "bot"       // host: put a bot of Level on Seat, or any free one when it is nil
	Clear     Order = "clear"     // host: free Seat; a player who sat there may not come back
	HandOver  Order = "hand-over" // host: make the player on Seat host
	Configure Order = "configure" // host: change Settings
	Lock      Order = "lock"      // host: let nobody in any more, or again: On
	Ready     Order = "ready"     // On: be ready, with Seed for the shuffles; or not
	Start     Order = "start"     // host: start the match
	Act       Order = "act"       // do Action on Seat, the player's own
	GoOn      Order = "go-on"     // have seen the end of the hole
	Return    Order = "back"      // play oneself again
	Say       Order = "say"       // say Phrase
	Again     Order = "again"     // host: after a match, open the lobby for another
	Close     Order = "close"     // host: close the table for good
)

// Orders returns all orders.
func Orders() []Order {
	return []Order{
		Sit, Leave, AddBot, Clear, HandOver, Configure, Lock, Ready, Start, Act, GoOn, Return, Say, Again, Close,
	}
}

// MaxCommandID is the length in bytes that a command's id may have.
const MaxCommandID = 64

// Command is what a player wants.
type Command struct {
	// ID is made by the client. The same id from the same player has one effect,
	// however often it comes.
	ID string `json:"id" maxLength:"64" minLength:"1" doc:"made by the client; the same id has one effect"`
	// Seq is the number of the last event the player knew when deciding. What
	// has happened since must not matter to the command.
	Seq      int64     `json:"seq" minimum:"0" doc:"number of the last event known when it was decided"`
	Order    Order     `json:"order" enum:"sit,leave,bot,clear,hand-over,configure,lock,ready,start,act,go-on,back,say,again,close"`
	Seat     *int      `json:"seat,omitempty" doc:"sit, bot: the seat wanted, or any; clear, hand-over: whose; act: the player's own"`
	Name     string    `json:"name,omitempty" maxLength:"400" doc:"sit: name at this table, by default that of the identity"`
	Level    string    `json:"level,omitempty" maxLength:"40" doc:"bot"`
	Settings *Settings `json:"settings,omitempty" doc:"configure"`
	On       bool      `json:"on,omitempty" doc:"lock, ready"`
	Seed     Seed      `json:"seed,omitempty" maxLength:"128" doc:"ready: up to 64 bytes for the shuffles, hexadecimal"`
	Action   string    `json:"action,omitempty" maxLength:"40" doc:"act: such as draw, take, swap 3, discard, flip 2, pass, knock, choose 1 4"`
	Phrase   string    `json:"phrase,omitempty" maxLength:"40" doc:"say"`
	// Player is the id of who wants it, and Program whether that is a program.
	// They are set by the server and never read from outside.
	Player  string `json:"-"`
	Program bool   `json:"-"`
}

// Decide returns the events that c leads to at the given time, or why it is
// refused: a Refusal, a golf.Refusal or a *golf.RulesError. The table is unchanged.
func (t *Table) Decide(c Command, now time.Time) ([]Event, error) {
	if t.phase == PhaseClosed {
		return nil, Closed
	}
	if c.ID == "" || len(c.ID) > MaxCommandID {
		return nil, BadID
	}
	if c.Seq > t.seq {
		return nil, Ahead
	}
	if c.Seq < 0 {
		return nil, BadCommand
	}
	if c.Order == Sit {
		return t.sit(c)
	}
	me := t.SeatOf(c.Player)
	if me < 0 {
		return nil, NotSeated
	}
	switch c.Order {
	case Leave:
		return t.leave(me), nil
	case Return:
		if events := t.comeBack(me); events != nil {
			return events, nil
		}
		return nil, WrongPhase
	case Say:
		return t.say(me, c, now)
	case Ready:
		return t.ready(me, c)
	case Act:
		return t.act(me, c)
	case GoOn:
		return t.goOn(me, c)
	}
	if !slices.Contains(Orders(), c.Order) {
		return nil, BadCommand
	}
	if me != t.host {
		return nil, NotHost
	}
	return t.command(c)
}

func one(e Event) []Event { return []Event{e} }

// lobby reports whether seats and settings may change.
func (t *Table) lobby() bool { return t.phase == PhaseLobby }

// playing reports whether a match is under way.
func (t *Table) playing() bool { return t.phase == PhasePlaying || t.phase == PhaseHoleOver }

// open reports whether a seat can be taken.
func (t *Table) open() bool { return t.lobby() && !t.locked && t.seated() < len(t.seats) }

func (t *Table) sit(c Command) ([]Event, error) {
	name, err := cleanName(c.Name)
	switch {
	case c.Player == "":
		return nil, NotSeated
	case t.banned[c.Player]:
		return nil, Banned
	case t.SeatOf(c.Player) >= 0:
		return nil, SeatedAlready
	case !t.lobby():
		return nil, WrongPhase
	case t.locked:
		return nil, Locked
	case err != nil:
		return nil, err
	}
	for i := range t.seats {
		if t.seats[i].player != "" && sameName(t.seats[i].name, name) {
			return nil, NameTaken
		}
	}
	seat, err := t.place(c.Seat)
	if err != nil {
		return nil, err
	}
	events := one(Event{Kind: Sat, Seat: seat, Player: c.Player, Name: name, Program: c.Program})
	if t.host < 0 {
		events = append(events, Event{Kind: Hosted, Seat: seat})
	}
	return events, nil
}

// place returns the wanted seat if it is free, or the first free one.
func (t *Table) place(wanted *int) (int, error) {
	if wanted != nil {
		switch seat := *wanted; {
		case seat < 0 || seat >= len(t.seats):
			return 0, BadSeat
		case !t.seats[seat].free():
			return 0, SeatTaken
		default:
			return seat, nil
		}
	}
	for i := range t.seats {
		if t.seats[i].free() {
			return i, nil
		}
	}
	return 0, Full
}

// leave frees a seat or, during a match, leaves it to a bot.
func (t *Table) leave(me int) []Event {
	e := Event{Kind: Rose, Seat: me, Name: t.seats[me].name}
	if t.playing() {
		e = Event{Kind: Taken, Seat: me}
	}
	return append(one(e), t.handOver(me)...)
}

// handOver returns the event by which the host's duties leave a seat, if it has
// them and there is another player to take them over: the next one clockwise,
// those who are there first. In a match only who is there takes over: the seat
// stays the player's, and so does the table until somebody else comes back.
func (t *Table) handOver(from int) []Event {
	if from != t.host {
		return nil
	}
	for _, away := range []bool{false, true} {
		if away && t.playing() {
			return nil
		}
		for i := 1; i < len(t.seats); i++ {
			seat := (from + i) % len(t.seats)
			if s := &t.seats[seat]; s.player != "" && (s.away || s.sub) == away {
				return one(Event{Kind: Hosted, Seat: seat})
			}
		}
	}
	return one(Event{Kind: Hosted, Seat: -1})
}

// PhrasePause is the time between two phrases of a seat.
const PhrasePause = 2 * time.Second

func (t *Table) say(me int, c Command, now time.Time) ([]Event, error) {
	switch {
	case !slices.Contains(Phrases(), c.Phrase):
		return nil, BadPhrase
	case t.settings.Quiet:
		return nil, Quiet
	case now.Sub(t.seats[me].said) < PhrasePause:
		return nil, TooFast
	}
	return one(Event{Kind: Said, Seat: me, Phrase: c.Phrase}), nil
}

func (t *Table) ready(me int, c Command) ([]Event, error) {
	switch {
	case !t.lobby() && (t.phase != PhaseStarting || !c.On):
		return nil, WrongPhase
	case c.Seq < t.terms && c.On:
		return nil, Stale // the settings are others than the player agreed to
	case len(c.Seed) > fair.MaxSeed:
		return nil, BadSeed
	case t.phase == PhaseStarting && t.seats[me].ready:
		return nil, WrongPhase // a seed that was given stands
	}
	e := Event{Kind: Readied, Seat: me, On: c.On}
	if c.On {
		e.Seed = c.Seed
	}
	events := append(t.comeBack(me), e)
	if t.phase == PhaseStarting && t.unready(me) == 0 {
		events = append(events, Event{Kind: Started, Seat: -1})
	}
	return events, nil
}

// unready returns the number of players who are not ready, but for one seat.
func (t *Table) unready(but int) int {
	n := 0
	for i := range t.seats {
		if s := &t.seats[i]; i != but && s.player != "" && !s.ready {
			n++
		}
	}
	return n
}

// seatArgument returns the seat a command of the host is about, which must be
// taken.
func (t *Table) seatArgument(c Command) (int, error) {
	if c.Seat == nil || *c.Seat < 0 || *c.Seat >= len(t.seats) || t.seats[*c.Seat].free() {
		return 0, BadSeat
	}
	return *c.Seat, nil
}

// command decides what only the host may order.
func (t *Table) command(c Command) ([]Event, error) {
	if c.Seq < t.roster {
		return nil, Stale
	}
	switch c.Order {
	case Lock:
		return one(Event{Kind: LockSet, Seat: -1, On: c.On}), nil
	case Close:
		return one(Event{Kind: Shut, Seat: -1, Reason: "host"}), nil
	case HandOver, Clear:
		seat, err := t.seatArgument(c)
		if err != nil {
			return nil, err
		}
		return t.dismiss(c.Order, seat)
	case Again:
		if t.phase != PhaseFinished {
			return nil, WrongPhase
		}
		secret := Secret(t.env.NewSecret())
		return one(Event{Kind: Opened, Seat: t.host, Secret: &secret}), nil
	}
	if !t.lobby() {
		return nil, WrongPhase
	}
	switch c.Order {
	case AddBot:
		if !t.env.HasLevel(c.Level) {
			return nil, BadLevel
		}
		seat, err := t.place(c.Seat)
		if err != nil {
			return nil, err
		}
		return one(Event{Kind: Botted, Seat: seat, Level: c.Level}), nil
	case Configure:
		if c.Settings == nil {
			return nil, BadCommand
		}
		if err := c.Settings.check(); err != nil {
			return nil, err
		}
		if c.Settings.Seats < t.seated() {
			return nil, SeatTaken
		}
		settings := *c.Settings
		return one(Event{Kind: Configured, Seat: -1, Settings: &settings}), nil
	default: // Start
		n := t.seated()
		if n < golf.MinPlayers {
			return nil, TooFew
		}
		if err := t.settings.playable(n); err != nil {
			return nil, err
		}
		if t.unready(-1) == 0 {
			return one(Event{Kind: Started, Seat: -1}), nil
		}
		return one(Event{Kind: Starting, Seat: -1}), nil
	}
}

// dismiss hands the host's duties to a seat, or frees it.
func (t *Table) dismiss(order Order, seat int) ([]Event, error) {
	s := &t.seats[seat]
	switch {
	case order == HandOver:
		if s.player == "" || seat == t.host {
			return nil, BadSeat
		}
		return one(Event{Kind: Hosted, Seat: seat}), nil
	case seat == t.host:
		return nil, BadSeat // that is Leave
	case s.player != "":
		e := Event{Kind: Removed, Seat: seat, Name: s.name, By: ByHost}
		if t.playing() {
			e.Level = t.env.TakeoverLevel
		}
		return one(e), nil
	case t.playing() || t.phase == PhaseStarting:
		return nil, WrongPhase // a bot that plays has to go on
	}
	return one(Event{Kind: Rose, Seat: seat, By: ByHost}), nil
}

func (t *Table) act(me int, c Command) ([]Event, error) {
	if c.Seat != nil && *c.Seat != me {
		return nil, NotYourSeat
	}
	if c.Seat == nil {
		return nil, BadSeat
	}
	action, err := golf.ParseAction(c.Action)
	if err != nil {
		return nil, golf.NotAnAction
	}
	if t.phase != PhasePlaying {
		return nil, WrongPhase
	}
	if c.Seq < t.decided {
		return nil, Stale
	}
	if err := t.match.Hole().Check(me, action); err != nil {
		return nil, err
	}
	return append(t.comeBack(me), Event{Kind: Acted, Seat: me, Action: action.String()}), nil
}

// comeBack returns the events by which a seat is played by its player again, if
// it is not. A host who has left the match loses the duties to who comes back.
func (t *Table) comeBack(me int) []Event {
	if !t.seats[me].sub && !t.seats[me].away {
		return nil
	}
	events := one(Event{Kind: Back, Seat: me})
	if t.playing() && me != t.host && t.seats[t.host].sub {
		events = append(events, Event{Kind: Hosted, Seat: me})
	}
	return events
}

func (t *Table) goOn(me int, c Command) ([]Event, error) {
	switch {
	case t.phase != PhaseHoleOver:
		return nil, WrongPhase
	case c.Seq < t.decided:
		return nil, Stale
	case t.seats[me].wentOn:
		return nil, WrongPhase
	}
	events := append(t.comeBack(me), Event{Kind: WentOn, Seat: me})
	for i := range t.seats {
		if s := &t.seats[i]; i != me && s.player != "" && !s.sub && !s.wentOn {
			return events, nil
		}
	}
	return append(events, Event{Kind: Dealt, Seat: -1}), nil
}
