package main

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/golf"
	"birdie/golf/arena"
	golfrecord "birdie/golf/record"
	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/plaingolf"
)

// arenaCommand lets computer players of Golf with a grid play each other.
func arenaCommand(e *env) *cli.Command {
	cmd := e.command("arena")
	cmd.Metadata[valuesKey] = golfValuesByOption()
	cmd.DisableSliceFlagSeparator = true
	cmd.Flags = append([]cli.Flag{
		&cli.StringFlag{Name: "bots", Local: true, Value: "strong,ev1", Usage: e.say("cli.arena.bots", locale.Vars{"Values": e.choice(botIDs())})},
		&cli.StringSliceFlag{Name: "program", Local: true, Usage: e.say("cli.arena.program", nil)},
		&cli.DurationFlag{Name: "limit", Local: true, Value: 10 * time.Second, Usage: e.say("cli.arena.limit", nil)},
		&cli.IntFlag{Name: "players", Local: true, HideDefault: true, Usage: e.say("cli.arena.players", nil)},
		&cli.IntFlag{Name: "holes", Local: true, Value: 1000, Validator: atLeastOne, Usage: e.say("cli.arena.holes", nil)},
		&cli.IntFlag{Name: "matches", Local: true, Validator: atLeastOne, Usage: e.say("cli.arena.matches", nil)},
		&cli.IntFlag{Name: "length", Local: true, HideDefault: true, Usage: e.say("cli.arena.length", nil)},
		&cli.StringFlag{Name: "test", Local: true, Usage: e.say("cli.arena.test", nil)},
		&cli.Uint64Flag{Name: "seed", Local: true, Value: 1, Usage: e.say("cli.arena.seed", nil)},
		&cli.IntFlag{Name: "workers", Local: true, Value: runtime.NumCPU(), Validator: atLeastOne, Usage: e.say("cli.arena.workers", nil)},
		e.jsonFlag(),
	}, e.golfRuleFlags(golf.OptionHoles)...)
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error { return e.arena(ctx, cmd) }
	return cmd
}

func (e *env) arena(ctx context.Context, cmd *cli.Command) error {
	if _, err := arguments(cmd, 0, 0); err != nil {
		return err
	}
	config, err := e.arenaConfig(cmd)
	if err != nil {
		return err
	}
	step, finish := e.progress(uint64(config.Deals))
	report, err := arena.Run(ctx, config, func(r arena.Report) {
		if step != nil {
			step(uint64(r.Deals))
		}
	})
	finish()
	if cmd.Bool("json") {
		if printErr := e.printJSON(e.newArenaJSON(&config, &report, err)); printErr != nil {
			return printErr
		}
	} else if report.Deals > 0 {
		if printErr := e.printPage(e.arenaPage(&config, &report)); printErr != nil {
			return printErr
		}
	}
	return err
}

// arenaConfig reads what is to be played.
func (e *env) arenaConfig(cmd *cli.Command) (arena.Config, error) {
	config := arena.Config{Deals: cmd.Int("holes"), Seed: cmd.Uint64("seed"), Workers: cmd.Int("workers")}
	if cmd.IsSet("matches") {
		if cmd.IsSet("holes") {
			return config, misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": "--matches", "Other": "--holes"}))
		}
		config.Matches, config.Deals = true, cmd.Int("matches")
	}
	var err error
	if config.Contestants, err = e.contestants(cmd); err != nil {
		return config, err
	}
	if config.Test, err = readTest(cmd); err != nil {
		return config, err
	}
	players := len(config.Contestants)
	if config.Rules, err = e.readGolfRules(cmd, players, golf.OptionHoles); err != nil {
		return config, err
	}
	if cmd.IsSet("length") {
		if cmd.IsSet(string(golf.OptionTarget)) {
			return config, misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": "--length", "Other": "--target"}))
		}
		if config.Rules.Set(golf.OptionHoles, strconv.Itoa(cmd.Int("length"))) != nil || cmd.Int("length") == 0 {
			return config, badValue(cmd, "--length", strconv.Itoa(cmd.Int("length")))
		}
	}
	return config, nil
}

func badValue(cmd *cli.Command, name, value string) error {
	return misuse(cmd, wrongUse("cli.usage.bad-value", locale.Vars{"Name": name, "Value": value}))
}

