// Package plaingolf is Golf with a grid in plain lines of text: a match against
// computer players that is played by typing, and what happened in a match put
// into sentences. It needs no terminal.
package plaingolf

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
)

// Everything is a viewer who sees all cards, for matches that are over.
const Everything = golf.Spectator - 1

// Show puts a match into words for one viewer.
type Show struct {
	Lang   locale.Lang
	Names  []string // one a seat
	Viewer int      // a seat, golf.Spectator, or Everything
	Width  int      // columns
	Color  bool
}

func (s *Show) say(id string, vars locale.Vars) string { return s.Lang.Say(id, vars) }

// who returns what a seat is called.
func (s *Show) who(seat int) string { return s.Names[seat] }

func (s *Show) whoAll(seats golf.Seats) string {
	var names []string
	for ; seats != 0; seats &= seats - 1 {
		names = append(names, s.who(seats.First()))
	}
	return strings.Join(names, ", ")
}

// cardsAt lists the cards an event shows.
func (s *Show) cardsAt(e *golf.Event) string {
	var cards []string
	for c := e.Cells; c != 0; c &= c - 1 {
		cards = append(cards, s.Lang.Card(e.Cards[c.First()]))
	}
	return strings.Join(cards, ", ")
}

// BotName returns what a computer player is called.
func BotName(l locale.Lang, p bot.Player) string { return l.Say("bot.name."+p.ID, nil) }

// RulesName returns what rules are called: like the preset that they are but for
// the length of the match and what a tie leads to, or "own rules".
func RulesName(l locale.Lang, r golf.Rules) string {
	short := golf.Default().Rules
	r.Holes, r.Target, r.Ties = short.Holes, short.Target, short.Ties
	return rulestext.GolfName(l, r)
}

// Event puts what has just happened in m into a sentence. It is empty for what the
// viewer may not see and for what needs no words: that somebody draws or takes a
// card shows when it is placed.
func (s *Show) Event(m *golf.Match, e *golf.Event) string {
	if s.Viewer != Everything && !e.VisibleTo(s.Viewer) {
		return ""
	}
	own := int(e.Seat) == s.Viewer
	vars := locale.Vars{
		"N": e.Number, "Card": s.Lang.Card(e.Card), "Old": s.Lang.Card(e.Old), "Place": e.Cells.First() + 1,
		"Cards": s.cardsAt(e), "Players": s.whoAll(e.Seats), "Player": "",
	}
	if e.Seat >= 0 {
		vars["Player"] = s.who(int(e.Seat))
	}
	switch e.Kind {
	case golf.EventTurnedUp, golf.EventFlipped, golf.EventPassed, golf.EventKnocked, golf.EventFinished, golf.EventDealt, golf.EventSuddenDeath:
		return s.say("golfpage.say."+e.Kind.ID(), vars)
	case golf.EventCut, golf.EventDealer, golf.EventRevealed:
		return s.say("golfcli.say."+e.Kind.ID(), vars)
	case golf.EventReshuffled, golf.EventStalled, golf.EventScored, golf.EventHoleOver:
		return s.say("golf.event."+e.Kind.ID(), vars)
	case golf.EventDrewCard:
		if own {
			return s.say("golfpage.say.drew-card", vars)
		}
	case golf.EventDiscarded:
		if own {
			return s.say("golfpage.say.discarded", vars)
		}
		return s.say("golfcli.say.discarded", vars)
	case golf.EventPeeked:
		if vars["N"] = e.Cells.Count(); !own && s.Viewer != Everything {
			return s.say("golfpage.say.peeked", vars)
		}
	case golf.EventPeekedAt:
		if own {
			return s.say("golfpage.say.peeked-at", vars)
		}
		return s.say("golfcli.say.peeked-at", vars)
	case golf.EventSwapped:
		if m.Hole().FromPile(int(e.Seat)).Has(e.Cells.First()) {
			return s.say("golfpage.say.swapped-pile", vars)
		}
		return s.say("golfpage.say.swapped-stock", vars)
	case golf.EventLastTurns:
		if own {
			return s.say("golfpage.say.last-turns-own", vars)
		}
		return s.say("golfpage.say.last-turns", vars)
	case golf.EventMatchOver:
		switch {
		case e.Seats.Count() > 1:
			return s.say("golfcli.say.shared", vars)
		case e.Seats.Has(s.Viewer):
			return s.say("golfpage.say.you-win", nil)
		}
		vars["N"] = 1
		return s.say("golf.event.match-over", vars)
	}
	return ""
}

