package golf

import (
	"fmt"
	"strings"
	"testing"

	"birdie/card"
)

// TestPlaythroughs compares a match of one hole under every rule set with a
// readable file: each step, what it told whom, the position that followed, what
// each seat sees of it, and what may be done next.
func TestPlaythroughs(t *testing.T) {
	for i, set := range suite(t) {
		t.Run(set.id, func(t *testing.T) {
			golden(t, "playthrough-"+set.id+".txt", playthrough(t, set, card.SplitMix(uint64(100+i))))
		})
	}
}

func playthrough(t *testing.T, set ruleSet, src card.SplitMix) string {
	t.Helper()
	r := set.rules
	r.Holes, r.Target, r.Ties = 1, 0, TiesShared
	m, err := NewMatch(r, 2)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rules %s\n", set.id)
	for _, o := range Options() {
		fmt.Fprintf(&b, "  %s %s\n", o, r.Get(o))
	}
	b.WriteString("\nUp is AC, (AC) is down, [AC] is down and known to its owner, -- is not known to the viewer.\n")
	for !m.Over() {
		step := randomStep(m, &src)
		fmt.Fprintf(&b, "\n== %s\n", stepText(step))
		for _, e := range do(t, m, step) {
			fmt.Fprintf(&b, "   %s\n", eventText(e))
		}
		if len(m.Steps()) > 1 {
			writePosition(&b, m)
		}
	}
	b.WriteString("\n== scorecard\n")
	for s := range 2 {
		fmt.Fprintf(&b, "   %d: %+v\n", s, m.Results()[0].Scores[s])
	}
	return b.String()
}

func stepText(s Step) string {
	switch s.Kind {
	case StepCut:
		return "cut " + cardsText(s.Cards[:6]) + " ..."
	case StepDeal:
		return "deal " + cardsText(s.Cards)
	case StepReshuffle:
		return "reshuffle " + cardsText(s.Cards)
	}
	return fmt.Sprintf("seat %d: %v", s.Seat, s.Action)
}

func cardsText(cards []card.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.String()
	}
	return strings.Join(texts, " ")
}

func eventText(e Event) string {
	text := fmt.Sprintf("%d %s", e.Seq, e.Kind.ID())
	if e.To != Everyone {
		text += fmt.Sprintf(" (to seat %d only)", e.To)
	}
	text += fmt.Sprintf(" seat %d", e.Seat)
	if e.Number != 0 {
		text += fmt.Sprintf(" number %d", e.Number)
	}
	if e.Card != card.None {
		text += " card " + e.Card.String()
	}
	if e.Old != card.None {
		text += " old " + e.Old.String()
	}
	for pos := range MaxCells {
		if e.Cells.Has(pos) {
			text += fmt.Sprintf(" %d", pos+1)
			if e.Cards[pos] != card.None {
				text += "=" + e.Cards[pos].String()
			}
		}
	}
	return text
}

func writePosition(b *strings.Builder, m *Match) {
	h := m.Hole()
	fmt.Fprintf(b, "   pile %s, stock %d", cardsText(h.Pile()), h.Stock())
	if h.Ender() >= 0 {
		fmt.Fprintf(b, ", ender %d, last turns %d", h.Ender(), h.LastTurns())
	}
	b.WriteByte('\n')
	layout := h.Rules().Layout
	for s := range h.Players() {
		var texts []string
		for pos := range layout.Cells() {
			switch {
			case h.FaceUp(s).Has(pos):
				texts = append(texts, h.face[s][pos].String())
			case h.Peeked(s).Has(pos):
				texts = append(texts, "["+h.hidden[s][pos].String()+"]")
			default:
				texts = append(texts, "("+h.hidden[s][pos].String()+")")
			}
		}
		fmt.Fprintf(b, "   %d: %s\n", s, rows(texts, layout))
	}
	for viewer := Spectator; viewer < h.Players(); viewer++ {
		name := "spectator"
		if viewer >= 0 {
			name = fmt.Sprintf("seat %d", viewer)
		}
		v := m.View(viewer)
		fmt.Fprintf(b, "   %s sees", name)
		for s := range h.Players() {
			var texts []string
			for pos := range layout.Cells() {
				texts = append(texts, v.Card(s, pos).String())
			}
			fmt.Fprintf(b, " %d: %s;", s, rows(texts, layout))
		}
		fmt.Fprintf(b, " hand %v", v.Hand())
		if legal := v.Legal(nil); len(legal) > 0 {
			var texts []string
			for _, a := range legal {
				texts = append(texts, a.String())
			}
			fmt.Fprintf(b, "; may %s", strings.Join(texts, ", "))
		}
		b.WriteByte('\n')
	}
}

// rows joins the cards of a grid, rows apart.
func rows(texts []string, l Layout) string {
	var lines []string
	for row := range l.Rows() {
		lines = append(lines, strings.Join(texts[row*l.Cols():(row+1)*l.Cols()], " "))
	}
	return strings.Join(lines, " / ")
}
