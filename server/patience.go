package server

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"birdie/patience"
	"birdie/patience/daily"
	"birdie/patience/dealcode"
	"birdie/patience/record"
	"birdie/server/store"

	"github.com/danielgtaylor/huma/v2"
)

// The problems of games and days.
var (
	RecordRefused = kind("record-refused", http.StatusUnprocessableEntity, "The record is not one of a game that went by its rules.")
	NotEnded      = kind("not-ended", http.StatusUnprocessableEntity, "The game has not ended.")
	OtherDeal     = kind("other-deal", http.StatusUnprocessableEntity, "The game was not played with these cards.")
	DayNotOpen    = kind("day-not-open", http.StatusConflict, "That day has not begun.")
	AlreadyPlayed = kind("already-played", http.StatusConflict, "This hole has been played.")
)

// maxRecord is how large the record of one game may be.
const maxRecord = 128 << 10

// gameRecord is a record as package record reads it.
type gameRecord struct{ json.RawMessage }

// Schema implements huma.SchemaProvider: the record checks itself.
func (gameRecord) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Description: "The record of an ended game (docs/formats.md): rules, deal and actions. The server replays it.",
	}
}

// played is a game that was replayed and has ended.
type played struct {
	deal dealcode.Deal
	game *patience.Game
	line string
}

// replay plays a record back. That proves that the game went by the rules, not
// that a person played it.
func (r gameRecord) replay() (p played, err error) {
	var text record.Game
	if err := json.Unmarshal(r.RawMessage, &text); err != nil {
		return p, problem(RecordRefused, err.Error())
	}
	deal, game, err := text.Replay()
	if err != nil {
		return p, problem(RecordRefused, err.Error())
	}
	return playedOf(deal, game)
}

func playedOf(deal dealcode.Deal, game *patience.Game) (p played, err error) {
	if game.State() == patience.Playing {
		return p, problem(NotEnded, "win, be blocked or give up first")
	}
	if deal, err = deal.Under(game.Rules()); err != nil {
		return p, problem(RecordRefused, err.Error())
	}
	return played{deal, game, dealcode.FormatLine(deal, game.Actions())}, nil
}

// result returns what is kept of the game. Its id follows from who played what,
// so that sending it twice makes one result.
func (p played) result(identity string, at time.Time) store.Result {
	g := p.game
	r := store.Result{
		Identity: identity, Kind: store.Free, Rules: daily.RulesKey(g.Rules()), Game: p.line,
		State: g.State().ID(), Strokes: g.Strokes(), Moves: g.MoveCount(), Undos: g.Undos(), Hints: g.Hints(),
		Run: g.LongestRun(), Clean: g.Clean(), At: at,
	}
	if g.Rules().Scoring == patience.Points {
		r.Points = g.Points()
	}
	return r
}

func identified(r store.Result) store.Result {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s\n%d", r.Identity, r.Game, r.Day, r.Round, r.Hole))
	r.ID = base64.RawURLEncoding.EncodeToString(sum[:15])
	return r
}

// Result is a finished game as its player sees it.
type Result struct {
	ID         string    `json:"id"`
	Kind       string    `json:"kind" enum:"free,daily,tournament" doc:"daily: the attempt that counts for its day and rule set."`
	Day        string    `json:"day,omitempty" doc:"The UTC date of a daily deal."`
	Rules      string    `json:"rules" doc:"The id of a preset, or options with their values."`
	Round      string    `json:"round,omitempty" doc:"The round or tournament it is a hole of."`
	Hole       int       `json:"hole,omitempty" doc:"1 to 9 in a round."`
	Game       string    `json:"game" doc:"Deal and actions on one line (docs/formats.md)."`
	State      string    `json:"state" enum:"won,blocked,given-up"`
	Strokes    int       `json:"strokes"`
	Points     *int      `json:"points,omitempty" doc:"Where the rules count points."`
	Moves      int       `json:"moves"`
	Undos      int       `json:"undos"`
	Hints      int       `json:"hints"`
	LongestRun int       `json:"longestRun"`
	Clean      bool      `json:"clean" doc:"Without undo and hints, as the record says: help from elsewhere leaves no trace."`
	Imported   bool      `json:"imported,omitempty" doc:"From an import; never on a leaderboard."`
	At         time.Time `json:"at" doc:"When the server took it."`
	Best       *int      `json:"best,omitempty" doc:"The lowest strokes this deal allows, once computed."`
}

