package golfengine

import (
	"strconv"

	"birdie/card"
	"birdie/golf"
)

// text is JSON in the making. encoding/json would double the download; a test
// compares what is written here with what golf/record writes.
type text []byte

// key begins a member of an object.
func (t *text) key(name string) {
	t.comma()
	*t = append(*t, '"')
	*t = append(*t, name...)
	*t = append(*t, '"', ':')
}

// comma separates a member or element from the one before it.
func (t *text) comma() {
	if n := len(*t); n > 0 {
		if last := (*t)[n-1]; last != '{' && last != '[' && last != ':' {
			*t = append(*t, ',')
		}
	}
}

func (t *text) open(bracket byte) {
	t.comma()
	*t = append(*t, bracket)
}

func (t *text) close(bracket byte) { *t = append(*t, bracket) }

func (t *text) int(n int) {
	t.comma()
	*t = strconv.AppendInt(*t, int64(n), 10)
}

func (t *text) bool(b bool) {
	t.comma()
	*t = strconv.AppendBool(*t, b)
}

const hexDigits = "0123456789abcdef"

// string writes a string. Only names have characters that need care; what
// encoding/json escapes for HTML is escaped here as well.
func (t *text) string(s string) {
	t.comma()
	*t = append(*t, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			*t = append(*t, '\\', byte(r))
		case r < ' ' || r == '<' || r == '>' || r == '&' || r == 0x7f:
			*t = append(*t, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			*t = append(*t, string(r)...)
		}
	}
	*t = append(*t, '"')
}

func (t *text) intOf(name string, n int) {
	t.key(name)
	t.int(n)
}

func (t *text) boolOf(name string, b bool) {
	t.key(name)
	t.bool(b)
}

func (t *text) stringOf(name, s string) {
	t.key(name)
	t.string(s)
}

// some writes a member only when it is not empty, as omitempty does.
func (t *text) some(name, s string) {
	if s != "" {
		t.stringOf(name, s)
	}
}

func (t *text) someInt(name string, n int) {
	if n != 0 {
		t.intOf(name, n)
	}
}

func (t *text) someBool(name string, b bool) {
	if b {
		t.boolOf(name, b)
	}
}

// seat writes a seat, null for nobody.
func (t *text) seat(name string, s int) {
	t.key(name)
	if s < 0 {
		*t = append(*t, "null"...)
		return
	}
	t.int(s)
}

// seats writes a set of seats as a list.
func (t *text) seats(name string, set golf.Seats) {
	t.key(name)
	t.open('[')
	for ; set != 0; set &= set - 1 {
		t.int(set.First())
	}
	t.close(']')
}

// positions writes a set of positions, counted from 1, unless it is empty.
func (t *text) positions(name string, set golf.Cells) {
	if set == 0 {
		return
	}
	t.key(name)
	t.open('[')
	for ; set != 0; set &= set - 1 {
		t.int(set.First() + 1)
	}
	t.close(']')
}

func cardText(c card.Card) string {
	if c == card.None {
		return ""
	}
	return c.String()
}

func (t *text) cards(name string, cards []card.Card) {
	t.key(name)
	t.open('[')
	for _, c := range cards {
		t.string(c.String())
	}
	t.close(']')
}

// rules writes golf.Rules as record.Rules does: numbers as numbers, choices as
// words, and what is on or off as true or false.
func (t *text) rules(r golf.Rules) {
	t.key("rules")
	t.open('{')
	for _, o := range golf.Options() {
		value := r.Get(o)
		words := o.Words()
		switch {
		case words == nil:
			t.key(string(o))
			t.comma()
			*t = append(*t, value...)
		case len(words) == 2 && words[0] == "off" && words[1] == "on":
			t.boolOf(string(o), value == "on")
		default:
			t.stringOf(string(o), value)
		}
	}
	t.close('}')
}

var phases = [...]string{
	golf.PhaseOver: "over", golf.PhaseChoose: "choose", golf.PhaseDraw: "draw", golf.PhasePlace: "place", golf.PhaseFlip: "flip",
}

// view writes golf.View as record.View is in JSON. An open hole, nil for none,
// shows all its cards: that is for looking at a match afterwards.
func (t *text) view(name string, v *golf.View, open *golf.Hole) {
	standing := v.Standing()
	players := v.Players()
	t.key(name)
	t.open('{')
	t.rules(v.Rules())
	t.intOf("players", players)
	t.seat("seat", v.Seat())
	t.intOf("hole", standing.Hole)
	t.intOf("extra", standing.Extra)
	t.totals(standing.Totals[:players])
	t.seats("active", v.Active())
	t.intOf("dealer", v.Dealer())
	t.intOf("starter", v.Starter())
	t.stringOf("phase", phases[v.Phase()])
	t.seat("turn", v.Turn())
	if v.Phase() == golf.PhaseChoose {
		if v.Chosen() != 0 {
			t.seats("chosen", v.Chosen())
		}
		t.positions("choice", v.Choice())
	}
	t.seat("ender", v.Ender())
	t.intOf("last-turns", v.LastTurns())
	t.intOf("turns", v.Turns())
	t.intOf("quiet-rounds", v.QuietRounds())
	t.someBool("stalled", v.Stalled())
	t.key("grids")
	t.open('[')
	for s := range players {
		t.grid(v, s, open)
	}
	t.close(']')
	t.cards("pile", v.Pile())
	t.intOf("stock", v.Stock())
	t.intOf("reshuffles", v.Reshuffles())
	recycled := v.Recycled()
	if list := list(&recycled); len(list) > 0 {
		t.cards("recycled", list)
	}
	t.some("taken", cardText(v.Taken()))
	t.someBool("drawn", v.Drawn())
	hand := card.None
	switch {
	case open != nil:
		hand = open.Hand()
	case v.Turn() == v.Seat():
		hand = v.Hand()
	}
	t.some("hand", cardText(hand))
	t.key("legal")
	t.open('[')
	for _, a := range v.Legal(nil) {
		t.string(a.String())
	}
	t.close(']')
	if v.Over() {
		t.scores(v.Scores(), v.Rules().Layout, players)
	}
	t.close('}')
}

