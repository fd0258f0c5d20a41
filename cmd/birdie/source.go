package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
)

// A source is a deal that the command line or an input names, under the rules it
// is to be played by, and what was played, if it names a whole game.
type source struct {
	name    string // as the user can tell it from others: the code, or file and line
	deal    dealcode.Deal
	actions []patience.Action
	played  bool // the source is a game, even if nothing was done in it
}

// randomName is the SOURCE for a deal that nobody has chosen.
const randomName = "random"

// sources reads the deals that arguments name: codes, PySolFC numbers, ranges of
// both, games on one line, "random", files, and "-" for standard input. A file
// holds boards, one after the other, and any of the names above, one a line, or
// else records of games in JSON. The rules are those the command line chose, over
// those the name carries. After an error the sequence goes on with what comes
// next, if the caller does and it can be found.
func (e *env) sources(args []string, rules *chosenRules) iter.Seq2[source, error] {
	return func(yield func(source, error) bool) {
		for _, arg := range args {
			for s, err := range e.named(arg, rules) {
				if !yield(s, err) {
					return
				}
			}
		}
	}
}

// onlySource reads the deal that the only argument of a command names, under the
// rules that the command line chooses.
func (e *env) onlySource(cmd *cli.Command) (source, error) {
	args, err := arguments(cmd, 1, 1)
	if err != nil {
		return source{}, err
	}
	rules, err := e.readRules(cmd)
	if err != nil {
		return source{}, err
	}
	var only source
	n, arg := 0, args[0]
	for s, err := range e.sources([]string{arg}, rules) {
		if err != nil {
			return source{}, err
		}
		if only = s; n > 0 {
			return source{}, fail(exitInput, "cli.error.several-deals", locale.Vars{"Source": inputName(e.lang, arg)})
		}
		n++
	}
	if n == 0 {
		return source{}, fail(exitInput, "cli.error.no-deal", locale.Vars{"Source": inputName(e.lang, arg)})
	}
	return only, nil
}

func (e *env) named(arg string, rules *chosenRules) iter.Seq2[source, error] {
	return func(yield func(source, error) bool) {
		if arg == "-" {
			e.stream("-", e.in, rules)(yield)
			return
		}
		if strings.TrimSpace(arg) == randomName {
			chosen, err := rules.over(patience.Default().Rules)
			if err != nil {
				yield(source{}, err)
				return
			}
			d, err := dealcode.Random(secureSource{}, chosen)
			yield(source{name: d.Code(), deal: d}, err)
			return
		}
		found, err := parseNames(arg, rules)
		if err != nil {
			// What is no name may be a file.
			f, openErr := os.Open(arg)
			if errors.Is(openErr, fs.ErrPermission) {
				yield(source{}, openErr)
				return
			}
			if openErr != nil {
				if errors.Is(err, dealcode.UnknownSource) || errors.Is(err, dealcode.Empty) {
					err = fail(exitInput, "cli.error.no-source", locale.Vars{"Source": arg})
				}
				yield(source{}, err)
				return
			}
			defer f.Close()
			e.stream(arg, f, rules)(yield)
			return
		}
		found(yield)
	}
}

// parseNames reads a code, a number, a range or a game on one line.
func parseNames(text string, rules *chosenRules) (iter.Seq2[source, error], error) {
	if strings.Contains(text, ".") && !strings.Contains(text, "..") {
		d, actions, err := dealcode.ParseLine(text)
		if err != nil {
			return nil, err
		}
		return func(yield func(source, error) bool) {
			d, err := rules.on(d, patience.Dealt)
			yield(source{name: text, deal: d, actions: actions, played: true}, err)
		}, nil
	}
	r, err := dealcode.ParseRange(text)
	if err != nil {
		return nil, err
	}
	return func(yield func(source, error) bool) {
		for d := range r.All() {
			s := source{name: d.Code()}
			var err error
			if s.deal, err = rules.on(d, patience.Dealt); !yield(s, err) || err != nil {
				return
			}
		}
	}, nil
}

// stream reads boards and names, or else records of games, from a file.
func (e *env) stream(name string, r io.Reader, rules *chosenRules) iter.Seq2[source, error] {
	return func(yield func(source, error) bool) {
		text := bufio.NewReader(r)
		if mark, _ := text.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
			text.Discard(len(mark))
		}
		if startsObject(text) {
			readRecords(name, text, rules)(yield)
			return
		}
		lines := bufio.NewScanner(text)
		var board boardText
		give := func() bool {
			d, opening, err := dealcode.ParseBoard(board.text.String())
			s := source{name: name}
			if board.first > 1 {
				s.name = fmt.Sprintf("%s:%d", name, board.first)
			}
			if err == nil {
				s.deal, err = rules.on(d, opening)
			}
			var wrong *dealcode.BoardError
			if errors.As(err, &wrong) && wrong.Line > 0 {
				wrong.Line += board.first - 1
			}
			if err != nil {
				err = &sourceError{name: name, err: err}
			}
			board = boardText{}
			return yield(s, err)
		}
		n := 0
		for lines.Scan() {
			n++
			line := lines.Text()
			bare, _, _ := strings.Cut(line, "#")
			if bare = strings.TrimSpace(bare); bare == "" && board.empty() {
				continue
			}
			if board.whole() && bare != "" && !give() {
				return
			}
			if board.empty() {
				if found, err := parseNames(bare, rules); err == nil {
					for s, err := range found {
						if !yield(s, err) {
							return
						}
					}
					continue
				} else if !errors.Is(err, dealcode.UnknownSource) {
					yield(source{}, &sourceError{name: name, line: n, err: err})
					return
				}
			}
			board.add(line, bare, n)
		}
		switch err := lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(source{}, &sourceError{name: name, line: n + 1, err: err})
			return
		case err != nil:
			yield(source{}, err)
			return
		}
		if !board.empty() {
			give()
		}
	}
}