// Tell says what has just happened in m, on lines of its own: an event in a
// sentence, a hole under its title, and the end of one with its count and the
// scorecard, which say what the events of the end would say one by one.
func (s *Show) Tell(m *golf.Match, e *golf.Event) string {
	text := s.Event(m, e)
	switch {
	case text == "" || e.Kind == golf.EventRevealed || e.Kind == golf.EventScored:
		return ""
	case e.Kind == golf.EventDealt:
		return "\n" + s.paint(bold, s.Title(m)) + "\n" + s.lines(text) + "\n"
	case e.Kind == golf.EventHoleOver:
		return "\n" + s.paint(bold, text) + "\n" + s.Count(m, len(m.Results())-1) + s.text(s.Scorecard(m)) + "\n"
	}
	return s.lines(text) + "\n"
}

// Replay tells a match up to so many actions and shows the position then. The
// cards are also shown before the first turn of each hole.
func (s *Show) Replay(m *golf.Match, actions int) (string, error) {
	var b strings.Builder
	again, err := golf.NewMatch(m.Rules(), m.Players())
	if err != nil {
		return "", err
	}
	n := 0
	for _, step := range m.Steps() {
		if step.Kind == golf.StepAct {
			if n++; n > actions {
				break
			}
		}
		before := again.Hole().Phase()
		events, err := again.Do(step, nil)
		if err != nil {
			return "", err
		}
		for i := range events {
			if again.Hole().Phase() == golf.PhaseDraw && before != golf.PhaseDraw && events[i].Kind == golf.EventTurn && again.Hole().Turns() == 0 {
				b.WriteString("\n" + s.Board(again))
			}
			b.WriteString(s.Tell(again, &events[i]))
		}
	}
	if w := again.Waits(); w == golf.WaitAction || w == golf.WaitReshuffle {
		b.WriteString("\n" + s.Board(again))
	}
	return b.String(), nil
}

// text writes blocks of a page for the viewer's terminal.
func (s *Show) text(blocks ...document.Block) string {
	var b strings.Builder
	d := document.Document{Lang: s.Lang}
	d.Add(blocks...)
	d.WriteText(&b, document.TextStyle{Width: s.Width, Color: s.Color}) // a Builder takes everything
	return b.String()
}

const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	dim   = "\x1b[2m"
	reset = "\x1b[0m"
)

func (s *Show) paint(code, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return code + text + reset
}

// redCard finds the cards of the red suits in text.
var redCard = regexp.MustCompile(`(10|[A2-9BDJQK])[♦♥]`)

// cards paints the red cards of a text.
func (s *Show) cards(text string) string {
	if !s.Color {
		return text
	}
	return redCard.ReplaceAllString(text, red+"$0"+reset)
}

// lines breaks a sentence where the terminal ends, and paints its cards.
func (s *Show) lines(text string) string {
	return s.cards(strings.Join(document.Wrap(text, s.Width), "\n"))
}

// block is what one seat has on the table: lines of equal width, as they count
// and as they are painted.
type block struct {
	width          int
	plain, painted []string
}

func (b *block) line(plain, painted string) {
	b.plain, b.painted = append(b.plain, plain), append(b.painted, painted)
}

// back is how a face-down card looks.
const back = "▒▒"

// Board shows all grids, the discard pile and the stock. What the viewer does
// not know of the cards it does not show.
func (s *Show) Board(m *golf.Match) string {
	if s.Viewer == Everything {
		h := m.Hole()
		return s.board(&h.Public, h.Card, h.Hand())
	}
	v := m.View(s.Viewer)
	return s.board(&v.Public, v.Card, v.Hand())
}

