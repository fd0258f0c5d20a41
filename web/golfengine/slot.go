package golfengine

import (
	"errors"
	"strconv"
	"strings"

	"birdie/card"
	"birdie/fair"
	"birdie/golf"
)

// slot is a match and, unless it came with its cards only, what they are
// derived from.
type slot struct {
	match      *golf.Match
	id         string
	secret     *fair.Secret
	commitment string
	seeds      [][]byte
	shuffles   fair.Match
	derived    bool // its cards follow from the secret
	acts       int  // actions in this hole
	turned     int  // reshuffles in this hole
	judging    judging
}

var (
	errLine = errors.New("line")
	errHex  = errors.New("hex")
	errFair = errors.New("secret")
)

// open starts a match and plays what the lines say.
func (e *Engine) open(args []string, lines string) string {
	if len(args) < 2 {
		return bad("request")
	}
	rules, err := parseRules(strings.Join(args[2:], ""))
	if err != nil {
		return refused(err)
	}
	s := &slot{}
	if s.match, err = golf.NewMatch(rules, number(args, 1)); err != nil {
		return refused(err)
	}
	for line := range strings.SplitSeq(lines, "\n") {
		if line == "" {
			continue
		}
		if err := s.line(strings.Fields(line)); err != nil {
			return refused(err)
		}
	}
	if s.secret != nil {
		if err := s.begin(); err != nil {
			return refused(err)
		}
	}
	if e.slots == nil {
		e.slots = map[string]*slot{}
	}
	e.slots[args[0]] = s
	return s.answer(golf.Spectator, nil)
}

// line plays one of the lines of an open request.
func (s *slot) line(words []string) (err error) {
	rest := words[1:]
	var cards []card.Card
	switch words[0] {
	case "secret":
		s.secret = &fair.Secret{}
		return fromHex(s.secret[:], rest)
	case "id":
		s.id = strings.Join(rest, " ")
		return nil
	case "seed":
		seed := make([]byte, len(strings.Join(rest, ""))/2)
		s.seeds = append(s.seeds, seed)
		return fromHex(seed, rest)
	case "commitment":
		s.commitment = strings.Join(rest, "")
		return nil
	case "cut", "deal", "reshuffle":
		if cards, err = parseCards(rest); err != nil {
			return err
		}
	}
	switch words[0] {
	case "cut":
		_, err = s.do(golf.Step{Kind: golf.StepCut, Cards: cards}, nil)
	case "dealer":
		_, err = s.do(golf.Step{Kind: golf.StepDealer, Seat: number(rest, 0)}, nil)
	case "deal":
		if len(cards) == 0 {
			_, err = s.deal(nil)
		} else {
			s.acts, s.turned = 0, 0
			_, err = s.do(golf.Step{Kind: golf.StepDeal, Cards: cards}, nil)
		}
	case "reshuffle":
		_, err = s.do(golf.Step{Kind: golf.StepReshuffle, Cards: cards}, nil)
	default:
		seat, fault := strconv.Atoi(words[0])
		if fault != nil {
			return errLine
		}
		action, fault := golf.ParseAction(strings.Join(rest, " "))
		if fault != nil {
			return golf.NotAnAction
		}
		if err := s.begin(); err != nil {
			return err
		}
		_, err = s.do(golf.Step{Kind: golf.StepAct, Seat: seat, Action: action}, nil)
	}
	return err
}

// fromHex fills to from one word of hexadecimal digits.
func fromHex(to []byte, words []string) error {
	digits := strings.Join(words, "")
	if len(digits) != 2*len(to) {
		return errHex
	}
	for i := range to {
		n, err := strconv.ParseUint(digits[2*i:2*i+2], 16, 8)
		if err != nil {
			return errHex
		}
		to[i] = byte(n)
	}
	return nil
}