func resultOf(r store.Result) Result {
	out := Result{
		ID: r.ID, Kind: r.Kind, Day: r.Day, Rules: r.Rules, Round: strings.TrimPrefix(r.Round, r.Identity+"/"), Hole: r.Hole, Game: r.Game, State: r.State,
		Strokes: r.Strokes, Moves: r.Moves, Undos: r.Undos, Hints: r.Hints, LongestRun: r.Run, Clean: r.Clean,
		Imported: r.Imported, At: r.At,
	}
	if rules, err := daily.ParseRulesKey(r.Rules); err == nil && rules.Scoring == patience.Points {
		out.Points = &r.Points
	}
	if r.Best.Valid {
		best := int(r.Best.V)
		out.Best = &best
	}
	return out
}

// person refuses bot accounts: results and boards are people's.
func person(ctx context.Context) (Identity, error) {
	me := caller(ctx)
	if me.Bot {
		return me, problem(Forbidden, "results are people's")
	}
	return me, nil
}

// keep adds a result and looks for its best, for a moment at once and else later.
func (s *Server) keep(ctx context.Context, p played, r store.Result) (store.Result, error) {
	r = identified(r)
	quick, cancel := context.WithTimeout(ctx, s.atOnce)
	defer cancel()
	r.Best = s.best(quick, p.deal)
	kept, err := s.store.AddResult(ctx, r)
	if err == nil && !kept.Best.Valid {
		s.solveSoon()
	}
	return kept, err
}

// dayInput names a day and the rules it is played by.
type dayInput struct {
	Day   string `path:"day" maxLength:"10" doc:"A UTC date such as 2026-05-01, or today."`
	Rules string `query:"rules" default:"easy" maxLength:"200" doc:"The id of a preset, options such as king=closed,jokers=1, or both."`
}

// dailyOf finds the deal that a request speaks of.
func (s *Server) dailyOf(day, rulesKey string) (d daily.Day, rules patience.Rules, deal dealcode.Deal, err error) {
	if d = daily.At(s.now().Unix()); day != "today" {
		if d, err = daily.Parse(day); err != nil {
			return d, rules, deal, problem(NotFound, "not a date such as 2026-05-01, nor today")
		}
	}
	if rules, err = daily.ParseRulesKey(rulesKey); err != nil {
		return d, rules, deal, problem(Invalid, "no such rules: "+err.Error())
	}
	deal, err = daily.Deal(d, rules)
	return d, rules, deal, err
}

// closes is the end of the time in which a result counts for its day: who begins
// before midnight, or plays without a network, has the whole next day to send it.
func closes(d daily.Day) time.Time { return time.Unix((d + 2).Start(), 0).UTC() }

// Day is a daily deal.
type Day struct {
	Day    string    `json:"day"`
	Rules  string    `json:"rules"`
	Code   string    `json:"code" doc:"The deal. It follows from date and rules, so a page can compute it offline."`
	Opens  time.Time `json:"opens"`
	Closes time.Time `json:"closes" doc:"Results that arrive by then count for the day."`
	Played int       `json:"played" doc:"How many have played it."`
	Mine   *Result   `json:"mine,omitempty" doc:"The caller's attempt that counts."`
}

// BoardEntry is one line of a leaderboard.
type BoardEntry struct {
	Rank       int    `json:"rank" doc:"1 is the best; equal strokes share a rank."`
	Name       string `json:"name"`
	State      string `json:"state" enum:"won,blocked,given-up"`
	Strokes    int    `json:"strokes"`
	Points     *int   `json:"points,omitempty"`
	Moves      int    `json:"moves"`
	LongestRun int    `json:"longestRun"`
	Clean      bool   `json:"clean" doc:"Without undo and hints, as its player's record says."`
	Me         bool   `json:"me"`
}

// Board is a leaderboard of a day and rule set.
type Board struct {
	Day     string       `json:"day"`
	Rules   string       `json:"rules"`
	Total   int          `json:"total"`
	Best    *int         `json:"best,omitempty" doc:"The lowest strokes the deal allows, for those who have played it or once the day has closed."`
	Entries []BoardEntry `json:"entries" doc:"The first 100, fewest strokes first, then who was earlier."`
	Mine    *BoardEntry  `json:"mine,omitempty" doc:"The caller's own line, also when it is not among the first."`
}

