package golf

import "testing"

func TestActionNotation(t *testing.T) {
	for text, want := range map[string]Action{
		"draw": {Kind: Draw}, "take": {Kind: Take}, "discard": {Kind: Discard}, "pass": {Kind: Pass}, "knock": {Kind: Knock},
		"swap 1": SwapAt(0), "swap 9": SwapAt(8), "flip 4": FlipAt(3), "choose 1 5": {Choose, 0b10001}, "choose 7": {Choose, 1 << 6},
		"choose 1 2 3 4 5 6 7 8 9": {Choose, 1<<9 - 1},
	} {
		got, err := ParseAction(text)
		if err != nil || got != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
		if want.String() != text {
			t.Errorf("%q is written as %q", text, want.String())
		}
	}
	if SwapAt(4).Pos() != 4 || FlipAt(0).Pos() != 0 {
		t.Error("a position is lost")
	}
	for _, text := range []string{
		"", " ", "draw ", " draw", "draw 1", "Draw", "swap", "swap ", "swap 0", "swap 1 2", "swap 10", "swap  1", "swap:1", "flip",
		"flip 1 1", "choose", "choose 5 1", "choose 1 1", "choose 1,5", "choose 1 ", "peek 1", "pass 1", "swap ä", "swap /",
	} {
		if got, err := ParseAction(text); err != ErrSyntax {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

// FuzzParseAction: whatever is read is written as it was.
func FuzzParseAction(f *testing.F) {
	for _, text := range []string{"draw", "swap 3", "choose 1 5", "flip 9", "swap 10", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a, err := ParseAction(text); err == nil && a.String() != text {
			t.Errorf("%q is read as %v", text, a)
		}
	})
}

func TestSets(t *testing.T) {
	if Cell(-1) != 0 || Cell(9) != 0 || Cell(8).First() != 8 || Cells(0).Has(-1) || Cells(1<<9-1).Has(9) {
		t.Error("cells")
	}
	seats := AllSeats(8)
	if seats.Count() != 8 || AllSeats(-1) != 0 || AllSeats(99) != seats || seats.Has(8) || seats.Has(-1) {
		t.Error("seats")
	}
	for _, c := range []struct {
		set         Seats
		after, want int
	}{{0b1011, 0, 1}, {0b1011, 1, 3}, {0b1011, 3, 0}, {0b1011, 2, 3}, {0b100, 2, 2}, {0b11111111, 7, 0}} {
		if got := c.set.After(c.after); got != c.want {
			t.Errorf("after %d comes %d of %b, want %d", c.after, got, c.set, c.want)
		}
	}
}
