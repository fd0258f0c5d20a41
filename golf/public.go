package golf

import "birdie/card"

// Phase is the part of a hole that is being played.
type Phase uint8

// The phases. The zero Phase is that of a hole that is over.
const (
	PhaseOver   Phase = iota // everything is turned up and scored
	PhaseChoose              // every seat chooses its first cards
	PhaseDraw                // the seat on turn draws (or knocks, or turns up a card as its turn)
	PhasePlace               // it holds a card and swaps it in or discards it
	PhaseFlip                // it has discarded and may or must turn up a card
)

// Public is what everyone at the table knows of a hole: it holds no card that
// has not been shown to all. Hole and View are built on it. It compares with ==.
type Public struct {
	rules    Rules
	players  int8
	dealer   int8
	starter  int8
	turn     int8 // seat on turn, -1 when none is
	ender    int8 // seat that ended the hole, -1 when none has
	left     int8 // last turns still to come, the current one included
	phase    Phase
	active   Seats
	chosen   Seats // seats that have chosen their first cards
	progress bool  // a card was turned up since the starter's last turn began
	stalled  bool
	quiet    uint8 // rounds without a card turned up
	pileLen  uint8
	stockLen uint8
	shuffles uint8     // reshuffles so far, 255 for more
	taken    card.Card // the card taken from the discard pile and not yet swapped in
	turns    uint16    // turns completed

	face     [MaxPlayers][MaxCells]card.Card // the face-up cards
	up       [MaxPlayers]Cells               // which positions are face up
	peeked   [MaxPlayers]Cells               // face-down positions their owner has looked at
	fromPile [MaxPlayers]Cells               // positions whose card came from the discard pile
	revealed [MaxPlayers]Cells               // positions turned up only at the end of the hole
	pile     [MaxCards]card.Card             // the discard pile, bottom first
	recycled card.Counts                     // what is known to be in the stock since the last reshuffle
}

// Rules returns the rules of the hole.
func (p *Public) Rules() Rules { return p.rules }

// Players returns the number of seats, those not playing included.
func (p *Public) Players() int { return int(p.players) }

// Active returns the seats that take part in the hole.
func (p *Public) Active() Seats { return p.active }

// Dealer returns the seat that deals.
func (p *Public) Dealer() int { return int(p.dealer) }

// Starter returns the seat that is dealt to first and plays first.
func (p *Public) Starter() int { return int(p.starter) }

// Phase returns the part of the hole that is being played.
func (p *Public) Phase() Phase { return p.phase }

// Over reports whether the hole is over.
func (p *Public) Over() bool { return p.phase == PhaseOver }

// Turn returns the seat on turn, or while the first cards are chosen the next
// seat, from the starter on, that has not chosen. It is -1 when the hole is over.
// When a reshuffle is due the seat must wait for it.
func (p *Public) Turn() int { return int(p.turn) }

// MayAct reports whether seat may act now. While the first cards are chosen
// several seats may.
func (p *Public) MayAct(seat int) bool {
	if p.phase == PhaseChoose {
		return p.active.Has(seat) && !p.chosen.Has(seat)
	}
	return p.turn >= 0 && seat == int(p.turn) && !p.NeedsReshuffle()
}

// Chosen returns the seats that have chosen their first cards.
func (p *Public) Chosen() Seats { return p.chosen }

// Ender returns the seat that ended the hole by turning up its whole grid or by
// knocking, or -1.
func (p *Public) Ender() int { return int(p.ender) }

// LastTurns returns the number of last turns still to be finished.
func (p *Public) LastTurns() int { return int(p.left) }

// Stalled reports whether the hole ended because nobody turned up a card for
// StallRounds rounds.
func (p *Public) Stalled() bool { return p.stalled }

// QuietRounds returns the number of rounds, up to the starter's latest turn, in
// which nobody turned up a card.
func (p *Public) QuietRounds() int { return int(p.quiet) }

// Turns returns the number of turns completed by all seats together.
func (p *Public) Turns() int { return int(p.turns) }

// FaceUp returns the positions of seat's grid that are face up.
func (p *Public) FaceUp(seat int) Cells { return p.up[seat] }

// FaceDown returns the positions of seat's grid that are face down.
func (p *Public) FaceDown(seat int) Cells {
	if !p.active.Has(seat) {
		return 0
	}
	return p.rules.Layout.All() &^ p.up[seat]
}

// Peeked returns the face-down positions that seat has looked at.
func (p *Public) Peeked(seat int) Cells { return p.peeked[seat] }

// FromPile returns the positions of seat's grid whose card was taken from the
// discard pile.
func (p *Public) FromPile(seat int) Cells { return p.fromPile[seat] }

// Revealed returns the positions of seat's grid that were face down until the
// hole was over.
func (p *Public) Revealed(seat int) Cells { return p.revealed[seat] }

// Face returns seat's grid with None for every card that is face down.
func (p *Public) Face(seat int) *[MaxCells]card.Card { return &p.face[seat] }

// Pile returns the discard pile, bottom first. Every card in it has been seen by
// all. The caller must not change it.
func (p *Public) Pile() []card.Card { return p.pile[:p.pileLen] }

// Top returns the top card of the discard pile, None when it is empty.
func (p *Public) Top() card.Card {
	if p.pileLen == 0 {
		return card.None
	}
	return p.pile[p.pileLen-1]
}

// Stock returns the number of cards in the stock.
func (p *Public) Stock() int { return int(p.stockLen) }

