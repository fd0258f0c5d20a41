package caddie

import (
	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie/internal/judgement"
)

// ReasonKind is a kind of reason for a move that a person understands.
type ReasonKind uint8

// The kinds. Rank and N of a Reason mean what is said here.
const (
	Wins         ReasonKind = iota // the run clears the tableau: N cards without a draw
	OnlyMove                       // there is no other legal move
	NothingFits                    // drawing, since no free card fits
	Saves                          // drawing although cards fit: they are worth more later
	LongRun                        // begins a run of N cards
	FreesOnly                      // frees the only free card of Rank
	ClearsColumn                   // the run empties a column
	PlaysKing                      // the run brings N kings away
	KeepsForKing                   // the run leaves a free queen for a king still to come
	Welcomes                       // after the run, N of the unseen cards bring a card away
	reasonKinds
)

var reasonIDs = [...]string{
	"wins", "only-move", "nothing-fits", "saves", "long-run", "frees-only", "clears-column", "plays-king", "keeps-for-king", "welcomes",
}

// ID is the stable name of the kind in data and catalogues.
func (k ReasonKind) ID() string {
	if k >= reasonKinds {
		return "?"
	}
	return reasonIDs[k]
}

// ReasonKinds returns all kinds.
func ReasonKinds() []ReasonKind {
	kinds := make([]ReasonKind, reasonKinds)
	for i := range kinds {
		kinds[i] = ReasonKind(i)
	}
	return kinds
}

// Reason is why a move is good, or at least what it does.
type Reason struct {
	Kind ReasonKind
	Rank card.Rank
	N    int
}

// situation is a position before a move.
type situation struct {
	table  *judgement.Tableau
	left   judgement.Left
	top    card.Rank
	unseen *judgement.Unseen
}

// free returns how many free cards of each rank there are.
func (s *situation) free(l judgement.Left) (n [16]uint8) {
	for c := range patience.Columns {
		n[s.table.Free(c, l)]++
	}
	n[0] = 0
	return n
}

// fitting returns how many unseen cards would bring at least one free card away.
func (s *situation) fitting(l judgement.Left) (n int) {
	free := s.free(l)
	for r, count := range s.unseen.Of {
		for f, there := range free {
			if there > 0 && count > 0 && s.table.Follow[r].Has(card.Rank(f)) {
				n += int(count)
				break
			}
		}
	}
	return n
}

// reasons says what speaks for a move whose turn ends with the given columns.
func (s *situation) reasons(move patience.Action, end judgement.Left) (list []Reason) {
	run := s.left.Cards() - end.Cards()
	if end == 0 {
		return append(list, Reason{Kind: Wins, N: run})
	}
	column, removal := move.Column()
	fits := s.table.Follow[s.top]
	others := 0
	for c := range patience.Columns {
		if r := s.table.Free(c, s.left); r != 0 && fits.Has(r) && c != column {
			others++
		}
	}
	switch {
	case !removal && others == 0:
		list = append(list, Reason{Kind: NothingFits})
	case !removal:
		list = append(list, Reason{Kind: Saves})
	case others == 0 && s.unseen.N == 0:
		list = append(list, Reason{Kind: OnlyMove})
	}
	if run >= 3 {
		list = append(list, Reason{Kind: LongRun, N: run})
	}
	if removal {
		n := s.left.Column(column)
		freed := s.table.Ranks[column][n-1]
		if freed != 0 && s.free(s.left)[freed] == 0 {
			list = append(list, Reason{Kind: FreesOnly, Rank: freed})
		}
	}
	for c := range patience.Columns {
		if s.left.Column(c) > 0 && end.Column(c) == 0 {
			list = append(list, Reason{Kind: ClearsColumn})
			break
		}
	}
	kings, kingsLeft := 0, int(s.unseen.Of[card.King])
	for c := range patience.Columns {
		for n := 1; n <= s.left.Column(c); n++ {
			if s.table.Ranks[c][n] == card.King {
				if n > end.Column(c) {
					kings++
				} else {
					kingsLeft++
				}
			}
		}
	}
	if kings > 0 {
		list = append(list, Reason{Kind: PlaysKing, N: kings})
	}
	if free := s.free(end); kingsLeft > 0 && free[card.Queen] > 0 && s.free(s.left)[card.Queen] > 0 && fits.Has(card.Queen) {
		list = append(list, Reason{Kind: KeepsForKing, Rank: card.Queen})
	}
	if n := s.fitting(end); s.unseen.N > 0 && n > 0 {
		list = append(list, Reason{Kind: Welcomes, N: n})
	}
	return list
}
