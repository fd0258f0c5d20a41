// Package golfengine is Golf with a grid as the page talks to it: short texts
// in, JSON out, small enough to be downloaded. It holds no rule of its own; what
// it says of a match has the form that golf/record and the server give it, so
// that the page shows both alike.
//
// The first line of a request is an order and its arguments, more lines may
// follow:
//
//	open SLOT PLAYERS RULES     a match; the lines after it say how it went
//	view SLOT VIEWER            how it stands
//	do SLOT VIEWER SEAT ACTION  a seat acts
//	deal SLOT VIEWER            deals the next hole
//	at SLOT VIEWER N            how it stood after N steps
//	steps SLOT                  all steps
//	bot SLOT SEAT PLAYER        what a computer player would do
//	worth SLOT SEAT DEALS       how many strokes each action of a seat gives away
//	judge SLOT N DEALS          the same for the decision that step N was
//	record SLOT                 the record of the match; the lines are names
//	verify SLOT                 whether the shuffles are those of the secret
//	check PLAYERS RULES         whether so many can play by the rules
//	score RULES                 what grids count as they lie; a line is a grid,
//	                            its cards row by row, "--" for one that is not known
//	close SLOT                  forgets a match
//
// A slot is a name the page chooses. A viewer is a seat, -1 for a spectator or
// -2 for open eyes, who see all cards. Rules are "option=value" with commas
// between; what is missing is as in the default preset.
//
// The lines after open are, in this order:
//
//	secret HEX          what the shuffles are made of,
//	id TEXT             the match's id in them,
//	seed HEX            and the seed of each seat
//	commitment HEX      what was published of the secret
//	cut CARDS           the cut for the first deal
//	dealer SEAT         or, without one, the first dealer
//	deal CARDS          a hole
//	SEAT ACTION         what a seat did
//	reshuffle CARDS     the order of the stock after a reshuffle
//
// A match with a secret needs no cards: they follow from it. Cut, first hole and
// reshuffles may then be left out altogether, and are when a match is played.
//
// A reply has the member ok; or no, with the id of a refusal; or bad, when the
// request itself is wrong.
package golfengine

import (
	"strconv"
	"strings"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
)

// open is the viewer who sees all cards.
const open = -2

// Engine answers requests. Its zero value has no matches yet. It is not safe for
// concurrent use.
type Engine struct {
	slots map[string]*slot
}

// Answer answers one request.
func (e *Engine) Answer(request string) string {
	head, lines, _ := strings.Cut(request, "\n")
	words := strings.Fields(head)
	if len(words) < 2 {
		return bad("request")
	}
	switch words[0] {
	case "check":
		return check(words[1:])
	case "score":
		return score(words[1], lines)
	case "open":
		return e.open(words[1:], lines)
	}
	s := e.slots[words[1]]
	if s == nil {
		return bad("no-match")
	}
	args := words[2:]
	switch words[0] {
	case "view":
		return s.answer(viewer(args, 0), nil)
	case "do":
		return s.act(args)
	case "deal":
		events, err := s.deal(nil)
		if err != nil {
			return refused(err)
		}
		return s.answer(viewer(args, 0), events)
	case "at":
		return s.at(viewer(args, 0), number(args, 1))
	case "steps":
		return s.steps()
	case "bot":
		return s.bot(args)
	case "worth":
		return s.worth(number(args, 0), number(args, 1))
	case "judge":
		return s.judge(number(args, 0), number(args, 1))
	case "record":
		return s.record(lines)
	case "verify":
		return s.verify()
	case "close":
		delete(e.slots, words[1])
		return `{"ok":true}`
	}
	return bad("request")
}

// number returns a word as a number, -1 when there is none.
func number(words []string, i int) int {
	if i >= len(words) {
		return -1
	}
	n, err := strconv.Atoi(words[i])
	if err != nil {
		return -1
	}
	return n
}

// viewer returns a word as a viewer.
func viewer(words []string, i int) int {
	if n := number(words, i); n >= open && n < golf.MaxPlayers {
		return n
	}
	return golf.Spectator
}

func bad(why string) string {
	var t text
	t.open('{')
	t.stringOf("bad", why)
	t.close('}')
	return string(t)
}

// refused puts an error of the rules into a reply.
func refused(err error) string {
	var t text
	t.open('{')
	switch err := err.(type) {
	case golf.Refusal:
		t.stringOf("no", err.ID())
	case *golf.RulesError:
		t.stringOf("bad", "rules")
		t.stringOf("option", string(err.Option))
		t.some("against", string(err.Against))
	default:
		t.stringOf("bad", err.Error())
	}
	t.close('}')
	return string(t)
}

// parseRules reads "option=value,option=value". The rest is as in the default
// preset.
func parseRules(words string) (golf.Rules, error) {
	rules := golf.Default().Rules
	for part := range strings.SplitSeq(words, ",") {
		option, value, _ := strings.Cut(part, "=")
		if option == "" {
			continue
		}
		if err := rules.Set(golf.Option(option), value); err != nil {
			return rules, err
		}
	}
	return rules, nil
}

