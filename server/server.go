// Package server offers Birdie over HTTP: identities, live tables, the daily
// deal and results, with event streams and a description of itself (OpenAPI).
//
// A request passes, from outside in: measuring and logging, security headers,
// the check of its origin, the limit of its address, then the operation's own
// demands on identity and pace (add), and its handler. Every refusal is a
// Problem.
package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"reflect"
	"sync"
	"time"

	"birdie/patience/solve"
	"birdie/server/store"
	"birdie/table"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
)

// Options are what a Server is made of.
type Options struct {
	Config  Config
	Store   *store.Store
	Log     *slog.Logger
	Web     http.Handler     // the page, or nil; it sets its own content security policy
	Version string           // of the program
	Now     func() time.Time // nil means time.Now
	// Tables says how tables are run. Its store and log are this server's.
	Tables table.Options
}

// Server answers requests. Make one with New.
type Server struct {
	config  Config
	store   *store.Store
	log     *slog.Logger
	now     func() time.Time
	mux     *http.ServeMux
	api     huma.API
	handler http.Handler
	metrics *metrics
	limits  limiter
	closing chan struct{}

	solver   chan *solve.Solver // the one there is
	unsolved chan struct{}
	atOnce   time.Duration // how long a new result waits for its best
	closed   sync.Once
	hall     *table.Hall
	streams  streams
}

// New makes a server. The store stays the caller's to close, after Serve has
// returned.
func New(o Options) (*Server, error) {
	config, err := o.Config.normal()
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, store: o.Store, log: o.Log, now: o.Now,
		mux: http.NewServeMux(), closing: make(chan struct{}),
		solver: make(chan *solve.Solver, 1), unsolved: make(chan struct{}, 1), atOnce: 100 * time.Millisecond,
	}
	s.solver <- solve.New()
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.metrics = newMetrics(o.Store)
	s.api = humago.New(s.mux, huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Birdie", Version: o.Version,
				Description: "Golf with cards: live tables, the daily deal, results. Requests and answers are JSON; errors are problem details (RFC 9457) whose code is stable.",
			},
			Servers: []*huma.Server{{URL: cmp.Or(config.BasePath, "/")}},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"cookie": {Type: "apiKey", In: "cookie", Name: cookieName, Description: "A guest's token, set by POST /api/me."},
					"bearer": {Type: "http", Scheme: "bearer", Description: "A bot account's token, made by POST /api/me/bots."},
				},
			},
		},
		Formats:                      huma.DefaultFormats,
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
	})
	s.registerIdentity()
	s.registerPasskeys()
	s.registerDevices()
	s.registerPatience()
	s.registerTournaments()
	s.registerAccount()
	s.registerSite(o.Version)
	s.registerHealth()
	o.Tables.Store, o.Tables.Log = o.Store, s.log
	s.hall = table.NewHall(o.Tables)
	s.metrics.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "birdie_tables", Help: "Open tables."}, func() float64 { return float64(s.hall.Open()) }))
	s.registerTables()
	if err := s.registerReference(); err != nil {
		return nil, err
	}
	s.registerWeb(o.Web)
	s.handler = s.layers()
	return s, s.hall.Resume(context.Background())
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// maxBody is how large a request may be unless its operation says otherwise.
const maxBody = 64 << 10

// add adds an operation. Its Security decides who may call it: signedIn,
// maybeSignedIn or, without any, everyone. The limit counts by identity, or by
// address for those who have none.
func add[I, O any](s *Server, pace limit, op huma.Operation, h func(context.Context, *I) (*O, error)) {
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = maxBody
	}
	op.Middlewares = append(op.Middlewares, s.admit(pace, op.Security))
	huma.Register(s.api, op, h)
}

func (s *Server) admit(pace limit, security []map[string][]string) func(huma.Context, func(huma.Context)) {
	optional := false
	for _, demand := range security {
		optional = optional || len(demand) == 0
	}
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		e := exchangeOf(r.Context())
		client := network(e.client)
		if len(security) > 0 {
			who, err := s.identify(r.Context(), r)
			if err != nil {
				s.writeProblem(w, r, problem(Unavailable, "").because(err))
				return
			}
			if who == nil && !optional {
				s.writeProblem(w, r, problem(IdentityRequired, ""))
				return
			}
			if e.caller = who; who != nil {
				client = who.ID
			}
		}
		if wait := s.take(pace, client); wait > 0 {
			p := problem(RateLimited, "")
			p.RetryAfter = wait
			s.writeProblem(w, r, p)
			return
		}
		next(ctx)
	}
}

func (s *Server) take(pace limit, client string) (wait int) {
	if s.config.NoLimits {
		return 0
	}
	return s.limits.take(s.now(), pace, client)
}

// Close ends all streams and stops the clocks and bots of the tables; nothing is
// lost by it. Serve calls it.
func (s *Server) Close() {
	s.closed.Do(func() {
		close(s.closing)
		s.hall.Close()
	})
}

// schemaName names a type in the description of the API. The packages of records
// have names in common.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch t.PkgPath() {
	case "birdie/golf/record":
		return "Golf" + name
	case "birdie/patience/record":
		return "Patience" + name
	}
	return name
}

// Serve answers requests on l until ctx ends, then stops: it ends the streams,
// waits for requests under way as long as Config.Grace allows, and returns.
// Call it once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	var background sync.WaitGroup
	background.Go(func() { s.tidy(ctx) })
	background.Go(func() { s.solveRest(ctx) })
	defer background.Wait()
	select {
	case err := <-failed:
		cancel()
		return err
	case <-ctx.Done():
	}
	s.Close()
	wait, stop := context.WithTimeout(context.WithoutCancel(ctx), s.config.Grace)
	defer stop()
	err := server.Shutdown(wait)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-failed
	return err
}

// tidy deletes what has had its time, now and every hour.
func (s *Server) tidy(ctx context.Context) {
	every := time.NewTicker(time.Hour)
	defer every.Stop()
	for {
		if s.config.KeepTables > 0 {
			if n, err := s.store.Delete(ctx, s.now().Add(-s.config.KeepTables)); err != nil {
				s.log.Error("deleting old tables", "error", err)
			} else if n > 0 {
				s.log.Info("deleted old tables", "tables", n)
			}
		}
		err := errors.Join(s.store.DeleteContests(ctx), s.store.DeleteCeremonies(ctx, s.now()))
		if err != nil && ctx.Err() == nil {
			s.log.Error("tidying up", "error", err)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// OpenAPI returns the description of the API as JSON.
func (s *Server) OpenAPI() ([]byte, error) { return json.MarshalIndent(s.api.OpenAPI(), "", "  ") }
