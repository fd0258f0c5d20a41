package server

import (
	"context"
	"net/http"
	"time"

	"birdie/server/store"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what Prometheus may read.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	streams  prometheus.Gauge
}

func newMetrics(st *store.Store) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "birdie_http_requests_total", Help: "Answered requests by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "birdie_http_request_seconds", Help: "Time to answer a request, streams apart.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}, []string{"route"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Name: "birdie_streams", Help: "Open event streams."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.streams,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "birdie_store_commits_total", Help: "Committed transactions."},
			func() float64 { commits, _ := st.Commits(); return float64(commits) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "birdie_store_writes_total", Help: "Writes that the transactions carried."},
			func() float64 { _, writes := st.Commits(); return float64(writes) }),
	)
	return m
}

// registerHealth adds what operators ask: whether the process lives, whether it
// can do its work, and its figures.
func (s *Server) registerHealth() {
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n"))
	})
	s.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-s.closing:
			s.writeProblem(w, r, problem(Unavailable, "stopping"))
			return
		default:
		}
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := s.store.Ping(ctx); err != nil {
			s.writeProblem(w, r, problem(Unavailable, "the database does not answer").because(err))
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ready\n"))
	})
	figures := promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
	s.mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		e := exchangeOf(r.Context())
		// A request that an untrusted proxy passed on comes from anywhere.
		untrusted := e.relayed && e.client == addressOf(r.RemoteAddr)
		if untrusted || !contains(s.config.MetricsFrom, e.client) {
			s.writeProblem(w, r, problem(NotFound, ""))
			return
		}
		figures.ServeHTTP(w, r)
	})
}
