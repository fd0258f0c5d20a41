package dealcode

import (
	"errors"
	"os"
	"strings"
	"testing"

	"birdie/card"
	"birdie/patience"

	"pgregory.net/rapid"
)

func TestTolerantBoards(t *testing.T) {
	want, _, err := ParseBoard(printed)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	for name, board := range map[string]string{
		"10 for T":                strings.ReplaceAll(printed, "T", "10"),
		"lower case":              strings.ToLower(printed),
		"suit symbols":            strings.NewReplacer("C ", "♣ ", "D ", "♦ ").Replace(printed),
		"waste first":             strings.Join(append([]string{lines[1], lines[0]}, lines[2:]...), "\n"),
		"headers last":            strings.Join(append(append([]string{}, lines[2:]...), lines[0], lines[1]), "\n"),
		"no last newline":         strings.TrimSpace(printed),
		"lines ending in CR LF":   strings.ReplaceAll(printed, "\n", "\r\n"),
		"blank lines":             strings.ReplaceAll(printed, "\n", "\n\n \n"),
		"comments":                "# a board: see 1C\n" + strings.ReplaceAll(printed, "6H\n", "6H # free\n"),
		"tabs, blanks at the end": strings.ReplaceAll(strings.ReplaceAll(printed, " ", "\t "), "\n", " \n"),
		"byte order mark":         "\ufeff" + strings.TrimSpace(printed),
		"no blank after headers":  strings.ReplaceAll(printed, ": ", ":"),
	} {
		// "Talon" and "Foundations" have letters that the replacements above hit.
		board = strings.NewReplacer("10alon", "Talon").Replace(board)
		deal, opening, err := ParseBoard(board)
		if err != nil || opening != patience.Dealt || text(deal.Deck()) != text(want.Deck()) {
			t.Errorf("%s: %v\n%s", name, err, board)
		}
	}
}

func TestWrongBoards(t *testing.T) {
	replace := func(old, new string) string {
		if !strings.Contains(printed, old) {
			t.Fatalf("no %q in the board", old)
		}
		return strings.Replace(printed, old, new, 1)
	}
	// The board begins with an empty line: Talon is line 2, column 1 line 4.
	for name, test := range map[string]struct {
		board string
		want  BoardError
	}{
		"nothing":           {"", BoardError{Fault: NoStock}},
		"no card":           {replace("TC AH", "1C AH"), BoardError{Fault: NotACard, Line: 6, Text: "1C"}},
		"doubled":           {replace("TC AH", "6C AH"), BoardError{Fault: DoubledCard, Line: 6, Card: card.Of(6, card.Clubs)}},
		"missing in stock":  {replace(" 6D\n", "\n"), BoardError{Fault: MissingCard, Card: card.Of(6, card.Diamonds)}},
		"missing in column": {replace(" 5C\n", "\n"), BoardError{Fault: WrongColumn, Line: 10}},
		"long column":       {replace("TC AH", "X1 TC AH"), BoardError{Fault: WrongColumn, Line: 6}},
		"six columns":       {replace("3S 7S 3H 9S 5C\n", ""), BoardError{Fault: WrongColumns}},
		"eight columns":     {printed + "X1 X2", BoardError{Fault: WrongColumns, Line: 11}},
		"no stock":          {replace("Talon: 8S TD KS 9H 9D KH 5H AD 6S JC QC JD QD 2H 4D 6D\n", ""), BoardError{Fault: NoStock}},
		"no waste":          {replace("Foundations: AC\n", ""), BoardError{Fault: NoWaste}},
		"two on the waste":  {replace("AC\n", "AC X1\n"), BoardError{Fault: WrongWaste, Line: 3, Card: card.Joker1}},
		"two stocks":        {printed + "Talon:", BoardError{Fault: DoubledHeader, Line: 11, Text: "Talon:"}},
		"two wastes":        {printed + "foundations:", BoardError{Fault: DoubledHeader, Line: 11, Text: "foundations:"}},
		"other header":      {printed + "Freecells: -", BoardError{Fault: UnknownHeader, Line: 11, Text: "Freecells:"}},
	} {
		_, _, err := ParseBoard(test.board)
		var got *BoardError
		if !errors.As(err, &got) || *got != test.want {
			t.Errorf("%s: got %v, want %v", name, err, &test.want)
			continue
		}
		if !errors.Is(err, test.want.Fault) || !strings.Contains(err.Error(), test.want.Fault.ID()) {
			t.Errorf("%s: %v", name, err)
		}
		if test.want.Card != card.None && !strings.Contains(err.Error(), test.want.Card.String()) {
			t.Errorf("%s: %v does not name the card", name, err)
		}
	}
}

func TestBoardRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
		deck := card.Deck(1, rapid.IntRange(0, 2).Draw(t, "jokers"))
		card.Shuffle(deck, &src)
		opening := rapid.SampledFrom([]patience.Opening{patience.Dealt, patience.Free}).Draw(t, "opening")
		board := FormatBoard(deck, opening)
		deal, gotOpening, err := ParseBoard(board)
		if err != nil || gotOpening != opening || text(deal.Deck()) != text(deck) {
			t.Fatalf("%v\n%s", err, board)
		}
	})
}

func TestFormatBoardOfNoDeck(t *testing.T) {
	if got := FormatBoard(card.Deck(1, 0)[:40], patience.Dealt); got != "" {
		t.Errorf("40 cards are written\n%s", got)
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(printed)
	for _, name := range []string{"1", "24"} {
		board, err := os.ReadFile("testdata/pysol-golf-" + name + ".board")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(board))
	}
	f.Add("Talon: X1 X2\nFoundations: -\n# 10C")
	f.Fuzz(func(t *testing.T, s string) {
		deal, opening, err := ParseBoard(s)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		again, againOpening, err := ParseBoard(FormatBoard(deal.Deck(), opening))
		if err != nil || againOpening != opening || text(again.Deck()) != text(deal.Deck()) {
			t.Errorf("%q does not read back: %v", s, err)
		}
	})
}
