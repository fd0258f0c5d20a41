package patience

// A Refusal says why an action is not possible. Allowed, the zero value, is no
// refusal; every other Refusal is an error.
type Refusal uint8

// The refusals.
const (
	Allowed       Refusal = iota
	NotAdjacent           // the card is not one rank apart from the waste's top card
	CardCovered           // the card is covered by another
	ColumnEmpty           // the column has no cards left
	NoSuchCard            // there is no card at that place
	KingTakesNone         // nothing goes on a king
	StockEmpty            // there is nothing left to draw
	DrawTooEarly          // a draw is not allowed while a card fits
	OpenFirst             // the game is opened with a tableau card
	GameOver              // the game has ended
	NothingToUndo         // no move has been made that could be taken back
	UndoSpent             // the rules let no further move be taken back
	NothingToRedo         // no move has been taken back
	UnknownAction         // the action is none of those that exist
)

var refusals = [...]string{
	"allowed", "not-adjacent", "covered", "column-empty", "no-such-card", "king-takes-none", "stock-empty", "draw-too-early",
	"open-first", "game-over", "nothing-to-undo", "undo-spent", "nothing-to-redo", "unknown-action",
}

// ID is the stable name of the refusal in data and catalogues.
func (r Refusal) ID() string {
	if int(r) >= len(refusals) {
		r = UnknownAction
	}
	return refusals[r]
}

// Error makes a Refusal an error.
func (r Refusal) Error() string { return "patience: refused: " + r.ID() }

// err returns r as an error, nil for Allowed.
func (r Refusal) err() error {
	if r == Allowed {
		return nil
	}
	return r
}
