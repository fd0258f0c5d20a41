package rulestext

import (
	"birdie/card"
	"birdie/internal/locale"
	"birdie/patience"
)

// Steps does actions in a game and describes each one in a sentence. It stops at
// the first that is refused.
func Steps(l locale.Lang, g *patience.Game, actions []patience.Action) []string {
	var steps []string
	for _, a := range actions {
		top := g.Top()
		if g.Do(a) != nil {
			break
		}
		column, _ := a.Column()
		steps = append(steps, l.Say("rules.step."+step(a, top, g.Top()), locale.Vars{
			"Card": l.Card(g.Top()), "Top": l.Card(top), "Column": column + 1,
		}))
	}
	return steps
}

// step returns how an action is described that changed the top of the waste from
// one card to another.
func step(a patience.Action, top, c card.Card) string {
	switch a {
	case patience.Draw:
		return "draw"
	case patience.UndoOne:
		return "undo"
	case patience.RedoOne:
		return "redo"
	case patience.Hint:
		return "hint"
	case patience.GiveUp:
		return "give-up"
	}
	switch {
	case top == card.None:
		return "open"
	case top.Joker() || c.Joker():
		return "joker"
	case c.Rank() == top.Rank()+1:
		return "higher"
	case c.Rank()+1 == top.Rank():
		return "lower"
	}
	return "ring"
}
