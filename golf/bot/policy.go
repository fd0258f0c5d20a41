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
	tempo          float64 // strokes that covering or turning up a card is worth by itself
	behind         float64 // the same for each face-down card more than the one with fewest has
	doubt0, doubt1 float64 // by how many strokes a lead is uncertain: a constant, and for each card face down in the grid that has fewest
	pairs          float64 // how much of what a line may save is believed in
	reply          int     // turns by which opponents are valued when the hole ends
}

func (p *params) price(turns int) float64 { return p.price0 + p.price1*float64(turns-1) }

// brain decides quickly: it looks one turn ahead and values what is left by
// column. The search plays its trial games with it.
type brain struct {
	table
	params
	ahead  outlook
	single bool            // the hole alone counts, not its strokes
	stock  [nRanks]float32 // the odds of the stock
}

func newBrain(v *golf.View, p *params) *brain {
	b := &brain{table: newTable(v), params: *p}
	goal := newGoal(v)
	b.single = goal.left == 0 && goal.target == 0
	fewest, most := golf.MaxCells, 0
	for a := v.Active(); a != 0; a &= a - 1 {
		n := v.FaceDown(a.First()).Count()
		fewest, most = min(fewest, n), max(most, n)
	}
	b.ahead.init(&b.table, p, max(b.turnsLeft(fewest, most), p.reply))
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
	p      *golf.Public
	g      *[golf.MaxPlayers]grid // what every owner knows
	seat   int                    // who thinks
	hand   card.Rank              // the card in hand, 0 for none
	stage  int                    // cards face down in the grid that has fewest, 0 on the last turns
	turns  int                    // own turns to come after this one
	down   golf.Cells             // own cards face down
	list   [golf.MaxCells]spot    // where a card can be put, alike ones once
	n      int                    // how many
	doubt  float32                // by how many strokes the lead is uncertain, 0 when strokes count rather than winning
	greedy bool                   // the seat plays like EV1
	plain  bool                   // putting a card somewhere changes its column and nothing else
	tab    []float32              // values with those turns to come
	lead   float32                // how far the own grid is ahead
	pace   float32                // what it is worth to be rid of a face-down card
	give   [nRanks]float32        // what a discard of each rank costs by helping the next player
	mean   float32                // the same for a card nobody knows
	other  float32                // lowest value of an opponent's grid if the hole ends now
}

// begin looks at a position. The ranks are those every owner knows.
func (b *brain) begin(p *golf.Public, g *[golf.MaxPlayers]grid, hand card.Rank) thought {
	t := b.look(p, g, p.Turn())
	t.hand = hand
	if t.greedy {
		return t
	}
	if p.Ender() < 0 || p.LastTurns() > 1 {
		t.giveTo(p.Active().After(t.seat))
		for i := range t.n {
			t.charge(&t.list[i])
		}
	}
	return t
}

// look looks at a position with the eyes of a seat, without a thought for the
// next player.
func (b *brain) look(p *golf.Public, g *[golf.MaxPlayers]grid, seat int) thought {
	t := thought{brain: b, p: p, g: g, seat: seat, down: p.FaceDown(seat)}
	active := p.Active()
	fewest := golf.MaxCells
	for a := active; a != 0; a &= a - 1 {
		if s := a.First(); s != seat {
			fewest = min(fewest, p.FaceDown(s).Count())
		}
	}
	if seat != b.seat {
		t.lookGreedily()
		return t
	}
	if p.Ender() < 0 {
		t.stage = min(fewest, t.down.Count())
		t.turns = min(b.ahead.horizon, b.turnsLeft(fewest, t.down.Count()))
		t.pace = float32(b.tempo + b.behind*float64(max(0, t.down.Count()-fewest)))
	}
	t.plain = !t.rules.Rows && (p.Ender() >= 0 || t.down.Count() > 1)
	t.tab = b.ahead.tab[t.turns]
	t.list, t.n = b.spots(&g[seat], t.tab)
	t.pay()
	if p.Ender() < 0 {
		own := b.ahead.grid(t.turns, &g[seat], &b.table)
		t.other = float32(math.Inf(1))
		then := t.other
		for a := active; a != 0; a &= a - 1 {
			if s := a.First(); s != seat {
				t.other = min(t.other, b.ahead.grid(b.reply, &g[s], &b.table))
				then = min(then, b.ahead.grid(t.turns, &g[s], &b.table))
			}
		}
		t.lead = then - own
		if b.single {
			t.doubt = float32(b.doubt0 + b.doubt1*float64(t.stage))
		}
	} else if b.single {
		t.lead = float32(math.Inf(1))
		for s, turns := active.After(seat), p.LastTurns()-1; s != seat; s, turns = active.After(s), turns-1 {
			t.lead = min(t.lead, b.ahead.grid(min(b.reply, max(0, turns)), &g[s], &b.table))
		}
		t.lead -= b.ahead.grid(0, &g[seat], &b.table)
		t.doubt = doubtSure + doubtEach*float32(t.down.Count())
	}
	return t
}

