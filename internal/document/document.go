// Package document is readable pages as data: headings, paragraphs, lists, tables,
// boards and grids of cards. What writes a page, rules for instance, builds the tree
// once; it is then shown in a terminal, as Markdown or as HTML.
package document

import (
	"birdie/card"
	"birdie/internal/locale"
)

// Document is a page in one language.
type Document struct {
	Lang   locale.Lang
	Title  string
	Blocks []Block
}

// Add appends blocks to the page.
func (d *Document) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// A Block is one of Heading, Paragraph, List, Terms, Table, Board and Grid.
type Block interface{ block() }

// Heading begins a section. ID is its name in links, the same in every language.
type Heading struct {
	ID, Text string
}

// Paragraph is running text.
type Paragraph string

// List is a list of points, numbered or not.
type List struct {
	Numbered bool
	Items    []string
}

// Terms are words and what they mean.
type Terms []Term

// Term is a word and its meaning. With a Link the word leads there.
type Term struct{ Word, Meaning, Link string }

// Table is rows of cells under a head. Mark is the row that stands out, −1 for none.
// Cards are the cards the rows are about, where each is about one: who can draw
// cards may show these instead of the first cells.
type Table struct {
	Head  []string
	Rows  [][]string
	Mark  int
	Cards []card.Card
}

// Grid is the grid of a player, row by row, with what each card counts and, as
// notes below it, what is to be said of the whole. Head names the columns.
type Grid struct {
	Caption string
	Head    []string
	Rows    [][]Counted
	Notes   []string
}

// Counted is a card, or Back, and what it counts, empty where that does not matter.
// Off says that it lies in a line that cancels.
type Counted struct {
	Card card.Card
	Text string
	Off  bool
}

// Board is cards on the table: columns side by side, the first card of each
// farthest from the player, and named piles below. None in a column is an empty
// place; Back stands for a card that is face down. Line names the position, as
// dealcode.FormatLine does, where a reader may play on from it.
type Board struct {
	Caption string
	Columns [][]card.Card
	Piles   []Pile
	Line    string
}

// Pile is a pile of cards: the card on top, None for none, and what stands beside.
type Pile struct {
	Name string
	Top  card.Card
	Text string
}

// Back is the back of a card, which is no card of any deck.
const Back = card.Max + 1

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Terms) block()     {}
func (Table) block()     {}
func (Board) block()     {}
func (Grid) block()      {}

// table returns a grid as words.
func (g Grid) table(l locale.Lang) Table {
	t := Table{Head: g.Head, Mark: -1}
	for _, row := range g.Rows {
		var cells []string
		for _, c := range row {
			text := face(l, c.Card)
			if c.Text != "" {
				text += ": " + c.Text
			}
			cells = append(cells, text)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// rows returns how many cards the longest column has.
func (b Board) rows() int {
	n := 0
	for _, c := range b.Columns {
		n = max(n, len(c))
	}
	return n
}

// at returns the card of a column at a row, None where there is none.
func (b Board) at(column, row int) card.Card {
	if row >= len(b.Columns[column]) {
		return card.None
	}
	return b.Columns[column][row]
}

// face returns how a card looks in a line of text; an empty place looks like
// nothing.
func face(l locale.Lang, c card.Card) string {
	switch c {
	case card.None:
		return ""
	case Back:
		return "▒▒"
	}
	return l.Card(c)
}
