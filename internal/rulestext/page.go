package rulestext

import (
	"slices"
	"strconv"
	"strings"

	"birdie/card"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/patience"
)

// Page returns the rules page for rules that can be played.
func Page(l locale.Lang, r patience.Rules) *document.Document {
	r = r.Normal()
	p := &page{l: l, r: r, doc: document.Document{Lang: l}}
	p.doc.Title = p.say("rules.page.title", locale.Vars{"Rules": Name(l, r)})
	for _, section := range []struct {
		id    string
		write func()
	}{
		{"overview", p.overview},
		{"setup", p.setup},
		{"ranks", p.ranks},
		{"moves", p.moves},
		{"runs", p.runs},
		{"stock", p.stock},
		{"kings", p.kings},
		{"jokers", p.jokers},
		{"end", p.end},
		{"scoring", p.scoring},
		{"round", p.round},
		{"tournament", p.tournament},
		{"undo", p.undo},
		{"refusals", p.refusals},
		{"codes", p.codes},
		{"tips", p.tips},
		{"variants", p.variants},
		{"glossary", p.glossary},
		{"sources", p.sources},
	} {
		if section.id == "jokers" && r.Jokers == 0 {
			continue
		}
		p.doc.Add(document.Heading{ID: section.id, Text: l.Say("rules.head."+section.id, nil)})
		section.write()
	}
	return &p.doc
}

// page writes the sections of a page one after the other.
type page struct {
	l   locale.Lang
	r   patience.Rules
	doc document.Document
}

func (p *page) say(id string, vars locale.Vars) string { return p.l.Say(id, vars) }

// para adds a paragraph for each text.
func (p *page) para(ids ...string) {
	for _, id := range ids {
		p.doc.Add(document.Paragraph(p.say(id, nil)))
	}
}

// fill adds a paragraph with values filled in.
func (p *page) fill(id string, vars locale.Vars) {
	p.doc.Add(document.Paragraph(p.say(id, vars)))
}

// list adds a list of texts.
func (p *page) list(ids ...string) {
	var items []string
	for _, id := range ids {
		items = append(items, p.say(id, nil))
	}
	p.doc.Add(document.List{Items: items})
}

// means returns the sentence about the value of an option.
func (p *page) means(o patience.Option) string {
	if o == patience.OptionUndo && p.r.Undo > 0 {
		return p.say("rules.means.undo.number", locale.Vars{"N": int(p.r.Undo)})
	}
	return p.say("rules.means."+string(o)+"."+p.r.Value(o), nil)
}

func (p *page) overview() {
	id := "own"
	if preset, ok := patience.PresetOf(p.r); ok {
		id = preset.ID
	}
	p.para("rules.intro."+id, "rules.overview.goal", "rules.overview.name", "rules.overview.options")
	t := document.Table{Mark: -1, Head: []string{
		p.say("rules.overview.option", nil), p.say("rules.overview.value", nil), p.say("rules.overview.meaning", nil),
	}}
	for _, o := range patience.Options() {
		t.Rows = append(t.Rows, []string{Option(p.l, o), Value(p.l, p.r, o), p.means(o)})
	}
	p.doc.Add(t)
}

func (p *page) setup() {
	deck := p.say("rules.setup.plain", locale.Vars{"Deck": p.r.DeckSize()})
	if p.r.Jokers > 0 {
		deck = p.say("rules.setup.deck", locale.Vars{"Deck": p.r.DeckSize(), "N": int(p.r.Jokers)})
	}
	g := printed(p.r)
	p.doc.Add(document.List{Numbered: true, Items: []string{
		deck,
		p.say("rules.setup.rows", nil),
		p.say("rules.setup."+p.r.Value(patience.OptionOpening), nil),
		p.say("rules.setup.stock", locale.Vars{"N": g.Stock()}),
	}})
	p.fill("rules.setup.board", locale.Vars{"Code": printedCode})
	p.doc.Add(Board(p.l, g))
}

func (p *page) ranks() {
	p.para("rules.ranks.order", "rules.ranks.table")
	t := document.Table{Mark: -1, Head: []string{p.say("rules.ranks.top", nil), p.say("rules.ranks.fits", nil)}}
	for top := card.Ace; top <= card.King; top++ {
		t.Rows = append(t.Rows, []string{p.l.Index(top), p.fitting(top)})
	}
	if p.r.Jokers > 0 {
		t.Rows = append(t.Rows, []string{p.say("rules.ranks.joker", nil), p.say("rules.ranks.any", nil)})
	}
	p.doc.Add(t)
	if p.r.Jokers > 0 {
		p.para("rules.ranks.jokers")
	}
}