// lookGreedily looks at a position the way EV1 does. Everyone but the viewer is
// taken to play like that: sensible, but with no thought for others. People and
// simple bots do, and playing against that in the head wins more holes, from
// them, than playing against one's own like.
func (t *thought) lookGreedily() {
	t.greedy = true
	t.plain = !t.rules.Rows && (t.p.Ender() >= 0 || t.down.Count() > 1)
	t.tab = t.ahead.tab[0]
	t.pace = ev1Cover
	t.list, t.n = t.spots(&t.g[t.seat], t.tab)
	t.pay()
	if t.p.Ender() < 0 {
		t.other = float32(math.Inf(1))
		for a := t.p.Active(); a != 0; a &= a - 1 {
			if s := a.First(); s != t.seat {
				t.other = min(t.other, t.ahead.grid(0, &t.g[s], &t.table))
			}
		}
	}
}

// pay adds to the face-down spots what it is worth to be rid of them.
func (t *thought) pay() {
	for i := range t.n {
		if s := &t.list[i]; t.down.Has(s.pos) {
			s.now += t.pace
		}
	}
}

// charge takes off what the card at a spot gives to the next player.
func (t *thought) charge(s *spot) {
	if s.old == 0 {
		s.now -= t.mean
	} else {
		s.now -= t.give[s.old]
	}
}

// spot is a position of a grid where a card can be put.
type spot struct {
	pos  int
	old  card.Rank
	now  float32 // what the column is worth now, less what discarding the card there gives
	from int     // index of the column without the card there
	step int     // what a rank adds to the index
	row  float32 // what the row saves, where rows cancel
}

// spots lists the positions of a grid, of those that are alike, because two
// cards of a column or two columns are, only one. Position by position they are
// told apart where rows cancel, or where a card known to its owner is face down.
func (b *brain) spots(g *grid, tab []float32) (list [golf.MaxCells]spot, n int) {
	all := b.rules.Rows || b.rules.Peek
	for c := range b.cols {
	rows:
		for pos := c; pos < b.cells; pos += b.cols {
			s := b.spot(g, pos, tab)
			if !all {
				for i := range n {
					if o := &list[i]; o.old == s.old && o.now == s.now && (o.pos%b.cols == c || o.from == s.from) {
						continue rows
					}
				}
			}
			list[n] = s
			n++
		}
	}
	return list, n
}

// spot returns one position as a spot.
func (b *brain) spot(g *grid, pos int, tab []float32) spot {
	index := columnIndex(g, pos%b.cols, b.cols, b.rows)
	step := steps[pos/b.cols]
	s := spot{pos: pos, old: g[pos], now: tab[index], from: index - int(g[pos])*step, step: step}
	if b.rules.Rows {
		s.row = float32(b.saving(g, pos/b.cols*b.cols, 1, b.cols))
	}
	return s
}

// giveTo values discards by what the next player could do with them rather than
// draw.
func (t *thought) giveTo(next int) {
	n := t.brain.look(t.p, t.g, next)
	discard := n.discard()
	draw := float32(0)
	for r := 1; r < nRanks; r++ {
		_, t.give[r] = n.best(r)
		draw += t.brain.stock[r] * max(t.give[r], discard)
	}
	for r := 1; r < nRanks; r++ {
		t.give[r] = float32(t.deny) * max(0, t.give[r]-draw-float32(t.choice))
		t.mean += t.brain.stock[r] * t.give[r]
	}
}

// put returns what it gains to put a card of rank r on a spot.
func (t *thought) put(s *spot, r int) float32 {
	if t.p.Ender() < 0 && t.down == golf.Cell(s.pos) {
		before := &t.g[t.seat]
		after := *before
		after[s.pos] = card.Rank(r)
		was := t.tab[s.from+int(s.old)*s.step]
		final := t.ahead.grid(0, &after, &t.table)
		gain := t.finish(final, t.sure)
		if t.greedy {
			return gain + t.ahead.grid(0, before, &t.table) - final + t.pace
		}
		return gain - (was + t.pace - s.now)
	}
	gain := s.now - t.tab[s.from+r*s.step]
	if t.rules.Rows {
		gain += t.rowWith(&t.g[t.seat], s.pos, card.Rank(r)) - s.row
	}
	return gain
}

// finish returns what it gains to end the hole with the given score. The weight
// is how much more a lead is worth then.
func (t *thought) finish(score float32, weight float64) float32 {
	if t.greedy {
		d := t.other - ev1Margin - score
		if d < 0 {
			return ev1Penalty * d
		}
		return ev1Bonus * d
	}
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
	best, most := 0, float32(math.Inf(-1))
	if t.plain {
		for i := range t.n {
			s := &t.list[i]
			if gain := s.now - t.tab[s.from+r*s.step]; gain > most {
				best, most = i, gain
			}
		}
		return t.list[best].pos, most
	}
	most = t.put(&t.list[0], r)
	for i := 1; i < t.n; i++ {
		if gain := t.put(&t.list[i], r); gain > most {
			best, most = i, gain
		}
	}
	return t.list[best].pos, most
}

