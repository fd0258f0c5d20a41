package bot

import (
	"birdie/card"
	"birdie/golf"
)

// ReasonKind is what a bot says about its move.
type ReasonKind uint8

// The reasons, with the fields of Reason each one uses.
const (
	Whim           ReasonKind = iota // no reason
	OpenColumns                      // first cards: different columns can pair later
	TakePair                         // Card completes a line
	TakeLow                          // Card is low
	TakeBetter                       // Card is lower than one that lies there
	DrawInstead                      // Card, the top of the discard pile, helps too little
	SwapPair                         // Card completes a line
	SwapBetter                       // Card is lower than Old
	SwapUnknown                      // Card is lower than an unknown card is likely to be
	SwapKeep                         // Card must not reach the next player
	SwapLeast                        // Card does least harm in place of Old
	SwapEnd                          // Card ends the hole
	DiscardUseless                   // Card helps nowhere
	FlipPartner                      // the card turned up may pair with the one beside it
	FlipLook                         // to see a card that nobody knows
	FlipEnd                          // it ends the hole
	PassNow                          // turning up a card would help the others or end the hole too early
	KnockNow                         // the grid is good enough
	reasonCount
)

var reasonIDs = [reasonCount]string{
	"whim", "open-columns", "take-pair", "take-low", "take-better", "draw-instead", "swap-pair", "swap-better",
	"swap-unknown", "swap-keep", "swap-least", "swap-end", "discard-useless", "flip-partner", "flip-look", "flip-end",
	"pass-now", "knock-now",
}

// ID returns the stable name of the reason.
func (k ReasonKind) ID() string {
	if k >= reasonCount {
		return ""
	}
	return reasonIDs[k]
}

// ReasonKinds returns all reasons there are, for catalogues.
func ReasonKinds() []ReasonKind {
	all := make([]ReasonKind, reasonCount)
	for i := range all {
		all[i] = ReasonKind(i)
	}
	return all
}

// Reason explains a move. Faces put it into one sentence. It names no card that
// is not known to everyone once the action is done.
type Reason struct {
	Kind ReasonKind
	Card card.Card // the card moved or refused, None when it does not matter
	Old  card.Card // the face-up card it replaces, None when there is none
	// Trials is the number of trial games a bot that searches played through with
	// this move, 0 for others; Exact says that it worked out every outcome
	// instead. Wins is the percentage of the hole it won in them, ties shared.
	Trials int
	Exact  bool
	Wins   int
}

// because returns an action with the reason that fits what it does.
func because(v *golf.View, a golf.Action) Choice {
	return Choice{a, explain(v, a)}
}

func explain(v *golf.View, a golf.Action) Reason {
	t := newTable(v)
	down := v.FaceDown(t.seat)
	switch a.Kind {
	case golf.Choose:
		return Reason{Kind: OpenColumns}
	case golf.Draw:
		return Reason{Kind: DrawInstead, Card: v.Top()}
	case golf.Take:
		return t.whyTake()
	case golf.Swap:
		return t.whySwap(down, a.Pos())
	case golf.Discard:
		return Reason{Kind: DiscardUseless, Card: v.Hand()}
	case golf.Flip:
		switch {
		case v.Ender() < 0 && down.Count() == 1:
			return Reason{Kind: FlipEnd}
		case t.besideFaceUp(a.Pos()):
			return Reason{Kind: FlipPartner}
		}
		return Reason{Kind: FlipLook}
	case golf.Pass:
		return Reason{Kind: PassNow}
	}
	return Reason{Kind: KnockNow}
}

func (t *table) whyTake() Reason {
	top := t.v.Top()
	shown := t.face(t.seat)
	for pos := range t.cells {
		if t.completes(&shown, pos, top.Rank()) {
			return Reason{Kind: TakePair, Card: top}
		}
	}
	if t.values[top.Rank()] <= 3 {
		return Reason{Kind: TakeLow, Card: top}
	}
	return Reason{Kind: TakeBetter, Card: top}
}

func (t *table) whySwap(down golf.Cells, pos int) Reason {
	r := Reason{Card: t.v.Hand(), Old: t.v.Face(t.seat)[pos]}
	shown := t.face(t.seat)
	rank := r.Card.Rank()
	switch {
	case t.completes(&shown, pos, rank):
		r.Kind = SwapPair
	case t.v.Ender() < 0 && down == golf.Cell(pos):
		r.Kind = SwapEnd
	case r.Old == card.None && t.values[rank] <= t.hidden.mean:
		r.Kind = SwapUnknown
	case r.Old != card.None && t.values[rank] < t.values[r.Old.Rank()]:
		r.Kind = SwapBetter
	case t.v.Drawn() && t.helpsNext(rank):
		r.Kind = SwapKeep
	default:
		r.Kind = SwapLeast
	}
	return r
}

// helpsNext reports whether a card of rank r is low or completes a line of the
// next player.
func (t *table) helpsNext(r card.Rank) bool {
	g := t.face(t.v.Active().After(t.seat))
	for pos := range t.cells {
		if t.completes(&g, pos, r) {
			return true
		}
	}
	return false
}
