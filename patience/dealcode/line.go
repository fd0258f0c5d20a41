package dealcode

import (
	"strings"

	"birdie/patience"
)

// An ActionError says which action of a game could not be done, and why.
type ActionError struct {
	Number  int // from 1
	Action  patience.Action
	Refusal patience.Refusal
}

func (e *ActionError) Error() string {
	return "dealcode: action " + itoa(e.Number) + " (" + string(e.Action.Letter()) + "): " + e.Refusal.ID()
}

// Unwrap returns the Refusal.
func (e *ActionError) Unwrap() error { return e.Refusal }

// Replay plays a game of the deal. At the first action that is refused it
// returns the game up to there and an *ActionError; its other errors, without a
// game, are those of Game.
func (d Deal) Replay(actions []patience.Action) (*patience.Game, error) {
	g, err := d.Game()
	if err != nil {
		return nil, err
	}
	for i, a := range actions {
		if r := g.Check(a); r != patience.Allowed {
			return g, &ActionError{Number: i + 1, Action: a, Refusal: r}
		}
		g.Do(a)
	}
	return g, nil
}

// FormatLine writes a game on one line, fit for a link: the deal's code, a dot,
// and a letter for each action. A deal that has no code of its own has no line:
// the text is empty.
func FormatLine(d Deal, actions []patience.Action) string {
	code := d.Code()
	if code == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(code) + 1 + len(actions))
	b.WriteString(code)
	b.WriteByte('.')
	for _, a := range actions {
		b.WriteByte(a.Letter())
	}
	return b.String()
}

// ParseLine reads what FormatLine writes; a line without a dot is a deal without
// actions. Case and blanks don't matter. Its errors are those of ParseSource and
// WrongAction. Whether the actions can be done is for Replay to say.
func ParseLine(text string) (Deal, []patience.Action, error) {
	code, letters, _ := strings.Cut(text, ".")
	d, err := ParseSource(code)
	if err != nil {
		return Deal{}, nil, err
	}
	var actions []patience.Action
	for word := range fields(letters) {
		for _, r := range word {
			lower := r
			if 'A' <= r && r <= 'Z' {
				lower += 'a' - 'A'
			}
			a, ok := patience.Draw, false
			if lower < 0x80 {
				a, ok = patience.ActionOf(byte(lower))
			}
			if !ok {
				return Deal{}, nil, fail(WrongAction, string(r))
			}
			actions = append(actions, a)
		}
	}
	return d, actions, nil
}
