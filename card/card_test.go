package card

import "testing"

func TestNotation(t *testing.T) {
	for c := Card(1); c <= Max; c++ {
		got, err := Parse(c.String())
		if err != nil || got != c {
			t.Errorf("Parse(%q) = %v, %v", c, got, err)
		}
		if c < Joker1 && Of(c.Rank(), c.Suit()) != c {
			t.Errorf("Of(%v of %v) is not %v", c.Rank(), c.Suit(), c)
		}
	}
	for text, want := range map[string]Card{
		"AC": 1, "kc": Of(King, Clubs), "10h": Of(Ten, Hearts), "TH": Of(Ten, Hearts), "th": Of(Ten, Hearts),
		"9♦": Of(9, Diamonds), "Q♠": Of(Queen, Spades), "x1": Joker1, "X2": Joker2,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "A", "1C", "11C", "10", "X", "X3", "XC", "AX", "A♣♣", "--", "-C", "0C", " AC"} {
		if got, err := Parse(text); err != ErrSyntax {
			t.Errorf("Parse(%q) = %v, %v, want ErrSyntax", text, got, err)
		}
	}
}

func TestOfRefusesWhatIsNoCard(t *testing.T) {
	for _, c := range []Card{Of(0, Clubs), Of(JokerRank, Clubs), Of(Ace, 4)} {
		if c != None {
			t.Errorf("got %v, want None", c)
		}
	}
}

func TestDeck(t *testing.T) {
	for decks := 0; decks <= 3; decks++ {
		for jokers := 0; jokers <= 2; jokers++ {
			cards := Deck(decks, jokers)
			if len(cards) != decks*(52+jokers) {
				t.Fatalf("Deck(%d, %d) has %d cards", decks, jokers, len(cards))
			}
			n := Count(cards)
			for c := Card(1); c < Joker1+Card(jokers); c++ {
				if int(n[c]) != decks {
					t.Errorf("Deck(%d, %d) has %d of %v", decks, jokers, n[c], c)
				}
			}
		}
	}
}

func TestText(t *testing.T) {
	for c := None; c <= Max; c++ {
		text, _ := c.MarshalText()
		got := Card(99)
		if err := got.UnmarshalText(text); err != nil || got != c {
			t.Errorf("%q reads back as %v, %v", text, got, err)
		}
	}
	var c Card
	if err := c.UnmarshalText([]byte("ZZ")); err != ErrSyntax {
		t.Errorf("ZZ: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"AC", "10h", "X1", "9♦", "--", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(c.String()); err != nil || again != c {
			t.Errorf("%q is %v, which reads as %v, %v", s, c, again, err)
		}
	})
}
