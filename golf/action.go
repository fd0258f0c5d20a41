package golf

import "errors"

// Kind is the kind of an Action.
type Kind uint8

// The kinds of action. Choose is the one before the first turn; Draw, Take,
// Knock and, as a whole turn, Flip begin a turn; Swap, Discard, Flip and Pass
// finish one.
const (
	Choose  Kind = iota // choose the first cards to turn up or peek at
	Draw                // draw the stock's top card
	Take                // take the discard pile's top card
	Swap                // put the card in hand in place of a grid card
	Discard             // discard the card drawn from the stock
	Flip                // turn up a face-down card
	Pass                // turn up nothing after a discard
	Knock               // end the hole instead of drawing
	kindCount
)

var kindNames = [kindCount]string{"choose", "draw", "take", "swap", "discard", "flip", "pass", "knock"}

// String returns the word for k in action notation.
func (k Kind) String() string {
	if k >= kindCount {
		return "?"
	}
	return kindNames[k]
}

// Action is what a player does: a kind and, for Choose, Swap and Flip, the grid
// positions concerned (exactly one for Swap and Flip). It compares with ==.
type Action struct {
	Kind  Kind
	Cells Cells
}

// SwapAt returns the action that swaps the card in hand with the one at pos.
func SwapAt(pos int) Action { return Action{Swap, Cell(pos)} }

// FlipAt returns the action that turns up the card at pos.
func FlipAt(pos int) Action { return Action{Flip, Cell(pos)} }

// Pos returns the position of a Swap or Flip.
func (a Action) Pos() int { return a.Cells.First() }

// String returns the notation of a: its word, then its positions counted from 1,
// as in "draw", "swap 3" and "choose 1 5".
func (a Action) String() string {
	text := []byte(a.Kind.String())
	for pos := range MaxCells {
		if a.Cells.Has(pos) {
			text = append(text, ' ', byte('1'+pos))
		}
	}
	return string(text)
}

// ErrSyntax is returned by ParseAction for text that is no action.
var ErrSyntax = errors.New("golf: not an action")

// ParseAction reads the notation that Action.String writes, positions in
// ascending order. It knows no rules: whether the action is legal is another
// question.
func ParseAction(text string) (Action, error) {
	word, rest := text, ""
	for i := range len(text) {
		if text[i] == ' ' {
			word, rest = text[:i], text[i:]
			break
		}
	}
	for k, name := range kindNames {
		if name != word {
			continue
		}
		a := Action{Kind: Kind(k)}
		for ; len(rest) >= 2; rest = rest[2:] {
			cell := Cell(int(rest[1]) - '1')
			if rest[0] != ' ' || cell == 0 || cell <= a.Cells {
				return Action{}, ErrSyntax
			}
			a.Cells |= cell
		}
		if rest != "" || !a.wellFormed() {
			return Action{}, ErrSyntax
		}
		return a, nil
	}
	return Action{}, ErrSyntax
}

// wellFormed reports whether a has as many positions as its kind needs.
func (a Action) wellFormed() bool {
	switch n := a.Cells.Count(); a.Kind {
	case Choose:
		return n > 0 && a.Cells < 1<<MaxCells
	case Swap, Flip:
		return n == 1 && a.Cells < 1<<MaxCells
	case Draw, Take, Discard, Pass, Knock:
		return n == 0
	}
	return false
}

// Refusal is the reason why an action was refused. It depends on nothing the
// acting seat does not know.
type Refusal uint8

// The refusals.
const (
	_                Refusal = iota
	HoleIsOver               // the hole is over
	NotPlaying               // the seat does not take part in this hole
	NotYourTurn              // another seat is on turn
	AlreadyChosen            // the seat has chosen its first cards
	ChooseFirst              // the first cards have not been turned up yet
	WrongNumber              // another number of first cards is to be chosen
	NoSuchPosition           // the grid has no such position
	ReshuffleFirst           // the stock is empty and waits for its new order
	NoReshuffle              // the stock is not waiting for a new order
	WrongCards               // the cards are not the ones to be dealt or reshuffled
	DrawFirst                // nothing has been drawn yet
	AlreadyDrawn             // a card has been drawn already
	AlreadyDiscarded         // the card drawn has been discarded already
	MustSwap                 // a card taken from the discard pile must be swapped in
	MustFlip                 // a face-down card must be turned up
	FaceUpAlready            // the card is face up already
	CannotFlip               // the rules do not let a player turn up a card now
	CannotKnock              // the rules know no knocking
	TooLateToKnock           // the last turns have begun
	NotAnAction              // there is no such action
	MatchIsOver              // the match is over
	CutFirst                 // the first dealer has not been found yet
	AlreadyCut               // the first dealer has been found already
	DealFirst                // the next hole has not been dealt yet
	HoleIsRunning            // the hole is still being played
	NoSuchSeat               // there is no such seat
	refusalCount
)

var refusalIDs = [refusalCount]string{
	HoleIsOver: "hole-is-over", NotPlaying: "not-playing", NotYourTurn: "not-your-turn", AlreadyChosen: "already-chosen",
	ChooseFirst: "choose-first", WrongNumber: "wrong-number", NoSuchPosition: "no-such-position",
	ReshuffleFirst: "reshuffle-first", NoReshuffle: "no-reshuffle", WrongCards: "wrong-cards", DrawFirst: "draw-first",
	AlreadyDrawn: "already-drawn", AlreadyDiscarded: "already-discarded", MustSwap: "must-swap", MustFlip: "must-flip",
	FaceUpAlready: "face-up-already", CannotFlip: "cannot-flip", CannotKnock: "cannot-knock",
	TooLateToKnock: "too-late-to-knock", NotAnAction: "not-an-action", MatchIsOver: "match-is-over", CutFirst: "cut-first",
	AlreadyCut: "already-cut", DealFirst: "deal-first", HoleIsRunning: "hole-is-running", NoSuchSeat: "no-such-seat",
}

// Refusals returns all refusals there are, for catalogues.
func Refusals() []Refusal {
	all := make([]Refusal, 0, refusalCount-1)
	for r := HoleIsOver; r < refusalCount; r++ {
		all = append(all, r)
	}
	return all
}

// ID returns the stable name of the refusal.
func (r Refusal) ID() string {
	if r >= refusalCount {
		return ""
	}
	return refusalIDs[r]
}

// Error makes a Refusal an error.
func (r Refusal) Error() string { return "golf: refused: " + r.ID() }
