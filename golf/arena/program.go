package arena

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

// Protocol and ProtocolVersion are what an arena and a program greet each other
// with. docs/bot-protocol.md describes the protocol.
const (
	Protocol        = "birdie-bot"
	ProtocolVersion = 1
)

const (
	// greetingLimit is how long a program may take to start.
	greetingLimit = 5 * time.Second
	// partingLimit is how long it may take to end once its input has.
	partingLimit = time.Second
	maxLine      = 64 << 10 // longest line a program may write, in bytes
	maxLog       = 2 << 10  // how much of the end of its standard error is kept
)

// What a program can do wrong, beside what the rules refuse.
var (
	ErrStart    = errors.New("arena: the program cannot be started")
	ErrTooSlow  = errors.New("arena: the time for an answer was exceeded")
	ErrEnded    = errors.New("arena: the program ended")
	ErrAnswer   = errors.New("arena: the answer is not a line of JSON as agreed")
	ErrGreeting = errors.New("arena: the program speaks another protocol or version")
	ErrNumber   = errors.New("arena: the answer has another number than the question")
)

// ProgramError says what a program did wrong.
type ProgramError struct {
	// Err is one of the errors above, golf.ErrSyntax for what is no action, or a
	// golf.Refusal.
	Err error
	// Reason is what the operating system or the JSON reader says, if they do.
	Reason string
	Line   string // the line it wrote, if there was one
	Log    string // the end of what it wrote to standard error
}

// Error says it in English, for logs.
func (e *ProgramError) Error() string {
	if e.Reason == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + ": " + e.Reason
}

// Unwrap returns the cause.
func (e *ProgramError) Unwrap() error { return e.Err }

// Program returns a contestant that is a program of its own, which is asked
// for every decision in lines of JSON, and has the limit to answer each. There
// must be a command; it is run once for each seat and worker.
func Program(name string, command []string, limit time.Duration) Contestant {
	return Contestant{name, func() (Player, error) {
		p, err := startProgram(command, limit, max(limit, greetingLimit))
		if err != nil {
			return nil, err
		}
		return p, nil
	}}
}

// program is a running program.
type program struct {
	cmd   *exec.Cmd
	limit time.Duration
	in    io.WriteCloser
	lines chan string   // what it writes; closed when there is no more
	over  chan struct{} // closed when nobody reads lines any more
	log   tail
	asked int // questions so far

	unreadable error // why lines was closed; nil at the end of the output
}

// greeting is the first line each side writes.
type greeting struct {
	Hello   string `json:"hello"`
	Version int    `json:"version"`
	Limit   int64  `json:"limit-ms,omitempty"` // the arena's only
}

// question asks for a decision. The number comes first, for programs that look
// at the text only.
type question struct {
	ID     int         `json:"id"`
	Random uint64      `json:"random"`
	View   record.View `json:"view"`
}

// answer is the decision. Other members are the program's own affair.
type answer struct {
	ID     int    `json:"id"`
	Action string `json:"action"`
}

func startProgram(command []string, limit, start time.Duration) (*program, error) {
	p := &program{
		cmd: exec.Command(command[0], command[1:]...), limit: limit,
		lines: make(chan string), over: make(chan struct{}),
	}
	p.cmd.Stderr = &p.log
	p.cmd.WaitDelay = partingLimit
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, &ProgramError{Err: ErrStart, Reason: err.Error()}
	}
	go p.read(out)

	var hello greeting
	line, err := p.exchange(greeting{Protocol, ProtocolVersion, limit.Milliseconds()}, &hello, start)
	if err == nil && (hello.Hello != Protocol || hello.Version != ProtocolVersion) {
		err = &ProgramError{Err: ErrGreeting, Line: line}
	}
	if err != nil {
		return nil, p.fail(err)
	}
	return p, nil
}

// read hands on the lines the program writes.
func (p *program) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		select {
		case p.lines <- s.Text():
		case <-p.over:
			return
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		p.unreadable = s.Err()
	}
}

// exchange writes a line and reads the next one into reply.
func (p *program) exchange(say, reply any, limit time.Duration) (string, error) {
	data, err := json.Marshal(say)
	if err != nil {
		return "", err
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	// A program that does not read must not hold up the arena. That it cannot be
	// written to will show when nothing is to be read.
	go p.in.Write(append(data, '\n'))
	select {
	case line, ok := <-p.lines:
		switch {
		case !ok && p.unreadable != nil:
			return "", &ProgramError{Err: ErrAnswer, Reason: p.unreadable.Error()}
		case !ok:
			return "", &ProgramError{Err: ErrEnded}
		}
		if err := json.Unmarshal([]byte(line), reply); err != nil {
			return line, &ProgramError{Err: ErrAnswer, Reason: err.Error(), Line: line}
		}
		return line, nil
	case <-timer.C:
		return "", &ProgramError{Err: ErrTooSlow}
	}
}

// Choose asks the program.
func (p *program) Choose(v *golf.View, src card.Source) (golf.Action, error) {
	p.asked++
	// 53 bits are what every language reads from JSON without loss.
	q := question{ID: p.asked, Random: src.Uint64() >> 11, View: record.ViewOf(v)}
	var a answer
	line, err := p.exchange(q, &a, p.limit)
	if err != nil {
		return golf.Action{}, p.fail(err)
	}
	if a.ID != q.ID {
		return golf.Action{}, p.fail(&ProgramError{Err: ErrNumber, Line: line})
	}
	action, err := golf.ParseAction(a.Action)
	if err == nil {
		err = v.Check(v.Seat(), action)
	}
	if err != nil {
		return action, p.fail(&ProgramError{Err: err, Line: line})
	}
	return action, nil
}

// fail ends the program and adds what it wrote to standard error, and how it
// ended if it did so by itself.
func (p *program) fail(err error) error {
	p.Close()
	var e *ProgramError
	if errors.As(err, &e) {
		e.Log = p.log.String()
		if state := p.cmd.ProcessState; errors.Is(err, ErrEnded) && state != nil {
			e.Reason = state.String()
		}
	}
	return err
}

// Close ends the program: in order if it ends when its input does, otherwise by
// force.
func (p *program) Close() error {
	select {
	case <-p.over:
		return nil
	default:
		close(p.over)
	}
	p.in.Close()
	kill := time.AfterFunc(partingLimit, func() { p.cmd.Process.Kill() })
	defer kill.Stop()
	return p.cmd.Wait()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text) - maxLog; n > 0 {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(strings.TrimSpace(string(t.text)), "\uFFFD")
}
