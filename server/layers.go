package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// layers wraps the routes in what every request passes.
func (s *Server) layers() http.Handler {
	origins := http.NewCrossOriginProtection()
	if s.config.PublicURL != "" {
		// A proxy may hide the host name that the browser was told.
		if err := origins.AddTrustedOrigin(s.config.PublicURL); err != nil {
			panic(err) // checked by Config.normal
		}
	}
	origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.writeProblem(w, r, problem(CrossOrigin, ""))
	}))
	var h http.Handler = http.HandlerFunc(s.route)
	h = s.pace(h)
	h = origins.Handler(h)
	h = s.secureHeaders(h)
	return s.observe(h)
}

// route finds the operation and notes which it was.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if base := s.config.BasePath; base != "" {
		if r.URL.Path == base {
			http.Redirect(w, r, base+"/", http.StatusPermanentRedirect)
			return
		}
		if !strings.HasPrefix(r.URL.Path, base+"/") {
			s.writeProblem(w, r, problem(NotFound, ""))
			return
		}
		http.StripPrefix(base, http.HandlerFunc(s.dispatch)).ServeHTTP(w, r)
		return
	}
	s.dispatch(w, r)
}

func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	_, pattern := s.mux.Handler(r)
	if pattern == "" {
		s.nowhere(w, r)
		return
	}
	exchangeOf(r.Context()).pattern = pattern
	s.mux.ServeHTTP(w, r)
}

// nowhere answers what leads nowhere, in place of the plain text of ServeMux.
func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	if allowed := s.allowed(r); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		s.writeProblem(w, r, problem(MethodNotAllowed, ""))
		return
	}
	s.writeProblem(w, r, problem(NotFound, ""))
}

// allowed returns the methods under which the path of r leads somewhere.
func (s *Server) allowed(r *http.Request) (methods []string) {
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if _, pattern := s.mux.Handler(&http.Request{Method: m, URL: r.URL, Host: r.Host}); pattern != "" && pattern != apiRest {
			methods = append(methods, m)
		}
	}
	return methods
}

// pace limits what comes from one address.
func (s *Server) pace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := s.take(limitAddress, network(exchangeOf(r.Context()).client)); wait > 0 {
			p := problem(RateLimited, "")
			p.RetryAfter = wait
			s.writeProblem(w, r, p)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// The policies: a page may load from here and nowhere else, and nothing may be
// put around it. WebAssembly needs its own word.
const (
	pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
		"img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// secureHeaders sets what every answer carries. A page replaces the policy.
func (s *Server) secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", dataPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		// An address can be an invitation.
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", "no-store")
		if s.secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// observe measures and logs each request: the route, not the address, which may
// hold an invitation; neither who nor from where.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		client, relayed := s.clientOf(r)
		e := &exchange{host: r.Host, client: client, relayed: relayed, head: r.Method == http.MethodHead}
		r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, e))
		rec := &recorder{ResponseWriter: w}
		// A client that does not read must not hold a goroutine; streams lift it.
		_ = http.NewResponseController(w).SetWriteDeadline(start.Add(time.Minute))
		defer func() {
			crash := recover()
			if crash != nil && crash != http.ErrAbortHandler {
				e.cause = fmt.Errorf("panic: %v\n%s", crash, debug.Stack())
				if rec.status == 0 {
					s.writeProblem(rec, r, problem(Internal, ""))
				}
			}
			s.finish(r, e, rec, time.Since(start))
			if crash != nil && rec.status != http.StatusInternalServerError {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

func (s *Server) finish(r *http.Request, e *exchange, rec *recorder, took time.Duration) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	route := e.pattern
	if route == "" {
		route = "none"
	}
	s.metrics.requests.WithLabelValues(route, strconv.Itoa(rec.status)).Inc()
	if !rec.flushed {
		s.metrics.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
	level := slog.LevelDebug
	fields := []slog.Attr{
		slog.String("method", r.Method), slog.String("route", route), slog.Int("status", rec.status),
		slog.Duration("took", took.Round(time.Microsecond)), slog.Int64("bytes", rec.bytes),
	}
	if e.cause != nil && !errors.Is(e.cause, context.Canceled) {
		fields = append(fields, slog.String("error", e.cause.Error()))
		if rec.status >= 500 {
			level = slog.LevelError
		}
	}
	s.log.LogAttrs(r.Context(), level, "request", fields...)
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status  int
	bytes   int64
	flushed bool
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Flush makes the recorder an http.Flusher; only streams flush.
func (r *recorder) Flush() {
	r.flushed = true
	_ = http.NewResponseController(r.ResponseWriter).Flush()
}

// Unwrap serves http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
