package rulestext

import (
	"slices"
	"strconv"

	"birdie/card"
	"birdie/golf"
	"birdie/internal/document"
	"birdie/internal/locale"
)

// GolfPage returns the rules page of Golf with a grid for rules that can be
// played. Like Page it is made of the rules, and examples are counted by the engine.
func GolfPage(l locale.Lang, r golf.Rules) *document.Document {
	p := &golfPage{l: l, r: r, doc: document.Document{Lang: l}}
	p.doc.Title = p.say("golfrules.page.title", locale.Vars{"Rules": GolfName(l, r)})
	for _, section := range []struct {
		id    string
		write func()
	}{
		{"overview", p.overview},
		{"setup", p.setup},
		{"turn", p.turn},
		{"end", p.end},
		{"values", p.values},
		{"lines", p.lines},
		{"ender", p.ender},
		{"match", p.match},
		{"secrets", p.secrets},
		{"refusals", p.refusals},
		{"tips", p.tips},
		{"variants", p.variants},
		{"glossary", p.glossary},
	} {
		p.doc.Add(document.Heading{ID: section.id, Text: l.Say("golfrules.head."+section.id, nil)})
		section.write()
	}
	return &p.doc
}

// golfPage writes the sections of a page one after the other.
type golfPage struct {
	l   locale.Lang
	r   golf.Rules
	doc document.Document
}

func (p *golfPage) say(id string, vars locale.Vars) string { return p.l.Say(id, vars) }

// para adds a paragraph for each text.
func (p *golfPage) para(ids ...string) {
	for _, id := range ids {
		p.doc.Add(document.Paragraph(p.say(id, nil)))
	}
}

// fill adds a paragraph with values filled in.
func (p *golfPage) fill(id string, vars locale.Vars) {
	p.doc.Add(document.Paragraph(p.say(id, vars)))
}

// list adds a list of texts.
func (p *golfPage) list(ids ...string) {
	var items []string
	for _, id := range ids {
		items = append(items, p.say(id, nil))
	}
	p.doc.Add(document.List{Items: items})
}

func (p *golfPage) overview() {
	id := "own"
	if preset, ok := golf.PresetOf(p.r); ok {
		id = preset.ID
	}
	p.para("golfrules.intro." + id)
	p.fill("golfrules.overview.goal", locale.Vars{"N": p.r.Layout.Cells()})
	p.para("golfrules.overview.name")
	p.fill("golfrules.overview.options", locale.Vars{"N": len(golf.Options())})
	t := document.Table{Mark: -1, Head: []string{
		p.say("golfrules.overview.option", nil), p.say("golfrules.overview.value", nil), p.say("golfrules.overview.meaning", nil),
	}}
	for _, o := range golf.Options() {
		t.Rows = append(t.Rows, []string{GolfOption(p.l, o), GolfValue(p.l, p.r, o), golfMeaning(p.l, p.r, o)})
	}
	p.doc.Add(t)
}

func (p *golfPage) setup() {
	low, high := p.r.Recommended()
	p.fill("golfrules.setup.players", locale.Vars{"Low": low, "High": high})
	t := document.Table{Mark: -1, Head: []string{
		p.say("golfrules.setup.people", nil), p.say("golfrules.setup.decks", nil), p.say("golfrules.setup.cards", nil),
		p.say("golfrules.setup.rest", nil),
	}}
	for players := golf.MinPlayers; players <= golf.MaxPlayers; players++ {
		rest := p.say("golfrules.setup.few", nil)
		if p.r.Validate(players) == nil {
			// One card opens the discard pile.
			rest = strconv.Itoa(p.r.DeckSize(players) - players*p.r.Layout.Cells() - 1)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(players), strconv.Itoa(p.r.DeckCount(players)), strconv.Itoa(p.r.DeckSize(players)), rest,
		})
	}
	p.doc.Add(t)
	p.para("golfrules.setup.cut")
	first := "golfrules.setup.first"
	switch {
	case p.r.FirstFlips == 0:
		first = "golfrules.setup.none"
	case p.r.Peek:
		first = "golfrules.setup.peek"
	}
	p.doc.Add(document.List{Numbered: true, Items: []string{
		p.say("golfrules.setup.shuffle", nil),
		p.say("golfrules.setup.deal", locale.Vars{
			"N": p.r.Layout.Cells(), "Rows": p.r.Layout.Rows(), "Columns": p.r.Layout.Cols(),
		}),
		p.say("golfrules.setup.pile", nil),
		p.say(first, locale.Vars{"N": p.r.FirstFlips}),
		p.say("golfrules.setup.start", nil),
	}})
	p.opened()
}

