package server

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"rsc.io/qr"
)

func (s *Server) registerInvitations(tag string) {
	type codeInput struct {
		Code string `path:"code" maxLength:"16" doc:"the first six characters of a table's id; case, blanks and dashes do not matter"`
	}
	type codeOutput struct {
		Body struct {
			Table string `json:"table"`
		}
	}
	add(s, limitCreate, huma.Operation{
		OperationID: "find-table", Method: http.MethodGet, Path: "/api/codes/{code}", Tags: []string{tag},
		Summary:     "The table of a code",
		Description: "A code is for telling somebody. It finds a table as long as seats can be taken.",
	}, func(ctx context.Context, in *codeInput) (*codeOutput, error) {
		id, err := s.hall.ByCode(ctx, in.Code)
		if err != nil {
			return nil, tableProblem(err)
		}
		out := &codeOutput{}
		out.Body.Table = id
		return out, nil
	})
	type qrInput struct {
		TablePath
		Page string `query:"page" maxLength:"200" required:"true" doc:"address of the page, as the browser knows it"`
	}
	type qrOutput struct {
		Type string `header:"Content-Type"`
		Body []byte
	}
	add(s, limitRead, huma.Operation{
		OperationID: "invite-table", Method: http.MethodGet, Path: "/api/tables/{id}/invitation.svg", Tags: []string{tag},
		Summary: "The link to a table as a QR code", Security: maybeSignedIn,
		Responses: map[string]*huma.Response{"200": {
			Description: "A picture.",
			Content:     map[string]*huma.MediaType{"image/svg+xml": {}},
		}},
	}, func(ctx context.Context, in *qrInput) (*qrOutput, error) {
		if _, err := s.hall.View(ctx, in.ID, caller(ctx).ID); err != nil {
			return nil, tableProblem(err)
		}
		page, err := url.Parse(in.Page)
		if err != nil || page.Scheme != "http" && page.Scheme != "https" {
			return nil, problem(Invalid, "page must be a web address")
		}
		page.Fragment = "t/" + in.ID
		picture, err := qrPicture(page.String())
		if err != nil {
			return nil, problem(Invalid, "page is too long")
		}
		return &qrOutput{Type: "image/svg+xml", Body: picture}, nil
	})
}

// qrPicture draws a text as a QR code: one path, a unit a module, with the quiet
// zone of four modules around it that scanners want.
func qrPicture(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	const quiet = 4
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				path.WriteString("M" + strconv.Itoa(x+quiet) + " " + strconv.Itoa(y+quiet) + "h1v1h-1z")
			}
		}
	}
	side := strconv.Itoa(code.Size + 2*quiet)
	var title strings.Builder
	if err := xml.EscapeText(&title, []byte(text)); err != nil {
		return nil, err
	}
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + ` ` + side + `"><title>` + title.String() +
		`</title><path fill="#fff" d="M0 0h` + side + `v` + side + `H0z"/><path d="` + path.String() + `"/></svg>`), nil
}