// Reshuffles returns how often the discard pile has become the stock, at most
// 255.
func (p *Public) Reshuffles() int { return int(p.shuffles) }

// Recycled returns the multiset of the cards that are known to be in the stock
// (or just drawn from it) because they came from the discard pile. It is empty
// before the first reshuffle; after it every card of the stock is among them.
func (p *Public) Recycled() card.Counts { return p.recycled }

// Taken returns the card that the seat on turn took from the discard pile and
// has not swapped in yet, None when there is none.
func (p *Public) Taken() card.Card { return p.taken }

// Drawn reports whether the seat on turn holds a card drawn from the stock.
func (p *Public) Drawn() bool { return p.phase == PhasePlace && p.taken == card.None }

// NeedsReshuffle reports whether the stock is empty and the next seat cannot act
// before Hole.Reshuffle.
func (p *Public) NeedsReshuffle() bool { return p.phase == PhaseDraw && p.stockLen == 0 }

// ReshuffleCards appends to buf the cards a reshuffle puts in a new order, those
// of the discard pile under its top card, bottom first.
func (p *Public) ReshuffleCards(buf []card.Card) []card.Card {
	if p.pileLen == 0 {
		return buf
	}
	return append(buf, p.pile[:p.pileLen-1]...)
}

// Legal appends to buf all legal actions of seat, sorted by kind and positions.
func (p *Public) Legal(seat int, buf []Action) []Action {
	if !p.MayAct(seat) {
		return buf
	}
	down := p.rules.Layout.All() &^ p.up[seat]
	switch p.phase {
	case PhaseChoose:
		buf = p.appendChoices(buf)
	case PhaseDraw:
		buf = append(buf, Action{Kind: Draw}, Action{Kind: Take})
		if p.rules.FlipTurn {
			buf = appendEach(buf, Flip, down)
		}
		if p.rules.Knock && p.ender < 0 {
			buf = append(buf, Action{Kind: Knock})
		}
	case PhasePlace:
		buf = appendEach(buf, Swap, p.rules.Layout.All())
		if p.taken == card.None {
			buf = append(buf, Action{Kind: Discard})
		}
	case PhaseFlip:
		buf = appendEach(buf, Flip, down)
		if p.mayPass(down) {
			buf = append(buf, Action{Kind: Pass})
		}
	}
	return buf
}

// appendChoices appends every choice of first cards.
func (p *Public) appendChoices(buf []Action) []Action {
	for c := Cells(1)<<p.rules.FirstFlips - 1; c <= p.rules.Layout.All(); {
		buf = append(buf, Action{Choose, c})
		// The next larger number with as many bits (Gosper's hack).
		low := c & -c
		ripple := c + low
		c = ripple | (c^ripple)>>2/low
	}
	return buf
}

func appendEach(buf []Action, kind Kind, cells Cells) []Action {
	for ; cells != 0; cells &= cells - 1 {
		buf = append(buf, Action{kind, cells & -cells})
	}
	return buf
}

// mayPass reports whether a player with these cards face down may turn up
// nothing after a discard.
func (p *Public) mayPass(down Cells) bool {
	return p.rules.Flip == FlipMay || p.rules.Flip == FlipMayLast && down.Count() == 1
}

// Check returns nil when seat may do a now, and otherwise why not, always a
// Refusal.
func (p *Public) Check(seat int, a Action) error {
	switch {
	case p.phase == PhaseOver:
		return HoleIsOver
	case seat < 0 || seat >= int(p.players):
		return NoSuchSeat
	case !p.active.Has(seat):
		return NotPlaying
	case !a.wellFormed():
		return NotAnAction
	case a.Cells&^p.rules.Layout.All() != 0:
		return NoSuchPosition
	}
	if p.phase == PhaseChoose {
		switch {
		case a.Kind != Choose:
			return ChooseFirst
		case p.chosen.Has(seat):
			return AlreadyChosen
		case a.Cells.Count() != p.rules.FirstFlips:
			return WrongNumber
		}
		return nil
	}
	switch {
	case a.Kind == Choose:
		return AlreadyChosen
	case p.NeedsReshuffle():
		return ReshuffleFirst
	case seat != int(p.turn):
		return NotYourTurn
	}
	switch p.phase {
	case PhaseDraw:
		switch a.Kind {
		case Draw, Take:
			return nil
		case Knock:
			switch {
			case !p.rules.Knock:
				return CannotKnock
			case p.ender >= 0:
				return TooLateToKnock
			}
			return nil
		case Flip:
			switch {
			case !p.rules.FlipTurn:
				return DrawFirst
			case p.up[seat]&a.Cells != 0:
				return FaceUpAlready
			}
			return nil
		}
		return DrawFirst
	case PhasePlace:
		switch a.Kind {
		case Swap:
			return nil
		case Discard:
			if p.taken != card.None {
				return MustSwap
			}
			return nil
		case Flip, Pass:
			if p.taken != card.None {
				return MustSwap
			}
			return CannotFlip
		}
		return AlreadyDrawn
	default: // PhaseFlip
		switch a.Kind {
		case Flip:
			if p.up[seat]&a.Cells != 0 {
				return FaceUpAlready
			}
			return nil
		case Pass:
			if !p.mayPass(p.rules.Layout.All() &^ p.up[seat]) {
				return MustFlip
			}
			return nil
		}
		return AlreadyDiscarded
	}
}
