package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"birdie/card"
	"birdie/fair"
	"birdie/golf"
	"birdie/golf/record"
)

var update = flag.Bool("update", false, "write testdata anew")

// finished returns a table where two players and a bot have played one hole,
// always the same.
func finished(t *testing.T) *Table {
	t.Helper()
	env := &Env{Timing: DefaultTiming(), TakeoverLevel: "easy"}
	table := New("bcdfghjkmnpqr", env)
	rules := preset(t, "six")
	rules.Holes, rules.Decks = 1, 1
	secret := Secret(fair.Secret{1, 2, 3, 4, 5})
	at := time.UnixMilli(1_800_000_000_000)
	fold := func(e Event) {
		at = at.Add(time.Second)
		if err := table.Fold(e, at, ""); err != nil {
			t.Fatal(e.Kind, err)
		}
	}
	fold(Event{Kind: Opened, Player: "a", Name: "Anna", Settings: &Settings{Rules: rules, Seats: 3}, Secret: &secret})
	fold(Event{Kind: Sat, Seat: 1, Player: "b", Name: "Ben"})
	fold(Event{Kind: Botted, Seat: 2, Level: "easy"})
	fold(Event{Kind: Readied, Seat: 0, On: true, Seed: Seed("Anna's seed")})
	fold(Event{Kind: Readied, Seat: 1, On: true, Seed: Seed{0, 255}})
	fold(Event{Kind: Started, Seat: -1})
	src := card.SplitMix(7)
	for table.Phase() == PhasePlaying {
		seat := table.mayAct().First()
		v := table.Match().View(seat)
		legal := v.Legal(nil)
		fold(Event{Kind: Acted, Seat: seat, Action: legal[card.Below(&src, uint64(len(legal)))].String()})
	}
	return table
}

// The format of records is frozen, and so are the shuffles: an old record must
// stay verifiable.
func TestGoldenRecord(t *testing.T) {
	rec := finished(t).Record()
	got, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const file = "testdata/match.json"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %s", got)
	}
	read, err := ReadRecord(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	m, err := read.Verify()
	if err != nil || !m.Over() {
		t.Errorf("the golden record: %v", err)
	}
}

// The seeds are those the shuffles were made with, whoever goes afterwards.
func TestSeedsStayWhoeverGoes(t *testing.T) {
	for name, c := range map[string]struct {
		playing, over func(k *kit)
	}{
		"nobody":               {},
		"removed in the match": {playing: func(k *kit) { k.do("anna", Command{Order: Clear, Seat: seatNumber(2)}) }},
		"left in the match":    {playing: func(k *kit) { k.do("cleo", Command{Order: Leave}) }},
		"removed after it":     {over: func(k *kit) { k.do("anna", Command{Order: Clear, Seat: seatNumber(1)}) }},
		"up and away after it": {over: func(k *kit) { k.do("anna", Command{Order: Leave}) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := preset(t, "four")
				rules.Holes = 1
				k := newKit(t, Settings{Rules: rules, Seats: 4, Spectators: true})
				k.watch("anna", 0, nil)
				k.start("ben", "cleo")
				want := []Seed{Seed("anna"), Seed("ben"), Seed("cleo")}
				check := func(when string) {
					t.Helper()
					if got := k.view("").Fair.Seeds; !reflect.DeepEqual(got, want) {
						t.Errorf("%s the seeds are %q, want %q", when, got, want)
					}
				}
				check("at the start")
				if c.playing != nil {
					c.playing(k)
				}
				check("in the match")
				k.finish("anna", "ben", "cleo")
				if c.over != nil {
					c.over(k)
				}
				check("at the end")
				k.restart()
				check("after a restart")
				rec, err := k.hall.Record(t.Context(), k.id, "", 1)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := rec.Verify(); err != nil {
					t.Errorf("the record with seeds %q: %v", rec.Fair.Seeds, err)
				}
			})
		})
	}
}

func TestVerifyNotices(t *testing.T) {
	other := strings.Repeat("00", 32)
	for name, c := range map[string]struct {
		change func(r *Record)
		want   error
	}{
		"another secret":     {func(r *Record) { r.Fair.Secret = other }, ErrCommitment},
		"another commitment": {func(r *Record) { r.Fair.Commitment = other }, ErrCommitment},
		"no secret":          {func(r *Record) { r.Fair.Secret = "" }, ErrHex},
		"half a commitment":  {func(r *Record) { r.Fair.Commitment = other[:32] }, ErrHex},
		"no hexadecimal":     {func(r *Record) { r.Fair.Secret = strings.Repeat("zz", 32) }, ErrHex},
		"another seed":       {func(r *Record) { r.Fair.Seeds[0][0]++ }, ErrShuffle},
		"a seed swapped":     {func(r *Record) { r.Fair.Seeds[0], r.Fair.Seeds[1] = r.Fair.Seeds[1], r.Fair.Seeds[0] }, ErrShuffle},
		"a seed too few":     {func(r *Record) { r.Fair.Seeds = r.Fair.Seeds[1:] }, fair.ErrSeats},
		"a seed too long":    {func(r *Record) { r.Fair.Seeds[0] = make(Seed, fair.MaxSeed+1) }, fair.ErrSeed},
		"another match":      {func(r *Record) { r.Fair.Match += "1" }, ErrShuffle},
		"no match":           {func(r *Record) { r.Fair.Match = "" }, fair.ErrID},
		"another cut":        {func(r *Record) { r.Match.Cut = swapLast(r.Match.Cut) }, ErrShuffle},
		"no cut": {func(r *Record) {
			dealer := finished(t).Match().Results()[0].Dealer
			r.Match.Cut, r.Match.Dealer = "", &dealer
		}, ErrShuffle},
		"another deck":   {func(r *Record) { r.Match.Holes[0].Deck = swapLast(r.Match.Holes[0].Deck) }, ErrShuffle},
		"another result": {func(r *Record) { r.Match.Result.Totals[0]-- }, record.ErrResult},
		"an illegal act": {func(r *Record) { r.Match.Holes[0].Steps[0].Do = "draw" }, golf.ChooseFirst},
	} {
		t.Run(name, func(t *testing.T) {
			rec := finished(t).Record()
			c.change(&rec)
			if _, err := rec.Verify(); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// swapLast swaps the last two cards, which nobody saw.
func swapLast(cards string) string {
	list := strings.Fields(cards)
	n := len(list)
	list[n-1], list[n-2] = list[n-2], list[n-1]
	return strings.Join(list, " ")
}

func TestReadRecordRefuses(t *testing.T) {
	good, err := os.ReadFile("testdata/match.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nothing":        "",
		"another format": `{"format":"birdie-golf-match","version":1}`,
		"a later one":    strings.Replace(string(good), `"version":1`, `"version":2`, 1),
		"a new member":   strings.Replace(string(good), `"version":1`, `"version":1,"luck":true`, 1),
	} {
		if _, err := ReadRecord(strings.NewReader(text)); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func FuzzVerify(f *testing.F) {
	good, err := os.ReadFile("testdata/match.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"format":"birdie-table-match","version":1,"fair":{"seeds":[""]},"match":{"format":"birdie-golf-match","version":1,"players":2,"rules":{},"dealer":0}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := ReadRecord(bytes.NewReader(text))
		if err != nil {
			return
		}
		// Whatever holds, holds because every card is where the secret put it.
		m, err := rec.Verify()
		if err != nil || len(m.Results()) == 0 {
			return
		}
		rec.Fair.Secret = strings.Repeat("11", 32)
		if _, err := rec.Verify(); err == nil {
			t.Error("verified with another secret")
		}
	})
}
