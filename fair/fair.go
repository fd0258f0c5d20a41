// Package fair derives everything random in a match of golf from a secret of
// the server and seeds of the players, so that anyone can check afterwards that
// no card order was chosen.
//
// Before the players' seeds are in, the server publishes the commitment, a hash
// of its secret. Then every seat contributes a seed; a seat that sends none in
// time counts as the empty seed. From secret and seeds follows one key for every
// purpose, told apart by labels, and from a key a ChaCha20 stream. When the match
// is over the secret is revealed: now everyone can compute the commitment and
// every deck again. docs/fairness.md holds the protocol to the last byte, and
// says what it does not prevent.
package fair

import (
	"errors"
	"strconv"

	"birdie/card"
)

// Protocol names this version of the protocol. It goes into every hash, so that
// another version can never be taken for this one.
const Protocol = "birdie-fair-1"

// The limits of what New takes.
const (
	MaxSeed  = 64 // bytes of a player's seed
	MaxID    = 64 // bytes of a match's id
	MaxSeats = 255
)

// Secret is what the server keeps to itself until a match is over: 32 bytes
// from a cryptographic random generator, a fresh one for every match.
type Secret [32]byte

// Commitment is the hash of a Secret that is published before the seeds are in.
type Commitment [32]byte

// Commitment returns what commits the server to s: the SHA-256 of Protocol, a
// zero byte and s.
func (s Secret) Commitment() Commitment {
	return sum(append([]byte(Protocol+"\x00"), s[:]...))
}

// The errors of New.
var (
	ErrID    = errors.New("fair: match id is empty or too long")
	ErrSeats = errors.New("fair: too many seats")
	ErrSeed  = errors.New("fair: seed is too long")
)

// Match derives the random numbers of one match.
type Match struct {
	root [32]byte // HKDF's pseudorandom key
}

// New returns the derivation for the match called id from the server's secret
// and the seed of every seat in seat order. A seat without a seed has an empty
// one.
func New(secret Secret, id string, seeds [][]byte) (Match, error) {
	switch {
	case id == "" || len(id) > MaxID:
		return Match{}, ErrID
	case len(seeds) > MaxSeats:
		return Match{}, ErrSeats
	}
	// Every part is preceded by its length: no two inputs give the same bytes.
	transcript := []byte(Protocol + "\x00")
	transcript = append(transcript, byte(len(id)))
	transcript = append(transcript, id...)
	transcript = append(transcript, byte(len(seeds)))
	for _, seed := range seeds {
		if len(seed) > MaxSeed {
			return Match{}, ErrSeed
		}
		transcript = append(transcript, byte(len(seed)))
		transcript = append(transcript, seed...)
	}
	salt := sum(transcript)
	return Match{root: mac(salt[:], secret[:])}, nil // HKDF-Extract
}

// Source returns the random stream for one purpose. The same label gives the
// same stream again from its start; different labels give streams that say
// nothing about each other. Use Cut, Hole, Reshuffle and Bot to make labels.
func (m Match) Source(label string) *Stream {
	// HKDF-Expand to no more than one hash length is a single HMAC.
	return NewStream(mac(m.root[:], append([]byte(label), 1)))
}

// Shuffle returns the given cards in the random order of the label. The cards
// it is given are left alone.
func (m Match) Shuffle(label string, cards []card.Card) []card.Card {
	shuffled := append([]card.Card(nil), cards...)
	card.Shuffle(shuffled, m.Source(label))
	return shuffled
}

// Cut is the label of the cards that are cut for the first deal.
func Cut() string { return "cut" }

// Hole is the label of the deck of a hole. The first is hole 1; extra holes of
// a sudden death are counted on.
func Hole(hole int) string { return "hole " + strconv.Itoa(hole) }

// Reshuffle is the label of the n-th reshuffle of a hole, the first being 1.
func Reshuffle(hole, n int) string { return Hole(hole) + " reshuffle " + strconv.Itoa(n) }

// Bot is the label of what a computer player at a seat (from 0) may use for its
// decision number n in a hole.
func Bot(hole, seat, n int) string {
	return Hole(hole) + " bot " + strconv.Itoa(seat) + " decision " + strconv.Itoa(n)
}
