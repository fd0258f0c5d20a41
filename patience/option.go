package patience

// Options returns all options, in the order in which rules are read out.
func Options() []Option {
	return []Option{OptionKing, OptionDraw, OptionJokers, OptionOpening, OptionScoring, OptionUndo, OptionPar}
}

var (
	kingIDs    = []string{Wrap: "wrap", Queen: "queen", Closed: "closed"}
	drawIDs    = []string{Anytime: "anytime", WhenStuck: "when-stuck"}
	jokersIDs  = []string{"0", "1", "2"}
	openingIDs = []string{Dealt: "dealt", Free: "free"}
	scoringIDs = []string{Points: "points", Strokes: "strokes", WinLoss: "win-loss"}
	undoIDs    = []string{"unlimited", "off"}
	parIDs     = []string{"36", "45"}
)

// Values returns the stable names of an option's values in data and catalogues.
// Undo may also be a number from 1 to MaxUndo. What is no option has no values.
func (o Option) Values() []string { return append([]string(nil), o.values()...) }

func (o Option) values() []string {
	switch o {
	case OptionKing:
		return kingIDs
	case OptionDraw:
		return drawIDs
	case OptionJokers:
		return jokersIDs
	case OptionOpening:
		return openingIDs
	case OptionScoring:
		return scoringIDs
	case OptionUndo:
		return undoIDs
	case OptionPar:
		return parIDs
	}
	return nil
}

// Value returns the name of the value that r gives to an option, and the empty
// text when Validate would refuse that value or there is no such option.
func (r Rules) Value(o Option) string {
	at := -1
	switch o {
	case OptionKing:
		at = int(r.King)
	case OptionDraw:
		at = int(r.Draw)
	case OptionJokers:
		at = int(r.Jokers)
	case OptionOpening:
		at = int(r.Opening)
	case OptionScoring:
		at = int(r.Scoring)
	case OptionUndo:
		switch {
		case r.Undo == Unlimited:
			at = 0
		case r.Undo == UndoOff:
			at = 1
		case 0 < r.Undo && r.Undo <= MaxUndo:
			return decimal(int(r.Undo))
		}
	case OptionPar:
		switch r.RoundPar() {
		case Par36:
			at = 0
		case Par45:
			at = 1
		}
	}
	if values := o.values(); 0 <= at && at < len(values) {
		return values[at]
	}
	return ""
}

// Set gives an option the value of that name. It returns a *RulesError for a
// value or an option that does not exist; whether the options agree with each
// other is for Validate to say.
func (r *Rules) Set(o Option, value string) error {
	at := -1
	for i, v := range o.values() {
		if v == value {
			at = i
		}
	}
	if n := number(value); o == OptionUndo && n > 0 {
		r.Undo = n
		return nil
	}
	if at < 0 {
		return &RulesError{Option: o}
	}
	switch o {
	case OptionKing:
		r.King = KingRule(at)
	case OptionDraw:
		r.Draw = DrawRule(at)
	case OptionJokers:
		r.Jokers = uint8(at)
	case OptionOpening:
		r.Opening = Opening(at)
	case OptionScoring:
		r.Scoring = Scoring(at)
	case OptionUndo:
		r.Undo = []Undo{Unlimited, UndoOff}[at]
	case OptionPar:
		r.Par = []uint8{Par36, Par45}[at]
	}
	return nil
}

// decimal writes a number from 0 to 999.
func decimal(n int) string {
	if n < 10 {
		return string([]byte{'0' + byte(n)})
	}
	return decimal(n/10) + decimal(n%10)
}

// number reads a decimal number from 1 to MaxUndo without leading zeros, and
// returns 0 for everything else.
func number(s string) (n Undo) {
	if len(s) > 3 || s != "" && s[0] == '0' {
		return 0
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0
		}
		n = 10*n + Undo(s[i]-'0')
	}
	return n
}
