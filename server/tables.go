package server

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"birdie/golf"
	"birdie/golf/record"
	"birdie/table"

	"github.com/danielgtaylor/huma/v2"
)

// refusals are the statuses and titles of what a table refuses.
var refusals = []kindOf{
	{Code(table.BadCommand), http.StatusBadRequest, "There is no such order, or parts of it are missing."},
	{Code(table.BadID), http.StatusBadRequest, "The command's id is missing or too long."},
	{Code(table.BadName), http.StatusUnprocessableEntity, "The name is empty, too long or could mislead."},
	{Code(table.BadSettings), http.StatusUnprocessableEntity, "The settings are outside their ranges."},
	{Code(table.BadLevel), http.StatusUnprocessableEntity, "There are no bots of this level."},
	{Code(table.BadSeed), http.StatusUnprocessableEntity, "A seed has at most 64 bytes."},
	{Code(table.BadPhrase), http.StatusUnprocessableEntity, "There is no such phrase."},
	{Code(table.BadSeat), http.StatusUnprocessableEntity, "There is no such seat, or nobody sits there whom this could be done to."},
	{Code(table.Ahead), http.StatusConflict, "The command was decided on an event that has not happened yet."},
	{Code(table.Stale), http.StatusConflict, "Something that matters to the command has happened since it was decided."},
	{Code(table.NotSeated), http.StatusForbidden, "This identity does not sit at the table."},
	{Code(table.NotYourSeat), http.StatusForbidden, "The seat belongs to somebody else."},
	{Code(table.NotHost), http.StatusForbidden, "Only the host may do this."},
	{Code(table.SeatTaken), http.StatusConflict, "The seat is taken."},
	{Code(table.SeatedAlready), http.StatusConflict, "This identity sits at the table already."},
	{Code(table.NameTaken), http.StatusConflict, "Somebody at the table has this name."},
	{Code(table.Full), http.StatusConflict, "No seat is free."},
	{Code(table.Locked), http.StatusForbidden, "The host lets nobody in any more."},
	{Code(table.Banned), http.StatusForbidden, "The host has removed this identity from the table."},
	{Code(table.WrongPhase), http.StatusConflict, "This is not possible now."},
	{Code(table.TooFew), http.StatusConflict, "A match needs two players."},
	{Code(table.TooFast), http.StatusTooManyRequests, "Wait a moment between two phrases."},
	{Code(table.Quiet), http.StatusConflict, "Phrases are switched off at this table."},
	{Code(table.NoSpectators), http.StatusForbidden, "Only players may watch this table."},
	{Code(table.Closed), http.StatusGone, "The table is closed."},
}

// BadRules is the problem of rules that cannot be played.
var BadRules = kind("bad-rules", http.StatusUnprocessableEntity, "These rules cannot be played; the detail names the option.")

// The problems of tables are registered when the package starts.
var _ = func() bool {
	for _, k := range refusals {
		kind(k.Code, k.Status, k.Title)
	}
	for _, r := range golf.Refusals() {
		kind(Code(r.ID()), http.StatusConflict, "The rules of the game do not allow this now.")
	}
	return true
}()

// tableProblem returns the answer to an error of package table.
func tableProblem(err error) error {
	var refusal table.Refusal
	var move golf.Refusal
	var rules *golf.RulesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return problem(Code(refusal), "")
	case errors.As(err, &move):
		return problem(Code(move.ID()), "")
	case errors.As(err, &rules):
		return problem(BadRules, rules.Error())
	case errors.Is(err, table.ErrNotFound):
		return problem(NotFound, "no such table")
	case errors.Is(err, table.ErrStopped):
		return problem(Unavailable, "stopping")
	}
	return problem(Unavailable, "").because(err)
}

// TablePath is the part of a path that names a table.
type TablePath struct {
	ID string `path:"id" maxLength:"32" doc:"the table's id, which is also the invitation to it"`
}

