package golf

import "birdie/card"

// Secrets lets tests outside the package build a second world that differs only
// in what a seat cannot know.
type Secrets struct {
	Hidden [MaxPlayers][MaxCells]card.Card
	Stock  []card.Card // the next to be drawn last
	Drawn  card.Card
	Choice [MaxPlayers]Cells
}

// Secrets returns what no seat may know in full.
func (h *Hole) Secrets() Secrets {
	return Secrets{h.hidden, h.stock[:h.stockLen], h.drawn, h.choice}
}

// DrawRules and RandomStep share the generators of the laws.
var (
	DrawRules  = drawRules
	RandomStep = randomStep
)
