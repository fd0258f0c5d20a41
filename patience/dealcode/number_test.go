package dealcode

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"birdie/patience"

	"pgregory.net/rapid"
)

// The boards are those of PySolFC's own generator.
func TestBoardsOfPySolFC(t *testing.T) {
	files, err := filepath.Glob("testdata/pysol-golf-*.board")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d boards, %v", len(files), err)
	}
	for _, file := range files {
		number := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "pysol-golf-"), ".board")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := ParseSource("pysol:" + number)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatBoard(deal.Deck(), patience.Dealt); got != string(want) {
			t.Errorf("deal %s is\n%s, not\n%s", number, got, want)
		}
	}
}

// Outputs of the generator's reference implementation for the key of its own
// test program, the last one beyond the first 624 that the state holds.
func TestTwisterReference(t *testing.T) {
	mt := newTwister([]uint32{0x123, 0x234, 0x345, 0x456})
	for i, want := range []uint32{1067595299, 955945823, 477289528, 4107218783, 4228976476} {
		if got := mt.uint32(); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
	for range 995 {
		mt.uint32()
	}
	if got := mt.uint32(); got != 3276005344 {
		t.Errorf("output 1001 is %d", got)
	}
}

func TestNumbers(t *testing.T) {
	const largest = "340282366920938463463374607431768211455"
	for text, want := range map[string]string{
		"1": "1", "0032000": "32000", "ms32000": "32000", "MS32001": "ms32001", largest: largest, "ms" + largest: "ms" + largest,
	} {
		n, err := ParseNumber(text)
		if err != nil || n.String() != want {
			t.Errorf("%s reads as %s, %v", text, n, err)
		}
	}
	if got := NumberOf(12345678901234567890).String(); got != "12345678901234567890" {
		t.Errorf("got %s", got)
	}
	if got := (Number{}).String(); got != "0" {
		t.Errorf("the zero Number is %s", got)
	}
}

func TestNumbersAgreeWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (Number, *big.Int) {
			text := rapid.StringMatching(`[1-9][0-9]{0,37}`).Draw(t, name)
			b, _ := new(big.Int).SetString(text, 10)
			n, err := ParseNumber(text)
			if err != nil || n.String() != text {
				t.Fatalf("%s reads as %s, %v", text, n, err)
			}
			return n, b
		}
		n, bn := draw("n")
		m, bm := draw("m")
		diff := new(big.Int).Sub(bn, bm)
		if d, ok := n.minus(m); ok != diff.IsUint64() || ok && d != diff.Uint64() {
			t.Fatalf("%s − %s = %d, %v", n, m, d, ok)
		}
		k := rapid.Uint64().Draw(t, "k")
		sum, ok := n.plus(k)
		if want := new(big.Int).Add(bn, new(big.Int).SetUint64(k)); !ok || sum.String() != want.String() {
			t.Fatalf("%s + %d = %s, %v", n, k, sum, ok)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"24", "ms32001", "0", "340282366920938463463374607431768211456"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseNumber(s)
		if err != nil {
			return
		}
		if back, err := ParseNumber(n.String()); err != nil || back != n {
			t.Errorf("%q is %s, which reads as %s, %v", s, n, back, err)
		}
	})
}
