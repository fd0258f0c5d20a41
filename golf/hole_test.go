package golf

import (
	"slices"
	"strings"
	"testing"

	"birdie/card"
)

// Cards go out one by one, clockwise from the player left of the dealer, each
// grid row by row; the next card opens the discard pile, the one after it is the
// top of the stock.
func TestDeal(t *testing.T) {
	r := rules(t, "")
	deck := r.Deck(3)
	h := mustHole(t, r, 3, 1, deck)
	if h.Dealer() != 1 || h.Starter() != 2 {
		t.Fatalf("dealer %d, starter %d", h.Dealer(), h.Starter())
	}
	for i, seat := range []int{2, 0, 1} {
		for pos := range 6 {
			if got, want := h.hidden[seat][pos], deck[pos*3+i]; got != want {
				t.Errorf("seat %d position %d: %v, want %v", seat, pos, got, want)
			}
		}
	}
	if h.Top() != deck[18] || h.Stock() != 54-19 || len(h.Pile()) != 1 {
		t.Errorf("discard pile %v, stock of %d", h.Pile(), h.Stock())
	}
	for i, want := range deck[19:] {
		if got := h.stock[int(h.stockLen)-1-i]; got != want {
			t.Fatalf("stock card %d: %v, want %v", i, got, want)
		}
	}
}