// opened shows a grid as it lies when the first turn begins.
func (p *golfPage) opened() {
	grid := p.fit(golfExamples(p.r)[0])
	rows, cols := p.r.Layout.Rows(), p.r.Layout.Cols()
	third := rows*cols - 1
	if third == cols+1 { // two rows of two have no further corner there
		third = 1
	}
	open := []int{0, cols + 1, third}[:p.r.FirstFlips]
	caption := p.say("golfrules.setup.picture", locale.Vars{"N": len(open), "Down": rows*cols - len(open)})
	if p.r.Peek || len(open) == 0 {
		open, caption = nil, p.say("golfrules.setup.closed", locale.Vars{"N": rows * cols})
	}
	g := document.Grid{Caption: caption, Head: p.columns()}
	for row := range rows {
		var cells []document.Counted
		for col := range cols {
			c := document.Counted{Card: document.Back}
			if pos := row*cols + col; slices.Contains(open, pos) {
				c.Card = grid[pos]
			}
			cells = append(cells, c)
		}
		g.Rows = append(g.Rows, cells)
	}
	p.doc.Add(g)
}

// columns are the names of the columns.
func (p *golfPage) columns() (names []string) {
	for col := range p.r.Layout.Cols() {
		names = append(names, p.say("golfrules.lines.heading", locale.Vars{"N": col + 1}))
	}
	return names
}

func (p *golfPage) turn() {
	p.para("golfrules.turn.begin")
	begin := []string{"golfrules.turn.draw", "golfrules.turn.take"}
	if p.r.FlipTurn {
		begin = append(begin, "golfrules.turn.flip-turn")
	}
	if p.r.Knock {
		begin = append(begin, "golfrules.turn.knock")
	}
	p.list(begin...)
	p.para("golfrules.turn.then")
	p.list("golfrules.turn.swap", "golfrules.turn."+p.r.Get(golf.OptionFlip))
	p.para("golfrules.turn.block", "golfrules.turn.next")
}

func (p *golfPage) end() {
	p.para("golfrules.end.open")
	if p.r.Peek {
		p.para("golfrules.end.peeked")
	}
	if p.r.Knock {
		p.para("golfrules.end.knock")
	}
	p.para("golfrules.end.reveal", "golfrules.end.stock")
	p.fill("golfrules.end.stall", locale.Vars{"N": golf.StallRounds})
}

func (p *golfPage) values() {
	p.para("golfrules.values.about")
	t := document.Table{Mark: -1, Head: []string{p.say("golfrules.values.card", nil), p.say("golfrules.values.strokes", nil)}}
	for rank := card.Ace; rank <= card.King; rank++ {
		t.Rows = append(t.Rows, []string{p.l.Index(rank), Number(p.r.RankValue(rank))})
		t.Cards = append(t.Cards, of(rank, card.Suit(int(rank)%card.Suits)))
	}
	if p.r.Jokers > 0 {
		t.Rows = append(t.Rows, []string{p.say("golfrules.values.joker", nil), Number(p.r.RankValue(card.JokerRank))})
		t.Cards = append(t.Cards, card.Joker1)
	}
	p.doc.Add(t)
	p.fill("golfrules.values.mean", locale.Vars{"Mean": p.mean()})
}

// mean returns what a card of the deck counts on average, to two decimals.
func (p *golfPage) mean() string {
	deck, sum := card.Deck(1, p.r.Jokers), 0
	for _, c := range deck {
		sum += p.r.Value(c)
	}
	hundredths := (200*sum + len(deck)) / (2 * len(deck))
	point := "."
	if p.l == locale.German {
		point = ","
	}
	return strconv.Itoa(hundredths/100) + point + strconv.Itoa(100 + hundredths%100)[1:]
}

