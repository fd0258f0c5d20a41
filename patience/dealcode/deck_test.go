package dealcode

import (
	"os"
	"strings"
	"testing"

	"birdie/card"
)

// The deal the rules print, and the stock order chosen for it, in board text.
const printed = `
Talon: 8S TD KS 9H 9D KH 5H AD 6S JC QC JD QD 2H 4D 6D
Foundations: AC
6C 5S QS TS 6H
2S KC 4S 2C 8C
TC AH 2D 5D JS
3D QH AS KD 4C
JH 3C 7D 8H 9C
TH 4H 7H 7C 8D
3S 7S 3H 9S 5C
`

// Golden vectors: what a code deals never changes. If this test fails, the code
// is wrong, never the test.
func TestDealsAreFrozen(t *testing.T) {
	for _, code := range []string{"GO1-E-AAAAAAB", "GO1-C-AAAAAAB", "GO1-N-AAAAAAB"} {
		deal, err := ParseSource(code)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := ParseBoard(printed)
		if err != nil {
			t.Fatal(err)
		}
		if text(deal.Deck()) != text(want.Deck()) {
			t.Errorf("%s deals\n%s, not the printed deal", code, text(deal.Deck()))
		}
	}
	golden, err := os.ReadFile("testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(golden)), "\n")
	for _, line := range lines {
		code, cards, _ := strings.Cut(line, ": ")
		deal, err := ParseSource(code)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		if got := text(deal.Deck()); got != cards {
			t.Errorf("%s deals\n%s, not\n%s", code, got, cards)
		}
		if deal.Code() != code {
			t.Errorf("%s is written %s", code, deal.Code())
		}
	}
	if len(lines) < 20 {
		t.Errorf("only %d golden deals", len(lines))
	}
}

func text(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

func TestJokersLeaveTheOtherCardsAlone(t *testing.T) {
	for index := range uint64(500) {
		plain := Deck(index, 0)
		for jokers := 1; jokers <= 2; jokers++ {
			deck := Deck(index, jokers)
			if card.Count(deck) != card.Count(card.Deck(1, jokers)) {
				t.Fatalf("deal %d with %d jokers is no deck", index, jokers)
			}
			var rest []card.Card
			for _, c := range deck {
				if !c.Joker() {
					rest = append(rest, c)
				}
			}
			if text(rest) != text(plain) {
				t.Fatalf("deal %d with %d jokers deals other cards", index, jokers)
			}
		}
	}
}

// Every card should be equally likely at every place over the codes, both over
// neighbouring ones and over any.
func TestDealsAreUniform(t *testing.T) {
	src := card.SplitMix(3)
	for name, index := range map[string]func(i uint64) uint64{
		"the first":   func(i uint64) uint64 { return i },
		"the last":    func(i uint64) uint64 { return Deals - 1 - i },
		"every 26³rd": func(i uint64) uint64 { return i * 26 * 26 * 26 },
		"random":      func(uint64) uint64 { return card.Below(&src, Deals) },
	} {
		t.Run(name, func(t *testing.T) {
			const deals = 60_000
			var seen, pairs [54][card.Max + 1]float64
			buf := make([]card.Card, 0, card.Max)
			for i := range uint64(deals) {
				deck := AppendDeck(buf, index(i), 0)
				for place, c := range deck {
					seen[place][c]++
				}
				// The next card of the same deal, to see more than single places.
				pairs[deck[0]-1][deck[1]]++
			}
			// A sum of squares with f degrees of freedom has mean f and standard
			// deviation √(2f); five of those each way.
			if got := chiSquare(seen[:52], 1, 52, deals/52.0); got < 2601-361 || got > 2601+361 {
				t.Errorf("cards by places: chi-square %.0f, expected 2601 ± 361", got)
			}
			got := chiSquare(pairs[:52], 1, 52, deals/52.0/51)
			got -= 52 * deals / 52.0 / 51 // a card never follows itself
			if got < 2651-364 || got > 2651+364 {
				t.Errorf("pairs of cards: chi-square %.0f, expected 2651 ± 364", got)
			}
		})
	}
	t.Run("jokers", func(t *testing.T) {
		const deals = 60_000
		var seen [54][card.Max + 1]float64
		for i := range uint64(deals) {
			for place, c := range Deck(i, 2) {
				seen[place][c]++
			}
		}
		if got := chiSquare(seen[:], int(card.Joker1), int(card.Joker2), deals/54.0); got < 106-73 || got > 106+73 {
			t.Errorf("jokers by places: chi-square %.0f, expected 106 ± 73", got)
		}
	})
}

func chiSquare(seen [][card.Max + 1]float64, from, to int, expected float64) (sum float64) {
	for _, row := range seen {
		for _, n := range row[from : to+1] {
			sum += (n - expected) * (n - expected) / expected
		}
	}
	return sum
}

func TestIndexLetters(t *testing.T) {
	for index, letters := range map[uint64]string{0: "AAAAAAA", 1: "AAAAAAB", 25: "AAAAAAZ", 26: "AAAAABA", Deals - 1: "ZZZZZZZ", Deals: "AAAAAAA"} {
		if got := FormatIndex(index); got != letters {
			t.Errorf("%d is %s, not %s", index, got, letters)
		}
		if got, ok := parseIndex(letters); !ok || got != index%Deals {
			t.Errorf("%s is %d", letters, got)
		}
	}
}

func BenchmarkDeck(b *testing.B) {
	buf := make([]card.Card, 0, card.Max)
	b.ReportAllocs()
	for i := uint64(0); b.Loop(); i++ {
		AppendDeck(buf, i, 0)
	}
}

// The documentation gives what a second implementation needs.
func TestDocumentedConstants(t *testing.T) {
	data, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.Join(strings.Fields(string(data)), " ")
	deck := unshuffledDeck
	for _, want := range []string{text(deck[:]), "474f31206465616c", "GO2-S-AAAAAAB-6", "GO2-S-24-S", "GO2-XCS1FW36007-AAAAAAB-F"} {
		if !strings.Contains(doc, want) {
			t.Errorf("docs/formats.md does not say %q", want)
		}
	}
}
