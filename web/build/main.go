// Command build makes the page: it compiles the engine to WebAssembly, bundles
// the scripts and styles, writes the service worker's list of files, compresses
// everything and prints what a visitor downloads. It needs Go and nothing else.
//
//	go run -C web/build .          # into web/dist, minified and compressed
//	go run -C web/build . -fast    # for trying things: the same files, lightly compressed
//	go run -C web/build . -strict  # fails when the page is larger than its limits
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
)

// The limits on what a first visitor downloads, compressed with brotli.
const (
	limitFirstView = 60_000  // script and styles of the first view
	limitEngine    = 500_000 // the WebAssembly engine
	limitGolf      = 560_000 // the one of the tables, which is fetched when it is wanted
)

func main() {
	fast := flag.Bool("fast", false, "compress lightly")
	strict := flag.Bool("strict", false, "fail when the page is larger than its limits")
	root := flag.String("web", "..", "the web folder")
	flag.Parse()
	if err := run(*root, *fast, *strict); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// site collects the files of the page, by their names in dist.
type site struct {
	web   string
	files map[string][]byte
	// first are the names of the scripts and styles the first view waits for.
	first []string
}

func run(web string, fast, strict bool) error {
	s := &site{web: web, files: map[string][]byte{}}
	engine, err := s.wasm("engine.wasm", "./web/engine/wasm", "birdie/web/wasmcall", "birdie/web/engine",
		"birdie/card", "birdie/patience", "birdie/patience/dealcode", "birdie/patience/daily")
	if err != nil {
		return err
	}
	golf, err := s.wasm("golf.wasm", "./web/golfengine/wasm", "birdie/web/golfengine", "birdie/fair", "birdie/golf")
	if err != nil {
		return err
	}
	worker, err := s.worker()
	if err != nil {
		return err
	}
	style, err := s.style()
	if err != nil {
		return err
	}
	names := map[string]string{"ENGINE": quote(engine), "WORKER": quote(worker), "GOLF": quote(golf), "GOLF_STYLE": quote(style)}
	if err := s.app(names); err != nil {
		return err
	}
	if err := s.serviceWorker(); err != nil {
		return err
	}
	if err := s.write(filepath.Join(web, "dist"), fast); err != nil {
		return err
	}
	return s.report(filepath.Join(web, "dist"), map[string]int64{engine: limitEngine, golf: limitGolf}, strict)
}

// add puts a file into the site under a name that holds its hash, and returns
// that name.
func (s *site) add(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "-" + strings.ToUpper(hex.EncodeToString(sum[:4])) + ext
	s.files[hashed] = content
	return hashed
}

// wasm compiles one of the engines and returns its name. To keep the download
// small, only the packages it spends its time in are inlined, and the bounds of
// slices are checked in our packages, not again inside the standard library, nor
// in the solver and the caddie, the largest of them, whose tests run with the checks.
func (s *site) wasm(name, command string, rarely ...string) (string, error) {
	dir, err := os.MkdirTemp("", "birdie-engine")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, name)
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=std=-l -B"}
	for _, p := range rarely {
		args = append(args, "-gcflags="+p+"=-l")
	}
	args = append(args, "-gcflags=birdie/patience/solve=-l -B", "-gcflags=birdie/patience/caddie=-l -B")
	cmd := exec.Command("go", append(args, "-o", out, command)...)
	cmd.Dir = filepath.Join(s.web, "..")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if strings.HasPrefix(runtime.Version(), "go1.26") {
		// The collector before this one is a fiftieth of the download smaller, and the
		// engine leaves little to collect. Later versions may have only one.
		cmd.Env = append(cmd.Env, "GOEXPERIMENT=nogreenteagc")
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		return "", err
	}
	return s.add(name, wasm), nil
}

