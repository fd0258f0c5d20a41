package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
	golfrecord "birdie/golf/record"
	"birdie/internal/locale"
	"birdie/internal/plaingolf"
	"birdie/table"
)

// golfMatch shows a match of Golf with a grid, alone or in a table's record.
func (r *replay) golfMatch(cmd *cli.Command, format string, data []byte) error {
	rec, err := readGolf(format, data)
	var m *golf.Match
	if err == nil {
		m, err = rec.Replay()
	}
	if err != nil {
		err = &golfRecordError{err}
	}
	if r.json {
		return r.golfJSON(m, err)
	}
	if m == nil {
		return r.fault(err)
	}
	actions := actionsOf(m)
	if r.at > actions {
		return misuse(cmd, wrongUse("cli.replay.no-action", locale.Vars{"At": r.at, "N": actions}))
	}
	if r.at >= 0 {
		actions = r.at
	}
	names, viewer := r.golfNames(rec.Names, m.Players()), plaingolf.Everything
	if cmd.IsSet("seat") {
		if viewer = cmd.Int("seat") - 1; viewer < 0 || viewer >= m.Players() {
			return badValue(cmd, "--seat", strconv.Itoa(cmd.Int("seat")))
		}
		names[viewer] = r.say("golfpage.say.you", nil)
	}
	show := plaingolf.Show{Lang: r.lang, Names: plaingolf.Numbered(names), Viewer: viewer, Width: min(r.width, 100), Color: r.color}
	text, failed := show.Replay(m, actions)
	if failed != nil {
		return failed
	}
	r.println(r.say("golfcli.play.welcome", locale.Vars{"Rules": plaingolf.RulesName(r.lang, m.Rules()), "Players": strings.Join(show.Names, ", ")}))
	r.printf("%s", text)
	return r.fault(err)
}

// readGolf reads a record of a match without playing it.
func readGolf(format string, data []byte) (golfrecord.Match, error) {
	if format == table.RecordFormat {
		rec, err := table.ReadRecord(bytes.NewReader(data))
		return rec.Match, err
	}
	var rec golfrecord.Match
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&rec)
	return rec, err
}

// golfNames returns what the seats of a record are called: bots by their names
// in the user's language, seats without a name by their number.
func (r *replay) golfNames(recorded []string, players int) []string {
	names := make([]string, players)
	for i := range names {
		names[i] = r.say("record.place.player", locale.Vars{"N": i + 1})
		if i < len(recorded) && recorded[i] != "" {
			names[i] = oneLine(recorded[i])
			if p, ok := bot.ByID(recorded[i]); ok {
				names[i] = plaingolf.BotName(r.lang, p)
			}
		}
	}
	return names
}

// actionsOf returns how many actions the players of a match have taken.
func actionsOf(m *golf.Match) int {
	n := 0
	for _, s := range m.Steps() {
		if s.Kind == golf.StepAct {
			n++
		}
	}
	return n
}

// golfJSON prints the scorecard of a match for programs.
func (r *replay) golfJSON(m *golf.Match, wrong error) error {
	j := replayJSON{Kind: "golf-match"}
	if m != nil {
		n := actionsOf(m)
		j.Actions = &n
		j.Result = golfrecord.ScorecardOf(m)
	}
	return r.printResult(j, wrong)
}

// A golfRecordError is what is wrong with a record of Golf with a grid, which
// shares errors with the command line and with the table.
type golfRecordError struct{ err error }

func (e *golfRecordError) Error() string { return e.err.Error() }
func (e *golfRecordError) Unwrap() error { return e.err }

// explainGolfRecord says what is wrong with a record of Golf with a grid, and
// where. One that can be read but does not hold ends the program with exitNo.
func explainGolfRecord(l locale.Lang, err error) (string, exitCode, bool) {
	var wrong *golfRecordError
	if !errors.As(err, &wrong) {
		return "", 0, false
	}
	text, code := whyNoGolf(l, wrong.err)
	var place *golfrecord.PlaceError
	if errors.As(err, &place) {
		id := "golfcli.record.at-step"
		switch {
		case place.Hole == 0:
			id = "golfcli.record.at-start"
		case place.Step == 0:
			id = "golfcli.record.at-deck"
		}
		text = l.Say(id, locale.Vars{"Hole": place.Hole, "Step": place.Step}) + ": " + text
	}
	return text, code, true
}

func whyNoGolf(l locale.Lang, err error) (string, exitCode) {
	var refusal golf.Refusal
	var rules *golf.RulesError
	switch {
	case errors.As(err, &refusal):
		return l.Say("golf.refusal."+refusal.ID(), nil), exitNo
	case errors.As(err, &rules):
		return l.Say("golfcli.record.rules", locale.Vars{"Option": string(rules.Option)}), exitInput
	}
	for _, fault := range []struct {
		err  error
		id   string
		code exitCode
	}{
		{golfrecord.ErrFormat, "format", exitInput},
		{table.ErrRecord, "format", exitInput},
		{golfrecord.ErrNames, "names", exitInput},
		{golfrecord.ErrDealer, "dealer", exitInput},
		{golfrecord.ErrStep, "step", exitInput},
		{golfrecord.ErrResult, "result", exitNo},
		{golf.ErrSyntax, "action", exitInput},
		{card.ErrSyntax, "card", exitInput},
	} {
		if errors.Is(err, fault.err) {
			return l.Say("golfcli.record."+fault.id, nil), fault.code
		}
	}
	if text, code, ok := explainRecord(l, err); ok {
		return text, code
	}
	return l.Say("golfcli.record.other", locale.Vars{"Reason": err.Error()}), exitInput
}