func (s *Show) board(p *golf.Public, at func(seat, pos int) card.Card, hand card.Card) string {
	layout, shown := p.Rules().Layout, p.Scores()
	var blocks []block
	for a := p.Active(); a != 0; a &= a - 1 {
		seat := a.First()
		head := s.who(seat)
		if p.FaceUp(seat) != 0 {
			head += " · " + number(shown[seat].Total)
		}
		if seat == p.Ender() {
			head += " ⚑"
		}
		blocks = append(blocks, s.block(layout, head, seat, func(pos int) string {
			switch {
			case p.FaceUp(seat).Has(pos):
				return s.Lang.Card(p.Face(seat)[pos])
			case at(seat, pos) != card.None:
				return "(" + s.Lang.Card(at(seat, pos)) + ")"
			case p.Peeked(seat).Has(pos):
				return back + "°"
			}
			return back
		}, true))
	}
	pile := s.say("golfpage.board.pile-empty", nil)
	if p.Top() != card.None {
		pile = s.say("golfpage.board.pile", locale.Vars{"Card": s.Lang.Card(p.Top())})
	}
	line := pile + " · " + s.say("golfcli.board.stock", locale.Vars{"N": p.Stock()})
	if hand != card.None {
		line += " · " + s.say("golfcli.board.hand", locale.Vars{"Player": s.who(p.Turn()), "Card": s.Lang.Card(hand)})
	}
	return s.beside(blocks) + s.cards(line) + "\n"
}

// block shows one grid under its head. Its places are numbered if asked for.
func (s *Show) block(layout golf.Layout, head string, seat int, cell func(pos int) string, numbered bool) block {
	const cellWidth = 8
	b := block{width: max(layout.Cols()*cellWidth, utf8.RuneCountInString(head)) + 2}
	painted := head
	if seat == s.Viewer {
		painted = s.paint(bold, head)
	}
	b.line(head, painted)
	for row := range layout.Rows() {
		plain, painted := "", ""
		for col := range layout.Cols() {
			pos := row*layout.Cols() + col
			text := cell(pos)
			pad := strings.Repeat(" ", max(0, cellWidth-2-utf8.RuneCountInString(text)))
			number := ""
			if numbered {
				number = strconv.Itoa(pos+1) + " "
			}
			plain += number + text + pad
			painted += s.paint(dim, number) + s.cards(text) + pad
		}
		b.line(plain, painted)
	}
	return b
}

// beside sets blocks side by side, as many in a line as fit.
func (s *Show) beside(blocks []block) string {
	var text strings.Builder
	for len(blocks) > 0 {
		n, width := 0, 0
		for n < len(blocks) && (n == 0 || width+blocks[n].width <= s.Width) {
			width += blocks[n].width
			n++
		}
		for line := range blocks[0].plain {
			row := ""
			for _, b := range blocks[:n] {
				row += b.painted[line] + strings.Repeat(" ", b.width-utf8.RuneCountInString(b.plain[line]))
			}
			text.WriteString(strings.TrimRight(row, " ") + "\n")
		}
		text.WriteString("\n")
		blocks = blocks[n:]
	}
	return text.String()
}

// Count shows what every card counted in a finished hole, which lines cancelled,
// and what ending it brought.
func (s *Show) Count(m *golf.Match, hole int) string {
	r := &m.Results()[hole]
	layout := m.Rules().Layout
	var blocks []block
	var notes []string
	for a := r.Active; a != 0; a &= a - 1 {
		seat := a.First()
		score := &r.Scores[seat]
		head := s.who(seat) + " · " + number(score.Total)
		if seat == r.Ender {
			head += " ⚑"
		}
		blocks = append(blocks, s.block(layout, head, seat, func(pos int) string {
			text := s.Lang.Card(r.Grids[seat][pos])
			if score.Cols>>(pos%layout.Cols())&1 == 1 || score.Rows>>(pos/layout.Cols())&1 == 1 {
				return text + "×"
			}
			return text
		}, false))
		if note := s.items(score); note != "" {
			notes = append(notes, "  "+s.who(seat)+": "+note+"\n")
		}
	}
	if len(notes) > 0 {
		notes = append(notes, "\n")
	}
	return s.beside(blocks) + strings.Join(notes, "")
}