// options are what all bundles have in common.
func (s *site) options() api.BuildOptions {
	vendor := func(name string) string { return abs(filepath.Join(s.web, "vendor", name)) }
	return api.BuildOptions{
		AbsWorkingDir:     abs(s.web),
		Bundle:            true,
		Write:             false,
		Outdir:            "dist",
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelWarning,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		Alias: map[string]string{
			"preact":               vendor("preact/preact.mjs"),
			"preact/hooks":         vendor("preact/hooks.mjs"),
			"preact/jsx-runtime":   vendor("preact/jsx-runtime.mjs"),
			"@preact/signals":      vendor("signals/signals.mjs"),
			"@preact/signals-core": vendor("signals-core/signals-core.mjs"),
		},
		Loader:  map[string]api.Loader{".woff2": api.LoaderFile, ".svg": api.LoaderFile},
		Plugins: []api.Plugin{generated()},
	}
}

func build(o api.BuildOptions) (api.BuildResult, error) {
	r := api.Build(o)
	if len(r.Errors) > 0 {
		return r, fmt.Errorf("bundle: %s", r.Errors[0].Text)
	}
	return r, nil
}

// worker bundles the script that both engine workers run, and returns its name.
func (s *site) worker() (string, error) {
	o := s.options()
	o.EntryPoints = []string{"src/engine/worker.ts"}
	o.Format = api.FormatIIFE
	r, err := build(o)
	if err != nil {
		return "", err
	}
	return s.add("worker.js", r.OutputFiles[0].Contents), nil
}

// style bundles the styles of the tables, which the first view does without, and
// returns their name.
func (s *site) style() (string, error) {
	o := s.options()
	o.EntryPoints = []string{"src/golf/golf.css"}
	r, err := build(o)
	if err != nil {
		return "", err
	}
	return s.add("golf.css", r.OutputFiles[0].Contents), nil
}

// app bundles the page itself and writes index.html and the manifest.
func (s *site) app(names map[string]string) error {
	o := s.options()
	o.EntryPoints = []string{"src/main.tsx"}
	o.Format = api.FormatESModule
	o.Splitting = true
	o.Metafile = true
	o.EntryNames, o.ChunkNames, o.AssetNames = "[name]-[hash]", "[name]-[hash]", "[name]-[hash]"
	o.Define = names
	r, err := build(o)
	if err != nil {
		return err
	}
	for _, f := range r.OutputFiles {
		s.files[filepath.Base(f.Path)] = f.Contents
	}

	icons := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(s.web, "static"))
	if err != nil {
		return err
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(s.web, "static", e.Name()))
		if err != nil {
			return err
		}
		icons[e.Name()] = s.add(e.Name(), content)
	}

	m, err := parseMeta(r.Metafile)
	if err != nil {
		return err
	}
	app, style, chunks := m.entry("src/main.tsx")
	// A first visitor also waits for the texts of one language; the larger counts.
	texts := ""
	for _, lang := range []string{"en", "de"} {
		if name := m.output("birdie:texts/" + lang); len(s.files[name]) > len(s.files[texts]) {
			texts = name
		}
	}
	s.first = append([]string{app, style, texts}, chunks...)

	manifest, err := fill(filepath.Join(s.web, "src", "manifest.webmanifest"), map[string]any{"Icon": icons})
	if err != nil {
		return err
	}
	first, err := firstPosition()
	if err != nil {
		return err
	}
	index, err := fill(filepath.Join(s.web, "src", "index.html"), map[string]any{
		"App": app, "Style": style, "Chunks": chunks, "Icon": icons,
		"Font":     m.asset("fraunces-600"),
		"Manifest": s.add("manifest.webmanifest", manifest),
		"First":    first,
	})
	if err != nil {
		return err
	}
	s.files["index.html"] = index
	return nil
}

