package load

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"birdie/server"
	"birdie/server/store/storetest"
	"birdie/table"
)

func serve(t testing.TB) string {
	s, err := server.New(server.Options{
		Config: server.Config{NoLimits: true}, Store: storetest.Open(t, storetest.SQLite(t)), Tables: table.Options{Thinkers: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	t.Cleanup(s.Close)
	return web.URL
}

func TestRun(t *testing.T) {
	started := false
	r, err := Run(t.Context(), Options{
		Server: serve(t), Tables: 10, Rate: 100, Duration: time.Second, Started: func() { started = true },
	})
	if err != nil || r.Errors != 0 || r.Lost != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !started || r.Moves < 20 || r.Clients != 40 || r.Notes < int64(r.Moves)*Seats || r.Seen.P50 < r.Acknowledged.P50/10 || r.Bytes == 0 {
		t.Errorf("%+v", r)
	}
}

func TestBounds(t *testing.T) {
	good := Options{Server: "http://127.0.0.1:1", Tables: 1, Rate: 1, Duration: time.Second}
	for name, c := range map[string]struct {
		change func(o *Options)
		want   error
	}{
		"no tables":      {func(o *Options) { o.Tables = 0 }, ErrBounds},
		"many tables":    {func(o *Options) { o.Tables = MaxTables + 1 }, ErrBounds},
		"no rate":        {func(o *Options) { o.Rate = 0 }, ErrBounds},
		"for ever":       {func(o *Options) { o.Duration = MaxDuration + 1 }, ErrBounds},
		"somebody else":  {func(o *Options) { o.Server = "https://birdie.example" }, ErrElsewhere},
		"a name":         {func(o *Options) { o.Server = "http://localhost.example:80" }, ErrElsewhere},
		"another host":   {func(o *Options) { o.Server = "http://192.0.2.1" }, ErrElsewhere},
		"nothing at all": {func(o *Options) { o.Server = "" }, ErrElsewhere},
	} {
		o := good
		c.change(&o)
		if _, err := Run(context.Background(), o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// BenchmarkMove measures what a move costs when 50 tables move as fast as they
// can, clients included.
func BenchmarkMove(b *testing.B) {
	url := serve(b)
	b.ResetTimer()
	r, err := Run(b.Context(), Options{Server: url, Tables: 50, Rate: 1e6, Duration: 5 * time.Second})
	if err != nil || r.Errors+r.Lost > 0 {
		b.Fatalf("%+v, %v", r, err)
	}
	b.ReportMetric(r.MovesPerSecond, "moves/s")
	b.ReportMetric(r.Seen.P99, "p99-ms")
}