func (p *golfPage) lines() {
	p.para("golfrules.lines.column")
	if p.r.Layout.Rows() == 3 {
		p.para("golfrules.lines.three")
	}
	if p.r.Rows {
		p.para("golfrules.lines.rows")
	} else {
		p.para("golfrules.lines.columns")
	}
	p.para("golfrules.lines." + p.r.Get(golf.OptionNegative))
	if p.r.FourEqual {
		p.fill("golfrules.lines.kind", locale.Vars{"Bonus": Number(golf.FourEqualBonus)})
	}
	for i, rows := range golfExamples(p.r) {
		grid := p.fit(rows)
		score := p.r.ScoreGrid(&grid)
		caption := "golfrules.lines.example"
		if i > 0 {
			caption = "golfrules.lines.special"
		}
		p.scored(p.say(caption, nil), &grid, &score)
		if i == 0 {
			// The same cards once more, with those that cancelled apart.
			second := p.r.Layout.Cols()
			grid[second], grid[second+1] = grid[second+1], grid[second]
			apart := p.r.ScoreGrid(&grid)
			p.scored(p.say("golfrules.lines.apart", locale.Vars{"N": apart.Total - score.Total}), &grid, &apart)
		}
	}
}

// fit takes the corner of an example that the layout has places for.
func (p *golfPage) fit(rows [3][4]card.Card) (grid [golf.MaxCells]card.Card) {
	cols := p.r.Layout.Cols()
	for row := range p.r.Layout.Rows() {
		copy(grid[row*cols:], rows[row][:cols])
	}
	return grid
}

// golfExamples returns grids that show what the rules know, row by row and as
// large as any layout; each layout takes the corner it has places for.
func golfExamples(r golf.Rules) [][3][4]card.Card {
	examples := [][3][4]card.Card{{
		// Equal jacks, different cards of the same value, a king.
		{of(card.Jack, card.Clubs), of(card.Queen, card.Clubs), of(card.King, card.Hearts), of(card.Ace, card.Spades)},
		{of(card.Jack, card.Diamonds), of(10, card.Diamonds), of(5, card.Spades), of(8, card.Hearts)},
		{of(card.Jack, card.Hearts), of(card.Jack, card.Spades), of(5, card.Clubs)},
	}}
	negative := [3]card.Card{card.Joker1, card.Joker2, of(4, card.Spades)}
	switch {
	case r.WildTwos:
		negative = [3]card.Card{of(2, card.Clubs), of(2, card.Diamonds), of(2, card.Hearts)}
	case r.Jokers == 1:
		negative[1] = of(card.King, card.Spades)
	}
	if r.WildTwos || r.Jokers > 0 {
		examples = append(examples, [3][4]card.Card{
			{negative[0], of(3, card.Clubs), of(card.Ace, card.Clubs), of(9, card.Hearts)},
			{negative[1], of(card.King, card.Diamonds), of(4, card.Hearts), of(5, card.Diamonds)},
			{negative[2], of(6, card.Diamonds), of(7, card.Clubs)},
		})
	}
	if r.Rows {
		// A row and a column of the same rank; three rows of four take two decks.
		examples = append(examples, [3][4]card.Card{
			{of(6, card.Clubs), of(6, card.Diamonds), of(6, card.Hearts), of(6, card.Spades)},
			{of(6, card.Spades), of(9, card.Clubs), of(4, card.Diamonds), of(card.Ace, card.Diamonds)},
			{of(6, card.Clubs), of(card.Queen, card.Hearts), of(3, card.Diamonds)},
		})
	}
	if r.FourEqual {
		examples = append(examples, [3][4]card.Card{
			{of(7, card.Clubs), of(7, card.Diamonds), of(card.King, card.Clubs), of(5, card.Hearts)},
			{of(7, card.Hearts), of(7, card.Spades), of(3, card.Hearts), of(card.King, card.Spades)},
			{of(8, card.Clubs), of(9, card.Diamonds), of(card.Queen, card.Diamonds)},
		})
	}
	return examples
}

