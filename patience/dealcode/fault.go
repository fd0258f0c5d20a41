package dealcode

// A Fault is a kind of wrong code, number or range. Every Fault is an error.
type Fault uint8

// The faults.
const (
	_              Fault = iota
	Empty                // there is no text
	UnknownSource        // neither a GO1 or GO2 code nor a PySolFC number
	LaterCode            // GO3 to GO9: a kind of code that does not exist yet
	WrongLength          // a code with too few or too many characters
	WrongCharacter       // a character that codes do not have
	WrongRule            // the letter of a GO1 code that says the rules is not E, C or N
	WrongLetter          // not a letter A to Z among the seven that say the deal
	WrongCheck           // the check character does not match: something is mistyped
	Reserved             // the check is right, but the meaning is left to later versions
	WrongBoard           // the check is right, but no deck has this number
	WrongNumber          // not a decimal number
	ZeroNumber           // PySolFC has no deal 0
	LargeNumber          // a number of 2 to the 128th or more
	WrongAction          // not the letter of an action
	WrongRange           // the end of a range is before its start, or of another kind
)

var faults = [...]string{
	"", "empty", "unknown-source", "later-code", "wrong-length", "wrong-character", "wrong-rule", "wrong-letter", "wrong-check",
	"reserved", "wrong-board", "wrong-number", "zero-number", "large-number", "wrong-action", "wrong-range",
}

// ID is the stable name of the fault in data and catalogues.
func (f Fault) ID() string {
	if int(f) >= len(faults) {
		return ""
	}
	return faults[f]
}

func (f Fault) Error() string { return "dealcode: " + f.ID() }

// An Error is a Fault and the text it was found in: the character, the letters
// or the number that cannot be, or everything that was given. It unwraps to its
// Fault.
type Error struct {
	Fault Fault
	Text  string
}

func (e *Error) Error() string { return e.Fault.Error() + ": " + quote(e.Text) }

// Unwrap returns the Fault.
func (e *Error) Unwrap() error { return e.Fault }

func fail(f Fault, text string) *Error { return &Error{Fault: f, Text: text} }
