package survey

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

func rules(t testing.TB, ids ...string) (list []patience.Rules) {
	t.Helper()
	for _, id := range ids {
		p, ok := patience.PresetByID(id)
		if !ok {
			t.Fatalf("no preset %s", id)
		}
		list = append(list, p.Rules)
	}
	return list
}

func dealRange(t testing.TB, text string) dealcode.Range {
	t.Helper()
	r, err := dealcode.ParseRange(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asText is a report in a form that compares.
func asText(t testing.TB, r *Report) string {
	t.Helper()
	text, err := json.Marshal(r.Tallies)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func run(t testing.TB, q Question, opt Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), q, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The shares that three programs agreed upon for PySolFC deals 1 to 200.
func TestKnownShares(t *testing.T) {
	q := Question{Deals: dealRange(t, "pysol:1-200"), Rules: rules(t, "traditional", "queen-on-king", "putt-putt")}
	r := run(t, q, Options{Workers: 2})
	for i, want := range []uint64{48, 97, 187} {
		if got := r.Tallies[i].Won(); got != want {
			t.Errorf("rules %d: %d of 200 winnable, want %d", i, got, want)
		}
		if n := r.Tallies[i].Deals(); n != 200 {
			t.Errorf("rules %d: %d deals", i, n)
		}
		if n := r.Tallies[i].Rounds.Total(); n != 200/9 {
			t.Errorf("rules %d: %d rounds", i, n)
		}
	}
}

// Each entry of a tally is the sum over deals solved one by one.
func TestTallies(t *testing.T) {
	q := Question{Deals: Sample{Seed: 5, Size: 30}, Rules: rules(t, "joker", "strict", "free-opening")}
	r := run(t, q, Options{})
	s := solve.New()
	for i, rules := range q.Rules {
		var want Tally
		sum := 0
		for d := range uint64(30) {
			deal, err := q.Deals.At(d).Under(rules)
			if err != nil {
				t.Fatal(err)
			}
			g, err := deal.Game()
			if err != nil {
				t.Fatal(err)
			}
			p := solve.FromGame(g)
			best := s.Best(context.Background(), &p).Strokes
			want.Strokes.count(best)
			if sum += best; d%9 == 8 {
				want.Rounds.count(sum)
				sum = 0
			}
		}
		if got := r.Tallies[i]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("rules %d: %v, want %v", i, got, want)
		}
	}
}

// A larger sample begins with the deals of a smaller one, and another seed
// gives other deals.
func TestSample(t *testing.T) {
	seen := map[string]bool{}
	for i := range uint64(1000) {
		code := Sample{Seed: 1, Size: 1000}.At(i).Code()
		if code != (Sample{Seed: 1, Size: 5000}).At(i).Code() || code == (Sample{Seed: 2, Size: 1000}).At(i).Code() {
			t.Fatalf("deal %d is %s", i, code)
		}
		seen[code] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d different deals of 1000", len(seen))
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	for _, q := range []Question{{Deals: Sample{1, 5}}, {Deals: Sample{1, 0}, Rules: rules(t, "easy")}} {
		if _, err := Run(ctx, q, Options{}); !errors.Is(err, ErrNothing) {
			t.Errorf("%v: %v", q, err)
		}
	}
	var deck *patience.DeckError
	if _, err := Run(ctx, Question{Deals: dealRange(t, "pysol:24"), Rules: rules(t, "joker")}, Options{}); !errors.As(err, &deck) {
		t.Errorf("a deal without jokers under rules with two: %v", err)
	}
	var impossible *patience.RulesError
	if _, err := Run(ctx, Question{Deals: Sample{1, 5}, Rules: []patience.Rules{{Jokers: 3}}}, Options{Workers: 2}); !errors.As(err, &impossible) {
		t.Errorf("impossible rules: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Run(stopped, Question{Deals: Sample{1, 5}, Rules: rules(t, "easy")}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// zeros has no end of a line; it may be asked for no more than a line may have.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left -= len(p); z.left < 0 {
		panic("more read than a line may have")
	}
	clear(p)
	return len(p), nil
}

func TestLineWithoutEnd(t *testing.T) {
	if line, _, err := readLine(bufio.NewReader(&zeros{longest + 1<<16})); !errors.Is(err, errLong) {
		t.Errorf("%d bytes, %v", len(line), err)
	}
}

func TestJournalOfAnotherSurveyIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	q := Question{Deals: Sample{Seed: 1, Size: 10}, Rules: rules(t, "easy")}
	run(t, q, Options{Journal: path})
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var wrong *JournalError
	for _, other := range []Question{{Deals: Sample{Seed: 2, Size: 10}, Rules: q.Rules}, {Deals: q.Deals, Rules: rules(t, "classic")}} {
		if _, err := Run(context.Background(), other, Options{Journal: path}); !errors.As(err, &wrong) || wrong.Other != q.Deals.String() {
			t.Errorf("%v: %v", other, err)
		}
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the journal was changed")
	}
	note := filepath.Join(t.TempDir(), "note")
	for _, text := range []string{"buy milk", "buy milk\n"} {
		if err := os.WriteFile(note, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(context.Background(), q, Options{Journal: note}); !errors.As(err, &wrong) {
			t.Errorf("%q as a journal: %v", text, err)
		}
		if after, _ := os.ReadFile(note); string(after) != text {
			t.Errorf("%q was changed to %q", text, after)
		}
	}
}

// Whatever is cut off the end of a journal, the survey ends with the same result.
func TestTornJournal(t *testing.T) {
	q := Question{Deals: Sample{Seed: 3, Size: 2*chunk + 20}, Rules: rules(t, "putt-putt")}
	path := filepath.Join(t.TempDir(), "journal")
	want := asText(t, run(t, q, Options{Journal: path}))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{len(whole) - 1, len(whole) - 30, len(whole) / 2, 60, 10, 0} {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		done := uint64(0)
		got := run(t, q, Options{Journal: path, Progress: func(n uint64) { done = n }})
		if asText(t, got) != want || done != q.Deals.Len() {
			t.Errorf("cut to %d of %d bytes: %d done, %s, want %s", cut, len(whole), done, asText(t, got), want)
		}
	}
	// A whole journal is only read.
	if got := run(t, q, Options{Journal: path}); asText(t, got) != want {
		t.Errorf("read again: %s, want %s", asText(t, got), want)
	}
}

// killedEnv makes the test binary run a survey instead of tests.
const killedEnv = "BIRDIE_SURVEY_JOURNAL"

// killedQuestion is large enough to be killed a few times.
func killedQuestion() Question {
	return Question{Deals: Sample{Seed: 9, Size: 8 * chunk}, Rules: []patience.Rules{{King: patience.Wrap}}}
}

func TestMain(m *testing.M) {
	if path := os.Getenv(killedEnv); path != "" {
		opt := Options{Workers: 2, Journal: path, Progress: func(done uint64) { fmt.Println(done) }}
		if _, err := Run(context.Background(), killedQuestion(), opt); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A survey killed with SIGKILL again and again ends with exactly the result of
// one that was never interrupted.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	kills := 0
	for {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killedEnv+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if kills < 5 {
			// Killed after its first sign of life and a little more, at another
			// moment each time.
			if _, err := out.Read(make([]byte, 64)); err == nil {
				time.Sleep(time.Duration(kills*7) * time.Millisecond)
			}
			if child.Process.Kill() == nil {
				kills++
			}
			child.Wait()
			continue
		}
		if text, err := io.ReadAll(out); err != nil || child.Wait() != nil {
			t.Fatalf("the last run failed: %s %v", text, err)
		}
		break
	}
	got, want := run(t, killedQuestion(), Options{Journal: path}), run(t, killedQuestion(), Options{Workers: 2})
	if asText(t, got) != asText(t, want) {
		t.Errorf("after %d kills %s, want %s", kills, asText(t, got), asText(t, want))
	}
}

func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		hits, n   uint64
		low, high float64
	}{
		// Newcombe, "Two-sided confidence intervals for the single proportion",
		// Statistics in Medicine 17 (1998), table I.
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		s := Wilson(tt.hits, tt.n)
		if math.Abs(s.Low-tt.low) > 0.00005 || math.Abs(s.High-tt.high) > 0.00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", tt.hits, tt.n, s.Low, s.High, tt.low, tt.high)
		}
	}
	if s := Wilson(0, 0); !math.IsNaN(s.Value) || s.Low != 0 || s.High != 1 {
		t.Errorf("of none: %v", s)
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	for _, v := range []int{-4, -4, 0, 2, 2, 2, 9} {
		h.count(v)
	}
	mean, margin := h.Mean()
	if math.Abs(mean-1) > 1e-12 || math.Abs(margin-z95*math.Sqrt(118.0/6/7)) > 1e-12 {
		t.Errorf("mean %v ± %v", mean, margin)
	}
	tally := Tally{Strokes: h, Rounds: Histogram{35: 1, 36: 2}}
	if tally.Won() != 3 || tally.Deals() != 7 || fmt.Sprint(tally.Left()) != "map[0:3 2:3 9:1]" {
		t.Errorf("won %d of %d, left %v", tally.Won(), tally.Deals(), tally.Left())
	}
	if s := tally.UnderPar(patience.Rules{}); s.Value != 1.0/3 {
		t.Errorf("under par %v", s)
	}
	if m, margin := (Histogram{3: 1}).Mean(); m != 3 || !math.IsNaN(margin) {
		t.Errorf("one value: %v ± %v", m, margin)
	}
	if m, _ := Histogram(nil).Mean(); !math.IsNaN(m) {
		t.Errorf("the mean of nothing is %v", m)
	}
}

func BenchmarkRun(b *testing.B) {
	for _, p := range patience.Presets() {
		b.Run(p.ID, func(b *testing.B) {
			q := Question{Deals: Sample{Seed: 1, Size: uint64(b.N)}, Rules: []patience.Rules{p.Rules}}
			r := run(b, q, Options{})
			b.ReportMetric(float64(r.Tallies[0].Won())/float64(b.N), "winnable/deal")
		})
	}
}
