// Package golf is the referee of Golf with a grid, the card game for two to
// eight players: layouts, house rules, the play of a hole, hidden information,
// scoring and whole matches.
//
// A Hole is a deck order plus the actions taken, a Match is holes plus Rules.
// Nothing here is random and nothing waits: decks, the cut for the deal and the
// order of a reshuffle come from the caller, and everything that happened comes
// back as typed Events. What a player may know is a View, a type of its own that
// is built from public facts and the seat's own knowledge.
//
// Seats are numbered from 0 clockwise, grid positions from 0 row by row from the
// top left. In action notation, which people read, positions count from 1.
package golf

import "math/bits"

// The limits of the game; every array in this package has one of these sizes.
const (
	// MinPlayers and MaxPlayers bound the number of seats.
	MinPlayers = 2
	MaxPlayers = 8
	// MaxCells is the number of cards in the largest grid.
	MaxCells = 9
	// MaxDecks is the largest number of decks, MaxCards the cards in them.
	MaxDecks = 3
	MaxCards = MaxDecks * 54
)

// StallRounds is the number of rounds without a card turned up, by anyone, after
// which a hole is ended as stalled.
const StallRounds = 20

// Layout is the shape of every player's grid. The zero Layout is Six.
type Layout uint8

// The layouts, named after their number of cards.
const (
	Six   Layout = iota // two rows of three
	Four                // two rows of two, also called Polish Polka or Polish Poker
	Nine                // three rows of three
	Eight               // two rows of four
)

var shapes = [...]struct{ rows, cols uint8 }{Six: {2, 3}, Four: {2, 2}, Nine: {3, 3}, Eight: {2, 4}}

// Rows returns the number of rows of the grid.
func (l Layout) Rows() int { return int(shapes[l&3].rows) }

// Cols returns the number of columns of the grid.
func (l Layout) Cols() int { return int(shapes[l&3].cols) }

// Cells returns the number of cards in the grid.
func (l Layout) Cells() int { return l.Rows() * l.Cols() }

// All returns the set of all positions of the grid.
func (l Layout) All() Cells { return 1<<l.Cells() - 1 }

// Cells is a set of grid positions, bit i for position i.
type Cells uint16

// Cell returns the set of the one position pos, empty when there is no such
// position in any grid.
func Cell(pos int) Cells {
	if pos < 0 || pos >= MaxCells {
		return 0
	}
	return 1 << pos
}

// Has reports whether pos is in the set.
func (c Cells) Has(pos int) bool { return c&Cell(pos) != 0 }

// Count returns the number of positions in the set.
func (c Cells) Count() int { return bits.OnesCount16(uint16(c)) }

// First returns the lowest position of the set, 16 when it is empty.
func (c Cells) First() int { return bits.TrailingZeros16(uint16(c)) }

// Seats is a set of seats, bit i for seat i.
type Seats uint8

// AllSeats returns the set of the seats 0 to players-1.
func AllSeats(players int) Seats {
	return 1<<min(max(players, 0), MaxPlayers) - 1
}

// Has reports whether seat is in the set.
func (s Seats) Has(seat int) bool { return seat >= 0 && seat < MaxPlayers && s&(1<<seat) != 0 }

// Count returns the number of seats in the set.
func (s Seats) Count() int { return bits.OnesCount8(uint8(s)) }

// First returns the lowest seat of the set, 8 when it is empty.
func (s Seats) First() int { return bits.TrailingZeros8(uint8(s)) }

// After returns the seat of the set that comes next clockwise after seat, which
// is seat itself when it is the only one. The set must not be empty.
func (s Seats) After(seat int) int {
	if later := s >> (seat + 1) << (seat + 1); later != 0 {
		return later.First()
	}
	return s.First()
}