func TestDealAmongSome(t *testing.T) {
	r := rules(t, "")
	deck := r.Deck(5) // two decks for five, also when only two of them play
	h, err := NewHoleAmong(r, 5, 0b01010, 3, deck)
	if err != nil {
		t.Fatal(err)
	}
	if h.Starter() != 1 || h.hidden[1][0] != deck[0] || h.hidden[3][0] != deck[1] || h.hidden[0][0] != card.None {
		t.Errorf("starter %d", h.Starter())
	}
	play(t, &h, "1 choose 1 2, 3 choose 5 6, 1 draw, 1 swap 3, 3 take, 3 swap 1")
	if h.Turn() != 1 {
		t.Errorf("turn of %d", h.Turn())
	}
	for name, bad := range map[string]struct {
		active Seats
		dealer int
	}{"one seat": {0b1, 0}, "dealer absent": {0b11, 2}, "no such seats": {0b100001, 0}, "no dealer": {0b11, -1}} {
		if _, err := NewHoleAmong(r, 5, bad.active, bad.dealer, deck); err != NoSuchSeat {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWrongDecksAreRefused(t *testing.T) {
	r := rules(t, "")
	deck := r.Deck(2)
	twice := slices.Clone(deck)
	twice[7] = twice[8]
	none := slices.Clone(deck)
	none[7] = card.None
	for name, bad := range map[string][]card.Card{
		"none": nil, "one short": deck[1:], "one too many": append(slices.Clone(deck), deck[0]), "one twice": twice,
		"no jokers": rules(t, "jokers=0").Deck(2), "not a card": none, "two decks": rules(t, "decks=2").Deck(2),
	} {
		if _, err := NewHole(r, 2, 0, bad); err != WrongCards {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// First cards are chosen blind by all, cannot be changed, and are turned up
// together when the last has chosen, in whatever order that happens.
func TestFirstCardsAreSimultaneous(t *testing.T) {
	r := rules(t, "")
	h := lay(t, r, 3, 0, []string{"AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D", "AH 2H 3H 4H 5H 6H"}, "KC")
	if h.Phase() != PhaseChoose || h.Turn() != 1 || !h.MayAct(0) || !h.MayAct(2) {
		t.Fatalf("phase %d, turn of %d", h.Phase(), h.Turn())
	}
	play(t, &h, "0 choose 1 6, 1 choose 2 3")
	for s := range 3 {
		if h.FaceUp(s) != 0 {
			t.Errorf("seat %d shows %b before all have chosen", s, h.FaceUp(s))
		}
	}
	own, other, spectator := h.View(0), h.View(2), h.View(Spectator)
	if own.Choice() != 0b100001 || other.Choice() != 0 || spectator.Choice() != 0 || other.Chosen() != 0b011 {
		t.Errorf("choices: own %b, another's %b, a spectator's %b", own.Choice(), other.Choice(), spectator.Choice())
	}
	if err := h.Apply(0, Action{Choose, 0b11}); err != AlreadyChosen {
		t.Errorf("choosing again: %v", err)
	}
	if h.Turn() != 2 {
		t.Errorf("turn of %d", h.Turn())
	}
	play(t, &h, "2 choose 4 5")
	for s, want := range []string{"AC -- -- -- -- 6C", "-- 2D 3D -- -- --", "-- -- -- 4H 5H --"} {
		if got := faces(&h, s); got != want {
			t.Errorf("seat %d shows %s, want %s", s, got, want)
		}
	}
	if h.Phase() != PhaseDraw || h.Turn() != 1 {
		t.Errorf("phase %d, turn of %d", h.Phase(), h.Turn())
	}
	after := h.View(0)
	if after.Choice() != 0 {
		t.Error("a choice is kept after it was revealed")
	}
}

func faces(h *Hole, seat int) string {
	var texts []string
	for _, c := range h.Face(seat)[:h.Rules().Layout.Cells()] {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, " ")
}

func TestNoFirstCards(t *testing.T) {
	r := rules(t, "first-flips=0")
	h := mustHole(t, r, 2, 0, r.Deck(2))
	if h.Phase() != PhaseDraw || h.Turn() != 1 || h.FaceUp(0) != 0 {
		t.Errorf("phase %d, turn of %d", h.Phase(), h.Turn())
	}
}

// With peek the first cards stay face down for everyone else and for the end of
// the hole, and stay known to their owner until they are turned up or swapped.
func TestPeek(t *testing.T) {
	r := rules(t, "layout=four peek=on")
	h := lay(t, r, 2, 0, []string{"AC 2C 3C 4C", "AD 2D 3D 4D"}, "KC 9C 8C 7C 6C")
	play(t, &h, "0 choose 1 2, 1 choose 2 3")
	for s := range 2 {
		if h.FaceUp(s) != 0 {
			t.Errorf("seat %d shows cards", s)
		}
	}
	know := func(seat, of int) string {
		v := h.View(seat)
		var texts []string
		for pos := range 4 {
			texts = append(texts, v.Card(of, pos).String())
		}
		return strings.Join(texts, " ")
	}
	if h.Peeked(0) != 0b0011 || h.Peeked(1) != 0b0110 {
		t.Errorf("peeked %b and %b", h.Peeked(0), h.Peeked(1))
	}
	if know(0, 0) != "AC 2C -- --" || know(1, 1) != "-- 2D 3D --" || know(0, 1) != "-- -- -- --" || know(Spectator, 0) != "-- -- -- --" {
		t.Errorf("known: %s, %s, %s, %s", know(0, 0), know(1, 1), know(0, 1), know(Spectator, 0))
	}
	// A peeked card that is swapped out lies on the discard pile for all to see.
	play(t, &h, "1 draw, 1 swap 2")
	if know(0, 1) != "-- 9C -- --" || know(1, 1) != "-- 9C 3D --" || h.Top().String() != "2D" || h.Peeked(1) != 0b0100 {
		t.Errorf("known: %s, %s, top %v", know(0, 1), know(1, 1), h.Top())
	}
	// One that is turned up is no secret any more.
	play(t, &h, "0 draw, 0 discard, 0 flip 1")
	if know(1, 0) != "AC -- -- --" || h.Peeked(0) != 0b0010 || know(0, 0) != "AC 2C -- --" {
		t.Errorf("known: %s, %s", know(1, 0), know(0, 0))
	}
	// The end of the hole waits for cards that are face up, not for known ones.
	play(t, &h, "1 draw, 1 discard, 1 flip 1, 0 draw, 0 discard, 0 flip 3, 1 draw, 1 discard, 1 flip 4")
	if h.Ender() != -1 {
		t.Fatal("a hole ended with a peeked card face down")
	}
	play(t, &h, "0 draw, 0 discard, 0 flip 4, 1 draw, 1 discard, 1 flip 3")
	if h.Ender() != 1 {
		t.Errorf("ender %d", h.Ender())
	}
}

// A turn: draw and swap, draw, discard and flip, or take and swap. The old card
// goes face up on the discard pile; a swapped position stays face up.
func TestTurn(t *testing.T) {
	r := rules(t, "")
	h := lay(t, r, 2, 0, []string{"AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"}, "KC 9C 8C 7C 6H")
	play(t, &h, "0 choose 1 2, 1 choose 1 2, 1 draw")
	holder, other := h.View(1), h.View(0)
	if holder.Hand().String() != "9C" || other.Hand() != card.None || !other.Drawn() {
		t.Errorf("drawn: holder sees %v, the other %v", holder.Hand(), other.Hand())
	}
	play(t, &h, "1 swap 6")
	if faces(&h, 1) != "AD 2D -- -- -- 9C" || h.Top().String() != "6D" || h.Turn() != 0 || h.FromPile(1) != 0 {
		t.Errorf("after a swap: %s, top %v", faces(&h, 1), h.Top())
	}
	play(t, &h, "0 take")
	other = h.View(1)
	if h.Taken().String() != "6D" || other.Hand().String() != "6D" || h.Top().String() != "KC" || h.Drawn() {
		t.Errorf("taken: %v, seen as %v, top %v", h.Taken(), other.Hand(), h.Top())
	}
	play(t, &h, "0 swap 1")
	if faces(&h, 0) != "6D 2C -- -- -- --" || h.Top().String() != "AC" || h.FromPile(0) != 0b1 {
		t.Errorf("after taking: %s, top %v, from the pile %b", faces(&h, 0), h.Top(), h.FromPile(0))
	}
	play(t, &h, "1 draw, 1 discard")
	if h.Top().String() != "8C" || h.Phase() != PhaseFlip || h.Turn() != 1 {
		t.Errorf("after a discard: top %v, phase %d", h.Top(), h.Phase())
	}
	play(t, &h, "1 flip 3")
	if faces(&h, 1) != "AD 2D 3D -- -- 9C" || h.Turn() != 0 {
		t.Errorf("after a flip: %s", faces(&h, 1))
	}
	// A card drawn from the stock in place of one from the pile is no longer from
	// the pile.
	play(t, &h, "0 draw, 0 swap 1")
	if h.FromPile(0) != 0 || h.Top().String() != "6D" {
		t.Errorf("from the pile %b, top %v", h.FromPile(0), h.Top())
	}
}

// A card taken from the discard pile must be swapped in.
func TestNoBlocking(t *testing.T) {
	r := rules(t, "flip=may")
	h := mustHole(t, r, 2, 0, r.Deck(2))
	play(t, &h, "0 choose 1 2, 1 choose 1 2, 1 take")
	for _, a := range []Action{{Kind: Discard}, FlipAt(4), {Kind: Pass}} {
		if err := h.Apply(1, a); err != MustSwap {
			t.Errorf("%v: %v", a, err)
		}
	}
	if legal := h.Legal(1, nil); len(legal) != 6 || legal[0] != SwapAt(0) {
		t.Errorf("legal: %v", legal)
	}
}

func TestFlipRules(t *testing.T) {
	// Both players have two cards face down; after the first turns one has one.
	const start = "0 choose 1 2, 1 choose 1 2, 1 draw, 1 discard"
	for flip, c := range map[string]struct{ two, one string }{
		"must":     {"flip 3,flip 4", "flip 4"},
		"may":      {"flip 3,flip 4,pass", "flip 4,pass"},
		"may-last": {"flip 3,flip 4", "flip 4,pass"},
		"never":    {"", ""},
	} {
		r := rules(t, "layout=four flip="+flip)
		h := mustHole(t, r, 2, 0, r.Deck(2))
		play(t, &h, start)
		if flip == "never" {
			if h.Turn() != 0 || h.FaceUp(1) != 0b11 {
				t.Errorf("never: turn of %d", h.Turn())
			}
			continue
		}
		if got := legalText(&h); got != c.two {
			t.Errorf("%s, two cards down: %s, want %s", flip, got, c.two)
		}
		play(t, &h, "1 flip 3, 0 draw, 0 swap 1, 1 draw, 1 discard")
		if got := legalText(&h); got != c.one {
			t.Errorf("%s, one card down: %s, want %s", flip, got, c.one)
		}
		if strings.Contains(c.one, "pass") {
			play(t, &h, "1 pass")
			if h.Ender() != -1 || h.Turn() != 0 || h.FaceDown(1) != 0b1000 {
				t.Errorf("%s: after passing: turn of %d, down %b", flip, h.Turn(), h.FaceDown(1))
			}
		} else {
			play(t, &h, "1 flip 4")
			if h.Ender() != 1 {
				t.Errorf("%s: ender %d", flip, h.Ender())
			}
		}
	}
}

func legalText(h *Hole) string {
	var texts []string
	for _, a := range h.Legal(h.Turn(), nil) {
		texts = append(texts, a.String())
	}
	return strings.Join(texts, ",")
}

func TestFlipTurn(t *testing.T) {
	r := rules(t, "layout=four flip-turn=on flip=never first-flips=3")
	h := mustHole(t, r, 2, 0, r.Deck(2))
	play(t, &h, "0 choose 1 2 3, 1 choose 1 2 3")
	if got := legalText(&h); got != "draw,take,flip 4" {
		t.Errorf("legal: %s", got)
	}
	events, err := h.Do(1, FlipAt(3), nil)
	if err != nil || h.Ender() != 1 || h.Turn() != 0 {
		t.Errorf("ender %d, turn of %d, %v", h.Ender(), h.Turn(), err)
	}
	want := []EventKind{EventFlipped, EventFinished, EventLastTurns, EventTurn}
	if got := kinds(events); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

func kinds(events []Event) (list []EventKind) {
	for _, e := range events {
		list = append(list, e.Kind)
	}
	return list
}

// Knocking is possible from the first turn on, takes the place of drawing, and
// gives everyone else one last turn, in which nobody knocks.
func TestKnock(t *testing.T) {
	r := rules(t, "knock=on")
	h := mustHole(t, r, 3, 0, r.Deck(3))
	play(t, &h, "0 choose 1 2, 1 choose 1 2, 2 choose 1 2")
	drawn := h
	play(t, &drawn, "1 draw")
	if err := drawn.Apply(1, Action{Kind: Knock}); err != AlreadyDrawn {
		t.Errorf("knocking after drawing: %v", err)
	}
	events, err := h.Do(1, Action{Kind: Knock}, nil)
	if want := []EventKind{EventKnocked, EventLastTurns, EventTurn}; err != nil || !slices.Equal(kinds(events), want) {
		t.Errorf("events %v, want %v", kinds(events), want)
	}
	if h.Ender() != 1 || h.LastTurns() != 2 || h.Turn() != 2 {
		t.Errorf("ender %d, %d last turns, turn of %d", h.Ender(), h.LastTurns(), h.Turn())
	}
	if err := h.Apply(2, Action{Kind: Knock}); err != TooLateToKnock {
		t.Errorf("knocking again: %v", err)
	}
	play(t, &h, "2 draw, 2 swap 1, 0 take, 0 swap 1")
	if !h.Over() || h.FaceDown(1) != 0 || h.Revealed(1) != 0b111100 {
		t.Errorf("over %v, revealed %b", h.Over(), h.Revealed(1))
	}
}

// Finishing during the last turns starts nothing new.
func TestFinishingInLastTurns(t *testing.T) {
	r := rules(t, "layout=four first-flips=3")
	h := mustHole(t, r, 4, 0, r.Deck(4))
	play(t, &h, "0 choose 1 2 3, 1 choose 1 2 3, 2 choose 1 2 3, 3 choose 1 2 3, 1 draw, 1 swap 4")
	if h.Ender() != 1 || h.LastTurns() != 3 {
		t.Fatalf("ender %d, %d last turns", h.Ender(), h.LastTurns())
	}
	play(t, &h, "2 draw, 2 swap 4, 3 draw, 3 discard, 3 flip 4")
	if h.Ender() != 1 || h.LastTurns() != 1 || h.Over() {
		t.Fatalf("ender %d, %d last turns", h.Ender(), h.LastTurns())
	}
	play(t, &h, "0 take, 0 swap 4")
	if !h.Over() || h.Ender() != 1 {
		t.Errorf("over %v, ender %d", h.Over(), h.Ender())
	}
	if err := h.Apply(1, Action{Kind: Draw}); err != HoleIsOver {
		t.Errorf("playing on: %v", err)
	}
}

// When the stock runs out the discard pile under its top card becomes the stock,
// in the order the caller gives, before the next player acts.
func TestReshuffle(t *testing.T) {
	// Six grids of eight leave six of 54 cards: one opens, five are the stock.
	r := rules(t, "layout=eight decks=1")
	h := mustHole(t, r, 6, 0, r.Deck(6))
	for s := range 6 {
		play(t, &h, string('0'+byte(s))+" choose 1 2")
	}
	if h.Stock() != 5 || len(h.Pile()) != 1 {
		t.Fatalf("stock of %d, pile of %d", h.Stock(), len(h.Pile()))
	}
	if err := h.Reshuffle(nil); err != NoReshuffle {
		t.Errorf("reshuffling a full stock: %v", err)
	}
	play(t, &h, "1 draw, 1 swap 1, 2 draw, 2 swap 1, 3 draw, 3 swap 1, 4 draw, 4 swap 1, 5 draw")
	if h.NeedsReshuffle() || h.Stock() != 0 {
		t.Error("the turn in which the stock runs out is not finished first")
	}
	play(t, &h, "5 swap 1")
	if !h.NeedsReshuffle() || h.MayAct(0) || h.Turn() != 0 || len(h.Legal(0, nil)) != 0 {
		t.Fatalf("needs a reshuffle: %v, seat %d may act: %v", h.NeedsReshuffle(), h.Turn(), h.MayAct(0))
	}
	if err := h.Apply(0, Action{Kind: Take}); err != ReshuffleFirst {
		t.Errorf("acting before the reshuffle: %v", err)
	}
	pile := slices.Clone(h.Pile())
	cards := h.ReshuffleCards(nil)
	if !slices.Equal(cards, pile[:5]) {
		t.Errorf("to be reshuffled: %v of %v", cards, pile)
	}
	before := h
	wrong := slices.Clone(cards)
	wrong[0] = pile[5]
	for _, bad := range [][]card.Card{nil, pile, wrong, cards[1:]} {
		if err := h.Reshuffle(bad); err != WrongCards || h != before {
			t.Errorf("reshuffling %v: %v", bad, err)
		}
	}
	slices.Reverse(cards)
	if err := h.Reshuffle(cards); err != nil {
		t.Fatal(err)
	}
	if h.Stock() != 5 || !slices.Equal(h.Pile(), pile[5:]) || h.Reshuffles() != 1 || !h.MayAct(0) {
		t.Errorf("stock of %d, pile %v, want %v", h.Stock(), h.Pile(), pile[5:])
	}
	play(t, &h, "0 draw")
	v := h.View(0)
	if v.Hand() != cards[0] {
		t.Errorf("drawn %v, want %v", v.Hand(), cards[0])
	}
}

// Everyone knows which cards a reshuffled stock holds, and so which the
// face-down positions do; only the one who draws knows which of them is out.
func TestReshuffledCardsAreKnown(t *testing.T) {
	r := rules(t, "layout=eight decks=1")
	h := mustHole(t, r, 6, 0, r.Deck(6))
	for s := range 6 {
		play(t, &h, string('0'+byte(s))+" choose 1 2")
	}
	if h.Recycled() != (card.Counts{}) {
		t.Error("something is known of the first stock")
	}
	play(t, &h, "1 draw, 1 swap 1, 2 draw, 2 swap 1, 3 draw, 3 swap 1, 4 draw, 4 swap 1, 5 draw, 5 swap 1")
	cards := h.ReshuffleCards(nil)
	if err := h.Reshuffle(cards); err != nil {
		t.Fatal(err)
	}
	play(t, &h, "0 draw")
	holder, other := h.View(0), h.View(1)
	if holder.UnseenStock() != card.Count(cards[1:]) || other.UnseenStock() != card.Count(cards) {
		t.Errorf("in the stock: %v for the holder, %v for another", holder.UnseenStock(), other.UnseenStock())
	}
	if hidden, unseen := 6*6, sum(other.Unseen()); unseen != hidden+5 || sum(holder.Unseen()) != hidden+4 {
		t.Errorf("%d unseen, %d for the holder", unseen, sum(holder.Unseen()))
	}
	play(t, &h, "0 discard, 0 flip 3")
	other = h.View(1)
	if other.UnseenStock() != card.Count(cards[1:]) {
		t.Errorf("after the discard: %v", other.UnseenStock())
	}
}

func sum(n card.Counts) (all int) {
	for _, k := range n {
		all += int(k)
	}
	return all
}

// The fewest cards beyond the grids that any rules leave are four: there is
// always something to reshuffle, and play goes on.
func TestShortestStock(t *testing.T) {
	r := rules(t, "decks=1 jokers=0")
	src := card.SplitMix(3)
	reshuffles := 0
	for range 100 {
		h := mustHole(t, r, 8, 0, shuffled(r, 8, &src))
		if h.Stock()+len(h.Pile()) != 4 {
			t.Fatalf("stock of %d", h.Stock())
		}
		playRandomly(&h, &src)
		reshuffles += h.Reshuffles()
	}
	if reshuffles < 100 {
		t.Errorf("%d reshuffles in 100 holes", reshuffles)
	}
}

// A hole in which nobody turns up a card for 20 rounds ends before the starter's
// next turn, without ender, penalty or last turns.
func TestStall(t *testing.T) {
	r := rules(t, "flip=never knock-penalty=strict ender-double=on ender-bonus=on")
	h := mustHole(t, r, 3, 1, r.Deck(3))
	play(t, &h, "0 choose 1 2, 1 choose 1 2, 2 choose 1 2, 2 draw, 2 swap 3")
	take := func() {
		seat := h.Turn()
		if err := h.Apply(seat, Action{Kind: Take}); err != nil {
			t.Fatal(err)
		}
		if err := h.Apply(seat, SwapAt(0)); err != nil {
			t.Fatal(err)
		}
	}
	take()
	take()
	for round := range StallRounds {
		if h.Over() || h.Turn() != h.Starter() || h.QuietRounds() != round {
			t.Fatalf("round %d: over %v, turn of %d, %d quiet rounds", round, h.Over(), h.Turn(), h.QuietRounds())
		}
		for range 3 {
			take()
		}
	}
	if !h.Over() || !h.Stalled() || h.Ender() != -1 || h.LastTurns() != 0 || h.Turns() != 3+3*StallRounds {
		t.Fatalf("over %v, stalled %v, ender %d after %d turns", h.Over(), h.Stalled(), h.Ender(), h.Turns())
	}
	for s, score := range h.Scores() {
		if score.Total != score.Cards {
			t.Errorf("seat %d: %+v", s, score)
		}
	}
}

// One card turned up begins the count anew, and last turns end the hole before
// the stall rule can.
func TestStallCountsFromTheLastCardTurnedUp(t *testing.T) {
	r := rules(t, "flip=never knock=on")
	h := mustHole(t, r, 2, 0, r.Deck(2))
	play(t, &h, "0 choose 1 2, 1 choose 1 2")
	quiet := strings.Repeat("1 take, 1 swap 1, 0 take, 0 swap 1, ", StallRounds-1)
	play(t, &h, strings.TrimSuffix(quiet, ", "))
	if h.QuietRounds() != StallRounds-1 {
		t.Fatalf("%d quiet rounds", h.QuietRounds())
	}
	progress := h
	play(t, &progress, "1 take, 1 swap 1, 0 take, 0 swap 6")
	if progress.QuietRounds() != 0 || progress.Over() {
		t.Errorf("%d quiet rounds after a card was turned up", progress.QuietRounds())
	}
	play(t, &h, "1 take, 1 swap 1, 0 knock, 1 take, 1 swap 1")
	if !h.Over() || h.Stalled() || h.Ender() != 0 {
		t.Errorf("over %v, stalled %v, ender %d", h.Over(), h.Stalled(), h.Ender())
	}
}

func TestZeroHoleIsOver(t *testing.T) {
	var h Hole
	if !h.Over() || h.Apply(0, Action{Kind: Draw}) != HoleIsOver || h.Top() != card.None || h.ReshuffleCards(nil) != nil {
		t.Error("a hole that was never dealt can be played")
	}
	h.ReshuffleRandom(nil)
	if h != (Hole{}) {
		t.Error("it can be reshuffled")
	}
}

// Two decks with five players: the same card may lie in two places, and a column
// of twice the same card cancels.
func TestFivePlayers(t *testing.T) {
	r := rules(t, "flip-turn=on flip=never first-flips=3 layout=four")
	h := lay(t, r, 5, 4, []string{"9C AC 9C 2C", "9D AC 9D 2C", "KC KD KH KS", "QC QC QD QD", "3C 4C 5C 6C"}, "8C 8C")
	if h.Stock() != 108-20-1 {
		t.Fatalf("stock of %d", h.Stock())
	}
	for s := range 5 {
		if err := h.Apply(s, Action{Choose, 0b111}); err != nil {
			t.Fatal(err)
		}
	}
	play(t, &h, "0 flip 4, 1 flip 4, 2 flip 4, 3 flip 4, 4 draw, 4 discard")
	if got, want := totals(&h), []int{3, 3, 0, 0, 18}; !slices.Equal(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
	v := h.View(Spectator)
	unseen := v.Unseen()
	for text, want := range map[string]uint8{"9C": 0, "9D": 0, "AC": 0, "8C": 0, "KC": 1, "7H": 2, "X1": 2} {
		if got := unseen[parseCards(t, text)[0]]; got != want {
			t.Errorf("%d of %s unseen, want %d", got, text, want)
		}
	}
}
