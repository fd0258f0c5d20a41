// Package web is the page: patience in the browser, playable offline. It holds
// what the build tool in web/build has made and serves it; see README.md.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed all:dist
var dist embed.FS

// Files returns the built page. Scripts, styles and the engine are there only
// compressed, as NAME.br and NAME.gz. Before the first build there is no index.html.
func Files() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// Built reports whether files hold a built page.
func Built(files fs.FS) bool {
	_, err := fs.Stat(files, "index.html.gz")
	return err == nil
}

// ContentSecurityPolicy is what the page needs and no more: its own files, and
// WebAssembly, which the workers need as well.
const ContentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page at /: index.html and the files beside it, each
// compressed as the browser likes it best. Names with a hash may be kept for
// ever; the others are asked for anew each time, and are quickly answered with
// their tags. Strip a base path before it; the page itself only uses relative
// addresses.
func Handler(files fs.FS) http.Handler { return &handler{files: files} }

type handler struct {
	files fs.FS
	tags  sync.Map // file name to entity tag
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	if !Built(h.files) {
		http.Error(w, "The page has not been built: run make build.", http.StatusServiceUnavailable)
		return
	}
	stored, encoding := h.choose(name, r.Header.Get("Accept-Encoding"))
	if stored == "" {
		http.NotFound(w, r)
		return
	}
	content, err := fs.ReadFile(h.files, stored)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if encoding == "" && stored != name {
		if content, err = unzip(content); err != nil {
			http.Error(w, "broken file", http.StatusInternalServerError)
			return
		}
	}
	header := w.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Content-Security-Policy", ContentSecurityPolicy)
	if stored != name {
		header.Set("Vary", "Accept-Encoding")
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	if hashed.MatchString(name) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
		header.Set("ETag", h.tag(stored+encoding, content))
		if r.Header.Get("If-None-Match") == header.Get("ETag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // whoever has gone needs no answer
	}
}

// hashed matches the names that change with their content.
var hashed = regexp.MustCompile(`-[0-9A-Z]{8}\.[a-z0-9]+$`)

// choose returns the stored file for a name and its encoding. Both .br and .gz
// of a compressible file exist; identity is unpacked from the second.
func (h *handler) choose(name, accept string) (stored, encoding string) {
	if _, err := fs.Stat(h.files, name); err == nil && name != "." {
		return name, ""
	}
	for _, e := range []struct{ ext, encoding string }{{".br", "br"}, {".gz", "gzip"}} {
		if _, err := fs.Stat(h.files, name+e.ext); err != nil {
			return "", ""
		}
		if accepts(accept, e.encoding) {
			return name + e.ext, e.encoding
		}
	}
	return name + ".gz", ""
}

// accepts reports whether an Accept-Encoding header names an encoding and does
// not forbid it.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		_, q, _ := strings.Cut(quality, "=")
		weight, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
		return err != nil || weight > 0
	}
	return false
}

func unzip(content []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(r)
	return plain, errors.Join(err, r.Close())
}

// types are those that a machine's own tables may lack or tell otherwise.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
	".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml",
	".woff2": "font/woff2", ".png": "image/png", ".json": "application/json",
}

func contentType(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// tag returns the entity tag of a stored file, a hash of its content.
func (h *handler) tag(key string, content []byte) string {
	if t, ok := h.tags.Load(key); ok {
		return t.(string)
	}
	sum := sha256.Sum256(content)
	t := `"` + hex.EncodeToString(sum[:8]) + `"`
	h.tags.Store(key, t)
	return t
}
