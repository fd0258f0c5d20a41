package golfengine

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
	"birdie/golf/record"
	"birdie/table"
)

const secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// reply is what the page reads.
type reply struct {
	OK        bool
	No, Bad   string
	Option    string
	Against   string
	Preset    string
	Over      bool
	Deal      bool
	Steps     int
	Action    string
	Shuffles  int
	Events    []json.RawMessage
	Golf      json.RawMessage
	Scorecard json.RawMessage
	Deals     int
	Exact     bool
	Worth     []struct {
		Action       string
		Given, Error int
	}
}

type testingT interface {
	Helper()
	Fatalf(format string, args ...any)
}

func ask(t testingT, e *Engine, request string) reply {
	t.Helper()
	text := e.Answer(request)
	var r reply
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%s: %v in %s", request, err, text)
	}
	return r
}

// must asks for something that is not refused.
func must(t testingT, e *Engine, request string) reply {
	t.Helper()
	r := ask(t, e, request)
	if !r.OK {
		t.Fatalf("%s: %+v", request, r)
	}
	return r
}

func rulesText(r golf.Rules) string {
	var words []string
	for _, o := range golf.Options() {
		if o == golf.OptionHoles && r.Holes == 0 || o == golf.OptionTarget && r.Target == 0 {
			continue
		}
		words = append(words, string(o)+"="+r.Get(o))
	}
	return strings.Join(words, ",")
}

func asJSON(t testingT, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(text)
}

// What the engine says of a match is letter by letter what the server would say,
// to every viewer and after every step.
func TestSpeaksAsTheServerDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom(golf.Presets()).Draw(t, "preset").Rules
		rules.Holes = rapid.IntRange(1, 2).Draw(t, "holes")
		rules.Knock = rapid.Bool().Draw(t, "knock")
		rules.Penalty = golf.PenaltyOn
		rules.FourEqual = true
		rules.Ties = golf.SuddenDeath
		players := rapid.IntRange(golf.MinPlayers, golf.MaxPlayers).Draw(t, "players")
		viewer := rapid.IntRange(golf.Spectator, players-1).Draw(t, "viewer")
		src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))

		var e Engine
		open := "m " + strconv.Itoa(players) + " " + rulesText(rules) + "\nsecret " + secret + "\nid x/1"
		must(t, &e, "open "+open)
		twin := e.slots["m"].match
		var past golf.Match
		for !twin.Over() {
			steps := len(twin.Steps())
			before, err := golf.Replay(rules, players, twin.Steps())
			if err != nil {
				t.Fatalf("%v", err)
			}
			past = *before
			request := "deal m " + strconv.Itoa(viewer)
			if twin.Waits() == golf.WaitAction {
				seat := twin.Hole().Turn()
				legal := twin.Hole().Legal(seat, nil)
				a := legal[card.Below(&src, uint64(len(legal)))]
				request = "do m " + strconv.Itoa(viewer) + " " + strconv.Itoa(seat) + " " + a.String()
			}
			r := must(t, &e, request)
			var events []golf.Event
			for _, step := range twin.Steps()[steps:] {
				if events, err = past.Do(step, events); err != nil {
					t.Fatalf("%v", err)
				}
			}
			if len(events) != len(r.Events) {
				t.Fatalf("%s: %d events, want %d", request, len(r.Events), len(events))
			}
			for i := range events {
				if want := asJSON(t, record.EventFor(viewer, &events[i])); string(r.Events[i]) != want {
					t.Fatalf("event %s, want %s", r.Events[i], want)
				}
			}
			v := twin.View(viewer)
			if want := asJSON(t, record.ViewOf(&v)); string(r.Golf) != want {
				t.Fatalf("view\n%s, want\n%s", r.Golf, want)
			}
			if want := asJSON(t, record.ScorecardOf(twin)); string(r.Scorecard) != want {
				t.Fatalf("scorecard\n%s, want\n%s", r.Scorecard, want)
			}
		}
		// Its record is one of a table, and holds.
		names := make([]string, players)
		for i := range names {
			names[i] = "Jörg \"<&>\\" + strconv.Itoa(i)
		}
		for range players {
			e.slots["m"].seeds = append(e.slots["m"].seeds, nil)
		}
		text := e.Answer("record m\n" + strings.Join(names, "\n"))
		if _, _, err := record.Read(strings.NewReader(text[strings.Index(text, `"match":{`)+8 : len(text)-1])); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	})
}