func (t *text) totals(totals []int) {
	t.key("totals")
	t.open('[')
	for _, n := range totals {
		t.int(n)
	}
	t.close(']')
}

func (t *text) grid(v *golf.View, seat int, open *golf.Hole) {
	t.open('[')
	if v.Active().Has(seat) {
		for pos := range v.Rules().Layout.Cells() {
			c := v.Card(seat, pos)
			if open != nil {
				c = open.Card(seat, pos)
			}
			t.open('{')
			t.some("card", cardText(c))
			t.boolOf("up", v.FaceUp(seat).Has(pos))
			t.someBool("peeked", v.Peeked(seat).Has(pos))
			t.someBool("taken", v.FromPile(seat).Has(pos))
			t.close('}')
		}
	}
	t.close(']')
}

// list returns the cards of a multiset.
func list(n *card.Counts) (cards []card.Card) {
	for c := card.Card(1); c <= card.Max; c++ {
		for range n[c] {
			cards = append(cards, c)
		}
	}
	return cards
}

func (t *text) scores(scores [golf.MaxPlayers]golf.Score, layout golf.Layout, players int) {
	t.key("scores")
	t.open('[')
	for _, s := range scores[:players] {
		t.open('{')
		t.key("cells")
		t.open('[')
		for _, n := range s.Cells[:layout.Cells()] {
			t.int(int(n))
		}
		t.close(']')
		t.positions("columns", golf.Cells(s.Cols))
		t.positions("rows", golf.Cells(s.Rows))
		t.intOf("cards", s.Cards)
		t.someInt("four-equal", s.FourEqual)
		t.someInt("bonus", s.Bonus)
		t.someInt("doubling", s.Doubling)
		t.someInt("penalty", s.Penalty)
		t.intOf("total", s.Total)
		t.close('}')
	}
	t.close(']')
}

// scorecard writes a match as record.Scorecard does.
func (t *text) scorecard(name string, m *golf.Match) {
	players, layout := m.Players(), m.Rules().Layout
	t.key(name)
	t.open('{')
	t.key("holes")
	t.open('[')
	for _, r := range m.Results() {
		t.open('{')
		t.intOf("dealer", r.Dealer)
		t.seats("active", r.Active)
		t.someInt("extra", r.Extra)
		t.seat("ender", r.Ender)
		t.someBool("stalled", r.Stalled)
		t.intOf("turns", r.Turns)
		t.key("grids")
		t.open('[')
		for s := range players {
			t.open('[')
			if r.Active.Has(s) {
				for _, c := range r.Grids[s][:layout.Cells()] {
					t.string(c.String())
				}
			}
			t.close(']')
		}
		t.close(']')
		t.scores(r.Scores, layout, players)
		t.close('}')
	}
	t.close(']')
	totals := m.Totals()
	t.totals(totals[:players])
	t.seats("winners", m.Winners())
	t.close('}')
}

// event writes a golf.Event as record.EventFor does for a viewer, or for open
// eyes with all its cards.
func (t *text) event(e *golf.Event, viewer int) {
	t.open('{')
	t.intOf("seq", e.Seq)
	if viewer != open && !e.VisibleTo(viewer) {
		t.stringOf("kind", "skip")
		t.close('}')
		return
	}
	t.stringOf("kind", e.Kind.ID())
	seat := true
	switch e.Kind {
	case golf.EventHoleOver, golf.EventStalled, golf.EventReshuffled:
		seat = false
	case golf.EventSuddenDeath, golf.EventMatchOver:
		seat = false
		t.someSeats(e.Seats)
	case golf.EventDealt:
		t.seat("seat", int(e.Seat))
		seat = false
		t.someSeats(e.Seats)
	}
	if seat {
		t.seat("seat", int(e.Seat))
	}
	switch e.Kind {
	case golf.EventDealt, golf.EventLastTurns, golf.EventReshuffled, golf.EventScored, golf.EventHoleOver:
		t.intOf("number", e.Number)
	}
	t.some("card", cardText(e.Card))
	t.some("old", cardText(e.Old))
	t.positions("cells", e.Cells)
	var cards []card.Card
	for c := e.Cells; c != 0; c &= c - 1 {
		if known := e.Cards[c.First()]; known != card.None {
			cards = append(cards, known)
		}
	}
	if len(cards) > 0 {
		t.cards("cards", cards)
	}
	t.close('}')
}

func (t *text) someSeats(set golf.Seats) {
	if set != 0 {
		t.seats("seats", set)
	}
}