// fitting names the ranks that fit on a rank, jokers aside.
func (p *page) fitting(top card.Rank) string {
	var names []string
	fits := p.r.King.Follow(top)
	for r := card.Ace; r <= card.King; r++ {
		if fits.Has(r) {
			names = append(names, p.l.Index(r))
		}
	}
	if len(names) == 0 {
		return p.say("rules.ranks.none", nil)
	}
	return strings.Join(names, ", ")
}

func (p *page) moves() {
	p.list("rules.moves.free", "rules.moves.remove", "rules.moves.empty")
	ex := openingExample(p.r)
	p.fill("rules.moves.start", locale.Vars{"Code": printedCode})
	touched := p.touches(ex)
	p.steps(ex)
	p.para("rules.moves.after")
	p.doc.Add(Board(p.l, ex.game))
	p.para("rules.moves.before")
	p.doc.Add(document.List{Items: touched})
}

func (p *page) runs() {
	p.para("rules.runs.about")
	ex := runExample(p.r)
	p.fill("rules.runs.example", locale.Vars{"Top": p.l.Card(ex.game.Top())})
	p.doc.Add(Board(p.l, ex.game))
	p.steps(ex)
	p.text(p.follow(ex.game))
	ex = turnExample(p.r)
	p.fill("rules.runs.direction", locale.Vars{"Top": p.l.Card(ex.game.Top())})
	p.doc.Add(Board(p.l, ex.game))
	touched := p.touches(ex)
	p.steps(ex)
	p.para("rules.runs.first")
	p.doc.Add(document.List{Items: touched})
}

func (p *page) text(text string) { p.doc.Add(document.Paragraph(text)) }

func (p *page) stock() {
	p.para("rules.stock.draw", "rules.stock."+p.r.Value(patience.OptionDraw))
	if p.r.Opening == patience.Free {
		p.para("rules.stock.free")
	}
	p.fill("rules.stock.once", locale.Vars{"N": printed(p.r).Stock()})
}

func (p *page) kings() {
	p.para("rules.kings." + p.r.Value(patience.OptionKing))
	if p.r.Jokers > 0 {
		p.para("rules.kings.jokers")
	}
	g := picture()
	p.fill("rules.kings.picture", locale.Vars{"Code": printedCode})
	p.doc.Add(Board(p.l, g))
	verdict := "rules.kings.no"
	if p.r.King.Follow(g.Top().Rank()).Has(g.FreeCard(pictureColumn).Rank()) {
		verdict = "rules.kings.yes"
	}
	p.fill(verdict, locale.Vars{
		"Card": p.l.Card(g.FreeCard(pictureColumn)), "Column": pictureColumn + 1, "Top": p.l.Card(g.Top()),
	})
	p.para("rules.kings.matter")
}

func (p *page) jokers() {
	p.para("rules.jokers.about")
	if p.r.King == patience.Closed {
		p.para("rules.jokers.closed")
	}
	p.para("rules.jokers.deck")
	for _, ex := range jokerExamples(p.r) {
		p.fill("rules.jokers.test", locale.Vars{"Top": p.l.Card(ex.game.Top())})
		p.doc.Add(document.List{Items: p.touches(ex)})
	}
}

func (p *page) end() {
	ids := []string{"rules.end.won", "rules.end.stock", "rules.end.blocked"}
	if p.r.King == patience.Closed {
		ids = append(ids, "rules.end.king")
	}
	if p.r.Undo != patience.UndoOff {
		ids = append(ids, "rules.end.undo")
	}
	p.list(append(ids, "rules.end.give-up", "rules.end.chance")...)
}

// The points of the engine's scoring, as the page tells them; a test compares.
const (
	removalPoints = 10
	leftPoints    = -10
)

// blockedPoints is what a game counts in points that ends with cards left.
func blockedPoints(left int) int {
	return max(0, removalPoints*(patience.Tableau-left)+leftPoints*left)
}

func (p *page) scoring() {
	switch p.r.Scoring {
	case patience.Points:
		p.para("rules.points.about")
		p.doc.Add(document.Table{
			Mark: -1,
			Head: []string{p.say("rules.points.what", nil), p.say("rules.points.points", nil)},
			Rows: [][]string{
				{p.say("rules.points.remove", nil), signed(removalPoints)},
				{p.say("rules.points.draw", nil), signed(0)},
				{p.say("rules.points.blocked", nil), signed(leftPoints)},
			},
		})
		p.fill("rules.points.won", locale.Vars{"Points": removalPoints * patience.Tableau})
		t := document.Table{Mark: -1, Head: []string{p.say("rules.points.left", nil), p.say("rules.points.points", nil)}}
		for _, left := range []int{4, 5, 10, 18} {
			t.Rows = append(t.Rows, []string{strconv.Itoa(left), strconv.Itoa(blockedPoints(left))})
		}
		p.doc.Add(t)
		if p.r.Undo != patience.UndoOff {
			p.para("rules.points.takeback")
		}
	case patience.Strokes:
		p.list("rules.strokes.lost", "rules.strokes.won")
		p.para("rules.strokes.less", "rules.strokes.best")
	case patience.WinLoss:
		p.para("rules.winloss.about")
	}
}