// playOut lets bots play a match to its end through the engine.
func playOut(t testingT, e *Engine, slot string, players int) {
	t.Helper()
	for !e.slots[slot].match.Over() {
		m := e.slots[slot].match
		if m.Waits() == golf.WaitDeal {
			must(t, e, "deal "+slot+" -1")
			continue
		}
		seat := strconv.Itoa(m.Hole().Turn())
		b := must(t, e, "bot "+slot+" "+seat+" medium")
		must(t, e, "do "+slot+" -1 "+seat+" "+b.Action)
	}
}

func seedLines(players int) string {
	return strings.Repeat("\nseed", players)
}

func TestLocalMatchCanBeVerified(t *testing.T) {
	var e Engine
	must(t, &e, "open m 3 layout=four,holes=2\nsecret "+secret+"\nid local/1"+seedLines(3))
	playOut(t, &e, "m", 3)
	text := e.Answer("record m\nAda\nGrace\nHedy")
	rec, err := table.ReadRecord(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Verify(); err != nil {
		t.Fatal(err)
	}
	lines := linesOf(&rec)
	must(t, &e, "open r 3 layout=four,holes=2\n"+lines)
	if r := must(t, &e, "verify r"); r.Shuffles < 3 {
		t.Errorf("%d shuffles compared", r.Shuffles)
	}
	for name, change := range map[string][2]string{
		"commitment": {"commitment " + rec.Fair.Commitment[:8], "commitment 00000000"},
		"shuffle":    {"id local/1", "id local/2"},
		"seeds":      {"seed\nseed\nseed\n", "seed\nseed\n"},
	} {
		changed := strings.Replace(lines, change[0], change[1], 1)
		if changed == lines {
			t.Fatalf("%s: nothing changed", name)
		}
		must(t, &e, "open r 3 layout=four,holes=2\n"+changed)
		if r := ask(t, &e, "verify r"); r.Bad != name {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// linesOf puts a record into the lines of an open request, as the page does.
func linesOf(rec *table.Record) string {
	var b bytes.Buffer
	b.WriteString("secret " + rec.Fair.Secret + "\nid " + rec.Fair.Match + "\n")
	for range rec.Fair.Seeds {
		b.WriteString("seed\n")
	}
	b.WriteString("commitment " + rec.Fair.Commitment + "\ncut " + rec.Match.Cut + "\n")
	for _, h := range rec.Match.Holes {
		b.WriteString("deal " + h.Deck + "\n")
		for _, s := range h.Steps {
			if s.Seat == nil {
				b.WriteString("reshuffle " + s.Reshuffle + "\n")
			} else {
				b.WriteString(strconv.Itoa(*s.Seat) + " " + s.Do + "\n")
			}
		}
	}
	return b.String()
}

// A match is what it was when it is opened again from what the page has kept.
func TestKeptMatchGoesOn(t *testing.T) {
	const open = "6 layout=six,holes=1\nsecret " + secret + "\nid local/1"
	var e Engine
	must(t, &e, "open m "+open)
	playOut(t, &e, "m", 6)
	steps := ""
	for i, s := range e.slots["m"].match.Steps() {
		if s.Kind != golf.StepAct {
			continue
		}
		steps += "\n" + strconv.Itoa(s.Seat) + " " + s.Action.String()
		must(t, &e, "open k "+open+steps)
		got, want := must(t, &e, "view k 2"), must(t, &e, "at m 2 "+strconv.Itoa(i+1))
		if after := e.slots["m"].match.Steps()[i+1:]; len(after) > 0 && after[0].Kind == golf.StepReshuffle {
			continue // it has been done already
		}
		if string(got.Golf) != string(want.Golf) {
			t.Fatalf("after step %d\n%s, want\n%s", i+1, got.Golf, want.Golf)
		}
	}
}

func TestWorth(t *testing.T) {
	var e Engine
	// Seat 0 may take a joker: nothing is worth more.
	rules := golf.Default().Rules
	rules.Holes = 1
	deck := rules.Deck(2)
	for i, c := range deck {
		if c == card.Joker1 {
			deck[i], deck[12] = deck[12], deck[i]
		}
	}
	text := make([]string, len(deck))
	for i, c := range deck {
		text[i] = c.String()
	}
	must(t, &e, "open m 2 holes=1\ndealer 1\ndeal "+strings.Join(text, " ")+"\n0 choose 1 2\n1 choose 1 2")
	r := must(t, &e, "worth m 0 60")
	if len(r.Worth) != 2 || r.Worth[1].Action != "take" || r.Worth[1].Given != 0 || r.Worth[0].Given < 100 || r.Deals != 60 {
		t.Errorf("%+v", r)
	}
	if r := ask(t, &e, "worth m 1 60"); r.No != golf.NotYourTurn.ID() {
		t.Errorf("%+v", r)
	}
	must(t, &e, "do m 0 0 take")
	if j := must(t, &e, "judge m 4 60"); !slices.Equal(j.Worth, r.Worth) {
		t.Errorf("judged %+v, was worth %+v", j.Worth, r.Worth)
	}
}

// What is said of a decision does not depend on how it was asked for, and not on
// cards its seat did not know: in matches that differ in those it is the same.
func TestJudge(t *testing.T) {
	var e Engine
	must(t, &e, "open m 2 layout=four,holes=1\nsecret "+secret+"\nid local/1")
	playOut(t, &e, "m", 2)
	m := e.slots["m"].match
	exact := 0
	for n, step := range m.Steps() {
		if step.Kind != golf.StepAct {
			continue
		}
		request := "judge m " + strconv.Itoa(n)
		whole := must(t, &e, request+" 40")
		must(t, &e, "judge m 2 1") // another decision meanwhile
		for _, deals := range []string{" 7", " 25", " 25", " 3"} {
			must(t, &e, request+deals)
		}
		if again := must(t, &e, request+" 40"); !slices.Equal(again.Worth, whole.Worth) || again.Deals != whole.Deals {
			t.Errorf("step %d: %+v, bit by bit %+v", n, whole, again)
		}
		if whole.Exact {
			exact++
		}
		past, err := golf.Replay(m.Rules(), 2, m.Steps()[:n])
		if err != nil {
			t.Fatal(err)
		}
		v := past.View(step.Seat)
		src := card.SplitMix(uint64(n))
		world := v.Determinize(&src)
		other := world.View(step.Seat)
		twin := slot{match: m}
		reply := twin.weigh(n, &other, 40, &step.Action)
		if want := e.Answer(request + " 40"); reply != want {
			t.Errorf("step %d: with other hidden cards %s, want %s", n, reply, want)
		}
	}
	if exact == 0 {
		t.Error("nothing was worked out")
	}
}

func TestFaults(t *testing.T) {
	var e Engine
	must(t, &e, "open m 2 holes=1\nsecret "+secret+"\nid local/1")
	for request, want := range map[string]reply{
		"":                                     {Bad: "request"},
		"sing m":                               {Bad: "request"},
		"view nothing":                         {Bad: "no-match"},
		"do m 0 0":                             {Bad: "request"},
		"do m 0 0 jump":                        {No: golf.NotAnAction.ID()},
		"do m 0 0 draw":                        {No: golf.ChooseFirst.ID()},
		"do m 0 7 draw":                        {No: golf.NoSuchSeat.ID()},
		"deal m 0":                             {No: golf.HoleIsRunning.ID()},
		"bot m 0 nobody":                       {Bad: "player"},
		"open x 2 layout=round":                {Bad: "rules", Option: "layout"},
		"open x 9 layout=six":                  {Bad: "rules", Option: "players"},
		"open x 2 holes=1\nsecret 12":          {Bad: "hex"},
		"open x 2 holes=1\nhello":              {Bad: "line"},
		"open x 2 holes=1\ncut AC":             {No: golf.WrongCards.ID()},
		"open x 2 holes=1\ndealer 0\ndeal":     {Bad: "secret"},
		"check 8 layout=nine,decks=1":          {Bad: "rules", Option: "decks", Against: "players"},
		"check 2 peek=on,first-flips=0":        {Bad: "rules", Option: "peek", Against: "first-flips"},
		"check 2 knock=on,knock-penalty=on":    {OK: true, Preset: "knock"},
		"check 2 layout=four,peek=on,knock=on": {OK: true, Preset: "peek"},
		"judge m 0 10":                         {Bad: "request"},
		"close m":                              {OK: true},
	} {
		if request == "close m" {
			continue
		}
		if got := ask(t, &e, request); got.OK != want.OK || got.No != want.No || got.Bad != want.Bad ||
			got.Option != want.Option || got.Against != want.Against || got.Preset != want.Preset {
			t.Errorf("%q: %+v, want %+v", request, got, want)
		}
	}
	must(t, &e, "close m")
	if r := ask(t, &e, "view m"); r.Bad != "no-match" {
		t.Errorf("%+v", r)
	}
}

func TestSteps(t *testing.T) {
	var e Engine
	must(t, &e, "open m 2 holes=1\nsecret "+secret+"\nid local/1\n0 choose 1 2")
	want := `{"ok":true,"list":[{"do":"cut"},{"hole":1,"do":"deal"},{"seat":0,"do":"choose 1 2"}]}`
	if got := e.Answer("steps m"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Open eyes see every card, and what everyone was told.
func TestOpenEyes(t *testing.T) {
	var e Engine
	must(t, &e, "open m 2 layout=four,peek=on,holes=1\nsecret "+secret+"\nid local/1\n0 choose 1 2\n1 choose 1 2")
	seat := e.slots["m"].match.Hole().Turn()
	r := must(t, &e, "do m -2 "+strconv.Itoa(seat)+" draw")
	var v record.View
	if err := json.Unmarshal(r.Golf, &v); err != nil {
		t.Fatal(err)
	}
	for s, grid := range v.Grids {
		for pos, c := range grid {
			if c.Card != e.slots["m"].match.Hole().Card(s, pos).String() || c.Up {
				t.Errorf("seat %d place %d: %+v", s, pos+1, c)
			}
		}
	}
	if v.Hand == "" || len(r.Events) != 2 || !strings.Contains(string(r.Events[1]), v.Hand) {
		t.Errorf("hand %q, events %s", v.Hand, r.Events)
	}
}

func TestScore(t *testing.T) {
	var e Engine
	text := e.Answer("score wild-twos=on\nAC -- TH AD -- --\n2C 3C X1 -- -- KD")
	var r struct{ Scores []record.Score }
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Scores[0].Total != 10 || len(r.Scores[0].Columns) != 1 || r.Scores[1].Total != -1 {
		t.Errorf("%s", text)
	}
	for _, grid := range []string{"AC AC AC AC AC AC AC", "1C"} {
		if r := ask(t, &e, "score layout=six\n"+grid); r.Bad != "grid" {
			t.Errorf("%s: %+v", grid, r)
		}
	}
}

// Every bot of the roster can be asked.
func TestBots(t *testing.T) {
	for _, p := range bot.Roster() {
		if p.Kind == bot.Yardstick {
			continue
		}
		var e Engine
		must(t, &e, "open m 2 layout=four,holes=1\nsecret "+secret+"\nid local/1")
		must(t, &e, "bot m 0 "+p.ID)
	}
}
