package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"birdie/patience"
	"birdie/patience/dealcode"
)

// game returns the record of a game given by its line.
func game(t *testing.T, line string) Game {
	t.Helper()
	d, actions, err := dealcode.ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.Replay(actions)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Of(d, g)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The holes of two players: the same deals, the second a little worse.
var lines = [2][]string{
	{"GO2-P-AAAAAAB-R.d52d3dd556617452d17d144d23d37d6d423246117d53d6dd7", "GO2-P-24-I.g"},
	{"GO2-P-AAAAAAB-R.d52g", "GO2-P-24-I.g"},
}

func rounds(t *testing.T) (list []Round) {
	t.Helper()
	for _, player := range lines {
		var holes []Game
		for _, line := range player {
			holes = append(holes, game(t, line))
		}
		r, err := RoundOf(holes)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func TestGoldenTournament(t *testing.T) {
	tournament, err := TournamentOf(true, rounds(t))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := WriteJSON(&got, tournament); err != nil {
		t.Fatal(err)
	}
	const file = "testdata/tournament.json"
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("written as\n%s, not\n%s", &got, want)
	}
	var back Tournament
	if err := json.Unmarshal(want, &back); err != nil {
		t.Fatal(err)
	}
	played, err := back.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if !played.SameDeals || played.Points() != [2]int{1, 0} || played.Rounds[0].Total() != -2+35 || played.Rounds[1].Total() != 33+35 {
		t.Errorf("%+v, points %v", played, played.Points())
	}
}

func TestFinishedTournament(t *testing.T) {
	var holes []Game
	for range patience.Holes {
		holes = append(holes, game(t, lines[0][0]))
	}
	better, err := RoundOf(holes)
	if err != nil {
		t.Fatal(err)
	}
	if r := better.Result; r.Total != -18 || !r.Beaten || len(r.Strokes) != patience.Holes {
		t.Errorf("got %+v", r)
	}
	worse := better
	worse.Holes = append([]Game{game(t, lines[1][0])}, holes[1:]...)
	worse.Result = nil
	// Eight ties, a lost hole, a higher total: 0 points to 1 and 3.
	tournament, err := TournamentOf(true, []Round{worse, better})
	if err != nil || *tournament.Result != (TournamentResult{Points: [2]int{0, 4}, Winner: 2}) {
		t.Errorf("got %+v, %v", tournament.Result, err)
	}
}

func TestWrongRoundsAndTournaments(t *testing.T) {
	data, err := os.ReadFile("testdata/tournament.json")
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) error {
		var back Tournament
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			return err
		}
		_, err := back.Replay()
		return err
	}
	replace := func(old, new string) string {
		if !strings.Contains(string(data), old) {
			t.Fatalf("no %q in the record", old)
		}
		return strings.Replace(string(data), old, new, 1)
	}
	for name, tt := range map[string]struct {
		record, want string
	}{
		"another format":          {replace(TournamentFormat, Format), ErrFormat.Error()},
		"another version":         {replace(`"version": 1`, `"version": 7`), (&VersionError{7}).Error()},
		"unknown member":          {replace(`"same-deals"`, `"weather"`), (&UnknownError{"weather"}).Error()},
		"a game for a round":      {replace(RoundFormat, Format), ErrFormat.Error()},
		"wrong total":             {replace(`"total": 33`, `"total": 32`), "player 1: record: result: total is 32, the game gives 33"},
		"unknown in round result": {replace(`"total"`, `"weather"`), (&UnknownError{"result.weather"}).Error()},
		"wrong winner":            {replace(`"winner": 0`, `"winner": 1`), "record: result: winner is 1, the game gives 0"},
		"unknown in result":       {replace(`"winner"`, `"weather"`), (&UnknownError{"result.weather"}).Error()},
		"refused action":          {replace(`"remove 5"`, `"remove 1"`), "player 1: hole 1: dealcode: action 2 (1): not-adjacent"},
	} {
		if err := read(tt.record); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}

	both := rounds(t)
	for name, tt := range map[string]struct {
		rounds []Round
		want   error
	}{
		"one player":    {both[:1], ErrPlayers},
		"three players": {append(both, both[0]), ErrPlayers},
		"no round":      {[]Round{both[0], {}}, ErrFormat},
	} {
		if _, err := TournamentOf(true, tt.rounds); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", name, err, tt.want)
		}
	}
	var of *HoleError
	for name, tt := range map[string]struct {
		lines []string
		want  error
	}{
		"in play":     {[]string{lines[0][0], "GO2-P-24-I."}, ErrInPlay},
		"other rules": {[]string{lines[0][0], "GO2-S-24-S.g"}, ErrOwnRules},
		"ten holes":   {[]string{"GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g", "GO2-P-24-I.g"}, ErrHoles},
	} {
		var holes []Game
		for _, line := range tt.lines {
			holes = append(holes, game(t, line))
		}
		_, err := RoundOf(holes)
		if !errors.Is(err, tt.want) || tt.want != ErrHoles && (!errors.As(err, &of) || of.Number != 2) {
			t.Errorf("%s: got %v, want %v", name, err, tt.want)
		}
	}
	swapped := both[1]
	swapped.Holes = []Game{both[1].Holes[1], both[1].Holes[0]}
	swapped.Result = nil
	if _, err := TournamentOf(true, []Round{both[0], swapped}); !errors.Is(err, ErrOtherDeal) {
		t.Errorf("other deals: %v", err)
	}
	if _, err := TournamentOf(false, []Round{both[0], swapped}); err != nil {
		t.Errorf("own deals: %v", err)
	}
	strict, err := RoundOf([]Game{game(t, "GO2-S-24-S.g")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TournamentOf(false, []Round{both[0], strict}); !errors.Is(err, ErrOwnRules) {
		t.Errorf("rules of another player: %v", err)
	}
}

func FuzzTournament(f *testing.F) {
	// Short ones: the fuzzer spends its time on making long inputs shorter.
	const hole = `{"format":"birdie-patience-game","version":1,"code":"GO2-P-24-I","actions":["draw","give up"]}`
	const round = `{"format":"birdie-patience-round","version":1,"holes":[` + hole + `],` +
		`"result":{"strokes":[35],"total":35,"par":36,"beaten":false}}`
	f.Add([]byte(`{"format":"birdie-patience-tournament","version":1,"same-deals":true,"rounds":[` + round + `,` + round + `],` +
		`"result":{"points":[0,0],"winner":0}}`))
	f.Add([]byte(`{"format": "birdie-patience-tournament", "version": 1, "rounds": [` +
		`{"format": "birdie-patience-round", "version": 1}, {"format": "birdie-patience-round", "version": 1, "holes": [null]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var read Tournament
		if json.Unmarshal(data, &read) != nil {
			return
		}
		played, err := read.Replay()
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		again, err := TournamentOf(read.SameDeals, read.Rounds)
		if err != nil || again.Result.Points != played.Points() {
			t.Errorf("%s: %v", data, err)
		}
	})
}