// signed writes a number with its sign, 0 without.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

func (p *page) round() {
	p.para("rules.round.about")
	p.text(p.say("rules.round.par", locale.Vars{"Par": p.r.RoundPar()}) + " " + p.say("rules.round.par-"+strconv.Itoa(p.r.RoundPar()), nil))
	const left, stock = 4, 3
	round := patience.Round{Rules: p.r}
	round.Add(left)
	round.Add(-stock)
	p.fill("rules.round.example", locale.Vars{"Left": left, "Stock": stock, "Sum": round.Total()})
}

func (p *page) tournament() {
	p.fill("rules.tournament.about", locale.Vars{"Hole": patience.HolePoints, "Total": patience.TotalPoints})
	t := tournamentExample()
	table := document.Table{Mark: -1, Head: []string{
		p.say("rules.tournament.hole", nil), "Anna", "Ben",
		p.say("rules.tournament.point", locale.Vars{"Name": "Anna"}), p.say("rules.tournament.point", locale.Vars{"Name": "Ben"}),
	}}
	before := [2]int{}
	for i := range patience.Holes {
		part := patience.Tournament{}
		for j := range i + 1 {
			part.Rounds[0].Add(t.Rounds[0].Hole(j))
			part.Rounds[1].Add(t.Rounds[1].Hole(j))
		}
		points := part.Points()
		if i == patience.Holes-1 {
			// The bonus for the sum has a row of its own.
			points = [2]int{points[0] - bonus(t, 0), points[1] - bonus(t, 1)}
		}
		table.Rows = append(table.Rows, []string{
			strconv.Itoa(i + 1), Number(t.Rounds[0].Hole(i)), Number(t.Rounds[1].Hole(i)),
			strconv.Itoa(points[0] - before[0]), strconv.Itoa(points[1] - before[1]),
		})
		before = points
	}
	table.Rows = append(table.Rows, []string{
		p.say("rules.tournament.sum", nil), Number(t.Rounds[0].Total()), Number(t.Rounds[1].Total()),
		strconv.Itoa(bonus(t, 0)), strconv.Itoa(bonus(t, 1)),
	})
	p.doc.Add(table)
	points := t.Points()
	p.fill("rules.tournament.won", locale.Vars{"A": points[0], "B": points[1]})
}

// bonus is what the sum of a finished tournament brings a player.
func bonus(t patience.Tournament, player int) int {
	if t.Rounds[player].Total() < t.Rounds[1-player].Total() {
		return patience.TotalPoints
	}
	return 0
}

// Number writes a number, with a true minus sign.
func Number(n int) string {
	if n < 0 {
		return signed(n)
	}
	return strconv.Itoa(n)
}

func (p *page) undo() {
	switch {
	case p.r.Undo == patience.UndoOff:
		p.para("rules.undo.off", "rules.undo.clean-off")
		return
	case p.r.Undo == patience.Unlimited:
		p.para("rules.undo.unlimited")
	default:
		p.fill("rules.undo.number", locale.Vars{"N": int(p.r.Undo)})
	}
	p.para("rules.undo.redo", "rules.undo.count", "rules.undo.clean")
}

// refusalsUnder returns the refusals that a player can meet under r.
func refusalsUnder(r patience.Rules) []patience.Refusal {
	list := []patience.Refusal{patience.NotAdjacent, patience.CardCovered, patience.ColumnEmpty, patience.NoSuchCard}
	for _, when := range []struct {
		refusal patience.Refusal
		can     bool
	}{
		{patience.KingTakesNone, r.King == patience.Closed},
		{patience.StockEmpty, true},
		{patience.DrawTooEarly, r.Draw == patience.WhenStuck},
		{patience.OpenFirst, r.Opening == patience.Free},
		{patience.GameOver, true},
		{patience.NothingToUndo, true},
		{patience.UndoSpent, r.Undo != patience.Unlimited},
		{patience.NothingToRedo, true},
	} {
		if when.can {
			list = append(list, when.refusal)
		}
	}
	return list
}

