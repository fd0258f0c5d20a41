package table

// Refusal is why a command was refused: nothing has changed. Its value is a
// stable code for catalogues and programs. A move against the rules of golf is
// refused with a golf.Refusal instead, rules that cannot be with a *golf.RulesError.
type Refusal string

// The refusals.
const (
	BadCommand    Refusal = "bad-command"  // no such command, or parts of it are missing
	BadID         Refusal = "bad-id"       // the command's own id is missing or too long
	BadName       Refusal = "bad-name"     // see package name
	BadSettings   Refusal = "bad-settings" // settings outside their ranges
	BadLevel      Refusal = "bad-level"    // no such level of bots
	BadSeed       Refusal = "bad-seed"     // a seed is too long
	BadPhrase     Refusal = "bad-phrase"   // no such phrase
	BadSeat       Refusal = "bad-seat"     // no such seat, or nobody sits there
	Ahead         Refusal = "ahead"        // decided on an event that has not happened yet
	Stale         Refusal = "stale"        // decided before something that matters to it happened
	NotSeated     Refusal = "not-seated"   // the player does not sit at this table
	NotYourSeat   Refusal = "not-your-seat"
	NotHost       Refusal = "not-host"
	SeatTaken     Refusal = "seat-taken"
	SeatedAlready Refusal = "seated-already" // the player sits at this table already
	NameTaken     Refusal = "name-taken"
	Full          Refusal = "full"        // no free seat
	Locked        Refusal = "locked"      // the host lets nobody in any more
	Banned        Refusal = "banned"      // the host has removed this player
	WrongPhase    Refusal = "wrong-phase" // not while the table does what it does
	TooFew        Refusal = "too-few"     // fewer than two seats are taken
	TooFast       Refusal = "too-fast"    // phrases follow each other too quickly
	Quiet         Refusal = "quiet"       // the table's phrases are switched off
	NoSpectators  Refusal = "no-spectators"
	Closed        Refusal = "closed" // the table is closed for good
)

// Refusals returns all refusals, for catalogues.
func Refusals() []Refusal {
	return []Refusal{
		BadCommand, BadID, BadName, BadSettings, BadLevel, BadSeed, BadPhrase, BadSeat, Ahead, Stale, NotSeated,
		NotYourSeat, NotHost, SeatTaken, SeatedAlready, NameTaken, Full, Locked, Banned, WrongPhase, TooFew, TooFast,
		Quiet, NoSpectators, Closed,
	}
}

// ID returns the stable code.
func (r Refusal) ID() string { return string(r) }

// Error returns the code with the package's name in front.
func (r Refusal) Error() string { return "table: " + string(r) }
