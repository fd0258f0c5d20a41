package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
	"birdie/server"
	"birdie/server/store"
	"birdie/table"
	"birdie/web"
)

// serveSettings returns the settings of the server, which are all there are: one
// file serves every command.
func serveSettings(e *env) *settings {
	s := newSettings(e)
	s.text("listen", "127.0.0.1:8080")
	s.text("public-url", "")
	s.text("base-path", "")
	s.list("trusted-proxy")
	s.text("imprint-url", "")
	s.text("privacy-url", "")
	s.list("metrics-from", "127.0.0.0/8", "::1")
	s.yes("rate-limits")
	s.number("keep-tables", 90)
	s.text("log-level", "info")
	s.text("log-format", "text")
	return s
}

// serveCommand runs the server until it is told to stop.
func serveCommand(e *env) *cli.Command {
	cmd := e.command("serve")
	s := serveSettings(e)
	cmd.Flags = s.flags
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		if _, err := arguments(cmd, 0, 0); err != nil {
			return err
		}
		if err := s.check(); err != nil {
			return err
		}
		return e.serve(ctx, cmd, s.database(cmd))
	}
	return cmd
}

// botPause is how long a bot at least takes for an action, so that people can
// follow.
const botPause = 900 * time.Millisecond

func (e *env) serve(ctx context.Context, cmd *cli.Command, database string) error {
	log, err := e.logger(cmd)
	if err != nil {
		return err
	}
	config, err := serverConfig(cmd)
	if err != nil {
		return err
	}
	st, err := store.Open(ctx, database)
	if err != nil {
		return err
	}
	defer st.Close()
	// A binary built without the page still answers: with the reference of its API.
	var page http.Handler
	if web.Built(web.Files()) {
		page = web.Handler(web.Files())
	}
	tables := table.Options{BotPause: botPause, Thinkers: runtime.NumCPU()}
	if store.IsPostgres(database) {
		tables.Poll = time.Second // other servers may share it
	}
	srv, err := server.New(server.Options{
		Config: config, Store: st, Log: log, Web: page, Version: readVersion().Version,
		Tables: tables,
	})
	var wrong *server.ConfigError
	if errors.As(err, &wrong) {
		return fail(exitInput, "cli.setting.wrong-"+wrong.Setting, locale.Vars{"Value": wrong.Value})
	}
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", cmd.String("listen"))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fail(exitFailed, "cli.serve.in-use", locale.Vars{"Address": cmd.String("listen")})
	}
	if err != nil {
		return fail(exitFailed, "cli.serve.listen", locale.Vars{"Address": cmd.String("listen"), "Reason": err.Error()})
	}
	e.println(e.say("cli.serve.ready", locale.Vars{"Address": srv.Address(l.Addr())}))
	log.Info("started", "listen", l.Addr().String(), "version", readVersion().Version)
	err = srv.Serve(ctx, l)
	log.Info("stopped")
	return errors.Join(err, st.Close())
}

func serverConfig(cmd *cli.Command) (c server.Config, err error) {
	prefixes := func(name string) []string {
		var all []string
		for _, p := range cmd.StringSlice(name) {
			if p = strings.TrimSpace(p); p != "" {
				all = append(all, p)
			}
		}
		return all
	}
	c = server.Config{
		PublicURL: cmd.String("public-url"), BasePath: cmd.String("base-path"),
		Imprint: cmd.String("imprint-url"), Privacy: cmd.String("privacy-url"),
		NoLimits: !cmd.Bool("rate-limits"), KeepTables: time.Duration(cmd.Int("keep-tables")) * 24 * time.Hour,
	}
	for _, list := range []struct {
		name string
		to   *[]netip.Prefix
	}{{"trusted-proxy", &c.TrustedProxies}, {"metrics-from", &c.MetricsFrom}} {
		if *list.to, err = server.ParsePrefixes(prefixes(list.name)); err != nil {
			return c, misuse(cmd, wrongUse("cli.usage.bad-value", locale.Vars{"Name": "--" + list.name, "Value": strings.Join(prefixes(list.name), ",")}))
		}
	}
	return c, nil
}

// logger returns the log that the settings ask for. It goes to standard error.
func (e *env) logger(cmd *cli.Command) (*slog.Logger, error) {
	bad := func(name string) error {
		return misuse(cmd, wrongUse("cli.usage.bad-value", locale.Vars{"Name": "--" + name, "Value": cmd.String(name)}))
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(cmd.String("log-level"))); err != nil {
		return nil, bad("log-level")
	}
	handler, ok := map[string]func(io.Writer, *slog.HandlerOptions) slog.Handler{
		"text": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) },
		"json": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) },
	}[cmd.String("log-format")]
	if !ok {
		return nil, bad("log-format")
	}
	return slog.New(handler(e.err, &slog.HandlerOptions{Level: level})), nil
}

// explainStore puts the errors of the store into words.
func explainStore(l locale.Lang, err error) (string, exitCode, bool) {
	for _, known := range []struct {
		err error
		id  string
	}{
		{store.ErrNotEmpty, "cli.restore.not-empty"},
		{store.ErrBackup, "cli.restore.damaged"},
		{store.ErrBackupNew, "cli.restore.later"},
		{store.ErrSchemaLate, "cli.restore.schema"},
	} {
		if errors.Is(err, known.err) {
			return l.Say(known.id, nil), exitInput, true
		}
	}
	return "", 0, false
}