func (p *page) refusals() {
	p.para("rules.refusals.about")
	var items []string
	for _, r := range refusalsUnder(p.r) {
		items = append(items, p.say("patience.refusal."+r.ID(), nil))
	}
	p.doc.Add(document.List{Items: items})
}

func (p *page) codes() {
	p.fill("rules.codes.about", locale.Vars{"Code": printedCode})
	p.list("rules.codes.go1", "rules.codes.go2", "rules.codes.pysol", "rules.codes.tolerant")
	p.para("rules.codes.foreign")
}

func (p *page) tips() {
	ids := []string{"plan", "choice", "turn", "end", "level", "count"}
	if p.r.King != patience.Wrap {
		ids = append(ids, p.r.Value(patience.OptionKing), "aces")
	} else {
		ids = append(ids, "wrap")
	}
	if p.r.Draw == patience.Anytime {
		ids = append(ids, "anytime")
	} else {
		ids = append(ids, "stuck")
	}
	if p.r.Jokers > 0 {
		ids = append(ids, "joker")
	}
	if p.r.Opening == patience.Free {
		ids = append(ids, "opening")
	}
	if p.r.Scoring == patience.Strokes {
		ids = append(ids, "strokes")
	}
	for i, id := range ids {
		ids[i] = "rules.tips." + id
	}
	p.list(ids...)
}

// compared are the options in which rule sets differ most. The others are told
// only where a rule set has another value than the default preset.
var compared = []patience.Option{patience.OptionKing, patience.OptionScoring, patience.OptionUndo}

func (p *page) variants() {
	p.para("rules.variants.about")
	usual := patience.Default().Rules
	var common []string
	for _, o := range patience.Options() {
		if !slices.Contains(compared, o) {
			common = append(common, p.setting(usual, o))
		}
	}
	p.fill("rules.variants.common", locale.Vars{"Values": strings.Join(common, "; ")})

	t := document.Table{Mark: -1, Head: []string{p.say("rules.variants.name", nil)}}
	for _, o := range compared {
		t.Head = append(t.Head, Option(p.l, o))
	}
	t.Head = append(t.Head, p.say("rules.variants.special", nil))
	for i, preset := range patience.Presets() {
		row := []string{p.say("rules.variants.id", locale.Vars{"Name": Name(p.l, preset.Rules), "ID": preset.ID})}
		var special []string
		for _, o := range patience.Options() {
			switch {
			case slices.Contains(compared, o):
				row = append(row, Value(p.l, preset.Rules, o))
			case preset.Rules.Value(o) != usual.Value(o):
				special = append(special, p.setting(preset.Rules, o))
			}
		}
		t.Rows = append(t.Rows, append(row, strings.Join(special, "; ")))
		if preset.Rules.Normal() == p.r {
			t.Mark = i
		}
	}
	p.doc.Add(t)
	if t.Mark >= 0 {
		p.para("rules.variants.current")
	}
	p.para("rules.variants.kings", "rules.variants.same", "rules.variants.books")
}

// setting names an option and its value.
func (p *page) setting(r patience.Rules, o patience.Option) string {
	return p.say("rules.variants.setting", locale.Vars{"Option": Option(p.l, o), "Value": Value(p.l, r, o)})
}

func (p *page) glossary() {
	var terms document.Terms
	for _, id := range []string{
		"tableau", "column", "waste", "stock", "free", "covered", "run", "hole", "round", "stroke", "par", "best",
		"deal", "code", "hint", "undo", "clean",
	} {
		terms = append(terms, document.Term{Word: p.say("rules.glossary."+id, nil), Meaning: p.say("rules.explained."+id, nil)})
	}
	p.doc.Add(terms)
}

func (p *page) sources() {
	var terms document.Terms
	for _, s := range []struct{ id, name, link string }{
		{"morehead", "Albert H. Morehead, Geoffrey Mott-Smith: The Complete Book of Solitaire and Patience Games", ""},
		{"wikipedia", "Wikipedia: Golf (patience)", "https://en.wikipedia.org/wiki/Golf_%28patience%29"},
		{"cards4", "Cards4.net: Golf Solitaire", ""},
		{"pysol", "PySolFC", "https://pysolfc.sourceforge.io/"},
		{"blackhole", "Black Hole Solitaire Solver", "https://www.shlomifish.org/open-source/projects/black-hole-solitaire-solver/"},
	} {
		terms = append(terms, document.Term{Word: s.name, Meaning: p.say("rules.sources."+s.id, nil), Link: s.link})
	}
	p.doc.Add(terms)
}
