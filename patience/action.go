package patience

// An Action is one thing a player does: a move (a removal or a draw), taking
// moves back, asking for a hint, giving up. The zero value is the removal from
// the first column.
type Action uint8

// The actions beside the removals, which are the numbers below Columns.
const (
	Draw    Action = Columns + iota
	UndoOne        // take the last move back
	RedoOne        // make the move taken back last once more
	Hint           // a hint was given
	GiveUp
	actions
)

// Remove is the removal of the free card of a column, 0 to Columns−1.
func Remove(column int) Action {
	if column < 0 || column >= Columns {
		return actions
	}
	return Action(column)
}

// Column returns the column of a removal, and whether a is one.
func (a Action) Column() (int, bool) { return int(a), a < Columns }

// Move reports whether a is a move: a removal or a draw.
func (a Action) Move() bool { return a <= Draw }

const actionLetters = "1234567durhg"

// Letter returns the one-letter notation of a: 1 to 7 for a removal, d draw,
// u undo, r redo, h hint, g give up; '?' for what is no action.
func (a Action) Letter() byte {
	if a >= actions {
		return '?'
	}
	return actionLetters[a]
}

// ActionOf returns the action of a letter, and whether there is one.
func ActionOf(letter byte) (Action, bool) {
	for i := range len(actionLetters) {
		if actionLetters[i] == letter {
			return Action(i), true
		}
	}
	return actions, false
}

// Moves is a set of moves: bit c is the removal from column c, bit Columns the draw.
type Moves uint8

// Has reports whether the set has a.
func (m Moves) Has(a Action) bool { return a.Move() && m>>a&1 != 0 }

// Removals returns the removals of the set alone.
func (m Moves) Removals() Moves { return m &^ (1 << Draw) }