// mayPass reports whether nothing need be turned up after a discard.
func (t *thought) mayPass() bool {
	return t.rules.Flip == golf.FlipMay || t.rules.Flip == golf.FlipMayLast && t.down.Count() == 1
}

// flip returns what it gains to turn up the card at pos.
func (t *thought) flip(pos int) float32 {
	switch {
	case t.p.Ender() < 0 && t.down.Count() == 1:
		return t.knocking()
	case t.g[t.seat][pos] != 0: // peeked at
		return t.pace
	}
	return t.pace + t.ahead.flip[t.turns][columnIndex(&t.g[t.seat], pos%t.brain.cols, t.brain.cols, t.rows)]
}

// bestFlip returns the position where turning up a card gains most, and how
// much.
func (t *thought) bestFlip() (int, float32) {
	best, most := t.down.First(), float32(math.Inf(-1))
	for d := t.down; d != 0; d &= d - 1 {
		if gain := t.flip(d.First()); gain > most {
			best, most = d.First(), gain
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
	t := b.begin(p, g, hand)
	switch p.Phase() {
	case golf.PhaseDraw:
		return t.draw()
	case golf.PhasePlace:
		return t.place(hand)
	default:
		return t.turnUp()
	}
}

// draw decides how to begin the turn.
func (t *thought) draw() golf.Action {
	_, take := t.best(int(t.p.Top().Rank()))
	take = t.worth(take)
	draw := t.drawing()
	if t.rules.Knock && t.p.Ender() < 0 && t.worth(t.knocking()) > max(take, draw) {
		return golf.Action{Kind: golf.Knock}
	}
	if take > draw {
		return golf.Action{Kind: golf.Take}
	}
	return golf.Action{Kind: golf.Draw}
}

// drawing returns what it gains to draw from the stock.
func (t *thought) drawing() float32 {
	discard := t.discard()
	sum := float32(0)
	for r := 1; r < nRanks; r++ {
		if q := t.brain.stock[r]; q > 0 {
			_, gain := t.best(r)
			sum += q * t.worth(max(gain, discard-t.give[r]))
		}
	}
	return sum
}

// worth turns what an action gains into what it is worth: the same, but where
// the hole alone counts, what it adds to the chance to win it, in strokes of an
// even hole.
func (t *thought) worth(gain float32) float32 {
	if t.doubt == 0 {
		return gain
	}
	return evenHole*t.doubt*float32(normal(float64((t.lead+gain)/t.doubt))) + lastStrokes*gain
}

// How uncertain a lead is on the last turn, in strokes: when all cards are known,
// and for each that is not. A stroke counts lastStrokes besides winning, so that
// the hopeless do not stop caring.
const (
	doubtSure   = .5
	doubtEach   = 2
	lastStrokes = .02
	evenHole    = 2.5066 // the square root of two pi: the worth of the first stroke is one
)

// knocking returns what it gains to knock.
func (t *thought) knocking() float32 {
	return t.finish(t.ahead.grid(0, &t.g[t.seat], &t.table), t.blind)
}

// place decides what happens to the card in hand.
func (t *thought) place(hand card.Rank) golf.Action {
	pos, gain := t.best(int(hand))
	if t.p.Taken() != card.None || gain >= t.discard()-t.give[hand] {
		return golf.SwapAt(pos)
	}
	return golf.Action{Kind: golf.Discard}
}

// gain returns what a plan gains.
func (t *thought) gain(p plan) float32 {
	a, r := p.first, t.hand
	switch a.Kind {
	case golf.Draw:
		return t.drawing()
	case golf.Take:
		a, r = p.second, t.p.Top().Rank()
		fallthrough
	case golf.Swap:
		s := t.brain.spot(&t.g[t.seat], a.Pos(), t.tab)
		if t.down.Has(s.pos) {
			s.now += t.pace
		}
		t.charge(&s)
		return t.worth(t.put(&s, int(r)))
	case golf.Discard:
		return t.worth(t.discard() - t.give[r])
	case golf.Flip:
		return t.worth(t.flip(a.Pos()))
	case golf.Knock:
		return t.worth(t.knocking())
	}
	return t.worth(0)
}

// turnUp decides which card to turn up after a discard.
func (t *thought) turnUp() golf.Action {
	pos, gain := t.bestFlip()
	if t.mayPass() && gain < 0 {
		return golf.Action{Kind: golf.Pass}
	}
	return golf.FlipAt(pos)
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
	price0: 5, price1: .15, cards: 1.6,
	turns0: -.9, turnsLow: 1.85, turnsOwn: 1.75,
	deny: .6, choice: .6,
	sure: 1.2, blind: 1.25, hurry: 1, crowd: -.5,
	tempo: -.55, behind: .2,
	doubt0: 8, doubt1: 1,
	pairs: 1,
	reply: 2,
}