// fill fills in one of the templates.
func fill(file string, data any) ([]byte, error) {
	t, err := template.ParseFiles(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// serviceWorker bundles the service worker. It knows every other file by name,
// and its version is a hash of them all, so two builds never mix.
func (s *site) serviceWorker() error {
	names := s.names()
	h := sha256.New()
	for _, n := range names {
		sum := sha256.Sum256(s.files[n])
		h.Write(sum[:])
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	o := s.options()
	o.EntryPoints = []string{"src/sw.ts"}
	o.Format = api.FormatIIFE
	o.Define = map[string]string{"FILES": string(list), "VERSION": quote(hex.EncodeToString(h.Sum(nil)[:6]))}
	r, err := build(o)
	if err != nil {
		return err
	}
	s.files["sw.js"] = r.OutputFiles[0].Contents
	return nil
}

func (s *site) names() []string {
	names := make([]string, 0, len(s.files))
	for n := range s.files {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// compressible says which files are stored as .br and .gz instead of as they are.
func compressible(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".css", ".svg", ".wasm", ".webmanifest", ".json", ".txt":
		return true
	}
	return false
}

// write stores the files. What is there already under a name with a hash is
// kept, since compressing the engine well takes seconds.
func (s *site) write(dist string, fast bool) error {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	level := brotli.BestCompression
	if fast {
		level = 4
	}
	keep := map[string]bool{".keep": true}
	var wg sync.WaitGroup
	errs := make(chan error, 3*len(s.files))
	for name, content := range s.files {
		if !compressible(name) {
			keep[name] = true
			errs <- os.WriteFile(filepath.Join(dist, name), content, 0o644)
			continue
		}
		keep[name+".br"], keep[name+".gz"] = true, true
		wg.Go(func() {
			errs <- store(dist, name+".br", fast, func() ([]byte, error) { return brotlied(content, level) })
		})
		wg.Go(func() { errs <- store(dist, name+".gz", fast, func() ([]byte, error) { return gzipped(content) }) })
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !keep[e.Name()] {
			if err := os.Remove(filepath.Join(dist, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// store writes a compressed file, unless a finished build has left the same one.
// The engines are the only files worth that; a fast build never leaves it behind
// for a real one, because it writes an engine of another size limit.
func store(dist, name string, fast bool, content func() ([]byte, error)) error {
	file := filepath.Join(dist, name)
	if strings.Contains(name, ".wasm.") {
		if _, err := os.Stat(file); err == nil && (fast || !isFast(file)) {
			return nil
		}
	}
	b, err := content()
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}

// isFast reports whether a stored engine was compressed lightly.
func isFast(file string) bool {
	info, err := os.Stat(file)
	return err == nil && strings.HasSuffix(file, ".br") && info.Size() > limitGolf
}

func brotlied(content []byte, level int) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: level, LGWin: 22})
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// report prints the sizes and, when it is strict, enforces the limits.
func (s *site) report(dist string, engines map[string]int64, strict bool) error {
	size := func(name string) (n int64) {
		if info, err := os.Stat(filepath.Join(dist, name+".br")); err == nil {
			n = info.Size()
		} else {
			n = int64(len(s.files[name]))
		}
		return n
	}
	var firstView, all int64
	isFirst := map[string]bool{}
	for _, n := range s.first {
		isFirst[n] = true
	}
	for _, n := range s.names() {
		all += size(n)
		mark := ""
		if isFirst[n] {
			firstView += size(n)
			mark = " first view"
		}
		fmt.Printf("%9d %9d  %s%s\n", len(s.files[n]), size(n), n, mark)
	}
	fmt.Printf("first view %d of %d bytes, everything %d bytes (brotli)\n", firstView, limitFirstView, all)
	for e, limit := range engines {
		fmt.Printf("%s %d of %d bytes (brotli)\n", e, size(e), limit)
	}
	if !strict {
		return nil
	}
	if firstView > limitFirstView {
		return fmt.Errorf("script and styles of the first view are %d bytes, the limit is %d", firstView, limitFirstView)
	}
	for e, limit := range engines {
		if size(e) > limit {
			return fmt.Errorf("%s is %d bytes, the limit is %d", e, size(e), limit)
		}
	}
	return nil
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func abs(p string) string {
	a, err := filepath.Abs(p)
	if err != nil {
		panic(err)
	}
	return a
}
