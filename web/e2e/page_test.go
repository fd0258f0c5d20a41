// Package e2e plays the page in a real browser, against the files as they are
// served: under a base path, with the content security policy.
package e2e

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"birdie/internal/testkit"
	"birdie/web"
)

// base is the path the page is served under: it must not care.
const base = "/some/where/"

// browser starts one browser for all tests; each page has a profile of its own.
var browser = sync.OnceValues(func() (context.Context, error) {
	dir, err := os.MkdirTemp("", "birdie-e2e")
	if err != nil {
		return nil, err
	}
	ctx, _ := chromedp.NewExecAllocator(context.Background(),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(dir),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("lang", "en-GB"), chromedp.Flag("font-render-hinting", "none"),
	)
	ctx, cancel := chromedp.NewContext(ctx)
	stop = func() {
		cancel()
		_ = os.RemoveAll(dir)
	}
	return ctx, chromedp.Do(ctx)
})

var stop = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stop()
	os.Exit(code)
}

// site serves the page and can be taken off the network.
type site struct {
	*httptest.Server
}

func newSite(t testing.TB, address ...string) *site {
	testkit.Program(t, "chromium", "chromium-browser", "google-chrome")
	if !web.Built(web.Files()) {
		testkit.Skip(t, "the page is not built: run make build")
	}
	s := &site{}
	mux := http.NewServeMux()
	mux.Handle(base, http.StripPrefix(strings.TrimSuffix(base, "/"), web.Handler(web.Files())))
	s.Server = httptest.NewUnstartedServer(mux)
	if len(address) > 0 {
		l, err := net.Listen("tcp", net.JoinHostPort(address[0], "0"))
		if err != nil {
			t.Fatal(err)
		}
		s.Listener.Close()
		s.Listener = l
	}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// homeAddress returns an address of this machine that is not localhost, or none.
func homeAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() && ip.IP.To4() != nil {
			return ip.IP.String()
		}
	}
	return ""
}

// page is one tab.
type page struct {
	testing.TB
	ctx  context.Context
	site *site

	mu       sync.Mutex
	requests []string
	faults   []string
	told     []string // by event streams
}

type screen struct {
	name          string
	width, height int64
	touch         bool
}

var (
	phone   = screen{"phone", 390, 844, true}
	small   = screen{"small", 320, 568, true}
	desktop = screen{"desktop", 1280, 800, false}
	lying   = screen{"lying", 844, 390, true}
)

// open opens the page in a profile of its own.
func (s *site) open(t testing.TB, on screen, path string) *page {
	t.Helper()
	parent, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	return s.tab(t, parent, on, path, chromedp.WithNewBrowserContext())
}

// again opens another tab of the same profile.
func (p *page) again(on screen, path string) *page {
	p.Helper()
	return p.site.tab(p.TB, p.ctx, on, path)
}

func (s *site) tab(t testing.TB, parent context.Context, on screen, path string, options ...chromedp.ContextOption) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	t.Cleanup(cancel)
	p := &page{TB: t, ctx: ctx, site: s}
	p.must(chromedp.Do(ctx))
	p.must(chromedp.Listen(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			p.requests = append(p.requests, e.Request.URL)
		case *network.EventEventSourceMessageReceived:
			p.told = append(p.told, e.Data)
		case *runtime.EventExceptionThrown:
			p.faults = append(p.faults, e.ExceptionDetails.Text)
		}
	}))
	size := []chromedp.EmulateViewportOption{}
	if on.touch {
		size = append(size, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	p.must(chromedp.Do(ctx, chromedp.EmulateViewport(on.width, on.height, size...)))
	p.visit(path)
	t.Cleanup(p.checkQuiet)
	return p
}

// checkQuiet fails a test whose page asked another host for anything, or threw.
func (p *page) checkQuiet() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.requests {
		if !strings.HasPrefix(url, p.site.URL+base) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			p.Errorf("the page asked for %s", url)
		}
	}
	for _, fault := range p.faults {
		p.Errorf("the page threw: %s", fault)
	}
}

func (p *page) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// home is the first view; a path without a view of its own is the patience game.
const home = "#/"

// visit loads a path of the page and waits until it shows something.
func (p *page) visit(path string) {
	p.Helper()
	if search, view, _ := strings.Cut(path, "#"); view == "" {
		path = search + "#patience"
	}
	p.do(chromedp.Navigate(p.site.URL + base + path))
	p.until(`document.querySelector('main')`)
}

// do runs actions with a limit on their time.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 40*time.Second)
	defer cancel()
	p.must(chromedp.Do(ctx, steps...))
}

// eval evaluates an expression in the page.
func eval[T any](p *page, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 40*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until an expression is true in the page.
func (p *page) until(expression string) {
	p.Helper()
	deadline := time.Now().Add(40 * time.Second)
	for !eval[bool](p, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			p.shot("failed-" + strings.ReplaceAll(p.Name(), "/", "-"))
			p.Fatalf("never true: %s\nthe page says: %s", expression, eval[string](p, "document.body.innerText"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// click clicks the middle of the first element of a selector that is seen.
func (p *page) click(selector string) {
	p.Helper()
	p.until(`document.querySelector(` + quote(selector) + `)`)
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// keys presses keys one after the other.
func (p *page) keys(keys string) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// prefer switches what the system prefers: light, dark, or forced colours.
func (p *page) prefer(scheme string) {
	p.Helper()
	forced := "none"
	if scheme == "forced" {
		scheme, forced = "dark", "active"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}},
	})
	p.must(err)
}

// shots is the folder for pictures of the page.
func shots() string {
	if dir := os.Getenv("BIRDIE_SHOTS"); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "birdie-shots")
}

// onlyForPictures skips a test that takes pictures, unless they are asked for or all
// tests are.
func onlyForPictures(t *testing.T) {
	t.Helper()
	if os.Getenv("BIRDIE_SHOTS") == "" && os.Getenv(testkit.All) == "" {
		t.Skip("takes pictures only with BIRDIE_SHOTS=FOLDER")
	}
}

// shot takes a picture of what is seen.
func (p *page) shot(name string) {
	p.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must(err)
	p.must(os.MkdirAll(shots(), 0o755))
	p.must(os.WriteFile(filepath.Join(shots(), name+".png"), png, 0o644))
}

// A won game of the deal that the rules are explained with.
const (
	wonCode  = "GO1-E-AAAAAAB"
	wonMoves = "d52d3dd556617452d17d144d23d37d6d423246117d53d6dd7"
	wonLine  = wonCode + "." + wonMoves
)

// play makes moves, given as letters, by activating the controls of the board.
func (p *page) play(letters string) {
	p.Helper()
	for _, l := range letters {
		stop := string(l - 1)
		if l == 'd' {
			stop = "8"
		}
		eval[any](p, `void document.querySelector('[data-stop="`+stop+`"]').click()`)
	}
}

// openDialog opens one of the sheets over the game.
func (p *page) openDialog(name string) {
	p.Helper()
	switch name {
	case "new":
		p.click(".foot .main")
	case "deal":
		p.click(".head .deal")
	case "menu":
		eval[any](p, `void document.querySelector('.head button.icon').click()`)
	case "help":
		eval[any](p, `void document.querySelector('[data-stop="0"]').focus()`)
		p.keys("?")
	}
	p.until(`document.querySelector('dialog[open] .paper')`)
}
