package golf

import "birdie/card"

// Spectator is the seat of a viewer who does not play.
const Spectator = -1

// View is what one seat, or a spectator, knows of a hole: the public facts and
// the seat's own secrets. Cards it does not know are not in it, in any form. It
// is a plain value without pointers and compares with ==.
type View struct {
	Public
	seat     int8
	drawn    card.Card           // own card drawn from the stock and not placed yet
	choice   Cells               // own first cards, while others still choose
	own      [MaxCells]card.Card // own face-down cards that were peeked at
	standing Standing
}

// Standing is where a match stood when the hole began. It is zero in the View of
// a Hole that belongs to no match.
type Standing struct {
	Hole   int             // the number of the hole, from 1, sudden death included
	Extra  int             // the number of the hole of sudden death, 0 before
	Totals [MaxPlayers]int // strokes of the holes finished
}

// View returns what seat knows, or for Spectator what everyone knows.
func (h *Hole) View(seat int) View {
	v := View{Public: h.Public, seat: int8(seat)}
	if seat == Spectator {
		return v
	}
	v.choice = h.choice[seat]
	for c := h.peeked[seat]; c != 0; c &= c - 1 {
		v.own[c.First()] = h.hidden[seat][c.First()]
	}
	if int(h.turn) == seat {
		v.drawn = h.drawn
	}
	return v
}

// Seat returns the seat whose view this is, Spectator for none.
func (v *View) Seat() int { return int(v.seat) }

// Standing returns where the match stood when the hole began.
func (v *View) Standing() Standing { return v.standing }

// Card returns the card at a position of a grid, or None when the viewer does
// not know it. Own cards that were peeked at are known.
func (v *View) Card(seat, pos int) card.Card {
	if c := v.face[seat][pos]; c != card.None || seat != int(v.seat) {
		return c
	}
	return v.own[pos]
}

// Hand returns the card the seat on turn holds, None when it holds none or the
// viewer does not know it: a card drawn from the stock is known to its holder
// only.
func (v *View) Hand() card.Card {
	if v.taken != card.None {
		return v.taken
	}
	return v.drawn
}

// Card returns the card at a position of a grid, face up or not. It is for those
// who play a hole of their own making to its end, as bots do in their heads.
func (h *Hole) Card(seat, pos int) card.Card {
	if c := h.face[seat][pos]; c != card.None {
		return c
	}
	return h.hidden[seat][pos]
}

// Hand returns the card the seat on turn holds, None when it holds none. It is,
// like Card, not for players.
func (h *Hole) Hand() card.Card {
	if h.taken != card.None {
		return h.taken
	}
	return h.drawn
}

// Promote exchanges the card of the stock that lies i below the top with the top
// one, counting round if there are fewer. It is, like Card, not for players: who
// has dealt the stock at random may draw from it in any order.
func (h *Hole) Promote(i int) {
	if h.stockLen == 0 || i < 0 {
		return
	}
	top := int(h.stockLen) - 1
	i = top - i%int(h.stockLen)
	h.stock[i], h.stock[top] = h.stock[top], h.stock[i]
}

// Choice returns the viewer's own first cards while others still choose.
func (v *View) Choice() Cells { return v.choice }

// Legal appends to buf the viewer's legal actions, sorted by kind and positions.
func (v *View) Legal(buf []Action) []Action { return v.Public.Legal(int(v.seat), buf) }

// Unseen returns the multiset of the cards whose place the viewer does not know:
// those of the stock, of others' hands and of face-down positions (without own
// cards that were peeked at).
func (v *View) Unseen() card.Counts {
	var n card.Counts
	decks := uint8(v.rules.DeckCount(int(v.players)))
	for c := card.Card(1); c < card.Joker1+card.Card(v.rules.Jokers); c++ {
		n[c] = decks
	}
	for s := range int(v.players) {
		for c := v.up[s]; c != 0; c &= c - 1 {
			n[v.face[s][c.First()]]--
		}
	}
	for _, c := range v.pile[:v.pileLen] {
		n[c]--
	}
	for _, c := range [...]card.Card{v.taken, v.drawn} {
		if c != card.None {
			n[c]--
		}
	}
	for _, c := range v.own {
		if c != card.None {
			n[c]--
		}
	}
	return n
}

// UnseenStock returns the part of Unseen that is known to be in the stock (or in
// the hand of the player who just drew it). It is empty before the first
// reshuffle: until then an unseen card may be anywhere. Afterwards the stock
// holds exactly these cards and the face-down positions the rest.
func (v *View) UnseenStock() card.Counts {
	n := v.recycled
	if v.drawn != card.None && v.shuffles > 0 {
		n[v.drawn]--
	}
	return n
}

// Determinize returns a hole that looks to the viewer exactly like v, with every
// card the viewer does not know dealt at random from those it could be.
// Determinize(v).View(v.Seat()) == v, but for the standing, which a hole does not
// have.
func (v *View) Determinize(src card.Source) Hole {
	h := Hole{Public: v.Public}
	var pool [MaxCards]card.Card
	unseen := v.Unseen()
	var stock []card.Card
	if v.shuffles > 0 {
		known := v.UnseenStock()
		for c := range unseen {
			unseen[c] -= known[c]
		}
		var order [MaxCards]card.Card
		stock = fill(order[:0], &known)
		card.Shuffle(stock, src)
	}
	cards := fill(pool[:0], &unseen)
	card.Shuffle(cards, src)
	for s := range int(v.players) {
		for c := v.FaceDown(s); c != 0; c &= c - 1 {
			pos := c.First()
			if s == int(v.seat) && v.own[pos] != card.None {
				h.hidden[s][pos] = v.own[pos]
				continue
			}
			h.hidden[s][pos], cards = cards[0], cards[1:]
		}
		if v.phase == PhaseChoose && v.chosen.Has(s) {
			h.choice[s] = v.choice
			if s != int(v.seat) {
				h.choice[s] = v.randomChoice(src)
			}
		}
	}
	if v.shuffles == 0 {
		stock = cards
	}
	if h.drawn = v.drawn; h.Drawn() && h.drawn == card.None {
		h.drawn, stock = stock[0], stock[1:]
	}
	copy(h.stock[:], stock)
	return h
}

// fill appends every card of the multiset to cards.
func fill(cards []card.Card, n *card.Counts) []card.Card {
	for c := card.Card(1); c <= card.Max; c++ {
		for range n[c] {
			cards = append(cards, c)
		}
	}
	return cards
}

// randomChoice returns a random set of as many positions as there are first
// cards to choose.
func (p *Public) randomChoice(src card.Source) Cells {
	var buf [84]Action // nine positions taken three at a time
	all := len(p.appendChoices(buf[:0]))
	return buf[card.Below(src, uint64(all))].Cells
}
