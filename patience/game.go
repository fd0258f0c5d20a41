package patience

import "birdie/card"

// The measures of the deal.
const (
	Columns = 7  // columns of the tableau
	Rows    = 5  // cards dealt to each column
	Tableau = 35 // cards dealt to the tableau
	MaxDeck = 54 // cards of the largest deck
)

// State says whether a game goes on, and if not, how it ended.
type State uint8

// The states.
const (
	Playing State = iota
	Won
	Blocked  // no move is left; undo may go on
	GivenUp  // the player has settled the game as lost
	stateEnd // not a state
)

var states = [...]string{"playing", "won", "blocked", "given-up"}

// ID is the stable name of the state in data and catalogues.
func (s State) ID() string {
	if s >= stateEnd {
		return "?"
	}
	return states[s]
}

// A DeckError says why cards are not the deck that the rules want.
type DeckError struct {
	Want, Got int       // sizes
	Card      card.Card // a card that is doubled or does not belong; None when the sizes differ
}

func (e *DeckError) Error() string {
	if e.Card != card.None {
		return "patience: not a deck: " + e.Card.String() + " is doubled or does not belong"
	}
	return "patience: not a deck: wrong number of cards"
}

// CheckDeck returns nil if cards are a whole deck for rules with that many
// jokers, in any order, and a *DeckError otherwise.
func CheckDeck(cards []card.Card, jokers int) error {
	if want := 52 + jokers; len(cards) != want {
		return &DeckError{Want: want, Got: len(cards)}
	}
	var seen [card.Max + 1]bool
	for _, c := range cards {
		// With one joker in the deck, either may be that one.
		if !c.Valid() || c.Joker() && jokers == 0 || seen[c] {
			return &DeckError{Want: len(cards), Got: len(cards), Card: c}
		}
		seen[c] = true
	}
	return nil
}

// Game is one game of patience: rules, a deck, and the actions so far. Its
// zero value is no game; New and Reset make one. A Game holds no pointers but
// its action log, so a copy of one plays on by itself after Fork.
type Game struct {
	rules Rules
	deck  [MaxDeck]card.Card

	left  [Columns]uint8 // cards left in each column
	drawn uint8          // stock cards drawn
	top   card.Card      // the waste's top card, None when the waste is empty
	state State
	// gone is the number of cards removed from the tableau.
	gone uint8

	run, longest uint8
	score        int16
	moves        uint32
	undos, hints uint32

	// done[:depth] are the moves that stand, done[depth:tip] those that redo
	// makes again, and those below floor can no longer be taken back.
	done              [MaxDeck]step
	depth, tip, floor uint8

	log []Action
}

// step is what taking a move back must restore beside the cards.
type step struct {
	action       Action
	top          card.Card
	run, longest uint8
	applied      int16 // what the move changed the score by, the block's penalty included
}

// New deals a game: card k of the deck goes to column k mod 7 until 35 are
// dealt, the next opens the waste (unless the opening is Free), and the others
// are the stock, first drawn first. It returns a *RulesError or a *DeckError.
func New(rules Rules, deck []card.Card) (*Game, error) {
	g := new(Game)
	if err := g.Reset(rules, deck); err != nil {
		return nil, err
	}
	return g, nil
}

// Reset makes g a new game as New does, reusing its memory. On error g is
// unchanged.
func (g *Game) Reset(rules Rules, deck []card.Card) error {
	if err := rules.Validate(); err != nil {
		return err
	}
	if err := CheckDeck(deck, int(rules.Jokers)); err != nil {
		return err
	}
	log := g.log[:0]
	if log == nil {
		log = make([]Action, 0, 2*MaxDeck)
	}
	*g = Game{rules: rules, log: log}
	copy(g.deck[:], deck)
	for c := range g.left {
		g.left[c] = Rows
	}
	if rules.Opening == Dealt {
		g.top = g.deck[Tableau]
	}
	g.settle()
	return nil
}

