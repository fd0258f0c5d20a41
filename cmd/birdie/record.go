package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
)

// maxRecord is the size of the largest record that is read, in bytes. Neither a
// tournament nor a match of eight players over eighteen holes has a tenth of it.
const maxRecord = 16 << 20

// byteOrderMark is what some editors put before the text of a file.
const byteOrderMark = "\ufeff"

// readInput reads a whole file, or standard input for "-".
func (e *env) readInput(name string) ([]byte, error) {
	if name == "-" {
		return e.readAll(name, e.in)
	}
	return e.readFile(name)
}

// readFile reads a whole file.
func (e *env) readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return e.readAll(name, f)
}

// readAll reads what has a name to its end, unless that is too far away.
func (e *env) readAll(name string, in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxRecord+1))
	if err == nil && len(data) > maxRecord {
		err = fail(exitInput, "record.fault.large", locale.Vars{"Source": inputName(e.lang, name), "Megabytes": maxRecord >> 20})
	}
	return data, err
}

// readRecord reads the text of a record: a game on one line, which may stand in
// the argument itself, or JSON. It returns either the line or the JSON.
func (e *env) readRecord(arg string) (line string, data []byte, err error) {
	_, _, notLine := dealcode.ParseLine(arg)
	if notLine == nil && strings.Contains(arg, ".") {
		return arg, nil, nil
	}
	data, err = e.readInput(arg)
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(notLine, dealcode.UnknownSource) && !errors.Is(notLine, dealcode.Empty) {
		return arg, nil, nil // what is wrong with the code helps more than that there is no such file
	}
	if err != nil {
		return "", nil, err
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte(byteOrderMark)))
	switch {
	case len(text) == 0:
		return "", nil, fail(exitInput, "record.fault.empty", locale.Vars{"Source": inputName(e.lang, arg)})
	case text[0] == '{':
		return "", text, nil
	}
	return string(text), nil, nil
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
			"Member": result.Member, "Got": shorten(result.Got), "Want": result.Want,
		}), exitNo, true
	case errors.As(err, &word):
		return l.Say("record.fault.word", locale.Vars{"Number": word.Number, "Word": shorten(word.Word)}), exitInput, true
	case errors.As(err, &value):
		text := l.Say("record.fault.value", locale.Vars{"Member": value.Member, "Value": shorten(value.Value)})
		var code *dealcode.Error
		if errors.As(value.Err, &code) {
			why, _ := explain(l, value.Err)
			text += " " + why
		}
		return text, exitInput, true
	case errors.As(err, &unknown):
		return l.Say("record.fault.unknown", locale.Vars{"Member": shorten(unknown.Member)}), exitInput, true
	case errors.As(err, &version):
		return l.Say("record.fault.version", locale.Vars{"Version": version.Version, "Known": record.Version}), exitInput, true
	case errors.As(err, &kind) && kind.Field == "":
		return l.Say("record.fault.format", nil), exitInput, true
	case errors.As(err, &kind):
		return l.Say("record.fault.type", locale.Vars{"Member": kind.Field}), exitInput, true
	case errors.As(err, &syntax):
		return l.Say("record.fault.syntax", locale.Vars{"Offset": syntax.Offset}), exitInput, true
	case errors.Is(err, io.ErrUnexpectedEOF):
		return l.Say("record.fault.cut", nil), exitInput, true
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
