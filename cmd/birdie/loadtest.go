package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
	"birdie/server/load"
)

// loadtestCommand plays many tables at once against a server on this machine and
// says how it bore that.
func loadtestCommand(e *env) *cli.Command {
	cmd := e.command("loadtest")
	cmd.Flags = []cli.Flag{
		&cli.IntFlag{Name: "tables", Local: true, Value: 1000, Usage: e.say("cli.loadtest.tables", nil)},
		&cli.FloatFlag{Name: "rate", Local: true, Value: 2000, Usage: e.say("cli.loadtest.rate", nil)},
		&cli.DurationFlag{Name: "duration", Local: true, Value: time.Minute, Usage: e.say("cli.loadtest.duration", nil)},
		&cli.StringFlag{Name: "database", Local: true, Usage: e.say("cli.loadtest.database", nil)},
		&cli.StringFlag{Name: "server", Local: true, Usage: e.say("cli.loadtest.server", nil)},
		e.jsonFlag(),
	}
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		if _, err := arguments(cmd, 0, 0); err != nil {
			return err
		}
		t := loadtest{env: e, Options: load.Options{
			Server: cmd.String("server"), Tables: cmd.Int("tables"), Rate: cmd.Float("rate"), Duration: cmd.Duration("duration"),
		}}
		if t.Server == "" {
			stop, err := t.serve(ctx, cmd.String("database"))
			if err != nil {
				return err
			}
			defer stop()
		}
		return t.run(ctx, cmd.Bool("json"))
	}
	return cmd
}

// loadtest is a test and the server it may have started for itself.
type loadtest struct {
	*env
	load.Options
	pid int // of the server, 0 when somebody else started it
}

// loadtestJSON is the report with what is known of the server's process.
type loadtestJSON struct {
	load.Report
	Processors int     `json:"processors"`
	Load       float64 `json:"load,omitempty"`           // of the machine in the minute before
	TableKB    float64 `json:"tableKilobytes,omitempty"` // of memory a table, streams included
	PeakMB     float64 `json:"peakMegabytes,omitempty"`
}

// serve starts a server in a process of its own, with a database that is thrown
// away.
func (t *loadtest) serve(ctx context.Context, database string) (stop func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "birdie-loadtest-")
	if err != nil {
		return nil, err
	}
	if database == "" {
		database = filepath.Join(dir, "birdie.sqlite")
	}
	server := exec.CommandContext(ctx, program, "serve", "--lang", "en", "--listen", "127.0.0.1:0", "--data", dir,
		"--database", database, "--rate-limits=false", "--log-level", "error")
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.Stderr = t.err
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	stop = func() {
		if server.Process != nil {
			_ = server.Process.Kill()
			_ = server.Wait()
		}
		_ = os.RemoveAll(dir)
	}
	if err != nil {
		stop()
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return nil, fail(exitFailed, "cli.loadtest.no-server", nil)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	_, port, _ := strings.Cut(line, "localhost:")
	t.Server = "http://127.0.0.1:" + strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(port), "/"))
	t.pid = server.Process.Pid
	return stop, nil
}

func (t *loadtest) run(ctx context.Context, asJSON bool) error {
	r := loadtestJSON{Processors: runtime.NumCPU(), Load: loadAverage()}
	before, playing := t.memory("VmRSS"), 0.0
	t.Started = func() { playing = t.memory("VmRSS") }
	report, err := load.Run(ctx, t.Options)
	switch {
	case errors.Is(err, load.ErrBounds):
		return wrongUse("cli.loadtest.bounds", locale.Vars{"Tables": load.MaxTables, "Duration": load.MaxDuration.String()})
	case errors.Is(err, load.ErrElsewhere):
		return wrongUse("cli.loadtest.elsewhere", nil)
	case err != nil:
		return err
	}
	r.Report = report
	if before > 0 {
		r.TableKB = (playing - before) / float64(t.Tables)
		r.PeakMB = t.memory("VmHWM") / 1024
	}
	if asJSON {
		if err := t.printJSON(r); err != nil {
			return err
		}
	} else {
		t.print(r)
	}
	if r.Errors > 0 || r.Lost > 0 {
		return said(exitNo)
	}
	return nil
}

func (t *loadtest) print(r loadtestJSON) {
	line := func(id string, format string, args ...any) {
		t.printf("%s  %s\n", pad(t.say("cli.loadtest.out."+id, nil), 34), fmt.Sprintf(format, args...))
	}
	line("tables", "%d × %d", r.Tables, load.Seats)
	line("processors", "%d", r.Processors)
	line("load", "%.1f", r.Load)
	line("moves", "%d / %.0f s", r.Moves, r.Seconds)
	line("rate", "%.0f (%.0f)", r.MovesPerSecond, r.Rate)
	for _, s := range []struct {
		id string
		load.Spread
	}{{"acknowledged", r.Acknowledged}, {"seen", r.Seen}} {
		line(s.id, "%.1f / %.1f / %.1f ms", s.P50, s.P99, s.Max)
	}
	line("notes", "%d, %d kB", r.Notes, r.Bytes/1000)
	if r.TableKB > 0 {
		line("memory", "%.0f kB", r.TableKB)
		line("peak", "%.0f MB", r.PeakMB)
	}
	line("errors", "%d", r.Errors)
	line("lost", "%d", r.Lost)
	if r.FirstError != "" {
		t.println(r.FirstError)
	}
}

// pad fills text with blanks to so many characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-len([]rune(text))))
}

// memory returns a field of the server's process status in kilobytes, where the
// system has such a thing; otherwise 0.
func (t *loadtest) memory(field string) float64 {
	if t.pid == 0 {
		return 0
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(t.pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if name, value, ok := strings.Cut(line, ":"); ok && name == field {
			n, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return n
		}
	}
	return 0
}

// loadAverage returns how many processes wanted to run in the last minute, 0
// where the system does not say.
func loadAverage() (n float64) {
	text, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, _ = fmt.Sscan(string(text), &n)
	}
	return n
}
