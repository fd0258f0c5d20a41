package server

import (
	"io/fs"
	"net/http"
)

// registerWeb serves the page at /, or the API reference while there is none.
func (s *Server) registerWeb(web fs.FS) {
	if web == nil {
		s.mux.Handle("GET /{$}", http.RedirectHandler(s.config.BasePath+"/api/", http.StatusTemporaryRedirect))
		return
	}
	files := http.FileServerFS(web)
	s.mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", pagePolicy)
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
