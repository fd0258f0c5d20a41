// Package bot holds the computer players of Golf with a grid. A bot is given
// what its seat may know, a golf.View, and never the hole itself; it knows no
// clock, no language and no randomness but the source it is handed, so the same
// view and the same random numbers give the same move.
//
// The players are data: Roster lists the levels from beginner to strongest, the
// temperaments, and the fixed yardsticks that strength is measured against.
package bot

import (
	"birdie/card"
	"birdie/golf"
)

// Bot decides what a seat does.
type Bot interface {
	// Choose returns a legal action for the seat of the view, which must be one
	// that may act. It is called for every action: after drawing, the next call
	// says where the card goes. It draws its random numbers from src only and
	// keeps nothing from call to call; one Bot may serve many tables at once.
	Choose(v *golf.View, src card.Source) Choice
}

// Choice is a bot's decision and why it was made.
type Choice struct {
	Action golf.Action
	Why    Reason
}

// Kind is the group a Player belongs to.
type Kind uint8

// The kinds of player.
const (
	Level       Kind = iota // an opponent of a certain strength
	Temperament             // an opponent of middling strength with a manner of its own
	Yardstick               // a fixed opponent to measure against, never changed
)

// Player is a bot with a name.
type Player struct {
	ID   string // stable, for records, addresses and catalogues
	Kind Kind
	Bot  Bot
}

// Roster returns all players: the levels from weakest to strongest, then the
// temperaments, then the yardsticks.
func Roster() []Player {
	list := append([]Player(nil), levels...)
	list = append(list, temperaments...)
	return append(list, yardsticks...)
}

// ByID returns the player with the given id.
func ByID(id string) (Player, bool) {
	for _, p := range Roster() {
		if p.ID == id {
			return p, true
		}
	}
	return Player{}, false
}

var yardsticks = []Player{
	{"random", Yardstick, Random{}},
	{"ev1", Yardstick, EV1{}},
	{"marcus", Yardstick, Personality{Threshold: 5, PairHope: .35, Aggression: .4, Randomness: .03}},
	{"sofia", Yardstick, Personality{Threshold: 4, PairHope: .2, Aggression: .2, Randomness: .02}},
	{"maya", Yardstick, Personality{Threshold: 6, PairHope: .4, Aggression: .85, Randomness: .1}},
	{"priya", Yardstick, Personality{Threshold: 7, PairHope: .8, Aggression: .5, Randomness: .05}},
	{"kenji", Yardstick, Personality{Threshold: 8, PairHope: .7, Aggression: .75, Randomness: .12}},
	{"diego", Yardstick, Personality{Threshold: 6, PairHope: .5, Aggression: .6, Randomness: .28}},
	{"river", Yardstick, Personality{Threshold: 5, PairHope: .45, Aggression: .55, Randomness: .08}},
	{"sage", Yardstick, Personality{Threshold: 5, PairHope: .3, Aggression: .9, Randomness: .15}},
	{"nines", Yardstick, Nines{}},
}

// Random is the yardstick that does anything legal, each action equally likely.
type Random struct{}

// Choose implements Bot.
func (Random) Choose(v *golf.View, src card.Source) Choice {
	return Choice{randomAction(v, src), Reason{Kind: Whim}}
}

// maxActions is the largest number of legal actions there can be: three of nine
// first cards.
const maxActions = 84

func randomAction(v *golf.View, src card.Source) golf.Action {
	var buf [maxActions]golf.Action
	legal := v.Legal(buf[:0])
	return legal[card.Below(src, uint64(len(legal)))]
}

// chance reports true with probability p.
func chance(src card.Source, p float64) bool {
	return p > 0 && float64(src.Uint64()>>11) < p*(1<<53)
}

// Erratic plays like another bot but does anything legal now and then, as
// beginners do.
type Erratic struct {
	Bot  Bot
	Rate float64 // share of decisions left to chance
}

// Choose implements Bot.
func (e Erratic) Choose(v *golf.View, src card.Source) Choice {
	if chance(src, e.Rate) {
		return Random{}.Choose(v, src)
	}
	return e.Bot.Choose(v, src)
}

// spread returns the choice of first cards with one card in each column from
// the left, row by row.
func spread(v *golf.View) golf.Action {
	rules := v.Rules()
	return golf.Action{Kind: golf.Choose, Cells: 1<<rules.FirstFlips - 1}
}
