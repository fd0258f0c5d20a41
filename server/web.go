package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// apiRest is where requests for operations that do not exist would otherwise go
// to the page.
const apiRest = "GET /api/"

// registerWeb serves the page at /, or the API reference while there is none.
func (s *Server) registerWeb(page http.Handler) {
	s.mux.HandleFunc(apiRest, s.nowhere)
	if page == nil {
		s.mux.Handle("GET /{$}", http.RedirectHandler(s.config.BasePath+"/api/", http.StatusTemporaryRedirect))
		return
	}
	s.mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", pagePolicy)
		page.ServeHTTP(w, r)
	})
}

// Site is what the page needs to know about the server it comes from.
type Site struct {
	Version  string `json:"version"`
	Imprint  string `json:"imprint,omitempty" doc:"The address of the operator's imprint."`
	Privacy  string `json:"privacy,omitempty" doc:"The address of the operator's privacy notice."`
	Passkeys bool   `json:"passkeys" doc:"Whether passkeys work at the address of this request."`
}

func (s *Server) registerSite(version string) {
	type siteOutput struct{ Body Site }
	add(s, limitRead, huma.Operation{
		OperationID: "get-site", Method: http.MethodGet, Path: "/api/site", Tags: []string{"Server"},
		Summary: "What this server is",
	}, func(ctx context.Context, _ *struct{}) (*siteOutput, error) {
		_, err := s.relyingParty(ctx)
		return &siteOutput{Site{version, s.config.Imprint, s.config.Privacy, err == nil}}, nil
	})
}