func (s *Server) registerTables() {
	const tag = "Tables"
	// A member of the rules that is missing has the value of the default preset.
	registry := s.api.OpenAPI().Components.Schemas
	rules := registry.SchemaFromRef(registry.Schema(reflect.TypeFor[record.Rules](), true, "").Ref)
	rules.Required = nil
	rules.PrecomputeMessages()

	type viewOutput struct{ Body table.View }
	type openTableInput struct {
		Body struct {
			ID       string         `json:"id,omitempty" maxLength:"64" doc:"made by the client; the same id opens one table, however often it comes"`
			Name     string         `json:"name,omitempty" maxLength:"400" doc:"the host's name at the table; by default that of the identity"`
			Preset   string         `json:"preset,omitempty" doc:"rules to play by instead of those in settings" example:"six"`
			Settings table.Settings `json:"settings"`
		}
	}
	add(s, limitCreate, huma.Operation{
		OperationID: "create-table", Method: http.MethodPost, Path: "/api/tables", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary: "Open a table",
		Description: "Whoever opens a table is its host and sits on its first seat. The table's id is the invitation: whoever knows it can take a seat. " +
			"With an id made by the client the request may be sent again: it opens one table and gets the same one.",
		Security: signedIn,
	}, func(ctx context.Context, in *openTableInput) (*viewOutput, error) {
		settings := in.Body.Settings
		if id := in.Body.Preset; id != "" {
			preset, ok := golf.PresetByID(id)
			if !ok {
				return nil, problem(BadRules, "there is no such preset")
			}
			settings.Rules = record.RulesOf(preset.Rules)
		}
		id, err := s.hall.Create(ctx, s.player(ctx, in.Body.Name), settings, in.Body.ID)
		if err != nil {
			return nil, tableProblem(err)
		}
		view, err := s.hall.View(ctx, id, caller(ctx).ID)
		return &viewOutput{view}, tableProblem(err)
	})
	type listOutput struct{ Body []table.Listing }
	add(s, limitRead, huma.Operation{
		OperationID: "list-tables", Method: http.MethodGet, Path: "/api/tables", Tags: []string{tag},
		Summary: "Listed tables, and those one sits at", Security: maybeSignedIn,
	}, func(ctx context.Context, _ *struct{}) (*listOutput, error) {
		return &listOutput{s.hall.Tables(caller(ctx).ID)}, nil
	})
	add(s, limitRead, huma.Operation{
		OperationID: "get-table", Method: http.MethodGet, Path: "/api/tables/{id}", Tags: []string{tag},
		Summary: "How things are at a table, as the caller may see it", Security: maybeSignedIn,
	}, func(ctx context.Context, in *TablePath) (*viewOutput, error) {
		view, err := s.hall.View(ctx, in.ID, caller(ctx).ID)
		return &viewOutput{view}, tableProblem(err)
	})
	type commandInput struct {
		TablePath
		Body table.Command
	}
	type commandOutput struct {
		Body struct {
			Seq int64 `json:"seq" doc:"number of the first event the command caused"`
		}
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "command-table", Method: http.MethodPost, Path: "/api/tables/{id}/commands", Tags: []string{tag},
		Summary: "Do something at a table",
		Description: "A command has an id made by the client, and the number of the last event the client knew when it decided. " +
			"The same id again has no further effect and gets the same answer. A refused command has changed nothing. What came of it is told in the stream.",
		Security: signedIn, MaxBodyBytes: 4 << 10,
	}, func(ctx context.Context, in *commandInput) (*commandOutput, error) {
		c := in.Body
		p := s.player(ctx, c.Name)
		c.Player, c.Name, c.Program = p.ID, p.Name, p.Program
		seq, err := s.hall.Do(ctx, in.ID, c)
		out := &commandOutput{}
		out.Body.Seq = seq
		return out, tableProblem(err)
	})
	s.registerTableEvents(tag)
	s.registerInvitations(tag)
	s.registerRecords(tag)
}

// player returns the caller as a table knows players, under the given name or
// its own.
func (s *Server) player(ctx context.Context, name string) table.Player {
	who := caller(ctx)
	if name == "" {
		name = who.Name
	}
	return table.Player{ID: who.ID, Name: name, Program: who.Bot}
}