// contestants returns who takes part: the bots that are named and, if there are
// more players, the last of them again.
func (e *env) contestants(cmd *cli.Command) ([]arena.Contestant, error) {
	programs := map[string]arena.Contestant{}
	for _, text := range cmd.StringSlice("program") {
		name, command, ok := strings.Cut(text, "=")
		fields := strings.Fields(command)
		if name = strings.TrimSpace(name); !ok || name == "" || len(fields) == 0 || strings.Contains(name, ",") || slices.Contains(botIDs(), name) {
			return nil, badValue(cmd, "--program", text)
		}
		programs[name] = arena.Program(name, fields, cmd.Duration("limit"))
	}
	if limit := cmd.Duration("limit"); limit <= 0 {
		return nil, badValue(cmd, "--limit", limit.String())
	}
	var list []arena.Contestant
	for id := range strings.SplitSeq(cmd.String("bots"), ",") {
		id = strings.TrimSpace(id)
		if p, ok := programs[id]; ok {
			list = append(list, p)
			continue
		}
		p, err := e.findBot(cmd, id)
		if err != nil {
			return nil, err
		}
		list = append(list, arena.Of(p.ID, p.Bot))
	}
	players := max(len(list), golf.MinPlayers)
	if cmd.IsSet("players") {
		players = cmd.Int("players")
	}
	if players < len(list) || players > golf.MaxPlayers {
		return nil, misuse(cmd, wrongUse("golfcli.usage.players", locale.Vars{"Players": players, "N": len(list)}))
	}
	for len(list) < players {
		list = append(list, list[len(list)-1])
	}
	return list, nil
}

// readTest reads the two shares between which a test decides, "0.5:0.55".
func readTest(cmd *cli.Command) (*arena.Test, error) {
	text := cmd.String("test")
	if text == "" {
		return nil, nil
	}
	first, second, _ := strings.Cut(text, ":")
	low, err1 := strconv.ParseFloat(first, 64)
	high, err2 := strconv.ParseFloat(second, 64)
	if err := errors.Join(err1, err2); err != nil || !(0 <= low && low < high && high <= 1) {
		return nil, badValue(cmd, "--test", text)
	}
	return &arena.Test{Low: low, High: high}, nil
}

func (e *env) arenaPage(c *arena.Config, r *arena.Report) *document.Document {
	page := &document.Document{Lang: e.lang}
	vars := locale.Vars{
		"N": r.Deals, "Rules": plaingolf.RulesName(e.lang, c.Rules), "Players": len(c.Contestants), "Holes": r.Holes, "Seed": c.Seed,
	}
	title := "golfcli.arena.holes-title"
	if c.Matches {
		title = "golfcli.arena.matches-title"
	}
	page.Add(document.Paragraph(e.say(title, vars)))
	head := []string{"bot", "seats", "strokes", "won"}
	if c.Matches {
		head = append(head, "matches-won")
	}
	table := document.Table{Mark: -1}
	for _, id := range append(head, "time", "slowest") {
		table.Head = append(table.Head, e.say("golfcli.arena."+id, nil))
	}
	for _, s := range r.Standings {
		row := []string{s.Name, strconv.Itoa(s.Seats), e.decimal(s.Strokes.Mean, 2) + " ± " + e.decimal(margin(s.Strokes), 2), e.share(s.Holes)}
		if c.Matches {
			row = append(row, e.share(s.Matches))
		}
		table.Rows = append(table.Rows, append(row, e.decimal(perMove(s), 3), e.decimal(milliseconds(s.Slowest), 1)))
	}
	page.Add(table, document.Paragraph(e.say("golfcli.arena.meaning", nil)))
	if c.Test != nil {
		page.Add(document.Paragraph(e.verdict(c, r)))
	}
	return page
}

// share writes a share with the half-width of its 95 % interval.
func (e *env) share(s arena.Estimate) string {
	return e.decimal(100*s.Mean, 2) + " ± " + e.decimal(100*margin(s), 2) + " %"
}

