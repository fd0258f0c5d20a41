package bot

import (
	"birdie/card"
	"birdie/golf"
)

// Personality is the yardstick player that scores positions by a recipe whose
// four numbers give it a manner.
type Personality struct {
	Threshold  float64 // values up to this are gladly put on a face-down card
	PairHope   float64 // how much pairs are hoped for, 0 to 1
	Aggression float64 // how early the hole is ended, 0 to 1
	Randomness float64 // share of decisions left to chance
}

// The numbers of the recipe.
const (
	personHidden    = 4.5  // what a face-down card is taken to count in a swap
	personLastCard  = 6.0  // the same when it is the last one
	personTooHigh   = 8    // never put on a face-down card unless it pairs
	personForbidden = -100 // score of a position that would end the hole too high
	personCheap     = -1   // a swap with at least this score may keep a card from the next player
)

// Choose implements Bot.
func (p Personality) Choose(v *golf.View, src card.Source) Choice {
	if chance(src, p.Randomness) {
		return Choice{randomAction(v, src), Reason{Kind: Whim}}
	}
	if v.Phase() == golf.PhaseChoose {
		return because(v, spread(v))
	}
	q := person{Personality: p, table: newTable(v)}
	q.own, q.shown, q.down = q.grid(q.seat), q.face(q.seat), v.FaceDown(q.seat)
	return because(v, q.choose())
}

type person struct {
	Personality
	table
	own   grid // with cards peeked at
	shown grid // face-up cards only
	down  golf.Cells
}

func (p *person) choose() golf.Action {
	switch p.v.Phase() {
	case golf.PhaseDraw:
		if p.wantsTop() {
			return golf.Action{Kind: golf.Take}
		}
		if p.rules.Knock && p.v.Ender() < 0 && p.visibleSum(&p.own, personLastCard) <= p.cap() && p.down.Count() <= 1 {
			return golf.Action{Kind: golf.Knock}
		}
		return golf.Action{Kind: golf.Draw}
	case golf.PhasePlace:
		return p.place()
	default:
		mayPass := p.rules.Flip == golf.FlipMay || p.rules.Flip == golf.FlipMayLast && p.down.Count() == 1
		if mayPass && p.down.Count() == 1 && p.v.Ender() < 0 && p.visibleSum(&p.own, personLastCard) > p.cap() {
			return golf.Action{Kind: golf.Pass}
		}
		return golf.FlipAt(p.flipCell())
	}
}

// wantsTop decides whether to take the discard.
func (p *person) wantsTop() bool {
	r := p.v.Top().Rank()
	value := p.values[r]
	if p.down.Count() == 1 && p.v.Ender() < 0 {
		limit := 14.0
		switch {
		case p.Aggression > .6:
			limit = 18
		case p.Aggression > .3:
			limit = 16
		}
		if p.visibleSum(&p.own, personLastCard) > limit {
			return r == card.Ace || r == 2 || r == card.King || r == card.JokerRank
		}
	}
	if r == card.JokerRank || r == card.King {
		return true
	}
	_, score := p.bestPosition(r)
	worse := false
	for pos := range p.cells {
		k := p.shown[pos]
		if k == 0 {
			continue
		}
		if value > 0 && k == r && p.partnerDown(pos) {
			return true
		}
		worse = worse || p.values[k] > value+1
	}
	if value <= p.phaseLimit() {
		return true
	}
	if score <= 0 {
		return false
	}
	if pressure := p.pressure(); pressure > 0 && value <= float64(min(7, 3+int(6*pressure))) {
		return true
	}
	return worse
}

// partnerDown reports whether another card in the column of pos is face down.
func (p *person) partnerDown(pos int) bool {
	for q := pos % p.cols; q < p.cells; q += p.cols {
		if q != pos && p.down.Has(q) {
			return true
		}
	}
	return false
}

// phaseLimit returns the value up to which any discard is welcome.
func (p *person) phaseLimit() float64 {
	hidden, seats := 0, 0
	for s := range p.v.Players() {
		if p.v.Active().Has(s) {
			hidden += p.v.FaceDown(s).Count()
			seats++
		}
	}
	switch average := float64(hidden) / float64(seats); {
	case average >= 4.5:
		return 2
	case average >= 2.5:
		return 3
	}
	return 4
}

// pressure returns how near the opponents are to ending the hole, 0 to about 1.
func (p *person) pressure() float64 {
	fewest := golf.MaxCells
	for s := range p.v.Players() {
		if s != p.seat && p.v.Active().Has(s) {
			fewest = min(fewest, p.v.FaceDown(s).Count())
		}
	}
	if fewest > 3 {
		return 0
	}
	return [...]float64{1, .9, .7, .4}[fewest] + .05*float64(max(0, p.down.Count()-2))
}

