package rulestext

import (
	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// An example is a position, cards that are touched in it, and moves that are made
// from it. What the page says of them, the engine decides.
type example struct {
	game    *patience.Game
	touched []place
	moves   []patience.Action
}

// place is a card of the tableau.
type place struct{ column, row int }

// printedCode is the deal that examples are taken from, and
// printedIndex its number.
const (
	printedCode  = "GO1-E-AAAAAAB"
	printedIndex = 1
)

// printed is the deal of printedCode under r; jokers lie at the end of its stock.
func printed(r patience.Rules) *patience.Game {
	deck := dealcode.Deck(printedIndex, 0)
	for j := range card.Card(r.Jokers) {
		deck = append(deck, card.Joker1+j)
	}
	return start(r, deck)
}

// start starts a game of an example. Examples are made of whole decks, so only a
// fault of the program can stop it.
func start(r patience.Rules, deck []card.Card) *patience.Game {
	g, err := patience.New(r, deck)
	if err != nil {
		panic(err)
	}
	return g
}

// scene starts a game with the given card on the waste and the given columns,
// whose last cards are the free ones. The rest of the deck lies above the columns
// and in the stock. With the free opening the card comes from the last column,
// for which at most four cards may be given.
func scene(r patience.Rules, top card.Card, columns [patience.Columns][]card.Card) *patience.Game {
	if r.Opening == patience.Free {
		columns[patience.Columns-1] = append(columns[patience.Columns-1][:len(columns[patience.Columns-1]):len(columns[patience.Columns-1])], top)
	}
	placed := card.Counts{}
	placed[top] = 1
	for _, column := range columns {
		for _, c := range column {
			placed[c] = 1
		}
	}
	var rest []card.Card
	for _, c := range card.Deck(1, int(r.Jokers)) {
		if placed[c] == 0 {
			rest = append(rest, c)
		}
	}
	deck := make([]card.Card, patience.Tableau, patience.MaxDeck)
	for row := range patience.Rows {
		for c, column := range columns {
			at := row - (patience.Rows - len(column))
			if at < 0 {
				deck[row*patience.Columns+c], rest = rest[0], rest[1:]
			} else {
				deck[row*patience.Columns+c] = column[at]
			}
		}
	}
	if r.Opening == patience.Dealt {
		return start(r, append(append(deck, top), rest...))
	}
	g := start(r, append(deck, rest...))
	g.Do(patience.Remove(patience.Columns - 1))
	return g
}

// openingExample is how a game of the printed deal begins.
func openingExample(r patience.Rules) example {
	ex := example{
		game:    printed(r),
		touched: []place{{0, 4}, {0, 3}},
		moves:   []patience.Action{patience.Draw, patience.Remove(4), patience.Remove(1)},
	}
	if r.Opening == patience.Free {
		ex.moves = ex.moves[1:]
	}
	return ex
}

func of(r card.Rank, s card.Suit) card.Card { return card.Of(r, s) }

// runExample is a run of seven cards up to a king.
func runExample(r patience.Rules) example {
	return example{
		game: scene(r, of(6, card.Hearts), [patience.Columns][]card.Card{
			{of(card.Ace, card.Diamonds), of(7, card.Diamonds)},
			{of(card.Jack, card.Spades)},
			{of(4, card.Hearts)},
			{of(card.Queen, card.Hearts), of(8, card.Clubs)},
			{of(card.King, card.Hearts)},
			{of(card.Queen, card.Spades), of(10, card.Clubs), of(9, card.Spades)},
			{of(2, card.Clubs)},
		}),
		moves: []patience.Action{
			patience.Remove(0), patience.Remove(3), patience.Remove(5), patience.Remove(5), patience.Remove(1),
			patience.Remove(3), patience.Remove(4),
		},
	}
}

// turnExample is a run that goes down and up again, over a card that it uncovers.
func turnExample(r patience.Rules) example {
	return example{
		game: scene(r, of(7, card.Clubs), [patience.Columns][]card.Card{
			{of(5, card.Hearts), of(6, card.Spades)},
			{of(6, card.Hearts)},
			{of(7, card.Diamonds)},
			{of(card.Jack, card.Clubs)},
			{of(card.Ten, card.Hearts)},
			{of(card.Queen, card.Diamonds)},
			{of(2, card.Spades)},
		}),
		touched: []place{{2, 4}, {0, 3}},
		moves:   []patience.Action{patience.Remove(0), patience.Remove(0), patience.Remove(1), patience.Remove(2)},
	}
}

// jokerExamples are jokers that are free and jokers on the waste.
func jokerExamples(r patience.Rules) []example {
	columns := [patience.Columns][]card.Card{
		{card.Joker1},
		{of(card.King, card.Spades)},
		{of(3, card.Hearts)},
		{of(4, card.Clubs)},
		{of(9, card.Clubs)},
		{of(card.Jack, card.Diamonds)},
		{of(5, card.Spades)},
	}
	examples := []example{
		{game: scene(r, of(7, card.Hearts), columns), touched: []place{{0, 4}}},
		{game: scene(r, of(card.King, card.Hearts), columns), touched: []place{{0, 4}}},
	}
	columns[0] = []card.Card{of(8, card.Spades)}
	return append(examples, example{game: scene(r, card.Joker1, columns), touched: []place{{1, 4}, {2, 4}}})
}

// pictureColumn is the column of the ace that picture is about.
const pictureColumn = 2

// pictureMoves lead from the printed deal to the position before move 35 of a
// game that was won.
const pictureMoves = "d52d3dd556617452d17d144d23d37d6d42"

// picture is a position with an ace free and a king on the waste, from a game of
// the printed deal under its own rules.
func picture() *patience.Game {
	g := printed(patience.Default().Rules)
	for _, letter := range []byte(pictureMoves) {
		a, _ := patience.ActionOf(letter)
		if err := g.Do(a); err != nil {
			panic(err)
		}
	}
	return g
}

// tournamentExample is a finished tournament. Anna wins fewer holes than Ben, but
// the sum decides.
func tournamentExample() patience.Tournament {
	var t patience.Tournament
	for i, holes := range [2][patience.Holes]int{
		{5, 12, -3, 8, 2, 9, 7, 4, 6},
		{4, 11, 2, 8, 1, 21, 6, 7, 5},
	} {
		for _, strokes := range holes {
			t.Rounds[i].Add(strokes)
		}
	}
	return t
}

// touches says what happens when the cards of an example are touched.
func (p *page) touches(ex example) []string {
	var items []string
	for _, t := range ex.touched {
		vars := locale.Vars{"Card": p.l.Card(ex.game.Card(t.column, t.row)), "Column": t.column + 1, "Row": t.row + 1}
		refusal := ex.game.Touch(t.column, t.row)
		if refusal == patience.Allowed {
			items = append(items, p.say("rules.step.allowed", vars))
			continue
		}
		vars["Reason"] = p.say("patience.refusal."+refusal.ID(), nil)
		items = append(items, p.say("rules.step.refused", vars))
	}
	return items
}

// steps makes the moves of an example and adds a list that describes them.
func (p *page) steps(ex example) {
	items := Steps(p.l, ex.game, ex.moves)
	if len(items) < len(ex.moves) {
		panic("rulestext: an example makes a move that is refused")
	}
	p.doc.Add(document.List{Numbered: true, Items: items})
}

// follow says which free cards fit now.
func (p *page) follow(g *patience.Game) string {
	cards := ""
	for c := range patience.Columns {
		if g.Touch(c, g.Len(c)-1) == patience.Allowed {
			if cards != "" {
				cards += ", "
			}
			cards += p.l.Card(g.FreeCard(c))
		}
	}
	if cards == "" {
		return p.say("rules.step.stuck", nil)
	}
	return p.say("rules.step.open-to", locale.Vars{"Cards": cards})
}
