package plaingolf

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
	"birdie/golf/record"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
)

// Config says what is played, and how.
type Config struct {
	Match  *golf.Match  // a new one, or one to go on with
	Bots   []bot.Player // those of the seats from 1 on; seat 0 is the person's
	Name   string       // the person's in records, may be empty
	Seed   uint64       // chooses cards and chance
	Advice bool         // say before each move what the adviser would do
	// Adviser is the player who is asked for advice.
	Adviser bot.Player
	// Record is the file that always holds the match; none if empty.
	Record string
	// Pause waits for the return key between holes.
	Pause bool

	Lang  locale.Lang
	Width int
	Color bool
	In    io.Reader
	Out   io.Writer
}

// errQuit ends the game because the person wants to.
var errQuit = errors.New("plaingolf: quit")

// Play plays a match to its end, or until the input ends or the person quits. It
// returns the context's error when that ends first, or what is wrong with the
// file of the record.
func Play(ctx context.Context, c Config) error {
	g := &game{Config: c, match: c.Match, show: Show{Lang: c.Lang, Viewer: 0, Width: c.Width, Color: c.Color}}
	g.show.Names = names(c.Lang, c.Bots)
	g.lines = readLines(ctx, c.In)
	err := g.play(ctx)
	if errors.Is(err, errQuit) {
		g.leave()
		return g.save()
	}
	return errors.Join(err, g.save())
}

// names returns what the seats are called: "you", then the bots.
func names(l locale.Lang, bots []bot.Player) []string {
	list := []string{l.Say("golfpage.say.you", nil)}
	for _, p := range bots {
		list = append(list, BotName(l, p))
	}
	return Numbered(list)
}

// Numbered adds numbers to names that are there several times, from the second
// on.
func Numbered(names []string) []string {
	seen := map[string]int{}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name
		if seen[name]++; seen[name] > 1 {
			list[i] += " " + strconv.Itoa(seen[name])
		}
	}
	return list
}

// game is a match being played.
type game struct {
	Config
	match *golf.Match
	show  Show
	lines <-chan string

	fresh bool // the board has changed since it was shown
	quits int  // how often in a row the person wanted to quit without a record
}

