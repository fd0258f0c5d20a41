package engine

import (
	"strings"
	"testing"
	"time"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/dealcode"
)

const easy = "wrap/anytime/0/dealt/points/100/36"

// field returns the value of a line of a reply.
func field(reply, name string) string {
	for line := range strings.Lines(reply) {
		if key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); key == name {
			return value
		}
	}
	return ""
}

func head(reply string) string {
	line, _, _ := strings.Cut(reply, "\n")
	return line
}

func TestAnswers(t *testing.T) {
	tests := []struct {
		name     string
		requests []string
		head     string
		fields   map[string]string
	}{
		{
			"the printed deal",
			[]string{"deal a * GO1-E-AAAAAAB"},
			"ok",
			map[string]string{
				"code": "GO1-E-AAAAAAB", "preset": "easy", "rules": easy, "actions": "", "state": "playing", "settled": "0",
				"columns": "6C5SQSTS6H/2SKC4S2C8C/TCAH2D5DJS/3DQHASKD4C/JH3C7D8H9C/TH4H7H7C8D/3S7S3H9S5C/",
				"waste":   "AC", "stock": "16", "can": "dhg", "moves": "0",
			},
		},
		{
			"its first moves",
			[]string{"deal a * GO1-E-AAAAAAB", "do a d52"},
			"ok",
			map[string]string{"waste": "8S9C8C", "run": "2", "points": "20", "actions": "d52", "moves": "3", "can": "duhg"},
		},
		{"a record", []string{"open a GO1-E-AAAAAAB.d52u"}, "ok", map[string]string{"actions": "d52u", "undos": "1", "points": "10", "standing": "2"}},
		{"a refusal keeps what was done before it", []string{"open a GO1-E-AAAAAAB.", "do a d1"}, "no not-adjacent", map[string]string{"actions": "d"}},
		{"an earlier position", []string{"open a GO1-E-AAAAAAB.d52", "at a 1"}, "ok", map[string]string{"waste": "AC8S", "actions": "d"}},
		{"a covered card", []string{"open a GO1-E-AAAAAAB.", "touch a 0 3"}, "no covered", nil},
		{"other rules for the same cards", []string{"deal a closed/anytime/0/dealt/strokes/unlimited/36 GO1-E-AAAAAAB"}, "ok", map[string]string{"code": "GO2-T-AAAAAAB-8", "preset": "traditional"}},
		{"a number", []string{"deal a * pysol:24"}, "ok", map[string]string{"preset": "easy"}},
		{"no code", []string{"deal a * hello"}, "bad unknown-source hello", nil},
		{"impossible rules", []string{"deal a closed/anytime/0/dealt/points/100/45 GO1-E-AAAAAAB"}, "bad rules-par scoring", nil},
		{"no such value", []string{"deal a open/anytime/0/dealt/points/100/36 GO1-E-AAAAAAB"}, "bad rules-king ", nil},
		{"jokers a number does not have", []string{"deal a closed/anytime/2/dealt/strokes/unlimited/36 pysol:24"}, "bad deck --", nil},
		{"no such game", []string{"do a d"}, "bad no-game", nil},
		{"no such request", []string{"deal a * GO1-E-AAAAAAB", "sing a"}, "bad bad-request", nil},
		{"a closed slot", []string{"deal a * GO1-E-AAAAAAB", "close a", "do a d"}, "bad no-game", nil},
		{"the best of the printed deal", []string{"open a GO1-E-AAAAAAB.", "best a"}, "ok", map[string]string{"strokes": "-6", "left": "0"}},
		{"it can be won under easy", []string{"open a GO1-E-AAAAAAB.", "winnable a"}, "ok", map[string]string{"winnable": "1"}},
		{"and not under classic", []string{"open a GO1-C-AAAAAAB.", "winnable a"}, "ok", map[string]string{"winnable": "0"}},
		{"where it was lost", []string{"open a GO1-C-AAAAAAB.dd", "turn a"}, "ok", map[string]string{"winnable": "0", "before": "0", "moves": "dd"}},
		{"the scorecard of seed 001", []string{"card " + easy + " 4,-3"}, "ok", map[string]string{"totals": "1", "par": "36", "beaten": "0", "winner": "-1"}},
		{"a tournament", []string{"card " + easy + " 4,-3 5,-3"}, "ok", map[string]string{"totals": "1,2", "points": "1,0"}},
		{"a tenth hole", []string{"card " + easy + " 1,1,1,1,1,1,1,1,1,1"}, "bad bad-request", nil},
		{"a day", []string{"daily " + easy + " 2026-02-30"}, "bad bad-request", nil},
		{"a seed that is none", []string{"try " + easy + " xyz"}, "bad other engine: a seed is 16 hexadecimal digits", nil},
		{"what a code is", []string{"explain * GO1-C-AAAAAAB"}, "ok", map[string]string{"code": "GO1-C-AAAAAAB", "preset": "classic"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var e Engine
			var reply string
			for _, r := range test.requests {
				reply = e.Answer(r)
			}
			if got := head(reply); got != test.head {
				t.Errorf("the reply begins with %q, want %q", got, test.head)
			}
			for name, want := range test.fields {
				if got := field(reply, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}

// A board as text deals the same cards as the code it was written from.
func TestBoardText(t *testing.T) {
	d, err := dealcode.ParseSource("GO1-E-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	var e Engine
	reply := e.Answer("deal a " + easy + " " + dealcode.FormatBoard(d.Deck(), patience.Dealt))
	if head(reply) != "ok" {
		t.Fatalf("a board is answered with %q", head(reply))
	}
	if got, want := field(reply, "columns"), field(e.Answer("open b GO1-E-AAAAAAB."), "columns"); got != want {
		t.Errorf("the board deals %s, want %s", got, want)
	}
}

// No reply of a game in play tells the order of the stock: games that differ in
// nothing else are described alike.
func TestStockIsHidden(t *testing.T) {
	rules, err := ParseRules(easy)
	if err != nil {
		t.Fatal(err)
	}
	src := card.SplitMix(1)
	deck := card.Deck(1, 0)
	card.Shuffle(deck, &src)
	other := append([]card.Card(nil), deck...)
	card.Shuffle(other[patience.Tableau+1:], &src)
	describe := func(deck []card.Card) string {
		d, err := dealcode.OfDeck(deck)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = d.Under(rules); err != nil {
			t.Fatal(err)
		}
		var e Engine
		reply := e.Answer("open a " + d.Code() + ".")
		// The code names the whole deal: that is what it is for.
		return strings.Replace(reply, d.Code(), "CODE", 1)
	}
	if a, b := describe(deck), describe(other); a != b {
		t.Errorf("two games that differ in the stock's order are described as\n%s\nand\n%s", a, b)
	}
}

func TestRulesRoundTrip(t *testing.T) {
	for _, p := range patience.Presets() {
		r, err := ParseRules(FormatRules(p.Rules))
		if err != nil || r.Normal() != p.Rules.Normal() {
			t.Errorf("%s: %s is read as %+v, %v", p.ID, FormatRules(p.Rules), r, err)
		}
	}
	for _, wrong := range []string{"", "wrap", easy + "/x", "wrap/anytime/3/dealt/points/100/36"} {
		if r, err := ParseRules(wrong); err == nil && FormatRules(r) == wrong {
			t.Errorf("%q is read as rules", wrong)
		}
	}
}

// try deals from the page's randomness alone, and its code deals what it says.
func TestTry(t *testing.T) {
	var e Engine
	a := e.Answer("try " + easy + " 0123456789abcdef")
	if b := e.Answer("try " + easy + " 0123456789abcdef"); a != b {
		t.Errorf("the same seed deals\n%s\nand\n%s", a, b)
	}
	code := field(a, "code")
	if got := field(e.Answer("random x "+easy+" 0123456789abcdef"), "code"); got != code {
		t.Errorf("random deals %s, try %s", got, code)
	}
	e.Answer("open y " + code + ".")
	if got, want := field(e.Answer("winnable y"), "winnable"), field(a, "winnable"); got != want {
		t.Errorf("%s is winnable: %s, try says %s", code, got, want)
	}
}

func TestNumbers(t *testing.T) {
	for _, n := range []int{0, 7, 10, 123456, -1, -35} {
		text := decimal(n)
		if n >= 0 && number(text) != n {
			t.Errorf("%d is written %q and read %d", n, text, number(text))
		}
	}
	if decimal(-35) != "-35" {
		t.Errorf("-35 is written %q", decimal(-35))
	}
	for _, wrong := range []string{"", "-1", "1x", "1234567890"} {
		if n := number(wrong); n != -1 {
			t.Errorf("%q is read as %d", wrong, n)
		}
	}
}

// FuzzAnswer sends arbitrary requests to an engine with a game: none stops it.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"do a d52", "touch a 0 3", "at a 2", "deal b * pysol:24", "card " + easy + " 4,-3 -", "open c GO1-E-AAAAAAB.d52u", "explain * GO2-T-AAAAAAB-8", "daily " + easy + " 2026-11-30"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, request string) {
		var e Engine
		e.Answer("open a GO1-E-AAAAAAB.")
		if reply := e.Answer(request); !strings.HasPrefix(reply, "ok") && !strings.HasPrefix(reply, "no ") && !strings.HasPrefix(reply, "bad ") {
			t.Errorf("%q is answered with %q", request, reply)
		}
	})
}

// BenchmarkAdvise asks for advice as the page does, at the strength of its hints
// and of its replays, wherever there is something to decide. Made for WebAssembly it
// tells how long the page takes: see docs/performance.md.
func BenchmarkAdvise(b *testing.B) {
	for _, bb := range []struct{ name, rules string }{
		{"traditional", "closed/anytime/0/dealt/strokes/unlimited/36"},
		{"queen-on-king", "queen/anytime/0/dealt/strokes/unlimited/36"},
		{"putt-putt", "wrap/anytime/0/dealt/strokes/unlimited/36"},
		{"easy", easy},
	} {
		for _, games := range []int{caddie.DefaultGames, 400} {
			b.Run(bb.name+"/"+decimal(games), func(b *testing.B) {
				var e Engine
				var slowest time.Duration
				deal, position := 0, ""
				// next makes the best move, as far as there is one to choose.
				next := func() {
					for letters := field(position, "can"); ; letters = field(position, "can") {
						letters = strings.Trim(letters, "uhg")
						switch {
						case len(letters) > 1:
							return
						case len(letters) == 1:
							position = e.Answer("do a " + letters)
						default:
							deal++
							position = e.Answer("deal a " + bb.rules + " pysol:" + decimal(deal))
						}
					}
				}
				next()
				for b.Loop() {
					start := time.Now()
					advice := e.Answer("advise a " + decimal(len(field(position, "actions"))) + " 0123456789abcdef " + decimal(games))
					slowest = max(slowest, time.Since(start))
					_, choices, _ := strings.Cut(advice, "\n")
					b.StopTimer()
					position = e.Answer("do a " + choices[:1])
					next()
					b.StartTimer()
				}
				b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
			})
		}
	}
}