// visibleSum returns the score of a grid with every unknown card counted as
// hidden.
func (p *person) visibleSum(g *grid, hidden float64) float64 {
	sum := 0.0
	for pos := range p.cells {
		if g[pos] == 0 {
			sum += hidden
		} else {
			sum += p.values[g[pos]]
		}
	}
	for c := range p.cols {
		if line(g, c, p.cols, p.rows) != 0 {
			sum -= p.saving(g, c, p.cols, p.rows)
		}
	}
	if p.rules.Rows {
		for r := range p.rows {
			if line(g, r*p.cols, 1, p.cols) != 0 {
				sum -= p.saving(g, r*p.cols, 1, p.cols)
			}
		}
	}
	return sum
}

// line returns the rank that all cards of a line have, 0 when there is none.
func line(g *grid, pos, step, n int) card.Rank {
	for i := 1; i < n; i++ {
		if g[pos+i*step] != g[pos] {
			return 0
		}
	}
	return g[pos]
}

// cap returns the highest score the player ends the hole with on its last card.
func (p *person) cap() float64 {
	return min(14+4*p.Aggression, p.lowestOpponent()+4+4*p.Aggression)
}

// score is the recipe: how good it is to put a card of rank r at pos.
func (p *person) score(pos int, r card.Rank) float64 {
	value := p.values[r]
	hidden := p.own[pos] == 0
	pair := p.completes(&p.own, pos, r)
	after := p.own
	after[pos] = r
	score := 0.0
	switch {
	case pair && value < 0:
		score -= 2 * -value * (2 - p.PairHope)
	case pair:
		score += 2 * value * (1 + p.PairHope)
	case value <= 1:
		score += (2 - p.PairHope) / 2
	}
	if hidden {
		score += (personHidden - value) * (.5 + p.Threshold/16)
	} else {
		score += p.visibleSum(&p.own, personHidden) - p.visibleSum(&after, personHidden)
	}
	if p.down.Has(pos) {
		weight := 0.0
		switch {
		case value <= 0:
			weight = 1.2
		case value == 1:
			weight = 1
		case value <= 4:
			weight = .6
		case value <= 6:
			weight = .3
		}
		score += float64(min(p.down.Count(), 4)) * weight * (.8 + .4*p.Aggression)
		if p.columnDown(pos) {
			score += min(1, p.hidden.q[r]*card.Ranks) * (1 + p.PairHope) / 2
		}
	}
	if p.ends(pos) && p.visibleSum(&after, personLastCard) > 12+8*p.Aggression {
		score += personForbidden
	}
	return score
}

// columnDown reports whether the whole column of pos is face down.
func (p *person) columnDown(pos int) bool {
	for q := pos % p.cols; q < p.cells; q += p.cols {
		if !p.down.Has(q) {
			return false
		}
	}
	return true
}

// ends reports whether a swap at pos ends the hole.
func (p *person) ends(pos int) bool {
	return p.v.Ender() < 0 && p.down == golf.Cell(pos)
}

// bestPosition returns the position that scores highest for a card of rank r
// among those it may be put on.
func (p *person) bestPosition(r card.Rank) (int, float64) {
	best, most := -1, 0.0
	for pos := range p.cells {
		if p.own[pos] == 0 && p.values[r] >= personTooHigh && !p.completes(&p.own, pos, r) {
			continue
		}
		if s := p.score(pos, r); best < 0 || s > most {
			best, most = pos, s
		}
	}
	if best < 0 { // every card is unknown and the one in hand is high
		return p.down.First(), personForbidden
	}
	return best, most
}

// place decides what happens to the card in hand.
func (p *person) place() golf.Action {
	r := p.hand()
	discard := golf.Action{Kind: golf.Discard}
	if p.down.Count() == 1 && p.v.Ender() < 0 {
		last := p.down.First()
		if pair := p.completes(&p.own, last, r); p.values[r] < personTooHigh || pair {
			after := p.own
			after[last] = r
			swap, flip := p.visibleSum(&after, personLastCard), p.visibleSum(&p.own, personLastCard)
			switch {
			case swap <= flip && swap <= p.cap():
				return golf.SwapAt(last)
			case p.v.Drawn() && flip < swap && flip <= p.cap():
				return discard
			}
		}
	}
	pos, score := p.bestPosition(r)
	if !p.v.Drawn() || score > 0 || score > personCheap && p.nextWants(r) {
		return golf.SwapAt(pos)
	}
	return discard
}

// nextWants reports whether the next player could complete a line with a card of
// rank r.
func (p *person) nextWants(r card.Rank) bool {
	next := p.v.Active().After(p.seat)
	g := p.face(next)
	for pos := range p.cells {
		if p.completes(&g, pos, r) {
			return true
		}
	}
	return false
}