// begin cuts and deals the first hole of a match that has a secret and no cards.
func (s *slot) begin() error {
	if s.match.Waits() != golf.WaitCut || s.secret == nil {
		return nil
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.derived = true
	cut := s.shuffles.Shuffle(fair.Cut(), s.deck())
	if _, err := s.do(golf.Step{Kind: golf.StepCut, Cards: cut}, nil); err != nil {
		return err
	}
	_, err := s.deal(nil)
	return err
}

// prepare makes the shuffles of the secret, the id and the seeds.
func (s *slot) prepare() (err error) {
	if s.secret == nil {
		return errFair
	}
	s.shuffles, err = fair.New(*s.secret, s.id, s.seeds)
	return err
}

func (s *slot) deck() []card.Card { return s.match.Rules().Deck(s.match.Players()) }

// deal deals the next hole of a match that has a secret.
func (s *slot) deal(events []golf.Event) ([]golf.Event, error) {
	if !s.derived {
		return events, errFair
	}
	s.acts, s.turned = 0, 0
	deck := s.shuffles.Shuffle(fair.Hole(len(s.match.Results())+1), s.deck())
	return s.do(golf.Step{Kind: golf.StepDeal, Cards: deck}, events)
}

// do takes a step and, when the match has a secret, the reshuffle that is due
// after it.
func (s *slot) do(step golf.Step, events []golf.Event) ([]golf.Event, error) {
	events, err := s.match.Do(step, events)
	if err != nil {
		return events, err
	}
	if step.Kind == golf.StepAct {
		s.acts++
	}
	if s.match.Waits() != golf.WaitReshuffle || !s.derived {
		return events, nil
	}
	s.turned++
	label := fair.Reshuffle(s.match.Standing().Hole, s.turned)
	order := s.shuffles.Shuffle(label, s.match.Hole().ReshuffleCards(nil))
	return s.match.Do(golf.Step{Kind: golf.StepReshuffle, Cards: order}, events)
}

// luck returns the random numbers that a computer player at a seat may use for
// its next decision.
func (s *slot) luck(seat int) card.Source {
	return s.shuffles.Source(fair.Bot(s.match.Standing().Hole, seat, s.acts))
}

// verify says whether the commitment is that of the secret and whether every
// card order is the one that follows from secret, id and seeds.
func (s *slot) verify() string {
	if err := s.prepare(); err != nil {
		return refused(err)
	}
	commitment := s.secret.Commitment()
	if hex(commitment[:]) != s.commitment {
		return bad("commitment")
	}
	if len(s.seeds) != s.match.Players() {
		return bad("seeds")
	}
	again, err := golf.NewMatch(s.match.Rules(), s.match.Players())
	if err != nil {
		return refused(err)
	}
	hole, turned, shuffles := 0, 0, 0
	for _, step := range s.match.Steps() {
		var want []card.Card
		switch step.Kind {
		case golf.StepDealer:
			return bad("dealer") // a table always cuts
		case golf.StepCut:
			want = s.shuffles.Shuffle(fair.Cut(), s.deck())
		case golf.StepDeal:
			hole, turned = hole+1, 0
			want = s.shuffles.Shuffle(fair.Hole(hole), s.deck())
		case golf.StepReshuffle:
			turned++
			want = s.shuffles.Shuffle(fair.Reshuffle(hole, turned), again.Hole().ReshuffleCards(nil))
		}
		if want != nil {
			shuffles++
		}
		for i, c := range want {
			if i >= len(step.Cards) || step.Cards[i] != c {
				return bad("shuffle")
			}
		}
		if _, err := again.Do(step, nil); err != nil {
			return refused(err)
		}
	}
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.intOf("shuffles", shuffles)
	t.close('}')
	return string(t)
}

func hex(b []byte) string {
	digits := make([]byte, 0, 2*len(b))
	for _, x := range b {
		digits = append(digits, hexDigits[x>>4], hexDigits[x&15])
	}
	return string(digits)
}

// record writes the record of the match, as a table's record when it has a
// secret. The lines are the names of the seats.
func (s *slot) record(lines string) string {
	var t text
	if s.secret == nil {
		s.matchRecord(&t, lines)
		return string(t)
	}
	t.open('{')
	t.stringOf("format", "birdie-table-match")
	t.intOf("version", 1)
	t.key("fair")
	t.open('{')
	t.stringOf("match", s.id)
	commitment := s.secret.Commitment()
	t.stringOf("commitment", hex(commitment[:]))
	t.key("seeds")
	t.open('[')
	for _, seed := range s.seeds {
		t.string(hex(seed))
	}
	t.close(']')
	t.stringOf("secret", hex(s.secret[:]))
	t.close('}')
	t.key("match")
	s.matchRecord(&t, lines)
	t.close('}')
	return string(t)
}

func (s *slot) matchRecord(t *text, lines string) {
	m := s.match
	t.open('{')
	t.stringOf("format", "birdie-golf-match")
	t.intOf("version", 1)
	t.rules(m.Rules())
	t.intOf("players", m.Players())
	if lines != "" {
		t.key("names")
		t.open('[')
		for name := range strings.SplitSeq(lines, "\n") {
			t.string(name)
		}
		t.close(']')
	}
	begun := false
	for _, step := range m.Steps() {
		switch step.Kind {
		case golf.StepCut:
			t.stringOf("cut", cardsText(step.Cards))
		case golf.StepDealer:
			t.intOf("dealer", step.Seat)
		case golf.StepDeal:
			if begun {
				t.close(']')
				t.close('}')
			} else {
				t.key("holes")
				t.open('[')
				begun = true
			}
			t.open('{')
			t.stringOf("deck", cardsText(step.Cards))
			t.key("steps")
			t.open('[')
		case golf.StepAct:
			t.open('{')
			t.intOf("seat", step.Seat)
			t.stringOf("do", step.Action.String())
			t.close('}')
		case golf.StepReshuffle:
			t.open('{')
			t.stringOf("reshuffle", cardsText(step.Cards))
			t.close('}')
		}
	}
	if begun {
		t.close(']')
		t.close('}')
		t.close(']')
	}
	if m.Over() {
		t.key("result")
		t.open('{')
		totals := m.Totals()
		t.totals(totals[:m.Players()])
		t.seats("winners", m.Winners())
		t.close('}')
	}
	t.close('}')
}

func cardsText(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}