// scored shows a grid with what the engine counts for each of its cards, which
// lines cancel, and the sum.
func (p *golfPage) scored(caption string, grid *[golf.MaxCells]card.Card, score *golf.Score) {
	g := document.Grid{Caption: caption, Head: p.columns()}
	cols := p.r.Layout.Cols()
	for row := range p.r.Layout.Rows() {
		var cells []document.Counted
		for col := range cols {
			pos := row*cols + col
			cells = append(cells, document.Counted{
				Card: grid[pos], Text: Number(int(score.Cells[pos])), Off: score.Cols>>col&1 != 0 || score.Rows>>row&1 != 0,
			})
		}
		g.Rows = append(g.Rows, cells)
	}
	for col := range cols {
		if score.Cols>>col&1 != 0 {
			g.Notes = append(g.Notes, p.say("golfrules.lines.cancel", locale.Vars{"N": col + 1}))
		}
	}
	for row := range p.r.Layout.Rows() {
		if score.Rows>>row&1 != 0 {
			g.Notes = append(g.Notes, p.say("golfrules.lines.row", locale.Vars{"N": row + 1}))
		}
	}
	if score.FourEqual != 0 {
		g.Notes = append(g.Notes, p.say("golfrules.lines.four", locale.Vars{"Bonus": Number(score.FourEqual)}))
	}
	for _, item := range []struct {
		id string
		n  int
	}{{"bonus", score.Bonus}, {"doubling", score.Doubling}, {"penalty", score.Penalty}} {
		if item.n != 0 {
			g.Notes = append(g.Notes, p.say("golf.score."+item.id, nil)+": "+signed(item.n))
		}
	}
	g.Notes = append(g.Notes, p.say("golfrules.lines.sum", locale.Vars{"Sum": Number(score.Total)}))
	p.doc.Add(g)
}

func (p *golfPage) ender() {
	var items []string
	add := func(id string) {
		items = append(items, p.say(id, locale.Vars{"Bonus": signed(golf.EnderBonus), "Penalty": signed(golf.EnderPenalty)}))
	}
	if p.r.EnderBonus {
		add("golfrules.ender.bonus")
	}
	if p.r.EnderDouble {
		add("golfrules.ender.double")
	}
	switch p.r.Penalty {
	case golf.PenaltyOn:
		add("golfrules.ender.penalty")
	case golf.PenaltyStrict:
		add("golfrules.ender.strict")
	}
	if len(items) == 0 {
		p.para("golfrules.ender.nothing")
		return
	}
	p.para("golfrules.ender.about")
	p.doc.Add(document.List{Items: items})
	if len(items) > 1 {
		p.para("golfrules.ender.order")
	}
	// Somebody is lower than who ended the hole; or, where only that counts, nobody.
	grids := [golf.MaxPlayers][golf.MaxCells]card.Card{p.fit(golfExamples(p.r)[0]), p.fit([3][4]card.Card{
		{of(card.Ace, card.Hearts), of(4, card.Clubs), of(2, card.Hearts), of(7, card.Spades)},
		{of(3, card.Diamonds), of(4, card.Diamonds), of(card.Ace, card.Clubs), of(7, card.Hearts)},
		{of(5, card.Diamonds), of(4, card.Hearts), of(card.King, card.Clubs)},
	})}
	if p.r.Penalty == golf.PenaltyOff && !p.r.EnderDouble {
		grids[0], grids[1] = grids[1], grids[0]
	}
	scores := p.r.ScoreGrids(&grids, 3, 0)
	p.scored(p.say("golfrules.ender.ended", nil), &grids[0], &scores[0])
	p.scored(p.say("golfrules.ender.other", nil), &grids[1], &scores[1])
}

func (p *golfPage) match() {
	if p.r.Target > 0 {
		p.fill("golfrules.match.target", locale.Vars{"N": p.r.Target, "Most": golf.MaxTargetHoles})
	} else {
		p.fill("golfrules.match.holes", locale.Vars{"N": p.r.Holes})
	}
	p.para("golfrules.match.total")
	if p.r.Ties == golf.SuddenDeath {
		p.fill("golfrules.match.sudden", locale.Vars{"N": golf.MaxExtraHoles})
	} else {
		p.para("golfrules.match.shared")
	}
}

