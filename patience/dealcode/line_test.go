package dealcode

import (
	"errors"
	"slices"
	"testing"

	"birdie/card"
	"birdie/patience"

	"pgregory.net/rapid"
)

func TestLineOfAGame(t *testing.T) {
	const line = "GO1-E-AAAAAAB.d52uurd5h"
	d, actions, err := ParseLine("go1 e aaaaaab . D52 UUR d5H\n")
	if err != nil || FormatLine(d, actions) != line {
		t.Fatalf("got %s, %v", FormatLine(d, actions), err)
	}
	g, err := d.Replay(actions[:6])
	if err != nil || g.Remaining() != 34 || g.Stock() != 15 || g.Clean() {
		t.Errorf("%d left, %d in the stock, %v", g.Remaining(), g.Stock(), err)
	}
}

func TestReplayNamesTheActionThatIsRefused(t *testing.T) {
	d, actions, err := ParseLine("GO1-E-AAAAAAB.d51")
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.Replay(actions)
	var got *ActionError
	if !errors.As(err, &got) || *got != (ActionError{Number: 3, Action: patience.Remove(0), Refusal: patience.NotAdjacent}) {
		t.Fatalf("got %v", err)
	}
	if !errors.Is(err, patience.NotAdjacent) || err.Error() != "dealcode: action 3 (1): not-adjacent" {
		t.Errorf("got %v", err)
	}
	if g.Standing() != 2 {
		t.Errorf("%d moves stand before the refused one", g.Standing())
	}
}

func TestWrongLines(t *testing.T) {
	for line, want := range map[string]Fault{
		"": Empty, ".d": Empty, "GO1-E-AAAAAAB.dx": WrongAction, "GO1-E-AAAAAAB.d8": WrongAction, "GO1-E-AAAAAAB.dä": WrongAction,
		"GO1-E-AAAAAAB.d.d": WrongAction, "pysol:0.d": ZeroNumber,
	} {
		if _, _, err := ParseLine(line); !errors.Is(err, want) {
			t.Errorf("%q: got %v, want %v", line, err, want)
		}
	}
	if _, err := (Deal{}).Replay(nil); err == nil {
		t.Error("no deal can be played")
	}
	if got := FormatLine(Deal{}, nil); got != "" {
		t.Errorf("no deal has the line %q", got)
	}
}

// A line replays to the same state.
func TestLineReplays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDeal(t)
		g, err := d.Game()
		if err != nil {
			t.Fatal(err)
		}
		src := card.SplitMix(rapid.Uint64().Draw(t, "moves"))
		for range rapid.IntRange(0, 120).Draw(t, "actions") {
			// Refused actions leave no trace.
			g.Do(patience.Action(card.Below(&src, 12)))
		}
		line := FormatLine(d, g.Actions())
		back, actions, err := ParseLine(line)
		if err != nil || !slices.Equal(actions, g.Actions()) {
			t.Fatalf("%s: %v", line, err)
		}
		again, err := back.Replay(actions)
		if err != nil || !same(again, g) {
			t.Fatalf("%s: another game, %v", line, err)
		}
	})
}

func same(a, b *patience.Game) bool {
	return a.View() == b.View() && a.Points() == b.Points() && a.MoveCount() == b.MoveCount() && a.Undos() == b.Undos() &&
		a.Hints() == b.Hints() && a.LongestRun() == b.LongestRun() && a.Run() == b.Run() && a.Standing() == b.Standing() &&
		slices.Equal(a.HiddenStock(), b.HiddenStock()) && slices.Equal(a.Waste(nil), b.Waste(nil))
}

func FuzzParseLine(f *testing.F) {
	for _, s := range []string{"GO1-E-AAAAAAB.d52uurd5h", "GO2-S-AAAAAAB-6.ddddddddddddddddg", "pysol:24.d", "x.y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, actions, err := ParseLine(s)
		if err != nil {
			return
		}
		line := FormatLine(d, actions)
		if again, more, err := ParseLine(line); err != nil || again.Code() != d.Code() || !slices.Equal(more, actions) {
			t.Errorf("%q is %s, which reads as %s, %v", s, line, again.Code(), err)
		}
		g, err := d.Replay(actions)
		if g == nil {
			t.Fatalf("%q: %v", s, err)
		}
		if err == nil && !slices.Equal(g.Actions(), actions) {
			t.Errorf("%q played otherwise", s)
		}
	})
}
