package server

import "net/http"

// registerWeb serves the page at /, or the API reference while there is none.
func (s *Server) registerWeb(page http.Handler) {
	if page == nil {
		s.mux.Handle("GET /{$}", http.RedirectHandler(s.config.BasePath+"/api/", http.StatusTemporaryRedirect))
		return
	}
	s.mux.Handle("GET /", page)
}