// check says whether so many players can play by the rules, what the rules are
// called and how many decks they take.
func check(words []string) string {
	if len(words) < 2 {
		words = append(words, "")
	}
	rules, err := parseRules(words[1])
	players := number(words, 0)
	if err == nil {
		err = rules.Validate(players)
	}
	if err != nil {
		return refused(err)
	}
	var t text
	t.open('{')
	t.boolOf("ok", true)
	preset, _ := golf.PresetOf(rules)
	t.stringOf("preset", preset.ID)
	t.intOf("decks", rules.DeckCount(players))
	low, high := rules.Recommended()
	t.boolOf("recommended", low <= players && players <= high)
	t.rules(rules)
	t.close('}')
	return string(t)
}

// score scores grids as far as their cards are known.
func score(words, lines string) string {
	rules, err := parseRules(words)
	if err != nil {
		return refused(err)
	}
	var scores [golf.MaxPlayers]golf.Score
	seat := 0
	for line := range strings.SplitSeq(lines, "\n") {
		var grid [golf.MaxCells]card.Card
		for pos, word := range strings.Fields(line) {
			if pos >= rules.Layout.Cells() || seat >= golf.MaxPlayers {
				return bad("grid")
			}
			if word == "--" {
				continue
			}
			if grid[pos], err = card.Parse(word); err != nil {
				return bad("grid")
			}
		}
		if seat < golf.MaxPlayers {
			scores[seat] = rules.ScoreGrid(&grid)
		}
		seat++
	}
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.scores(scores, rules.Layout, min(seat, golf.MaxPlayers))
	t.close('}')
	return string(t)
}

// answer tells a viewer how a match stands and what has happened.
func (s *slot) answer(viewer int, events []golf.Event) string {
	var t text
	t.open('{')
	t.boolOf("ok", true)
	s.tell(&t, viewer, events)
	t.close('}')
	return string(t)
}

func (s *slot) tell(t *text, viewer int, events []golf.Event) {
	t.intOf("steps", len(s.match.Steps()))
	t.boolOf("over", s.match.Over())
	t.boolOf("deal", s.match.Waits() == golf.WaitDeal)
	t.key("events")
	t.open('[')
	for i := range events {
		t.event(&events[i], viewer)
	}
	t.close(']')
	var hole *golf.Hole
	seat := viewer
	if viewer == open {
		hole, seat = s.match.Hole(), golf.Spectator
	}
	v := s.match.View(seat)
	t.view("golf", &v, hole)
	t.scorecard("scorecard", s.match)
}

func (s *slot) act(args []string) string {
	if len(args) < 3 {
		return bad("request")
	}
	action, err := golf.ParseAction(strings.Join(args[2:], " "))
	if err != nil {
		return refused(golf.NotAnAction)
	}
	events, err := s.do(golf.Step{Kind: golf.StepAct, Seat: number(args, 1), Action: action}, nil)
	if err != nil {
		return refused(err)
	}
	return s.answer(viewer(args, 0), events)
}

// at tells how the match stood after its first n steps, and what the last of
// them led to.
func (s *slot) at(viewer, n int) string {
	past, err := golf.NewMatch(s.match.Rules(), s.match.Players())
	if err != nil {
		return refused(err)
	}
	var events []golf.Event
	for _, step := range s.match.Steps()[:min(max(n, 0), len(s.match.Steps()))] {
		if events, err = past.Do(step, events[:0]); err != nil {
			return refused(err)
		}
	}
	view := slot{match: past}
	return view.answer(viewer, events)
}

// steps lists the steps of the match: an action has a seat, the others only
// their kind, and a deal the number of its hole.
func (s *slot) steps() string {
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.key("list")
	t.open('[')
	hole := 0
	for _, step := range s.match.Steps() {
		t.open('{')
		switch step.Kind {
		case golf.StepAct:
			t.intOf("seat", step.Seat)
			t.stringOf("do", step.Action.String())
		case golf.StepDeal:
			hole++
			t.intOf("hole", hole)
			t.stringOf("do", "deal")
		case golf.StepReshuffle:
			t.stringOf("do", "reshuffle")
		default:
			t.stringOf("do", "cut")
		}
		t.close('}')
	}
	t.close(']')
	t.close('}')
	return string(t)
}

// bot asks a computer player. Its randomness is the match's own, as at a table
// of the server.
func (s *slot) bot(args []string) string {
	seat := number(args, 0)
	if len(args) < 2 || seat < 0 || seat >= s.match.Players() {
		return bad("request")
	}
	p, ok := bot.ByID(args[1])
	v := s.match.View(seat)
	switch {
	case !ok:
		return bad("player")
	case s.match.Waits() != golf.WaitAction || !v.MayAct(seat):
		return refused(golf.NotYourTurn)
	}
	c := p.Bot.Choose(&v, s.luck(seat))
	var t text
	t.open('{')
	t.boolOf("ok", true)
	t.stringOf("action", c.Action.String())
	t.reason(c.Why)
	t.close('}')
	return string(t)
}

func (t *text) reason(why bot.Reason) {
	t.key("why")
	t.open('{')
	t.stringOf("kind", why.Kind.ID())
	t.some("card", cardText(why.Card))
	t.some("old", cardText(why.Old))
	t.someInt("trials", why.Trials)
	t.someInt("wins", why.Wins)
	t.close('}')
}

func parseCards(words []string) ([]card.Card, error) {
	cards := make([]card.Card, len(words))
	for i, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			return nil, err
		}
		cards[i] = c
	}
	return cards, nil
}
