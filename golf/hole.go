package golf

import "birdie/card"

// Hole is one hole being played: everything everyone knows and everything
// nobody knows yet. It is the referee's own state; a player is shown a View.
//
// A Hole is a plain value without pointers: h2 := *h is an independent copy, and
// == compares. Playing allocates nothing. The zero Hole is over.
type Hole struct {
	Public
	hidden [MaxPlayers][MaxCells]card.Card // the face-down cards
	stock  [MaxCards]card.Card             // the stock, top last
	choice [MaxPlayers]Cells               // first cards chosen while others still choose
	drawn  card.Card                       // drawn from the stock and not placed yet
}

// NewHole deals a hole to all seats. The deck is the order of all cards after
// shuffling and cutting, the first to be dealt first. The error is a *RulesError, NoSuchSeat for the dealer, or WrongCards for a deck that has not
// exactly the cards of rules.Deck.
func NewHole(rules Rules, players, dealer int, deck []card.Card) (Hole, error) {
	return NewHoleAmong(rules, players, AllSeats(players), dealer, deck)
}

// NewHoleAmong is NewHole for some of the seats only, as in sudden death. The
// others are NotPlaying. The dealer must be one of at least two active seats.
func NewHoleAmong(rules Rules, players int, active Seats, dealer int, deck []card.Card) (Hole, error) {
	if err := rules.Validate(players); err != nil {
		return Hole{}, err
	}
	if active&^AllSeats(players) != 0 || active.Count() < MinPlayers || !active.Has(dealer) {
		return Hole{}, NoSuchSeat
	}
	if !sameCards(deck, rules.Deck(players)) {
		return Hole{}, WrongCards
	}
	var h Hole
	h.rules, h.players, h.active = rules, int8(players), active
	h.dealer, h.starter = int8(dealer), int8(active.After(dealer))
	h.ender = -1
	seat := int(h.starter)
	for pos := range rules.Layout.Cells() {
		for range active.Count() {
			h.hidden[seat][pos], deck = deck[0], deck[1:]
			seat = active.After(seat)
		}
	}
	h.pile[0], h.pileLen = deck[0], 1
	deck = deck[1:]
	for i, c := range deck {
		h.stock[len(deck)-1-i] = c
	}
	h.stockLen = uint8(len(deck))
	h.turn = h.starter
	h.phase = PhaseDraw
	if rules.FirstFlips > 0 {
		h.phase = PhaseChoose
	}
	return h, nil
}

// sameCards reports whether two slices hold the same multiset of real cards.
func sameCards(a, b []card.Card) bool {
	return len(a) == len(b) && card.Count(a) == card.Count(b)
}

// Apply does what seat wants to do. When Check refuses, its Refusal is returned
// and nothing has changed.
func (h *Hole) Apply(seat int, a Action) error {
	if err := h.Check(seat, a); err != nil {
		return err
	}
	switch a.Kind {
	case Choose:
		h.choose(seat, a.Cells)
	case Draw:
		h.stockLen--
		h.drawn, h.stock[h.stockLen] = h.stock[h.stockLen], card.None
		h.phase = PhasePlace
	case Take:
		h.pileLen--
		h.taken, h.pile[h.pileLen] = h.pile[h.pileLen], card.None
		h.phase = PhasePlace
	case Swap:
		h.swap(seat, a.Pos())
		h.endTurn(seat)
	case Discard:
		h.show(h.drawn)
		h.discard(h.drawn)
		h.drawn = card.None
		h.phase = PhaseFlip
		if h.rules.Flip == FlipNever {
			h.endTurn(seat)
		}
	case Flip:
		h.turnUp(seat, a.Cells)
		h.endTurn(seat)
	case Pass:
		h.endTurn(seat)
	case Knock:
		h.startLastTurns(seat)
		h.endTurn(seat)
	}
	return nil
}

// choose notes a seat's first cards; with the last seat's all are revealed.
func (h *Hole) choose(seat int, cells Cells) {
	h.choice[seat] = cells
	h.chosen |= 1 << seat
	if h.chosen != h.active {
		h.turn = int8((h.active &^ h.chosen).After(int(h.starter) - 1))
		return
	}
	for s := range int(h.players) {
		if h.rules.Peek {
			h.peeked[s] = h.choice[s]
		} else {
			h.turnUp(s, h.choice[s])
		}
		h.choice[s] = 0
	}
	h.progress = false // rounds without progress count from the first turn
	h.turn = h.starter
	h.phase = PhaseDraw
}