// startsObject reports whether JSON comes next.
func startsObject(r *bufio.Reader) bool {
	for n := 1; ; n++ {
		next, err := r.Peek(n)
		if err != nil {
			return false
		}
		switch next[n-1] {
		case ' ', '\t', '\r', '\n':
			continue
		}
		return next[n-1] == '{'
	}
}

// readRecords reads records of games, one after the other.
func readRecords(name string, r io.Reader, rules *chosenRules) iter.Seq2[source, error] {
	return func(yield func(source, error) bool) {
		d := json.NewDecoder(r)
		for n := 1; ; n++ {
			var data json.RawMessage
			err := d.Decode(&data)
			if errors.Is(err, io.EOF) {
				return
			}
			readable := err == nil
			s := source{name: name, played: true}
			if n > 1 {
				s.name = fmt.Sprintf("%s:%d", name, n)
			}
			if readable {
				var g *patience.Game
				if s.deal, g, err = record.Read(bytes.NewReader(data)); err == nil {
					s.actions = g.Actions()
					s.deal, err = rules.on(s.deal, patience.Dealt)
				}
			}
			if err != nil {
				err = &sourceError{name: s.name, err: err}
			}
			if !yield(s, err) || !readable {
				return
			}
		}
	}
}

// boardText gathers the lines of a board until it is whole.
type boardText struct {
	text             strings.Builder
	first            int // the number of its first line
	headers, columns int
}

func (b *boardText) empty() bool { return b.first == 0 }

func (b *boardText) whole() bool { return b.headers == 2 && b.columns == patience.Columns }

func (b *boardText) add(line, bare string, n int) {
	if b.first == 0 {
		b.first = n
	}
	b.text.WriteString(line + "\n")
	switch {
	case strings.Contains(bare, ":"):
		b.headers++
	case bare != "":
		b.columns++
	}
}

// on returns a deal under the chosen rules, which go over those the deal's name
// carries. A deal without any is dealt by the default rules, opened and with as
// many jokers as its board has.
func (c *chosenRules) on(d dealcode.Deal, opening patience.Opening) (dealcode.Deal, error) {
	base, ok := d.Rules()
	if !ok {
		base = patience.Default().Rules
		base.Opening = opening
		base.Jokers = uint8(len(d.Deck()) - 52)
	}
	rules, err := c.over(base)
	if err != nil {
		return d, err
	}
	return d.Under(rules)
}

// A sourceError says in which input an error was met, and in which line of it
// unless the error says so itself.
type sourceError struct {
	name  string
	line  int
	err   error
	asked bool // whether it holds was the question, so that a fault is an answer
}

func (e *sourceError) Error() string { return e.name + ": " + e.err.Error() }
func (e *sourceError) Unwrap() error { return e.err }

// secureSource is randomness that nobody can foresee.
type secureSource struct{}

func (secureSource) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// inputName returns how an input is called in an error.
func inputName(l locale.Lang, name string) string {
	if name == "-" {
		return l.Say("cli.error.standard-input", nil)
	}
	return name
}

// explainSource says in which input something is wrong, and what.
func explainSource(l locale.Lang, err error) (string, exitCode, bool) {
	var at *sourceError
	if !errors.As(err, &at) {
		return "", 0, false
	}
	where, line := inputName(l, at.name), at.line
	var board *dealcode.BoardError
	if errors.As(err, &board) && board.Line > 0 {
		line = board.Line
	}
	if line > 0 {
		where = l.Say("cli.error.line", locale.Vars{"Source": where, "Line": line})
	}
	text, code := explain(l, at.err)
	if code == exitNo && !at.asked {
		code = exitInput
	}
	return where + ": " + text, code, true
}

// explainCode explains what is wrong with a code or a board.
func explainCode(l locale.Lang, err error) (string, exitCode, bool) {
	var code *dealcode.Error
	var board *dealcode.BoardError
	switch {
	case errors.As(err, &code):
		return l.Say("dealcode.fault."+code.Fault.ID(), locale.Vars{"Text": shorten(code.Text)}), exitInput, true
	case errors.As(err, &board):
		return l.Say("dealcode.board."+board.Fault.ID(), locale.Vars{"Text": shorten(board.Text), "Card": l.Card(board.Card)}), exitInput, true
	}
	return "", 0, false
}