// readLines reads lines of any length, of which it keeps the beginning. The
// channel is closed at the end of the input.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	const most = 1000
	lines := make(chan string)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			var line []byte
			for {
				part, more, err := r.ReadLine()
				if err != nil {
					return
				}
				if len(line) < most {
					line = append(line, part...)
				}
				if !more {
					break
				}
			}
			select {
			case lines <- string(line[:min(len(line), most)]):
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// ask shows a prompt and waits for a line.
func (g *game) ask(ctx context.Context, prompt string) (string, error) {
	io.WriteString(g.Out, prompt)
	select {
	case line, ok := <-g.lines:
		if !ok {
			g.print("")
			return "", errQuit
		}
		return line, nil
	case <-ctx.Done():
		g.print("")
		return "", ctx.Err()
	}
}

func (g *game) print(text string) { io.WriteString(g.Out, g.show.lines(text)+"\n") }

func (g *game) say(id string, vars locale.Vars) string { return g.Lang.Say(id, vars) }

func (g *game) write(blocks ...document.Block) { io.WriteString(g.Out, g.show.text(blocks...)) }

// source returns a source of random numbers of its own for every purpose, the
// same for a match that is gone on with.
func (g *game) source(who int) card.SplitMix {
	s := card.SplitMix(g.Seed)
	for _, n := range [...]int{len(g.match.Results()), who, len(g.match.Steps())} {
		s = card.SplitMix(s.Uint64() + uint64(n)*0xd1342543de82ef95)
	}
	return s
}

// The purposes of random numbers beside the seats.
const (
	forCut = golf.MaxPlayers + iota
	forDeck
	forReshuffle
)

func (g *game) shuffled(cards []card.Card, purpose int) []card.Card {
	src := g.source(purpose)
	card.Shuffle(cards, &src)
	return cards
}

func (g *game) play(ctx context.Context) error {
	g.welcome()
	for !g.match.Over() {
		if err := g.step(ctx); err != nil {
			return err
		}
	}
	g.finish()
	return nil
}

// step does what the match waits for.
func (g *game) step(ctx context.Context) error {
	m := g.match
	rules := m.Rules()
	switch m.Waits() {
	case golf.WaitCut:
		return g.do(golf.Step{Kind: golf.StepCut, Cards: g.shuffled(rules.Deck(m.Players()), forCut)})
	case golf.WaitDeal:
		if g.Pause && len(m.Results()) > 0 {
			if _, err := g.ask(ctx, g.say("golfcli.play.next", nil)); err != nil {
				return err
			}
		}
		if err := g.do(golf.Step{Kind: golf.StepDeal, Cards: g.shuffled(rules.Deck(m.Players()), forDeck)}); err != nil {
			return err
		}
		return g.save()
	case golf.WaitReshuffle:
		return g.do(golf.Step{Kind: golf.StepReshuffle, Cards: g.shuffled(m.Hole().ReshuffleCards(nil), forReshuffle)})
	}
	seat := m.Hole().Turn()
	if seat == 0 {
		return g.turn(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	view, src := m.View(seat), g.source(seat)
	return g.do(golf.Step{Kind: golf.StepAct, Seat: seat, Action: g.Bots[seat-1].Bot.Choose(&view, &src).Action})
}

// do takes a step and tells what happened.
func (g *game) do(s golf.Step) error {
	holes := len(g.match.Results())
	events, err := g.match.Do(s, nil)
	if err != nil {
		return err
	}
	g.fresh = true
	for i := range events {
		io.WriteString(g.Out, g.show.Tell(g.match, &events[i]))
	}
	if len(g.match.Results()) > holes {
		return g.save()
	}
	return nil
}

func (g *game) welcome() {
	rules := g.match.Rules()
	id := "golfcli.play.welcome"
	if len(g.match.Steps()) > 0 {
		id = "golfcli.play.welcome-back"
	}
	g.print(g.say(id, locale.Vars{"Rules": RulesName(g.Lang, rules), "Players": strings.Join(g.show.Names, ", ")}))
	if low, high := rules.Recommended(); g.match.Players() < low || g.match.Players() > high {
		g.print(g.say("golfcli.play.recommended", locale.Vars{"Low": low, "High": high}))
	}
	g.print(g.say("golfcli.play.help", locale.Vars{"Help": words(g.Lang, verbHelp)[0]}))
	if g.match.Waits() == golf.WaitAction || g.match.Waits() == golf.WaitReshuffle {
		g.print("")
		g.print(g.show.paint(bold, g.show.Title(g.match)))
	}
	g.fresh = true
}

// finish shows how the match ended.
func (g *game) finish() {
	g.print("")
	g.print(g.show.paint(bold, g.say("golfpage.result.match-over", nil)))
	for _, line := range g.show.Standings(g.match) {
		g.print(line)
	}
	g.print(g.say("golfcli.play.seed", locale.Vars{"Seed": g.Seed}))
	if g.Record != "" {
		g.print(g.say("golfcli.play.recorded", locale.Vars{"Path": g.Record}))
	}
}

// leave says how to go on another time.
func (g *game) leave() {
	if g.Record != "" {
		g.print(g.say("golfcli.play.left", locale.Vars{"Path": g.Record}))
		return
	}
	g.print(g.say("golfcli.play.left-unsaved", nil))
}

// turn asks the person what to do, until something is done.
func (g *game) turn(ctx context.Context) error {
	if err := g.save(); err != nil {
		return err
	}
	view := g.match.View(0)
	if phase := view.Phase(); g.fresh && (phase == golf.PhaseDraw || phase == golf.PhaseChoose) {
		g.board()
	}
	g.print(g.prompt(&view))
	g.print(g.show.paint(dim, g.keys(&view)))
	if g.Advice {
		g.advise(&view)
	}
	for steps := len(g.match.Steps()); len(g.match.Steps()) == steps; {
		line, err := g.ask(ctx, "> ")
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := g.obey(&view, line); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) board() {
	g.print("")
	io.WriteString(g.Out, g.show.Board(g.match))
	g.fresh = false
}

// obey does what a line says.
func (g *game) obey(view *golf.View, line string) error {
	c, ok := parse(g.Lang, line)
	if !ok {
		g.quits = 0
		g.print(g.say("golfcli.play.unknown", locale.Vars{"Text": visible(line), "Help": words(g.Lang, verbHelp)[0]}))
		return nil
	}
	if c.verb != verbQuit {
		g.quits = 0
	}
	switch c.verb {
	case verbBoard:
		g.board()
	case verbCard:
		g.write(g.show.Scorecard(g.match))
	case verbAdvice:
		g.advise(view)
	case verbRules:
		return rulestext.GolfPage(g.Lang, g.match.Rules()).WriteText(g.Out, document.TextStyle{Width: g.Width, Color: g.Color})
	case verbHelp:
		g.help()
	case verbSave:
		return g.saveAs(c.rest)
	case verbQuit:
		if g.quits++; g.Record != "" || g.quits > 1 {
			return errQuit
		}
		g.print(g.say("golfcli.play.unsaved", locale.Vars{"Save": words(g.Lang, verbSave)[0], "Quit": words(g.Lang, verbQuit)[0]}))
	default:
		return g.act(view, c.actions(&view.Public))
	}
	return nil
}

// act does actions of the person, all or none.
func (g *game) act(view *golf.View, actions []golf.Action) error {
	if err := check(view, actions); err != nil {
		var refusal golf.Refusal
		if errors.As(err, &refusal) {
			g.print(g.refusal(view, refusal))
			return nil
		}
		return err
	}
	for _, a := range actions {
		if err := g.do(golf.Step{Kind: golf.StepAct, Action: a}); err != nil {
			return err
		}
	}
	return nil
}

// check returns why actions cannot be done one after the other. What may follow
// the first is only the place for a card that was taken, which may be any.
func check(view *golf.View, actions []golf.Action) error {
	rules := view.Rules()
	for _, a := range actions[1:] {
		switch {
		case a.Cells.Count() != 1:
			return golf.NotAnAction
		case a.Cells&^rules.Layout.All() != 0:
			return golf.NoSuchPosition
		}
	}
	return view.Check(view.Seat(), actions[0])
}

// refusal explains why something was refused, and what is wanted instead.
func (g *game) refusal(view *golf.View, r golf.Refusal) string {
	rules := view.Rules()
	switch r {
	case golf.NotAnAction:
		return g.say("golfcli.play.one-place", locale.Vars{"N": rules.Layout.Cells()})
	case golf.WrongNumber:
		return g.say("golf.refusal.wrong-number", nil) + " " + g.prompt(view)
	}
	return g.say("golf.refusal."+r.ID(), nil)
}

// prompt says what the person can do.
func (g *game) prompt(view *golf.View) string {
	rules := view.Rules()
	card := locale.Vars{"Card": g.Lang.Card(view.Hand())}
	switch view.Phase() {
	case golf.PhaseChoose:
		id := "golfpage.prompt.choose"
		if rules.Peek {
			id = "golfpage.prompt.peek"
		}
		return g.say(id, locale.Vars{"N": rules.FirstFlips})
	case golf.PhasePlace:
		if view.Drawn() {
			return g.say("golfpage.prompt.place", card)
		}
		return g.say("golfpage.prompt.place-taken", card)
	case golf.PhaseFlip:
		if view.Check(view.Seat(), golf.Action{Kind: golf.Pass}) == nil {
			return g.say("golfpage.prompt.flip-or-not", nil)
		}
		return g.say("golfpage.prompt.flip", nil)
	}
	text := g.say("golfpage.prompt.draw", locale.Vars{"Card": g.Lang.Card(view.Top())})
	if view.Ender() >= 0 {
		text = g.say("golfpage.prompt.last", nil) + " " + text
	}
	return text
}

// keys lists what may be typed now.
func (g *game) keys(view *golf.View) string {
	rules := view.Rules()
	key := func(id string) string {
		return g.say("golfcli.key."+id, locale.Vars{"Last": rules.Layout.Cells()})
	}
	var kinds [golf.Knock + 1]bool
	for _, a := range view.Legal(nil) {
		kinds[a.Kind] = true
	}
	var list []string
	for k := golf.Choose; k <= golf.Knock; k++ {
		switch {
		case !kinds[k]:
		case k == golf.Choose && rules.Peek:
			list = append(list, key("peek"))
		default:
			list = append(list, key(k.String()))
		}
		if k == golf.Take && kinds[k] {
			list = append(list, key("take-swap"))
		}
	}
	return strings.Join(list, " · ")
}

// advise says what the adviser would do, and why.
func (g *game) advise(view *golf.View) {
	src := g.source(0)
	choice := g.Adviser.Bot.Choose(view, &src)
	why := choice.Why
	move := g.say("golf.action."+choice.Action.Kind.String(), nil)
	for c := choice.Action.Cells; c != 0; c &= c - 1 {
		move += " " + strconv.Itoa(c.First()+1)
	}
	text := g.say("golfcli.play.advice", locale.Vars{
		"Move": move, "Why": g.say("bot.reason."+why.Kind.ID(), locale.Vars{"Card": g.Lang.Card(why.Card), "Old": g.Lang.Card(why.Old)}),
	})
	if why.Exact {
		text += " " + g.say("bot.reason.exact", locale.Vars{"Percent": why.Wins})
	}
	if why.Trials > 0 {
		text += " " + g.say("bot.reason.trials", locale.Vars{"N": why.Trials, "Percent": why.Wins})
	}
	g.print(text)
}

func (g *game) help() {
	var terms document.Terms
	for _, v := range verbs {
		terms = append(terms, document.Term{
			Word: strings.Join(words(g.Lang, v), ", "), Meaning: g.say("golfcli.help."+string(v), nil),
		})
	}
	g.write(document.Paragraph(g.say("golfcli.play.about", locale.Vars{"Back": back})), terms)
}

// visible returns the beginning of what was typed, without what steers a
// terminal.
func visible(text string) string {
	const most = 40
	text = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, strings.TrimSpace(text))
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// saveAs begins to keep the match in a file.
func (g *game) saveAs(path string) error {
	if path == "" {
		g.print(g.say("golfcli.play.save-where", locale.Vars{"Save": words(g.Lang, verbSave)[0]}))
		return nil
	}
	if _, err := os.Stat(path); err == nil && path != g.Record {
		g.print(g.say("golfcli.play.exists", locale.Vars{"Path": path}))
		return nil
	}
	before := g.Record
	g.Record = path
	if err := g.save(); err != nil {
		g.Record = before
		g.print(g.say("golfcli.play.not-saved", locale.Vars{"Path": path, "Reason": err.Error()}))
		return nil
	}
	g.print(g.say("golfcli.play.saved", locale.Vars{"Path": path}))
	return nil
}

// save writes the match into its file, which is whole at every moment.
func (g *game) save() error {
	if g.Record == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(g.Record), ".birdie-*")
	if err != nil {
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			at.Path = g.Record // the name that the person knows
		}
		return err
	}
	defer os.Remove(f.Name()) // fails once it has its place
	err = record.Write(f, g.match, RecordNames(g.Name, g.Bots))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), g.Record)
}

// RecordNames are the names in the record of a match: the person's, and the ids of
// the bots, by which they are found again.
func RecordNames(person string, bots []bot.Player) []string {
	list := []string{person}
	for _, p := range bots {
		list = append(list, p.ID)
	}
	return list
}
