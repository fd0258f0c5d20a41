package card

import "testing"

// The first outputs for seed 0, published with the reference implementation.
func TestSplitMixReference(t *testing.T) {
	src := SplitMix(0)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := src.Uint64(); got != want {
			t.Errorf("output %d is %#x, want %#x", i, got, want)
		}
	}
}

// fixed returns its numbers one after the other.
type fixed []uint64

func (f *fixed) Uint64() uint64 {
	n := (*f)[0]
	*f = (*f)[1:]
	return n
}

func TestBelowRejectsTheBiasedProducts(t *testing.T) {
	// 2^64 mod 6 = 4, so products whose low half is below 4 are rejected: 0 is.
	src := &fixed{0, 1<<63 | 1}
	if got := Below(src, 6); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
	if got := Below(&fixed{1<<64 - 1}, 0); got != 0 {
		t.Errorf("Below 0 is %d", got)
	}
}

// Every card should be equally likely at every place: a chi-square test with
// 51*51 degrees of freedom on a fixed seed.
func TestShuffleIsUniform(t *testing.T) {
	const shuffles = 20_000
	src := SplitMix(1)
	var seen [52][53]int
	deck := Deck(1, 0)
	for range shuffles {
		Shuffle(deck, &src)
		for place, c := range deck {
			seen[place][c]++
		}
	}
	const expected = shuffles / 52.0
	chi2 := 0.0
	for place := range seen {
		for c := 1; c <= 52; c++ {
			d := float64(seen[place][c]) - expected
			chi2 += d * d / expected
		}
	}
	// Mean 2601, standard deviation sqrt(2*2601) = 72: five of them each way.
	if chi2 < 2601-361 || chi2 > 2601+361 {
		t.Errorf("chi-square is %.0f, expected 2601 ± 361", chi2)
	}
}

func TestShuffleKeepsTheCards(t *testing.T) {
	src := SplitMix(7)
	deck := Deck(3, 2)
	before := Count(deck)
	Shuffle(deck, &src)
	if Count(deck) != before {
		t.Error("cards were lost or doubled")
	}
}

func BenchmarkShuffle(b *testing.B) {
	src, deck := SplitMix(1), Deck(1, 0)
	for b.Loop() {
		Shuffle(deck, &src)
	}
}