func (p *golfPage) secrets() {
	p.para("golfrules.secrets.about")
	ids := []string{"golfrules.secrets.drawn", "golfrules.secrets.taken"}
	if p.r.FirstFlips > 0 {
		ids = append(ids, "golfrules.secrets.choice")
	}
	if p.r.Peek {
		ids = append(ids, "golfrules.secrets.peeked")
	}
	p.list(append(ids, "golfrules.secrets.pile")...)
}

// golfRefusalsUnder returns the refusals that a player at the table can meet under
// r by trying what the page offers.
func golfRefusalsUnder(r golf.Rules) []golf.Refusal {
	var list []golf.Refusal
	for _, when := range []struct {
		refusal golf.Refusal
		can     bool
	}{
		{golf.HoleIsOver, true},
		{golf.NotYourTurn, true},
		{golf.ChooseFirst, r.FirstFlips > 0},
		{golf.WrongNumber, r.FirstFlips > 0},
		{golf.AlreadyChosen, true},
		{golf.ReshuffleFirst, true},
		{golf.DrawFirst, true},
		{golf.AlreadyDrawn, true},
		{golf.AlreadyDiscarded, r.Flip != golf.FlipNever},
		{golf.MustSwap, true},
		{golf.MustFlip, r.Flip == golf.FlipMust || r.Flip == golf.FlipMayLast},
		{golf.FaceUpAlready, r.Flip != golf.FlipNever || r.FlipTurn},
		{golf.CannotFlip, true},
		{golf.CannotKnock, !r.Knock},
		{golf.TooLateToKnock, r.Knock},
	} {
		if when.can {
			list = append(list, when.refusal)
		}
	}
	return list
}

func (p *golfPage) refusals() {
	p.para("golfrules.refusals.about")
	var items []string
	for _, r := range golfRefusalsUnder(p.r) {
		items = append(items, p.say("golf.refusal."+r.ID(), nil))
	}
	p.doc.Add(document.List{Items: items})
}

func (p *golfPage) tips() {
	var items []string
	for _, tip := range []struct {
		id  string
		fit bool
	}{
		{"pairs", p.r.Layout.Rows() == 2},
		{"columns", p.r.Layout.Rows() == 3},
		{"kings", true},
		{"joker", p.r.Jokers > 0},
		{"twos", p.r.WildTwos},
		{"apart", p.r.Negative == golf.NegativeZero && (p.r.Jokers > 0 || p.r.WildTwos)},
		{"keep", p.r.Negative == golf.NegativeKeep && p.r.Jokers > 0},
		{"rows", p.r.Rows},
		{"four", p.r.FourEqual},
		{"high", true},
		{"unknown", true},
		{"watch", true},
		{"gift", true},
		{"end", true},
		{"penalty", p.r.Penalty != golf.PenaltyOff || p.r.EnderDouble},
		{"knock", p.r.Knock},
		{"peek", p.r.Peek},
	} {
		if tip.fit {
			items = append(items, p.say("golfrules.tips."+tip.id, locale.Vars{"Mean": p.mean()}))
		}
	}
	p.doc.Add(document.List{Items: items})
}

func (p *golfPage) variants() {
	p.para("golfrules.variants.about")
	var terms document.Terms
	first := golf.Default()
	for _, preset := range golf.Presets() {
		meaning := p.say("golfrules.intro."+preset.ID, nil)
		for _, o := range golf.Options() {
			if preset.Rules.Get(o) != first.Rules.Get(o) {
				meaning += " " + GolfOption(p.l, o) + ": " + GolfValue(p.l, preset.Rules, o) + "."
			}
		}
		terms = append(terms, document.Term{Word: p.l.Say("golf.preset."+preset.ID, nil) + " (" + preset.ID + ")", Meaning: meaning})
	}
	p.doc.Add(terms)
	p.para("golfrules.variants.more")
}

func (p *golfPage) glossary() {
	var terms document.Terms
	for _, id := range []string{
		"grid", "line", "stock", "pile", "swap", "flip", "peek", "knock", "ender", "hole", "stroke",
	} {
		if id == "peek" && !p.r.Peek || id == "knock" && !p.r.Knock {
			continue
		}
		terms = append(terms, document.Term{
			Word: p.say("golfrules.glossary."+id, nil), Meaning: p.say("golfrules.explained."+id, nil),
		})
	}
	p.doc.Add(terms)
}
