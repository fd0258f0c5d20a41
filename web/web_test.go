package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const page = "<!doctype html><title>Birdie</title>"

// built is a page as the build tool leaves it.
func built(t *testing.T) fstest.MapFS {
	t.Helper()
	zip := func(s string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	return fstest.MapFS{
		"index.html.gz":           {Data: zip(page)},
		"index.html.br":           {Data: []byte("br of the page")},
		"engine-0123ABCD.wasm.gz": {Data: zip("wasm")},
		"engine-0123ABCD.wasm.br": {Data: []byte("br of wasm")},
		"icon-192-0123ABCD.png":   {Data: []byte("png")},
		"fraunces-0123ABCD.woff2": {Data: []byte("font")},
		"main-0123ABCD.js.gz":     {Data: zip("js")},
		"main-0123ABCD.js.br":     {Data: []byte("br of js")},
		"manifest.webmanifest.gz": {Data: zip("{}")},
		"manifest.webmanifest.br": {Data: []byte("br of {}")},
	}
}

func get(h http.Handler, method, path string, header map[string]string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestHandler(t *testing.T) {
	h := Handler(built(t))
	const forever = "public, max-age=31536000, immutable"
	tests := []struct {
		name, path, accept           string
		status                       int
		encoding, kind, cache, holds string
	}{
		{"brotli where the browser takes it", "/", "gzip, deflate, br", 200, "br", "text/html; charset=utf-8", "no-cache", "br of the page"},
		{"plain http browsers take gzip only", "/index.html", "gzip, deflate", 200, "gzip", "text/html; charset=utf-8", "no-cache", ""},
		{"no encoding", "/", "", 200, "", "text/html; charset=utf-8", "no-cache", page},
		{"an encoding forbidden", "/", "br;q=0, gzip;q=0", 200, "", "text/html; charset=utf-8", "no-cache", page},
		{"the engine", "/engine-0123ABCD.wasm", "br", 200, "br", "application/wasm", forever, "br of wasm"},
		{"a script", "/main-0123ABCD.js", "", 200, "", "text/javascript; charset=utf-8", forever, "js"},
		{"a picture", "/icon-192-0123ABCD.png", "br", 200, "", "image/png", forever, "png"},
		{"a font", "/fraunces-0123ABCD.woff2", "br", 200, "", "font/woff2", forever, "font"},
		{"nothing there", "/nowhere", "br", 404, "", "", "", ""},
		{"no stored form by its own name", "/index.html.br", "br", 200, "", "", "no-cache", "br of the page"},
		{"no way out", "/../web.go", "br", 404, "", "", "", ""},
		{"no folder", "/.", "br", 200, "br", "text/html; charset=utf-8", "no-cache", "br of the page"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := get(h, "GET", test.path, map[string]string{"Accept-Encoding": test.accept})
			if r.StatusCode != test.status {
				t.Fatalf("status %d, want %d", r.StatusCode, test.status)
			}
			if r.StatusCode != http.StatusOK {
				return
			}
			for name, want := range map[string]string{"Content-Encoding": test.encoding, "Content-Type": test.kind, "Cache-Control": test.cache} {
				if got := r.Header.Get(name); got != want && (want != "" || name == "Content-Encoding") {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "'wasm-unsafe-eval'") || strings.Contains(policy, "unsafe-inline") {
				t.Errorf("content security policy: %q", policy)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			if test.holds != "" && string(body) != test.holds {
				t.Errorf("body %q, want %q", body, test.holds)
			}
		})
	}
}

func TestUnchangedIsNotSentAgain(t *testing.T) {
	h := Handler(built(t))
	first := get(h, "GET", "/", map[string]string{"Accept-Encoding": "br"})
	tag := first.Header.Get("ETag")
	if r := get(h, "GET", "/", map[string]string{"Accept-Encoding": "br", "If-None-Match": tag}); tag == "" || r.StatusCode != http.StatusNotModified {
		t.Errorf("tag %q: status %d, want 304", tag, r.StatusCode)
	}
	// The other encoding is another representation.
	if other := get(h, "GET", "/", map[string]string{"Accept-Encoding": "gzip"}).Header.Get("ETag"); other == tag {
		t.Error("two encodings share a tag")
	}
}

func TestMethods(t *testing.T) {
	h := Handler(built(t))
	if r := get(h, "POST", "/", nil); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", r.StatusCode)
	}
	r := get(h, "HEAD", "/", nil)
	if body, _ := io.ReadAll(r.Body); r.StatusCode != http.StatusOK || len(body) != 0 || r.ContentLength == 0 {
		t.Errorf("HEAD: status %d, %d bytes", r.StatusCode, len(body))
	}
}

func TestNotBuilt(t *testing.T) {
	files := fstest.MapFS{".keep": {}}
	if Built(files) {
		t.Error("an empty folder is no page")
	}
	if r := get(Handler(files), "GET", "/", nil); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", r.StatusCode)
	}
}