// Fork returns a copy of g that shares nothing with it.
func (g *Game) Fork() *Game {
	f := *g
	f.log = append(make([]Action, 0, len(g.log)+MaxDeck), g.log...)
	return &f
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Deck returns the deck as it was dealt from. The whole deck, the stock
// included: nothing that is hidden from the player may be told from it.
func (g *Game) Deck() []card.Card {
	return append([]card.Card(nil), g.deck[:g.rules.DeckSize()]...)
}

// Actions returns all actions so far. The caller must not change them.
func (g *Game) Actions() []Action { return g.log[:len(g.log):len(g.log)] }

// State returns whether and how the game has ended.
func (g *Game) State() State { return g.state }

// Settled reports whether nothing can change the result any more: a won game,
// one given up, or a blocked one that the rules let nobody take back.
func (g *Game) Settled() bool {
	return g.state == Won || g.state == GivenUp || g.state == Blocked && g.depth <= g.floor
}

// Top returns the waste's top card, None while the waste is empty.
func (g *Game) Top() card.Card { return g.top }

// Len returns how many cards column c has left.
func (g *Game) Len(c int) int {
	if c < 0 || c >= Columns {
		return 0
	}
	return int(g.left[c])
}

// Card returns the card dealt to a column at a row, 0 the most covered one,
// whether it is still there or not. It returns None outside the tableau.
func (g *Game) Card(column, row int) card.Card {
	if column < 0 || column >= Columns || row < 0 || row >= Rows {
		return card.None
	}
	return g.deck[row*Columns+column]
}

// FreeCard returns the uncovered card of a column, None when it is empty.
func (g *Game) FreeCard(column int) card.Card { return g.Card(column, g.Len(column)-1) }

// Remaining returns the number of cards left in the tableau.
func (g *Game) Remaining() int { return Tableau - int(g.gone) }

// Stock returns the number of cards left in the stock.
func (g *Game) Stock() int { return g.stockSize() - int(g.drawn) }

// stockSize is the number of stock cards of the deal: 16, one more with the
// free opening and with each joker.
func (g *Game) stockSize() int { return g.rules.DeckSize() - g.stockAt() }

// stockAt is the place in the deck of the stock's first card.
func (g *Game) stockAt() int {
	if g.rules.Opening == Free {
		return Tableau
	}
	return Tableau + 1
}

// HiddenStock returns the cards still in the stock, the next to be drawn first.
// No player knows their order: only what replays, proves or says that it sees
// everything may ask.
func (g *Game) HiddenStock() []card.Card {
	return append([]card.Card(nil), g.deck[g.stockAt()+int(g.drawn):g.rules.DeckSize()]...)
}

// Waste appends the waste to buf, bottom to top, and returns it.
func (g *Game) Waste(buf []card.Card) []card.Card {
	if g.rules.Opening == Dealt {
		buf = append(buf, g.deck[Tableau])
	}
	for _, s := range g.done[1:max(1, g.depth)] {
		buf = append(buf, s.top)
	}
	if g.depth > 0 {
		buf = append(buf, g.top)
	}
	return buf
}

// Moves returns the legal moves.
func (g *Game) Moves() Moves {
	if g.state != Playing {
		return 0
	}
	var m Moves
	fits := g.rules.King.Follow(g.top.Rank())
	for c, n := range g.left {
		if n > 0 && fits.Has(g.deck[int(n-1)*Columns+c].Rank()) {
			m |= 1 << c
		}
	}
	if g.Stock() > 0 && g.top != card.None && (m == 0 || g.rules.Draw == Anytime) {
		m |= 1 << Draw
	}
	return m
}

// Touch says what removing the card of a column at a row would meet: the
// refusal for a card that is covered, gone or does not fit, or Allowed.
func (g *Game) Touch(column, row int) Refusal {
	if column < 0 || column >= Columns || row < 0 || row >= Rows {
		return NoSuchCard
	}
	if g.state != Playing {
		return GameOver
	}
	switch n := int(g.left[column]); {
	case n == 0:
		return ColumnEmpty
	case row >= n:
		return NoSuchCard
	case row < n-1:
		return CardCovered
	}
	if fits := g.rules.King.Follow(g.top.Rank()); !fits.Has(g.FreeCard(column).Rank()) {
		if fits == 0 {
			return KingTakesNone
		}
		return NotAdjacent
	}
	return Allowed
}

// Check says whether a could be done now, and if not, why.
func (g *Game) Check(a Action) Refusal {
	if c, ok := a.Column(); ok {
		return g.Touch(c, max(0, g.Len(c)-1))
	}
	switch a {
	case Draw:
		switch {
		case g.state != Playing:
			return GameOver
		case g.top == card.None:
			return OpenFirst
		case g.Stock() == 0:
			return StockEmpty
		case !g.Moves().Has(Draw):
			return DrawTooEarly
		}
	case UndoOne:
		switch {
		case g.state == Won || g.state == GivenUp:
			return GameOver
		case g.depth == 0:
			return NothingToUndo
		case g.depth <= g.floor:
			return UndoSpent
		}
	case RedoOne:
		switch {
		case g.state == Won || g.state == GivenUp:
			return GameOver
		case g.depth == g.tip:
			return NothingToRedo
		}
	case Hint:
		if g.state != Playing {
			return GameOver
		}
	case GiveUp:
		if g.state == Won || g.state == GivenUp {
			return GameOver
		}
	default:
		return UnknownAction
	}
	return Allowed
}

// Do does one action. It returns nil, or the Refusal that explains why nothing
// happened.
func (g *Game) Do(a Action) error {
	if r := g.Check(a); r != Allowed {
		return r.err()
	}
	g.log = append(g.log, a)
	switch a {
	case UndoOne:
		g.undos++
		g.takeBack()
	case RedoOne:
		g.play(g.done[g.depth].action)
	case Hint:
		g.hints++
	case GiveUp:
		g.end(GivenUp)
	default:
		g.moves++
		g.tip = g.depth
		g.play(a)
		g.tip = g.depth
		if n := int(g.depth) - int(g.rules.Undo); g.rules.Undo != Unlimited && n > int(g.floor) {
			g.floor = uint8(n)
		}
	}
	return nil
}

// play makes a legal move, new or once more.
func (g *Game) play(a Action) {
	s := &g.done[g.depth]
	*s = step{action: a, top: g.top, run: g.run, longest: g.longest}
	g.depth++
	if c, ok := a.Column(); ok {
		g.left[c]--
		g.gone++
		g.top = g.deck[int(g.left[c])*Columns+c]
		g.run++
		g.longest = max(g.longest, g.run)
		if g.rules.Scoring == Points {
			s.applied = 10
			g.score += 10
		}
	} else {
		g.top = g.deck[g.stockAt()+int(g.drawn)]
		g.drawn++
		g.run = 0
	}
	before := g.score
	g.settle()
	s.applied += g.score - before
}

// settle notices a win, and else whether no move is left.
func (g *Game) settle() {
	switch {
	case g.gone == Tableau:
		g.state = Won
	case g.Moves() == 0:
		g.end(Blocked)
	}
}

// end ends the game unwon. A block's penalty is not charged a second time when
// the player gives the blocked game up.
func (g *Game) end(how State) {
	if g.rules.Scoring == Points && g.state == Playing {
		g.score = max(0, g.score-10*int16(g.Remaining()))
	}
	g.state = how
}

// takeBack restores the position before the last move.
func (g *Game) takeBack() {
	g.depth--
	s := &g.done[g.depth]
	if c, ok := s.action.Column(); ok {
		g.left[c]++
		g.gone--
	} else {
		g.drawn--
	}
	g.top, g.run, g.longest = s.top, s.run, s.longest
	g.score -= s.applied
	g.state = Playing
}

// Run returns the number of cards removed since the last draw.
func (g *Game) Run() int { return int(g.run) }

// LongestRun returns the length of the longest run of the moves that stand.
func (g *Game) LongestRun() int { return int(g.longest) }

// MoveCount returns how many moves were made. Taking moves back does not lower
// it and making them once more does not raise it.
func (g *Game) MoveCount() int { return int(g.moves) }

// Clean reports whether neither undo nor hint was used.
func (g *Game) Clean() bool { return g.undos == 0 && g.hints == 0 }

// Undos returns how often a move was taken back.
func (g *Game) Undos() int { return int(g.undos) }

// Hints returns how many hints were given.
func (g *Game) Hints() int { return int(g.hints) }

// Standing returns the number of moves that stand: those made and not taken back.
func (g *Game) Standing() int { return int(g.depth) }

// Points returns the score so far under Points, and 0 under other scorings.
func (g *Game) Points() int { return int(g.score) }

// Strokes returns what the game counts in strokes if it ends as it stands: the
// cards left in the tableau, or, when there are none, minus those left in the
// stock.
func (g *Game) Strokes() int {
	if g.gone == Tableau {
		return -g.Stock()
	}
	return g.Remaining()
}
