package bot

import (
	"birdie/card"
	"birdie/golf"
)

// Nines is the yardstick that was made for nine cards: it goes through a short
// list of questions.
type Nines struct{}

// Choose implements Bot.
func (Nines) Choose(v *golf.View, _ card.Source) Choice {
	if v.Phase() == golf.PhaseChoose {
		return because(v, spread(v))
	}
	n := nines{table: newTable(v)}
	n.own, n.down = n.grid(n.seat), v.FaceDown(n.seat)
	return because(v, n.choose())
}

type nines struct {
	table
	own  grid
	down golf.Cells
}

func (n *nines) choose() golf.Action {
	switch n.v.Phase() {
	case golf.PhaseDraw:
		if n.position(n.v.Top().Rank(), true) >= 0 {
			return golf.Action{Kind: golf.Take}
		}
		return golf.Action{Kind: golf.Draw}
	case golf.PhasePlace:
		if pos := n.position(n.hand(), false); pos >= 0 {
			return golf.SwapAt(pos)
		}
		if n.v.Drawn() {
			return golf.Action{Kind: golf.Discard}
		}
		return golf.SwapAt(n.highest())
	default:
		return golf.FlipAt(n.flipCell())
	}
}

// position returns where a card of rank r should go, -1 for nowhere.
func (n *nines) position(r card.Rank, discard bool) int {
	if n.v.Ender() < 0 && n.down.Count() == 1 {
		after := n.own
		after[n.down.First()] = r
		if n.estimate(&after) < n.lowestPossible() {
			return n.down.First()
		}
	}
	for pos := range n.cells {
		if n.completes(&n.own, pos, r) {
			return pos
		}
	}
	if discard && n.values[r] > n.deckMean() {
		return -1
	}
	hidden := n.down.Count() > 1 || n.v.Ender() >= 0 || n.leads()
	best := -1
	for pos := range n.cells {
		if n.expected(pos) <= n.values[r] || n.down.Has(pos) && !hidden || n.inLine(pos) {
			continue
		}
		if best < 0 || n.better(pos, best, r) {
			best = pos
		}
	}
	return best
}

// expected returns what the card at pos is expected to count.
func (n *nines) expected(pos int) float64 {
	if r := n.own[pos]; r != 0 {
		return n.values[r]
	}
	return n.hidden.mean
}

// inLine reports whether pos is in a column that cancels.
func (n *nines) inLine(pos int) bool { return line(&n.own, pos%n.cols, n.cols, n.rows) != 0 }

// better is the order of ties: same rank in the column, column without two of a
// kind, highest expected value, fewest face-up cards in the column.
func (n *nines) better(a, b int, r card.Rank) bool {
	if x, y := n.sameRank(a, r), n.sameRank(b, r); x != y {
		return x
	}
	if x, y := n.twoOfAKind(a), n.twoOfAKind(b); x != y {
		return !x
	}
	if x, y := n.expected(a), n.expected(b); x != y {
		return x > y
	}
	return n.faceUp(a) < n.faceUp(b)
}

func (n *nines) sameRank(pos int, r card.Rank) bool {
	for p := pos % n.cols; p < n.cells; p += n.cols {
		if p != pos && n.own[p] == r {
			return true
		}
	}
	return false
}

func (n *nines) twoOfAKind(pos int) bool {
	for p := pos % n.cols; p < n.cells; p += n.cols {
		for q := p + n.cols; q < n.cells; q += n.cols {
			if n.own[p] != 0 && n.own[p] == n.own[q] {
				return true
			}
		}
	}
	return false
}

func (n *nines) faceUp(pos int) int {
	k := 0
	for p := pos % n.cols; p < n.cells; p += n.cols {
		if !n.down.Has(p) {
			k++
		}
	}
	return k
}

// highest returns the position that is expected to count most.
func (n *nines) highest() int {
	best := 0
	for pos := range n.cells {
		if n.expected(pos) > n.expected(best) {
			best = pos
		}
	}
	return best
}

// deckMean returns the mean value of all cards of the deck.
func (n *nines) deckMean() float64 {
	sum := 0.0
	for r := card.Ace; r <= card.King; r++ {
		sum += 4 * n.values[r]
	}
	jokers := float64(n.rules.Jokers)
	return (sum + jokers*n.values[card.JokerRank]) / (52 + jokers)
}

// leads reports whether the own estimate is below every opponent's.
func (n *nines) leads() bool { return n.estimate(&n.own) < n.lowestOpponent() }

// lowestPossible returns the lowest score any opponent could have: every unknown
// card is the lowest one there is, or completes its column.
func (n *nines) lowestPossible() float64 {
	least := n.values[card.King]
	for r := 1; r < nRanks; r++ {
		if r != int(card.JokerRank) || n.rules.Jokers > 0 {
			least = min(least, n.values[r])
		}
	}
	lowest, found := 0.0, false
	for s := range n.v.Players() {
		if s == n.seat || !n.v.Active().Has(s) {
			continue
		}
		g := n.grid(s)
		sum := 0.0
		for c := range n.cols {
			column, rank, same := 0.0, card.Rank(0), true
			for p := c; p < n.cells; p += n.cols {
				switch r := g[p]; {
				case r == 0:
					column += least
				default:
					column += n.values[r]
					same = same && (rank == 0 || rank == r)
					rank = r
				}
			}
			if same && rank != 0 && cancels(&n.rules, rank) && (column > 0 || line(&g, c, n.cols, n.rows) != 0) {
				column = 0
			}
			sum += column
		}
		if !found || sum < lowest {
			lowest, found = sum, true
		}
	}
	return lowest
}
