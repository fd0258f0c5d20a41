package daily

import (
	"testing"
	"time"

	"birdie/patience"
	"birdie/patience/dealcode"
)

func TestDates(t *testing.T) {
	for d := Of(1583, 1, 1); d < Of(2500, 1, 1); d++ {
		at := time.Unix(d.Start(), 0).UTC()
		year, month, day := d.Date()
		if y, m, n := at.Date(); y != year || int(m) != month || n != day {
			t.Fatalf("%d is %v, want %v", d, []int{year, month, day}, at)
		}
		if got := d.String(); got != at.Format(time.DateOnly) {
			t.Fatalf("%d is %s, want %s", d, got, at.Format(time.DateOnly))
		}
		if got, err := Parse(d.String()); got != d || err != nil {
			t.Fatalf("%s reads back as %v, %v", d, got, err)
		}
		if At(d.Start()) != d || At(d.Start()+secondsPerDay-1) != d || At(d.Start()-1) != d-1 {
			t.Fatalf("%s begins or ends at the wrong second", d)
		}
	}
	for _, text := range []string{"", "2026-5-1", "2026-02-29", "2026-13-01", "2026-00-10", "2026-05-00", "2026/05/01", "20260501", "x026-05-01", "2026-05-0/", "+026-05-01"} {
		if d, err := Parse(text); err == nil {
			t.Errorf("%q is %v", text, d)
		}
	}
}

// These deals are frozen: whoever played that day, anywhere, had these cards.
func TestDealsAreFrozen(t *testing.T) {
	for _, tt := range []struct{ day, rules, code string }{
		{"2026-01-01", "easy", "GO1-E-KHTEHXL"},
		{"2026-05-01", "easy", "GO1-E-EEFNBGG"},
		{"2026-05-02", "easy", "GO1-E-SDTLEMZ"},
		{"2026-05-01", "classic", "GO1-C-SMBBLFC"},
		{"2026-05-01", "traditional", "GO2-T-WUDREUS-8"},
		{"2026-05-01", "joker", "GO2-J-NQGUKFC-G"},
		{"2026-05-01", "traditional,jokers=1", "GO2-XCA1DS36ALL-SJISIFR-K"},
		{"2030-12-31", "strict", "GO2-S-QKPLKUP-I"},
	} {
		day, err := Parse(tt.day)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := ParseRulesKey(tt.rules)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := Deal(day, rules)
		if err != nil {
			t.Fatal(err)
		}
		if deal.Code() != tt.code {
			t.Errorf("{%q, %q, %q},", tt.day, tt.rules, deal.Code())
		}
	}
}

// Days and rules do not share deals, and the letters are spread evenly: over
// ten years every first letter comes up about as often as the others.
func TestDealsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	var letters [26]int
	const days = 3653
	for d := range Day(days) {
		for _, p := range patience.Presets() {
			deal, err := Deal(Of(2026, 1, 1)+d, p.Rules)
			if err != nil {
				t.Fatal(err)
			}
			index, _ := deal.Index()
			letters[index*26/dealcode.Deals]++
			seen[index] = true
		}
	}
	// Of 32,877 draws out of 8·10⁹, chance makes 0.07 pairs; three would be a flaw.
	if n := days*len(patience.Presets()) - len(seen); n > 2 {
		t.Errorf("%d deals came up again", n)
	}
	expect := float64(days*len(patience.Presets())) / 26
	sum := 0.0
	for _, n := range letters {
		sum += (float64(n) - expect) * (float64(n) - expect) / expect
	}
	// Chi-squared with 25 degrees of freedom exceeds 60 once in ten thousand.
	if sum > 60 {
		t.Errorf("chi-squared of the first letter is %.1f: %v", sum, letters)
	}
}

func TestRulesKey(t *testing.T) {
	for _, p := range patience.Presets() {
		if key := RulesKey(p.Rules); key != p.ID {
			t.Errorf("%s has the key %s", p.ID, key)
		}
		if r, err := ParseRulesKey(p.ID); err != nil || r.Normal() != p.Rules.Normal() {
			t.Errorf("%s is %+v, %v", p.ID, r, err)
		}
	}
	own := patience.Rules{King: patience.Closed, Jokers: 1, Scoring: patience.Strokes, Undo: 7}
	const key = "king=closed,draw=anytime,jokers=1,opening=dealt,scoring=strokes,undo=7,par=36"
	if got := RulesKey(own); got != key {
		t.Errorf("got %s", got)
	}
	if r, err := ParseRulesKey(key); err != nil || r.Normal() != own.Normal() {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range []string{"", "nothing", "easy,", "easy,classic", "jokers=3", "weather=fine", "easy,par=45", "Easy"} {
		if r, err := ParseRulesKey(bad); err == nil {
			t.Errorf("%q is %+v", bad, r)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2026-05-01")
	f.Add("0000-02-29")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := Parse(text); err == nil && d.String() != text {
			t.Errorf("%q is %v", text, d)
		}
	})
}
