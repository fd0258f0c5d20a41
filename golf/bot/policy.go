package bot

import (
	"math"

	"birdie/card"
	"birdie/golf"
)

// params are the numbers of the policy that self-play has tuned.
type params struct {
	price0, price1 float64 // strokes another column would gain with a turn: the last one, and each before it more
	cards          float64 // cards that come by in a turn
	turns0         float64 // turns to come: a constant,
	turnsLow       float64 // for each face-down card of whoever has fewest,
	turnsOwn       float64 // and for each own one
	deny           float64 // weight of what a discard gives to the next player
	choice         float64 // what the next player would gain anyway
	sure           float64 // how much more a lead is worth when the hole ends now
	blind          float64 // the same when it ends by turning up a card nobody knows
	hurry          float64 // strokes by which a lead must be larger for it
	crowd          float64 // the same for each opponent beyond the first
	reply          int     // turns by which opponents are valued when the hole ends
}

func (p *params) price(turns int) float64 { return p.price0 + p.price1*float64(turns-1) }

// brain decides quickly: it looks one turn ahead and values what is left by
// column. The search plays its trial games with it.
type brain struct {
	table
	params
	look  outlook
	stock [nRanks]float32 // the odds of the stock
}

func newBrain(v *golf.View, p *params) *brain {
	b := &brain{table: newTable(v), params: *p}
	fewest, most := golf.MaxCells, 0
	for a := v.Active(); a != 0; a &= a - 1 {
		n := v.FaceDown(a.First()).Count()
		fewest, most = min(fewest, n), max(most, n)
	}
	b.look.init(&b.table, p, max(b.turnsLeft(fewest, most), p.reply))
	for r := range b.stock {
		b.stock[r] = float32(b.table.stock.q[r])
	}
	return b
}

// turnsLeft returns how many turns a seat with so many cards face down has after
// this one, when the fewest anyone has are given.
func (p *params) turnsLeft(fewest, own int) int {
	n := p.turns0 + p.turnsLow*float64(min(fewest, own)) + p.turnsOwn*float64(own)
	return max(1, min(maxTurns, int(n+.5)))
}

// thought is a turn being thought about.
type thought struct {
	*brain
	p     *golf.Public
	g     *[golf.MaxPlayers]grid
	seat  int
	turns int // own turns to come after this one
	down  golf.Cells
	cols  [4]int          // column indices of the own grid
	tab   []float32       // values with those turns to come
	lead  float32         // how far the own grid is ahead
	give  [nRanks]float32 // what a discard of each rank costs by helping the next player
	mean  float32         // the same for a card nobody knows
	other float32         // lowest final value of an opponent if the hole ends now
}

// begin looks at a position. The ranks are those every owner knows.
func (b *brain) begin(p *golf.Public, g *[golf.MaxPlayers]grid) thought {
	seat := p.Turn()
	t := thought{brain: b, p: p, g: g, seat: seat, down: p.FaceDown(seat)}
	active := p.Active()
	fewest := golf.MaxCells
	for a := active; a != 0; a &= a - 1 {
		if s := a.First(); s != seat {
			fewest = min(fewest, p.FaceDown(s).Count())
		}
	}
	if p.Ender() < 0 {
		t.turns = min(b.look.horizon, b.turnsLeft(fewest, t.down.Count()))
	}
	t.tab = b.look.tab[t.turns]
	for c := range b.cols {
		t.cols[c] = columnIndex(&g[seat], c, b.cols, b.rows)
	}
	if p.Ender() < 0 {
		own := b.look.grid(t.turns, &g[seat], &b.table)
		t.other = float32(math.Inf(1))
		then := t.other
		for a := active; a != 0; a &= a - 1 {
			if s := a.First(); s != seat {
				t.other = min(t.other, b.look.grid(b.reply, &g[s], &b.table))
				then = min(then, b.look.grid(t.turns, &g[s], &b.table))
			}
		}
		t.lead = then - own
	}
	if next := active.After(seat); b.deny > 0 && !(p.Ender() >= 0 && p.LastTurns() <= 1) {
		t.giveTo(next)
	}
	return t
}

// giveTo values discards by what the next player could do with them.
func (t *thought) giveTo(next int) {
	tab := t.tab
	if t.p.Ender() < 0 {
		tab = t.look.tab[t.turns-1]
	}
	g := &t.g[next]
	var cols [4]int
	for c := range t.brain.cols {
		cols[c] = columnIndex(g, c, t.brain.cols, t.rows)
	}
	for r := 1; r < nRanks; r++ {
		best := float32(0)
		pos := 0
		for row := range t.rows {
			for c := range t.brain.cols {
				index := cols[c]
				best = max(best, tab[index]-tab[index+(r-int(g[pos]))*steps[row]])
				pos++
			}
		}
		if best -= float32(t.choice); best > 0 {
			t.give[r] = float32(t.deny) * best
		}
		t.mean += t.brain.stock[r] * t.give[r]
	}
}

