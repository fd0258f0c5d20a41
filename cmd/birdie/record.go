package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
)

// readInput reads a whole file, or standard input for "-".
func (e *env) readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(e.in)
	}
	return os.ReadFile(name)
}

// readRecord reads the text of a record: a game on one line, which may stand in
// the argument itself, or JSON. It returns either the deal and the actions of a
// line or the JSON.
func (e *env) readRecord(arg string) (line string, data []byte, err error) {
	if strings.Contains(arg, ".") {
		if _, _, err := dealcode.ParseLine(arg); err == nil {
			return arg, nil, nil
		}
	}
	if data, err = e.readInput(arg); err != nil {
		return "", nil, err
	}
	if text := bytes.TrimSpace(data); len(text) == 0 || text[0] == '{' {
		return "", text, nil
	}
	return strings.TrimSpace(string(data)), nil, nil
}

// playBack plays what readRecord has read of a game. At an action that is refused
// it returns the game up to there and the error.
func playBack(line string, data []byte) (dealcode.Deal, *patience.Game, error) {
	if line == "" {
		return record.Read(bytes.NewReader(data))
	}
	d, actions, err := dealcode.ParseLine(line)
	if err != nil {
		return d, nil, err
	}
	if d, err = new(chosenRules).on(d, patience.Dealt); err != nil {
		return d, nil, err
	}
	g, err := d.Replay(actions)
	return d, g, err
}

// explainRecord explains what is wrong with a record. A record that can be read
// but does not hold ends the program with exitNo.
func explainRecord(l locale.Lang, err error) (string, exitCode, bool) {
	var (
		syntax  *json.SyntaxError
		kind    *json.UnmarshalTypeError
		version *record.VersionError
		unknown *record.UnknownError
		value   *record.ValueError
		word    *record.WordError
		result  *record.ResultError
		action  *dealcode.ActionError
		hole    *record.HoleError
		player  *record.PlayerError
	)
	within := func(place string, n int, err error) (string, exitCode, bool) {
		text, code := explain(l, err)
		return l.Say(place, locale.Vars{"N": n}) + ": " + text, code, true
	}
	switch {
	case errors.As(err, &player):
		return within("record.place.player", player.Number, player.Err)
	case errors.As(err, &hole):
		return within("record.place.hole", hole.Number, hole.Err)
	case errors.As(err, &action):
		return l.Say("record.fault.action", locale.Vars{
			"Number": action.Number, "Word": record.FormatAction(action.Action),
			"Reason": l.Say("patience.refusal."+action.Refusal.ID(), nil),
		}), exitNo, true
	case errors.As(err, &result):
		return l.Say("record.fault.result", locale.Vars{
			"Member": result.Member, "Got": result.Got, "Want": result.Want,
		}), exitNo, true
	case errors.As(err, &word):
		return l.Say("record.fault.word", locale.Vars{"Number": word.Number, "Word": word.Word}), exitInput, true
	case errors.As(err, &value):
		text := l.Say("record.fault.value", locale.Vars{"Member": value.Member, "Value": value.Value})
		var code *dealcode.Error
		if errors.As(value.Err, &code) {
			why, _ := explain(l, value.Err)
			text += " " + why
		}
		return text, exitInput, true
	case errors.As(err, &unknown):
		return l.Say("record.fault.unknown", locale.Vars{"Member": unknown.Member}), exitInput, true
	case errors.As(err, &version):
		return l.Say("record.fault.version", locale.Vars{"Version": version.Version, "Known": record.Version}), exitInput, true
	case errors.As(err, &kind):
		return l.Say("record.fault.type", locale.Vars{"Member": kind.Field}), exitInput, true
	case errors.As(err, &syntax):
		return l.Say("record.fault.syntax", locale.Vars{"Offset": syntax.Offset}), exitInput, true
	}
	for _, fault := range []struct {
		err  error
		id   string
		code exitCode
	}{
		{record.ErrFormat, "format", exitInput},
		{record.ErrNoDeal, "no-deal", exitInput},
		{record.ErrDeal, "deal", exitNo},
		{record.ErrRules, "rules", exitNo},
		{record.ErrInPlay, "in-play", exitNo},
		{record.ErrOwnRules, "own-rules", exitNo},
		{record.ErrHoles, "holes", exitNo},
		{record.ErrPlayers, "players", exitNo},
		{record.ErrOtherDeal, "other", exitNo},
	} {
		if errors.Is(err, fault.err) {
			return l.Say("record.fault."+fault.id, nil), fault.code, true
		}
	}
	return "", 0, false
}