func margin(e arena.Estimate) float64 {
	low, high := e.Interval()
	return (high - low) / 2
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// perMove returns the mean time of a decision in milliseconds.
func perMove(s arena.Standing) float64 { return milliseconds(s.Thought) / float64(max(1, s.Moves)) }

var verdictIDs = map[arena.Verdict]string{arena.Undecided: "undecided", arena.AcceptedLow: "low", arena.AcceptedHigh: "high"}

// verdict says what the test found.
func (e *env) verdict(c *arena.Config, r *arena.Report) string {
	return e.say("golfcli.verdict."+verdictIDs[r.Verdict], locale.Vars{
		"Bot": c.Contestants[0].Name, "Low": e.decimal(100*c.Test.Low, 1), "High": e.decimal(100*c.Test.High, 1), "Ratio": e.decimal(r.LLR, 2),
	})
}

// arenaJSON is a report for programs. Shares are from 0 to 1, intervals of 95 %,
// times in milliseconds.
type arenaJSON struct {
	Rules   golfrecord.Rules `json:"rules"`
	Players int              `json:"players"`
	Seed    uint64           `json:"seed"`
	Deals   int              `json:"deals"` // or matches, each played once from every seat
	Holes   int              `json:"holes"` // all that were played
	Bots    []standingJSON   `json:"bots"`
	Test    *testJSON        `json:"test,omitempty"`
	Error   *arenaFaultJSON  `json:"error,omitempty"`
}

type standingJSON struct {
	Name    string        `json:"name"`
	Seats   int           `json:"seats"`
	Strokes estimateJSON  `json:"strokes"` // a hole
	Won     estimateJSON  `json:"won"`     // share of holes, ties shared
	Matches *estimateJSON `json:"matches,omitempty"`
	Moves   int           `json:"moves"`
	Time    float64       `json:"time"` // a move
	Slowest float64       `json:"slowest"`
}

type estimateJSON struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type testJSON struct {
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Ratio   float64 `json:"ratio"` // logarithm of the likelihood ratio
	Verdict string  `json:"verdict"`
}

// arenaFaultJSON is what went wrong; most of it only when a program misbehaved.
type arenaFaultJSON struct {
	Message  string           `json:"message"`
	Bot      string           `json:"bot,omitempty"`
	Fault    string           `json:"fault,omitempty"`
	Refusal  string           `json:"refusal,omitempty"`
	Deal     int              `json:"deal,omitempty"`
	Rotation int              `json:"rotation,omitempty"`
	Hole     int              `json:"hole,omitempty"`
	Action   string           `json:"action,omitempty"`
	Line     string           `json:"line,omitempty"`
	Log      string           `json:"log,omitempty"`
	View     *golfrecord.View `json:"view,omitempty"`
}

func (e *env) newArenaJSON(c *arena.Config, r *arena.Report, wrong error) arenaJSON {
	share := func(s arena.Estimate) estimateJSON {
		low, high := s.Interval()
		return estimateJSON{s.Mean, max(0, low), min(1, high)}
	}
	j := arenaJSON{
		Rules: golfrecord.RulesOf(c.Rules), Players: len(c.Contestants), Seed: c.Seed, Deals: r.Deals, Holes: r.Holes, Bots: []standingJSON{},
	}
	for _, s := range r.Standings {
		low, high := s.Strokes.Interval()
		row := standingJSON{
			Name: s.Name, Seats: s.Seats, Strokes: estimateJSON{s.Strokes.Mean, low, high}, Won: share(s.Holes),
			Moves: s.Moves, Time: perMove(s), Slowest: milliseconds(s.Slowest),
		}
		if c.Matches {
			matches := share(s.Matches)
			row.Matches = &matches
		}
		j.Bots = append(j.Bots, row)
	}
	if c.Test != nil {
		j.Test = &testJSON{c.Test.Low, c.Test.High, r.LLR, verdictIDs[r.Verdict]}
	}
	if wrong != nil {
		j.Error = e.newArenaFaultJSON(wrong)
	}
	return j
}

func (e *env) newArenaFaultJSON(wrong error) *arenaFaultJSON {
	text, _ := explain(e.lang, wrong)
	j := &arenaFaultJSON{Message: text}
	var f *arena.Fault
	var p *arena.ProgramError
	var refusal golf.Refusal
	if errors.As(wrong, &f) {
		j.Bot, j.Deal, j.Rotation, j.Hole, j.Fault = f.Contestant, f.Deal, f.Rotation, f.Hole, programFault(f)
		if f.View != nil {
			view := golfrecord.ViewOf(f.View)
			j.View = &view
		}
	}
	if errors.As(wrong, &p) {
		j.Line, j.Log = p.Line, p.Log
	}
	if errors.As(wrong, &refusal) {
		j.Refusal, j.Action = refusal.ID(), f.Action.String()
	}
	return j
}

// programFault returns the id of what a contestant did wrong, empty for what is
// no fault of a program.
func programFault(err error) string {
	for _, known := range []struct {
		err error
		id  string
	}{
		{arena.ErrStart, "start"},
		{arena.ErrGreeting, "greeting"},
		{arena.ErrTooSlow, "too-slow"},
		{arena.ErrEnded, "ended"},
		{arena.ErrAnswer, "answer"},
		{arena.ErrNumber, "number"},
		{golf.ErrSyntax, "action"},
	} {
		if errors.Is(err, known.err) {
			return known.id
		}
	}
	if refusal := golf.Refusal(0); errors.As(err, &refusal) {
		return "refused"
	}
	return ""
}

// explainArena explains what a program did wrong in the arena, where, and what
// it had said.
func explainArena(l locale.Lang, err error) (string, exitCode, bool) {
	var f *arena.Fault
	var p *arena.ProgramError
	var refusal golf.Refusal
	if !errors.As(err, &f) || programFault(err) == "" {
		return "", 0, false
	}
	vars := locale.Vars{"Bot": f.Contestant, "Action": f.Action.String(), "Deal": f.Deal, "Rotation": f.Rotation, "Hole": f.Hole}
	if errors.As(err, &refusal) {
		vars["Reason"] = l.Say("golf.refusal."+refusal.ID(), nil)
	}
	text := l.Say("golfcli.fault."+programFault(err), vars)
	switch {
	case f.Hole > 0:
		text += " " + l.Say("golfcli.fault.in-match", vars)
	case f.Deal > 0:
		text += " " + l.Say("golfcli.fault.in-deal", vars)
	}
	if errors.As(err, &p) {
		for _, more := range []struct{ id, text string }{
			{"golfcli.fault.reason", p.Reason}, {"golfcli.fault.line", p.Line}, {"golfcli.fault.log", p.Log},
		} {
			if more.text != "" {
				text += " " + l.Say(more.id, locale.Vars{"Text": shorten(strings.ReplaceAll(more.text, "\n", " / "))})
			}
		}
	}
	return text, exitInput, true
}