// items lists what made a score, unless it is cards and nothing else.
func (s *Show) items(score *golf.Score) string {
	var items []string
	for i := range golf.MaxCells {
		if score.Cols>>i&1 == 1 {
			items = append(items, s.say("golfpage.board.column-cancels", locale.Vars{"N": i + 1}))
		}
	}
	for i := range golf.MaxCells {
		if score.Rows>>i&1 == 1 {
			items = append(items, s.say("golfpage.board.row-cancels", locale.Vars{"N": i + 1}))
		}
	}
	for _, item := range []struct {
		id string
		n  int
	}{{"four-equal", score.FourEqual}, {"bonus", score.Bonus}, {"doubling", score.Doubling}, {"penalty", score.Penalty}} {
		if item.n != 0 {
			items = append(items, s.say("golf.score."+item.id, nil)+" "+signed(item.n))
		}
	}
	return strings.Join(items, "; ")
}

// signed writes a number with its sign.
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// number writes a number with a minus sign, not a hyphen.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// Scorecard is the table of all finished holes.
func (s *Show) Scorecard(m *golf.Match) document.Table {
	t := document.Table{Mark: -1, Head: append([]string{s.say("golfpage.result.hole", nil)}, s.Names...)}
	for i, r := range m.Results() {
		row := []string{strconv.Itoa(i + 1)}
		if r.Extra > 0 {
			row[0] = s.say("golfpage.result.extra-hole", locale.Vars{"N": r.Extra})
		}
		for seat := range m.Players() {
			switch {
			case !r.Active.Has(seat):
				row = append(row, "")
			case seat == r.Ender:
				row = append(row, number(r.Scores[seat].Total)+" ⚑")
			default:
				row = append(row, number(r.Scores[seat].Total))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	sum := []string{s.say("golfpage.result.sum", nil)}
	totals := m.Totals()
	for seat := range m.Players() {
		sum = append(sum, number(totals[seat]))
	}
	t.Rows = append(t.Rows, sum)
	return t
}

// Standings lists the seats from the lowest total on, with their places.
func (s *Show) Standings(m *golf.Match) []string {
	totals, winners := m.Totals(), m.Winners()
	before := func(a, b int) bool {
		if winners.Has(a) != winners.Has(b) {
			return winners.Has(a)
		}
		return !winners.Has(a) && totals[a] < totals[b]
	}
	lines := make([]string, 0, m.Players())
	done := golf.Seats(0)
	for len(lines) < m.Players() {
		best := -1
		for seat := range m.Players() {
			if !done.Has(seat) && (best < 0 || before(seat, best)) {
				best = seat
			}
		}
		place := 1
		for seat := range m.Players() {
			if before(seat, best) {
				place++
			}
		}
		done |= 1 << best
		lines = append(lines, s.say("golfcli.say.place", locale.Vars{"Place": place, "Player": s.who(best), "N": totals[best], "Strokes": number(totals[best])}))
	}
	return lines
}

// Title names the hole being played or just finished.
func (s *Show) Title(m *golf.Match) string {
	standing := m.Standing()
	if standing.Extra > 0 {
		return s.say("golfpage.head.extra", locale.Vars{"N": standing.Extra})
	}
	title := s.say("golfpage.head.hole", locale.Vars{"N": standing.Hole})
	if n := m.Rules().Holes; n > 0 {
		return title + " " + s.say("golfpage.head.of", locale.Vars{"N": n})
	}
	return title + ", " + s.say("golfpage.head.target", locale.Vars{"N": m.Rules().Target})
}