const boardLength = 100

func entryOf(r store.Result, name string, rank int) BoardEntry {
	full := resultOf(r)
	return BoardEntry{
		Rank: rank, Name: name, State: full.State, Strokes: full.Strokes, Points: full.Points,
		Moves: full.Moves, LongestRun: full.LongestRun, Clean: full.Clean,
	}
}

func (s *Server) registerPatience() {
	const tag = "Patience"
	type dayOutput struct{ Body Day }
	add(s, limitRead, huma.Operation{
		OperationID: "get-day", Method: http.MethodGet, Path: "/api/daily/{day}", Tags: []string{tag},
		Summary: "The deal of a day", Security: maybeSignedIn,
		Description: "A pure function of the UTC date and the rules, the same for everyone. Every rule set has its own.",
	}, func(ctx context.Context, in *dayInput) (*dayOutput, error) {
		d, rules, deal, err := s.dailyOf(in.Day, in.Rules)
		if err != nil {
			return nil, err
		}
		out := &dayOutput{Day{
			Day: d.String(), Rules: daily.RulesKey(rules), Code: deal.Code(),
			Opens: time.Unix(d.Start(), 0).UTC(), Closes: closes(d),
		}}
		if _, out.Body.Played, err = s.store.Board(ctx, out.Body.Day, out.Body.Rules, 0); err != nil {
			return nil, err
		}
		mine, err := s.store.DailyResult(ctx, caller(ctx).ID, out.Body.Day, out.Body.Rules)
		if err == nil {
			r := resultOf(mine)
			out.Body.Mine = &r
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		return out, nil
	})

	type dailyInput struct {
		Day  string `path:"day" maxLength:"10"`
		Body struct {
			Record gameRecord `json:"record"`
		}
	}
	type dailyOutput struct {
		Body struct {
			Result  Result `json:"result"`
			Counted bool   `json:"counted" doc:"Whether this is the attempt that counts for the day."`
			Why     string `json:"why,omitempty" enum:"already-played,day-over" doc:"Why it does not count. It is kept as a free game then."`
		}
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "play-day", Method: http.MethodPost, Path: "/api/daily/{day}/results", Tags: []string{tag},
		Summary: "Send a game of a daily deal", Security: signedIn, MaxBodyBytes: maxRecord,
		Description: "The record is replayed, which proves the game legal, not human; clean is what its player says. " +
			"The first game that has ended counts for the caller, day and rule set; it must arrive before the end of the following UTC day. " +
			"The same record sent again has no further effect and the same answer.",
	}, func(ctx context.Context, in *dailyInput) (*dailyOutput, error) {
		me, err := person(ctx)
		if err != nil {
			return nil, err
		}
		p, err := in.Body.Record.replay()
		if err != nil {
			return nil, err
		}
		now := s.now()
		r := p.result(me.ID, now)
		d, _, deal, err := s.dailyOf(in.Day, r.Rules)
		switch {
		case err != nil:
			return nil, err
		case now.Unix() < d.Start():
			return nil, problem(DayNotOpen, d.String())
		case !slices.Equal(deal.Deck(), p.game.Deck()):
			return nil, problem(OtherDeal, "the deal of "+d.String()+" is "+deal.Code())
		}
		out := &dailyOutput{}
		var kept store.Result
		if now.Before(closes(d)) {
			r.Kind, r.Day = store.Daily, d.String()
			kept, err = s.keep(ctx, p, r)
		} else {
			err, out.Body.Why = store.ErrTaken, "day-over"
		}
		if errors.Is(err, store.ErrTaken) {
			r.Kind, r.Day = store.Free, ""
			kept, err = s.keep(ctx, p, r)
		}
		if err != nil {
			return nil, err
		}
		out.Body.Result, out.Body.Counted = resultOf(kept), kept.Kind == store.Daily
		if !out.Body.Counted && out.Body.Why == "" {
			out.Body.Why = "already-played"
		}
		return out, nil
	})

	type boardOutput struct{ Body Board }
	add(s, limitRead, huma.Operation{
		OperationID: "get-board", Method: http.MethodGet, Path: "/api/daily/{day}/results", Tags: []string{tag},
		Summary: "The leaderboard of a day", Security: maybeSignedIn,
	}, func(ctx context.Context, in *dayInput) (*boardOutput, error) {
		d, rules, _, err := s.dailyOf(in.Day, in.Rules)
		if err != nil {
			return nil, err
		}
		board, err := s.board(ctx, d, daily.RulesKey(rules), caller(ctx))
		return &boardOutput{board}, err
	})

	type gameInput struct {
		Body struct {
			Record gameRecord `json:"record"`
			Round  string     `json:"round,omitempty" maxLength:"40" pattern:"^[A-Za-z0-9_-]*$" doc:"Made by the client, the same for the nine holes of a round."`
			Hole   int        `json:"hole,omitempty" minimum:"0" maximum:"9" doc:"1 to 9 in a round, 0 or left out otherwise."`
		}
	}
	type resultOutput struct{ Body Result }
	add(s, limitCommand, huma.Operation{
		OperationID: "add-result", Method: http.MethodPost, Path: "/api/me/results", Tags: []string{tag},
		Summary: "Keep a finished game", Security: signedIn, MaxBodyBytes: maxRecord,
		Description: "For the caller's own statistics. The record is replayed. Each hole of a round counts once. " +
			"The same record sent again has no further effect and the same answer.",
	}, func(ctx context.Context, in *gameInput) (*resultOutput, error) {
		me, err := person(ctx)
		if err != nil {
			return nil, err
		}
		if (in.Body.Round == "") != (in.Body.Hole == 0) {
			return nil, problem(Invalid, "round and hole go together")
		}
		p, err := in.Body.Record.replay()
		if err != nil {
			return nil, err
		}
		r := p.result(me.ID, s.now())
		if in.Body.Hole > 0 {
			// A round is its player's own: another's may have the same name.
			r.Round, r.Hole = me.ID+"/"+in.Body.Round, in.Body.Hole
		}
		kept, err := s.keep(ctx, p, r)
		if errors.Is(err, store.ErrTaken) {
			return nil, problem(AlreadyPlayed, "")
		}
		return &resultOutput{resultOf(kept)}, err
	})
	type resultsInput struct {
		Limit int `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	}
	type resultsOutput struct{ Body []Result }
	add(s, limitRead, huma.Operation{
		OperationID: "list-results", Method: http.MethodGet, Path: "/api/me/results", Tags: []string{tag},
		Summary: "My last games", Security: signedIn,
	}, func(ctx context.Context, in *resultsInput) (*resultsOutput, error) {
		all, err := s.store.Results(ctx, caller(ctx).ID)
		out := &resultsOutput{Body: []Result{}}
		slices.Reverse(all)
		for _, r := range all[:min(len(all), in.Limit)] {
			out.Body = append(out.Body, resultOf(r))
		}
		return out, err
	})
	type statisticsOutput struct{ Body Statistics }
	add(s, limitRead, huma.Operation{
		OperationID: "get-statistics", Method: http.MethodGet, Path: "/api/me/statistics", Tags: []string{tag},
		Summary: "My statistics", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*statisticsOutput, error) {
		all, err := s.store.Results(ctx, caller(ctx).ID)
		return &statisticsOutput{statisticsOf(all, daily.At(s.now().Unix()))}, err
	})
}

func (s *Server) board(ctx context.Context, d daily.Day, rules string, me Identity) (Board, error) {
	board := Board{Day: d.String(), Rules: rules, Entries: []BoardEntry{}}
	lines, total, err := s.store.Board(ctx, board.Day, rules, boardLength)
	if err != nil {
		return board, err
	}
	board.Total = total
	var best sql.Null[int64]
	for i, l := range lines {
		e := entryOf(l.Result, l.Name, i+1)
		if i > 0 && l.Strokes == lines[i-1].Strokes {
			e.Rank = board.Entries[i-1].Rank
		}
		e.Me = l.Identity == me.ID
		board.Entries = append(board.Entries, e)
		if l.Best.Valid {
			best = l.Best
		}
	}
	mine, err := s.store.DailyResult(ctx, me.ID, board.Day, rules)
	switch {
	case err == nil && !mine.Imported:
		better, err := s.store.Better(ctx, board.Day, rules, mine.Strokes)
		if err != nil {
			return board, err
		}
		e := entryOf(mine, me.Name, better+1)
		e.Me, board.Mine = true, &e
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return board, err
	}
	// It would tell others how much there is to be had.
	if best.Valid && (board.Mine != nil || !s.now().Before(closes(d))) {
		n := int(best.V)
		board.Best = &n
	}
	return board, nil
}
