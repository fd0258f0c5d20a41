package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"birdie/patience/daily"
	"birdie/patience/dealcode"
	"birdie/server/store"
	"birdie/table"

	"github.com/danielgtaylor/huma/v2"
)

// The format of an export.
const (
	exportFormat  = "birdie-export"
	exportVersion = 1
)

// Export is everything one identity owns.
type Export struct {
	Format      string    `json:"format" enum:"birdie-export"`
	Version     int       `json:"version"`
	Exported    time.Time `json:"exported"`
	Me          Me        `json:"me"`
	Bots        []Me      `json:"bots"`
	Results     []Result  `json:"results"`
	Tournaments []Contest `json:"tournaments"`
	// Tables are the open ones at which it sits, as it sees them.
	Tables []table.View `json:"tables"`
}

// importedFile is an export as an import takes it: what is unknown is left alone.
type importedFile struct{ json.RawMessage }

// Schema implements huma.SchemaProvider.
func (importedFile) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "What get-export has answered, here or on another server."}
}

const (
	maxImport        = 8 << 20
	maxImportResults = 20_000
)

// ImportSummary says what became of an import.
type ImportSummary struct {
	Added   int       `json:"added"`
	Known   int       `json:"known" doc:"Results that were here already, and attempts at days that have one."`
	Refused []Refused `json:"refused" doc:"The first 100 results that were not taken."`
}

// Refused is a result that was not taken.
type Refused struct {
	Index int    `json:"index" doc:"Its place in the export, from 0."`
	Why   string `json:"why"`
}