// turnUp makes face-down cards face up.
func (h *Hole) turnUp(seat int, cells Cells) {
	for c := cells; c != 0; c &= c - 1 {
		pos := c.First()
		h.face[seat][pos], h.hidden[seat][pos] = h.hidden[seat][pos], card.None
	}
	h.up[seat] |= cells
	h.peeked[seat] &^= cells
	h.progress = true
}

// swap puts the card in hand at pos and the one there on the discard pile.
func (h *Hole) swap(seat, pos int) {
	cell := Cell(pos)
	if h.up[seat]&cell == 0 {
		h.turnUp(seat, cell)
	}
	old := h.face[seat][pos]
	if h.taken != card.None {
		h.face[seat][pos] = h.taken
		h.fromPile[seat] |= cell
		h.taken = card.None
	} else {
		h.show(h.drawn)
		h.face[seat][pos] = h.drawn
		h.fromPile[seat] &^= cell
		h.drawn = card.None
	}
	h.discard(old)
}

// show notes that a card drawn from the stock has been shown to all.
func (h *Hole) show(c card.Card) {
	if h.shuffles > 0 {
		h.recycled[c]--
	}
}

func (h *Hole) discard(c card.Card) {
	h.pile[h.pileLen] = c
	h.pileLen++
}

// startLastTurns makes seat the ender; everyone else has one more turn. The
// ender's own turn, which is still running, is counted until endTurn.
func (h *Hole) startLastTurns(seat int) {
	h.ender = int8(seat)
	h.left = int8(h.active.Count())
}

// endTurn passes the turn on or ends the hole.
func (h *Hole) endTurn(seat int) {
	h.turns++
	if h.ender < 0 && h.up[seat] == h.rules.Layout.All() {
		h.startLastTurns(seat)
	}
	if h.ender >= 0 {
		if h.left--; h.left == 0 {
			h.end()
			return
		}
	}
	h.turn = int8(h.active.After(seat))
	h.phase = PhaseDraw
	if h.turn == h.starter && h.ender < 0 {
		h.quiet++
		if h.progress {
			h.quiet = 0
		}
		h.progress = false
		if h.quiet >= StallRounds {
			h.stalled = true
			h.end()
			return
		}
	}
}

// end turns up everything.
func (h *Hole) end() {
	for s := range int(h.players) {
		h.revealed[s] = h.FaceDown(s)
		h.turnUp(s, h.revealed[s])
	}
	h.turn = -1
	h.phase = PhaseOver
}

// Reshuffle makes the cards of ReshuffleCards, in the given order, the stock;
// the first is drawn first. It returns NoReshuffle when none is due and
// WrongCards when the cards are not those, and then changes nothing.
func (h *Hole) Reshuffle(order []card.Card) error {
	if !h.NeedsReshuffle() {
		return NoReshuffle
	}
	if !sameCards(order, h.pile[:h.pileLen-1]) {
		return WrongCards
	}
	for i, c := range order {
		h.stock[len(order)-1-i] = c
	}
	h.recycle(len(order))
	return nil
}

// ReshuffleRandom is Reshuffle in a random order; it does nothing when none is
// due. Bots use it in playouts.
func (h *Hole) ReshuffleRandom(src card.Source) {
	if !h.NeedsReshuffle() {
		return
	}
	n := int(h.pileLen) - 1
	copy(h.stock[:n], h.pile[:n])
	card.Shuffle(h.stock[:n], src)
	h.recycle(n)
}

// recycle clears the discard pile under its top card, the n cards of which are
// now the stock.
func (h *Hole) recycle(n int) {
	top := h.pile[n]
	h.recycled = card.Count(h.pile[:n])
	clear(h.pile[:n+1])
	h.pile[0], h.pileLen = top, 1
	h.stockLen = uint8(n)
	h.shuffles += 1 - h.shuffles/255
}
