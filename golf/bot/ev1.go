package bot

import (
	"birdie/card"
	"birdie/golf"
)

// EV1 is the yardstick that looks one action ahead: every unseen card is equally
// likely, a grid is worth its expected score, and the swap that gains most is
// made. Before it ends the hole it weighs its own estimate against the lowest
// opponent's.
type EV1 struct{}

// The numbers of EV1.
const (
	ev1Cover   = 0.5 // for covering a card nobody knows
	ev1Margin  = 2.0 // how far below the opponents it wants to be at the end
	ev1Penalty = 0.6 // a stroke above that
	ev1Bonus   = 0.3 // a stroke below
)

// Choose implements Bot.
func (EV1) Choose(v *golf.View, _ card.Source) Choice {
	if v.Phase() == golf.PhaseChoose {
		return because(v, spread(v))
	}
	e := newEV1(v)
	return because(v, e.choose())
}

type ev1 struct {
	table
	own      grid
	estimate float64 // of the own grid
	target   float64 // the own estimate at which ending the hole is worth nothing
	down     golf.Cells
}

func newEV1(v *golf.View) *ev1 {
	e := &ev1{table: newTable(v)}
	e.own = e.grid(e.seat)
	e.estimate = e.table.estimate(&e.own)
	e.target = e.lowestOpponent() - ev1Margin
	e.down = v.FaceDown(e.seat)
	return e
}

func (e *ev1) choose() golf.Action {
	switch e.v.Phase() {
	case golf.PhaseDraw:
		_, take := e.bestSwap(e.v.Top().Rank())
		draw := 0.0
		for r := 1; r < nRanks; r++ {
			if q := e.stock.q[r]; q > 0 {
				_, gain := e.bestSwap(card.Rank(r))
				draw += q * max(gain, e.discard())
			}
		}
		if e.rules.Knock && e.v.Ender() < 0 {
			if knock := e.finishing(e.estimate); knock > max(take, draw) {
				return golf.Action{Kind: golf.Knock}
			}
		}
		if take > draw {
			return golf.Action{Kind: golf.Take}
		}
		return golf.Action{Kind: golf.Draw}
	case golf.PhasePlace:
		pos, gain := e.bestSwap(e.hand())
		if !e.v.Drawn() || gain > e.discard() {
			return golf.SwapAt(pos)
		}
		return golf.Action{Kind: golf.Discard}
	default:
		if e.mayPass() && e.flip() < 0 {
			return golf.Action{Kind: golf.Pass}
		}
		return golf.FlipAt(e.flipCell())
	}
}

// bestSwap returns the position where a card of rank r gains most, and how much.
func (e *ev1) bestSwap(r card.Rank) (int, float64) {
	best, most := 0, 0.0
	for pos := range e.cells {
		g := e.own
		g[pos] = r
		after := e.table.estimate(&g)
		gain := e.estimate - after
		if e.own[pos] == 0 {
			gain += ev1Cover
		}
		if e.down&^golf.Cell(pos) == 0 {
			gain += e.finishing(after)
		}
		if pos == 0 || gain > most {
			best, most = pos, gain
		}
	}
	return best, most
}

// finishing returns what ending the hole with the given estimate is worth.
func (e *ev1) finishing(estimate float64) float64 {
	if e.v.Ender() >= 0 {
		return 0
	}
	if above := estimate - e.target; above > 0 {
		return -ev1Penalty * above
	} else {
		return -ev1Bonus * above
	}
}

// discard returns what discarding the card in hand is worth.
func (e *ev1) discard() float64 {
	switch {
	case e.rules.Flip == golf.FlipNever:
		return 0
	case e.mayPass():
		return max(0, e.flip())
	}
	return e.flip()
}

// flip returns what turning up a card is worth: nothing but what ending is.
func (e *ev1) flip() float64 {
	if e.down.Count() == 1 {
		return e.finishing(e.estimate)
	}
	return 0
}

// mayPass reports whether nothing need be turned up after a discard.
func (e *ev1) mayPass() bool {
	return e.rules.Flip == golf.FlipMay || e.rules.Flip == golf.FlipMayLast && e.down.Count() == 1
}