func (s *Server) registerAccount() {
	const tag = "Identity"
	type exportOutput struct {
		Disposition string `header:"Content-Disposition"`
		Body        Export
	}
	add(s, limitHeavy, huma.Operation{
		OperationID: "get-export", Method: http.MethodGet, Path: "/api/me/export", Tags: []string{tag},
		Summary: "Everything I own, as JSON", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*exportOutput, error) {
		me, err := s.store.Identity(ctx, caller(ctx).ID)
		if err != nil {
			return nil, err
		}
		out := &exportOutput{Disposition: `attachment; filename="birdie.json"`, Body: Export{
			Format: exportFormat, Version: exportVersion, Exported: s.now(), Me: meOf(me), Bots: []Me{}, Results: []Result{}, Tables: []table.View{},
		}}
		bots, err := s.store.Bots(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		for _, b := range bots {
			out.Body.Bots = append(out.Body.Bots, meOf(b))
		}
		results, err := s.store.Results(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			out.Body.Results = append(out.Body.Results, resultOf(r))
		}
		if out.Body.Tournaments, err = s.contests(ctx); err != nil {
			return nil, err
		}
		for _, l := range s.hall.Tables(me.ID) {
			// One that has closed meanwhile is not open.
			if view, err := s.hall.View(ctx, l.Table, me.ID); err == nil && view.You != nil {
				out.Body.Tables = append(out.Body.Tables, view)
			}
		}
		return out, nil
	})
	type importInput struct{ Body importedFile }
	type importOutput struct{ Body ImportSummary }
	add(s, limitHeavy, huma.Operation{
		OperationID: "import", Method: http.MethodPost, Path: "/api/me/import", Tags: []string{tag},
		Summary: "Take results from an export", Security: signedIn, MaxBodyBytes: maxImport, BodyReadTimeout: time.Minute,
		Description: "Every game is replayed. Imported results count in the caller's statistics and never on a leaderboard. Importing again adds nothing.",
	}, func(ctx context.Context, in *importInput) (*importOutput, error) {
		if _, err := person(ctx); err != nil {
			return nil, err
		}
		var file Export
		if err := json.Unmarshal(in.Body.RawMessage, &file); err != nil {
			return nil, problem(Invalid, err.Error())
		}
		switch {
		case file.Format != exportFormat || file.Version != exportVersion:
			return nil, problem(Invalid, "not an export of version 1")
		case len(file.Results) > maxImportResults:
			return nil, problem(TooLarge, "at most 20000 results at a time")
		}
		summary, err := s.takeIn(ctx, file.Results)
		return &importOutput{summary}, err
	})
}

// deleteIdentity deletes an identity with its programs. They get up from their
// tables, and their streams end: nobody sees through the eyes of who is gone, or
// counts as there. Readers that come back do so as whoever they are then.
func (s *Server) deleteIdentity(ctx context.Context, id string) error {
	all, err := s.store.Bots(ctx, id)
	if err != nil {
		return err
	}
	all = append(all, store.Identity{ID: id})
	for _, i := range all {
		if err := s.leaveTables(ctx, i.ID); err != nil {
			return err
		}
	}
	if err := s.store.DeleteIdentity(ctx, id); err != nil {
		return err
	}
	for _, i := range all {
		s.streams.end(i.ID)
	}
	return nil
}

// leaveTables gets up from every table at which an identity sits. In a match a
// bot plays on.
func (s *Server) leaveTables(ctx context.Context, identity string) error {
	for _, l := range s.hall.Tables(identity) {
		_, err := s.hall.Do(ctx, l.Table, table.Command{ID: newID(), Order: table.Leave, Player: identity})
		var refusal table.Refusal
		if err != nil && !errors.As(err, &refusal) && !errors.Is(err, table.ErrNotFound) {
			return err
		}
	}
	return nil
}

// takeIn adds the results of an export to those of the caller.
func (s *Server) takeIn(ctx context.Context, results []Result) (sum ImportSummary, err error) {
	sum.Refused = []Refused{}
	me := caller(ctx).ID
	mine, err := s.store.Results(ctx, me)
	if err != nil {
		return sum, err
	}
	// A result is the same when it was kept in another way, such as a tournament's.
	type key struct {
		game, round string
		hole        int
	}
	known := map[key]bool{}
	keyOf := func(r Result) key { return key{r.Game, r.Round, r.Hole} }
	for _, r := range mine {
		known[keyOf(resultOf(r))] = true
	}
	var fresh []store.Result
	for i, r := range results {
		kept, why := s.takeOne(me, r)
		switch {
		case why != "" && len(sum.Refused) < 100:
			sum.Refused = append(sum.Refused, Refused{i, why})
		case why != "":
		case known[keyOf(resultOf(kept))]:
			sum.Known++
		default:
			known[keyOf(resultOf(kept))] = true
			fresh = append(fresh, kept)
		}
	}
	sum.Added, err = s.store.AddResults(ctx, fresh)
	sum.Known += len(fresh) - sum.Added
	if sum.Added > 0 {
		s.solveSoon()
	}
	return sum, err
}

// takeOne replays a result of an export and returns it as it is to be kept, or
// why it is refused. Only what the replay shows is believed.
func (s *Server) takeOne(me string, r Result) (kept store.Result, why string) {
	deal, actions, err := dealcode.ParseLine(r.Game)
	if err != nil {
		return kept, err.Error()
	}
	game, err := deal.Replay(actions)
	if err != nil {
		return kept, err.Error()
	}
	p, err := playedOf(deal, game)
	if err != nil {
		return kept, err.Error()
	}
	if r.Hole < 0 || r.Hole > 9 || (r.Round == "") != (r.Hole == 0) || len(r.Round) > 40 || strings.Contains(r.Round, "/") {
		return kept, "no hole of a round"
	}
	at := r.At
	if now := s.now(); at.After(now) || at.Year() < 2000 {
		at = now
	}
	kept = p.result(me, at)
	kept.Imported = true
	if r.Round != "" {
		kept.Round, kept.Hole = me+"/"+r.Round, r.Hole
	}
	if d, err := daily.Parse(r.Day); err == nil && r.Kind == store.Daily {
		if of, err := daily.Deal(d, game.Rules()); err == nil && of.Code() == p.deal.Code() && d.Start() <= s.now().Unix() {
			kept.Kind, kept.Day = store.Daily, d.String()
		}
	}
	return identified(kept), ""
}