// put returns what it gains to put a card of rank r at pos.
func (t *thought) put(pos, r int) float32 {
	g := &t.g[t.seat]
	row, c := pos/t.brain.cols, pos%t.brain.cols
	index := t.cols[c]
	old := int(g[pos])
	given := t.mean
	if old != 0 {
		given = t.give[old]
	}
	if t.p.Ender() < 0 && t.down == golf.Cell(pos) {
		after := *g
		after[pos] = card.Rank(r)
		return t.finish(t.look.grid(0, &after, &t.table), t.sure) - given
	}
	gain := t.tab[index] - t.tab[index+(r-old)*steps[row]]
	if t.rules.Rows {
		after := *g
		before := t.rowSavings(&after)
		after[pos] = card.Rank(r)
		gain += float32(t.rowSavings(&after) - before)
	}
	return gain - given
}

// finish returns what it gains to end the hole with the given score.
func (t *thought) finish(score float32, weight float64) float32 {
	margin := float64(t.other-score) - t.hurry - t.crowd*float64(t.p.Active().Count()-2)
	gain := margin*weight - float64(t.lead)
	if t.rules.Penalty != golf.PenaltyOff || t.rules.EnderBonus || t.rules.EnderDouble {
		lowest := 1 / (1 + math.Exp(-margin/2))
		if t.rules.Penalty != golf.PenaltyOff {
			gain -= golf.EnderPenalty * (1 - lowest)
		}
		if t.rules.EnderBonus {
			gain -= golf.EnderBonus * lowest
		}
		if t.rules.EnderDouble {
			gain -= max(0, float64(score)) * (1 - lowest)
		}
	}
	return float32(gain)
}

// best returns where a card of rank r gains most, and how much.
func (t *thought) best(r int) (int, float32) {
	best, most := 0, t.put(0, r)
	for pos := 1; pos < t.cells; pos++ {
		if gain := t.put(pos, r); gain > most {
			best, most = pos, gain
		}
	}
	return best, most
}

// mayPass reports whether nothing need be turned up after a discard.
func (t *thought) mayPass() bool {
	return t.rules.Flip == golf.FlipMay || t.rules.Flip == golf.FlipMayLast && t.down.Count() == 1
}

// bestFlip returns the position where turning up a card gains most, and how
// much.
func (t *thought) bestFlip() (int, float32) {
	if t.p.Ender() < 0 && t.down.Count() == 1 {
		return t.down.First(), t.finish(t.look.grid(0, &t.g[t.seat], &t.table), t.blind)
	}
	best, most := t.down.First(), float32(math.Inf(-1))
	for d := t.down; d != 0; d &= d - 1 {
		pos := d.First()
		gain := float32(0)
		if t.g[t.seat][pos] == 0 {
			gain = t.look.flip[t.turns][t.cols[pos%t.brain.cols]]
		}
		if gain > most {
			best, most = pos, gain
		}
	}
	return best, most
}

// discard returns what it gains to discard and turn up a card, without what the
// discard gives.
func (t *thought) discard() float32 {
	if t.rules.Flip == golf.FlipNever {
		return 0
	}
	_, gain := t.bestFlip()
	if t.mayPass() {
		return max(0, gain)
	}
	return gain
}

// act decides. The hand is the rank of the card in hand, which the seat on turn
// must know.
func (b *brain) act(p *golf.Public, g *[golf.MaxPlayers]grid, hand card.Rank) golf.Action {
	t := b.begin(p, g)
	switch p.Phase() {
	case golf.PhaseDraw:
		discard := t.discard()
		_, take := t.best(int(p.Top().Rank()))
		draw := float32(0)
		for r := 1; r < nRanks; r++ {
			if q := b.stock[r]; q > 0 {
				_, gain := t.best(r)
				draw += q * max(gain, discard-t.give[r])
			}
		}
		if b.rules.Knock && p.Ender() < 0 &&
			t.finish(t.look.grid(0, &g[t.seat], &b.table), b.blind) > max(take, draw) {
			return golf.Action{Kind: golf.Knock}
		}
		if take > draw {
			return golf.Action{Kind: golf.Take}
		}
		return golf.Action{Kind: golf.Draw}
	case golf.PhasePlace:
		pos, gain := t.best(int(hand))
		if p.Taken() != card.None || gain >= t.discard()-t.give[hand] {
			return golf.SwapAt(pos)
		}
		return golf.Action{Kind: golf.Discard}
	default:
		pos, gain := t.bestFlip()
		if t.mayPass() && gain < 0 {
			return golf.Action{Kind: golf.Pass}
		}
		return golf.FlipAt(pos)
	}
}

// Quick is the bot that plays the policy as it is, without a search.
type Quick struct{ params *params }

// Choose implements Bot.
func (q Quick) Choose(v *golf.View, _ card.Source) Choice {
	if v.Phase() == golf.PhaseChoose {
		return because(v, spread(v))
	}
	b := newBrain(v, q.params)
	g := ranksOf(v, b.cells)
	return because(v, b.act(&v.Public, &g, v.Hand().Rank()))
}

// tuned are the numbers self-play has found.
var tuned = params{
	price0: 2, price1: 0, cards: 1.3,
	turns0: 0, turnsLow: 1, turnsOwn: 0,
	deny: .3, choice: 2,
	sure: 1.5, blind: 1.2, hurry: 0, crowd: 1,
	reply: 1,
}
