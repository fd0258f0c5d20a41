package server

import (
	"context"
	"errors"
	"net/http"

	"birdie/table"

	"github.com/danielgtaylor/huma/v2"
)

// NotVerified is the problem of a record that does not hold.
var NotVerified = kind("not-verified", http.StatusUnprocessableEntity, "The record is wrong; the detail says where.")

func (s *Server) registerRecords(tag string) {
	type recordInput struct {
		TablePath
		Match int `path:"match" minimum:"1" maximum:"10000" doc:"1 for the first match of the table, 2 for its rematch, and so on"`
	}
	type recordOutput struct{ Body table.Record }
	add(s, limitHeavy, huma.Operation{
		OperationID: "get-record", Method: http.MethodGet, Path: "/api/tables/{id}/matches/{match}", Tags: []string{tag},
		Summary:     "The record of a finished match",
		Description: "Everything that happened, with the secret and the seeds of the shuffles: birdie verify, verify-record and any other program can check it.",
		Security:    maybeSignedIn,
	}, func(ctx context.Context, in *recordInput) (*recordOutput, error) {
		rec, err := s.hall.Record(ctx, in.ID, caller(ctx).ID, in.Match)
		if errors.Is(err, table.ErrNoRecord) {
			return nil, problem(NotFound, "no such match, or it is not finished")
		}
		return &recordOutput{rec}, tableProblem(err)
	})
	type verifyInput struct{ Body table.Record }
	type verifyOutput struct {
		Body struct {
			Verified bool  `json:"verified"`
			Totals   []int `json:"totals" doc:"of the seats, worked out anew"`
		}
	}
	add(s, limitHeavy, huma.Operation{
		OperationID: "verify-record", Method: http.MethodPost, Path: "/api/verify", Tags: []string{tag},
		Summary:      "Check the record of a match",
		Description:  "Plays the match again, computes the commitment, and deals and reshuffles anew from secret and seeds. It does not prove that the record is of a match of this server.",
		MaxBodyBytes: 1 << 20,
	}, func(_ context.Context, in *verifyInput) (*verifyOutput, error) {
		m, err := in.Body.Verify()
		if err != nil {
			return nil, problem(NotVerified, err.Error())
		}
		out := &verifyOutput{}
		totals := m.Totals()
		out.Body.Verified, out.Body.Totals = true, totals[:m.Players()]
		return out, nil
	})
}
