package dealcode

import (
	"strings"

	"birdie/card"
	"birdie/patience"
)

// A BoardFault is a way in which text is no board.
type BoardFault uint8

// The ways.
const (
	_             BoardFault = iota
	NotACard                 // a word is no card
	DoubledCard              // a card is there twice
	MissingCard              // a card is nowhere
	WrongColumn              // a column has fewer or more than five cards
	WrongColumns             // there are fewer or more than seven columns
	WrongWaste               // more than one card opens the waste
	NoWaste                  // no line says what opens the waste
	NoStock                  // no line says what is in the stock
	DoubledHeader            // a second line for the waste or the stock
	UnknownHeader            // a line for something else
)

var boardFaults = [...]string{
	"", "not-a-card", "doubled-card", "missing-card", "wrong-column", "wrong-columns", "wrong-waste", "no-waste", "no-stock",
	"doubled-header", "unknown-header",
}

// ID is the stable name of the fault in data and catalogues.
func (f BoardFault) ID() string {
	if int(f) >= len(boardFaults) {
		return ""
	}
	return boardFaults[f]
}

func (f BoardFault) Error() string { return "dealcode: board: " + f.ID() }

// A BoardError says where and why text is no board. It unwraps to its Fault.
type BoardError struct {
	Fault BoardFault
	Line  int       // the line, from 1; 0 when it is about no single line
	Card  card.Card // the card, where it is about one
	Text  string    // the word or header, where it is about one
}

func (e *BoardError) Error() string {
	s := e.Fault.Error()
	if e.Line > 0 {
		s += " in line " + itoa(e.Line)
	}
	if e.Card != card.None {
		s += ": " + e.Card.String()
	}
	if e.Text != "" {
		s += ": " + quote(e.Text)
	}
	return s
}

// Unwrap returns the Fault.
func (e *BoardError) Unwrap() error { return e.Fault }

func itoa(n int) string {
	if n < 10 {
		return string(characters[n])
	}
	return itoa(n/10) + string(characters[n%10])
}

// The headers of board text.
const (
	stockHeader = "Talon:"
	wasteHeader = "Foundations:"
	emptyWaste  = "-"
)

// FormatBoard writes a deck as the black-hole solver reads it: the stock after
// "Talon:", first drawn first; the card that opens the waste after
// "Foundations:"; then the columns, a line each, the free card last. With the
// free opening the waste is "-" and its card the first of the stock. The deck
// must be whole; FormatBoard returns the empty text for another.
func FormatBoard(deck []card.Card, opening patience.Opening) string {
	if _, err := OfDeck(deck); err != nil {
		return ""
	}
	var b strings.Builder
	word := func(s string) {
		b.WriteByte(' ')
		b.WriteString(s)
	}
	stock, waste := deck[patience.Tableau+1:], deck[patience.Tableau].String()
	if opening == patience.Free {
		stock, waste = deck[patience.Tableau:], emptyWaste
	}
	b.WriteString(stockHeader)
	for _, c := range stock {
		word(c.String())
	}
	b.WriteString("\n" + wasteHeader)
	word(waste)
	b.WriteByte('\n')
	for c := range patience.Columns {
		for r := range patience.Rows {
			if r > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(deck[r*patience.Columns+c].String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ParseBoard reads board text into a deck in the order it is dealt, and how the
// board opens. It takes the lines for stock and waste anywhere, 10 for T, lower
// case, blank lines, and comments from # to the end of a line. Its errors are
// *BoardError.
func ParseBoard(text string) (Deal, patience.Opening, error) {
	var (
		tableau      [patience.Tableau]card.Card
		columns      int
		waste, stock []card.Card
		headers      [2]bool
		seen         [card.Max + 1]bool
	)
	line := 0
	fail := func(f BoardFault, at int, c card.Card, text string) (Deal, patience.Opening, error) {
		return Deal{}, 0, &BoardError{Fault: f, Line: at, Card: c, Text: text}
	}
	for words := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line++
		words, _, _ = strings.Cut(words, "#")
		header, rest, isHeader := strings.Cut(words, ":")
		if isHeader {
			words = rest
		}
		cards, err := parseCards(words, line, &seen)
		if err != nil {
			return Deal{}, 0, err
		}
		switch {
		case isHeader:
			header = trim(header) + ":"
			which, pile := 0, &stock
			switch {
			case equalFold(header, wasteHeader):
				if len(cards) > 1 {
					return fail(WrongWaste, line, cards[1], "")
				}
				which, pile = 1, &waste
			case !equalFold(header, stockHeader):
				return fail(UnknownHeader, line, card.None, header)
			}
			if headers[which] {
				return fail(DoubledHeader, line, card.None, header)
			}
			headers[which], *pile = true, cards
		case trim(words) == "":
		case columns == patience.Columns:
			return fail(WrongColumns, line, card.None, "")
		case len(cards) != patience.Rows:
			return fail(WrongColumn, line, card.None, "")
		default:
			for r, c := range cards {
				tableau[r*patience.Columns+columns] = c
			}
			columns++
		}
	}
	switch {
	case !headers[0]:
		return fail(NoStock, 0, card.None, "")
	case !headers[1]:
		return fail(NoWaste, 0, card.None, "")
	case columns < patience.Columns:
		return fail(WrongColumns, 0, card.None, "")
	}
	for c := card.Card(1); c < card.Joker1; c++ {
		if !seen[c] {
			return fail(MissingCard, 0, c, "")
		}
	}
	opening := patience.Dealt
	if len(waste) == 0 {
		opening = patience.Free
	}
	deal, err := OfDeck(append(append(tableau[:], waste...), stock...))
	return deal, opening, err
}

// parseCards reads the cards of a line and notes them in seen. A dash stands for
// no card.
func parseCards(words string, line int, seen *[card.Max + 1]bool) ([]card.Card, error) {
	var cards []card.Card
	for word := range fields(words) {
		if word == emptyWaste {
			continue
		}
		c, err := card.Parse(word)
		if err != nil {
			return nil, &BoardError{Fault: NotACard, Line: line, Text: word}
		}
		if seen[c] {
			return nil, &BoardError{Fault: DoubledCard, Line: line, Card: c}
		}
		seen[c] = true
		cards = append(cards, c)
	}
	return cards, nil
}
