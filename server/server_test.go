package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"birdie/server/store/storetest"
	"birdie/web"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// bench is a server under test, its log and its clock.
type bench struct {
	*Server
	url  string
	file string // of the database
	log  *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// start starts a server without limits on its rates; change may alter its
// options.
func start(t *testing.T, change ...func(*Options)) *bench {
	t.Helper()
	b := &bench{file: storetest.SQLite(t), log: &lockedBuffer{}}
	o := Options{
		Config:  Config{NoLimits: true},
		Store:   storetest.Open(t, b.file),
		Log:     slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Version: "test",
	}
	for _, c := range change {
		c(&o)
	}
	var err error
	if b.Server, err = New(o); err != nil {
		t.Fatal(err)
	}
	b.atOnce = time.Minute // however slow the machine is
	web := httptest.NewServer(b)
	t.Cleanup(web.Close)
	t.Cleanup(b.Close) // before it, since it would wait for the streams
	b.url = web.URL + o.Config.BasePath
	return b
}

// browser is a client that keeps its cookie.
type browser struct {
	t      *testing.T
	url    string
	header http.Header
	http.Client
}

func (b *bench) browser(t *testing.T) *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{t: t, url: b.url, header: http.Header{}, Client: http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// guest is a browser with an identity.
func (b *bench) guest(t *testing.T, name string) *browser {
	t.Helper()
	c := b.browser(t)
	c.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": name}, nil)
	return c
}

// send sends body as JSON, or as it is when it is text.
func (c *browser) send(method, path string, body any) (*http.Response, []byte) {
	c.t.Helper()
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		text, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		reader = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, c.url+path, reader)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header = c.header.Clone()
	if body != nil && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer, text
}

// want sends a request that must be answered with status, and reads the answer
// into out unless that is nil.
func (c *browser) want(status int, method, path string, body, out any) *http.Response {
	c.t.Helper()
	answer, text := c.send(method, path, body)
	if answer.StatusCode != status {
		c.t.Fatalf("%s %s: %d, want %d: %s", method, path, answer.StatusCode, status, text)
	}
	if out != nil {
		// Members that are left out now must not stay from before.
		reflect.ValueOf(out).Elem().SetZero()
		if err := json.Unmarshal(text, out); err != nil {
			c.t.Fatalf("%s %s: %v: %s", method, path, err, text)
		}
	}
	return answer
}

// refuse sends a request that must be refused with code.
func (c *browser) refuse(code Code, method, path string, body any) Problem {
	c.t.Helper()
	answer, text := c.send(method, path, body)
	var p Problem
	if err := json.Unmarshal(text, &p); err != nil {
		c.t.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
	if p.Code != code || p.Status != answer.StatusCode || p.Type != ProblemType+string(code) ||
		answer.Header.Get("Content-Type") != "application/problem+json" {
		c.t.Fatalf("%s %s: %d %s, want %s", method, path, answer.StatusCode, text, code)
	}
	return p
}

func TestGuest(t *testing.T) {
	b := start(t)
	anna := b.browser(t)
	anna.refuse(IdentityRequired, "GET", "/api/me", nil)
	var me Me
	answer := anna.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "  Anna "}, &me)
	if me.Name != "Anna" || me.Kind != "guest" || me.ID == "" {
		t.Errorf("%+v", me)
	}
	cookie := answer.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Secure || cookie.Path != "/" || len(cookie.Value) != 43 {
		t.Errorf("cookie %v", cookie)
	}
	anna.refuse(Conflict, "POST", "/api/me", map[string]any{"name": "Anna"})
	anna.refuse(NameRefused, "PATCH", "/api/me", map[string]any{"name": "Аnna"})
	anna.want(http.StatusOK, "PATCH", "/api/me", map[string]any{"name": "Anne"}, nil)
	var renamed Me
	anna.want(http.StatusOK, "GET", "/api/me", nil, &renamed)
	if renamed.ID != me.ID || renamed.Name != "Anne" {
		t.Errorf("%+v", renamed)
	}
	anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	anna.refuse(IdentityRequired, "GET", "/api/me", nil)
	anna.header.Set("Cookie", cookieName+"="+cookie.Value)
	anna.refuse(IdentityRequired, "GET", "/api/me", nil)
}

// Asking who one is renews the cookie, if it is what answers the question.
func TestCookieIsRenewed(t *testing.T) {
	b := start(t)
	anna := b.browser(t)
	first := anna.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Anna"}, nil).Cookies()[0]
	var bot struct{ Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &bot)
	for name, tt := range map[string]struct {
		who    *browser
		bearer string
		status int
		want   string
	}{
		"cookie":                 {anna, "", http.StatusOK, first.Raw},
		"token":                  {b.browser(t), bot.Token, http.StatusOK, ""},
		"token and cookie":       {anna, bot.Token, http.StatusOK, ""},
		"neither":                {b.browser(t), "", http.StatusUnauthorized, ""},
		"wrong token and cookie": {anna, strings.Repeat("A", 43), http.StatusUnauthorized, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tt.who.header = http.Header{}
			if tt.bearer != "" {
				tt.who.header.Set("Authorization", "Bearer "+tt.bearer)
			}
			if got := tt.who.want(tt.status, "GET", "/api/me", nil, nil).Header.Get("Set-Cookie"); got != tt.want {
				t.Errorf("it sets %q, want %q", got, tt.want)
			}
		})
	}
}

func TestBotAccount(t *testing.T) {
	b := start(t)
	anna, other, bot := b.guest(t, "Anna"), b.guest(t, "Other"), b.browser(t)
	var made struct{ ID, Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &made)
	bot.header.Set("Authorization", "Bearer "+made.Token)
	var me Me
	bot.want(http.StatusOK, "GET", "/api/me", nil, &me)
	if me.ID != made.ID || me.Kind != "bot" || me.Name != "Marvin" {
		t.Errorf("%+v", me)
	}
	bot.refuse(Forbidden, "POST", "/api/me/bots", map[string]any{"name": "Child"})
	var mine []Me
	anna.want(http.StatusOK, "GET", "/api/me/bots", nil, &mine)
	if len(mine) != 1 || mine[0].ID != made.ID {
		t.Errorf("%+v", mine)
	}
	other.refuse(NotFound, "DELETE", "/api/me/bots/"+made.ID, nil)
	anna.want(http.StatusNoContent, "DELETE", "/api/me/bots/"+made.ID, nil, nil)
	bot.refuse(IdentityRequired, "GET", "/api/me", nil)
	var all sync.WaitGroup
	for range 2 * maxBots { // at the same moment
		all.Go(func() { anna.send("POST", "/api/me/bots", map[string]any{"name": "Marvin"}) })
	}
	all.Wait()
	if anna.want(http.StatusOK, "GET", "/api/me/bots", nil, &mine); len(mine) != maxBots {
		t.Errorf("%d bot accounts, want %d", len(mine), maxBots)
	}
	anna.refuse(TooMany, "POST", "/api/me/bots", map[string]any{"name": "Marvin"})
	anna.want(http.StatusNoContent, "DELETE", "/api/me/bots/"+mine[0].ID, nil, nil)
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &made)
	// A person's deletion ends their programs.
	bot.header.Set("Authorization", "Bearer "+made.Token)
	bot.want(http.StatusOK, "GET", "/api/me", nil, nil)
	anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	bot.refuse(IdentityRequired, "GET", "/api/me", nil)
}

func TestRefusals(t *testing.T) {
	b := start(t)
	anna := b.guest(t, "Anna")
	for _, tt := range []struct {
		method, path string
		body         any
		header       string // "Name: value"
		want         Code
	}{
		{"GET", "/api/nowhere", nil, "", NotFound},
		{"GET", "/nowhere", nil, "", NotFound},
		{"PUT", "/api/me", nil, "", MethodNotAllowed},
		{"PATCH", "/api/me", "{", "", Malformed},
		{"PATCH", "/api/me", "", "", Malformed},
		{"PATCH", "/api/me", `{"name":"x"} {}`, "", Malformed},
		{"PATCH", "/api/me", `{"name":7}`, "", Invalid},
		{"PATCH", "/api/me", `{}`, "", Invalid},
		{"PATCH", "/api/me", `{"name":"x","admin":true}`, "", Invalid},
		{"GET", "/api/me?debug=1", nil, "", Invalid},
		{"PATCH", "/api/me", `{"name":"` + strings.Repeat("x", maxBody) + `"}`, "", TooLarge},
		{"PATCH", "/api/me", "name=x", "Content-Type: application/x-www-form-urlencoded", UnsupportedContent},
		{"PATCH", "/api/me", `{"name":"x"}`, "Origin: https://evil.example", CrossOrigin},
		{"PATCH", "/api/me", `{"name":"x"}`, "Sec-Fetch-Site: cross-site", CrossOrigin},
		{"DELETE", "/api/me", nil, "Sec-Fetch-Site: same-site", CrossOrigin},
		{"DELETE", "/api/me/bots/nobody", nil, "", NotFound},
		{"GET", "/api/me", nil, "Authorization: Bearer " + strings.Repeat("A", 43), IdentityRequired},
		{"GET", "/api/me", nil, "Authorization: Bearer ' OR 1=1 --", IdentityRequired},
	} {
		anna.header = http.Header{}
		if name, value, ok := strings.Cut(tt.header, ": "); ok {
			anna.header.Set(name, value)
		}
		anna.refuse(tt.want, tt.method, tt.path, tt.body)
	}
	anna.header = http.Header{}
	var me Me
	if anna.want(http.StatusOK, "GET", "/api/me", nil, &me); me.Name != "Anna" {
		t.Errorf("a refused request changed the name to %q", me.Name)
	}
	answer, _ := anna.send("PUT", "/api/me", nil)
	if got := answer.Header.Get("Allow"); got != "GET, POST, PATCH, DELETE" {
		t.Errorf("Allow: %s", got)
	}
}

// The value that does not fit is not sent back: it may be a secret.
func TestFaultsDoNotEcho(t *testing.T) {
	b := start(t)
	p := b.guest(t, "Anna").refuse(Invalid, "PATCH", "/api/me", `{"name":["s3cret"]}`)
	if len(p.Faults) == 0 || p.Faults[0].Location != "body.name" {
		t.Errorf("%+v", p)
	}
	if text, _ := json.Marshal(p); bytes.Contains(text, []byte("s3cret")) {
		t.Errorf("%s", text)
	}
}

func TestHeadersOnEverything(t *testing.T) {
	b := start(t)
	c := b.guest(t, "Anna")
	for _, path := range []string{"/", "/api/", "/api/openapi.json", "/api/reference.css", "/api/me", "/api/nowhere", "/healthz", "/readyz", "/metrics"} {
		answer, _ := c.send("GET", path, nil)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := answer.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
		if policy := answer.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "http") || strings.Contains(policy, "*") {
			t.Errorf("%s: policy %s", path, policy)
		}
	}
}

func TestHTTPS(t *testing.T) {
	b := start(t, func(o *Options) { o.Config.PublicURL = "https://birdie.example/golf" })
	c := b.browser(t)
	c.url += "/golf"
	c.header.Set("Origin", "https://birdie.example") // behind a proxy that calls us something else
	answer := c.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Anna"}, nil)
	if cookie := answer.Cookies()[0]; !cookie.Secure || cookie.Path != "/golf/" {
		t.Errorf("cookie %v", cookie)
	}
	if answer.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no Strict-Transport-Security")
	}
	c.url = strings.TrimSuffix(c.url, "/golf")
	c.refuse(NotFound, "GET", "/api/me", nil)
	if answer, _ := c.send("GET", "/golf", nil); answer.StatusCode != http.StatusPermanentRedirect || answer.Header.Get("Location") != "/golf/" {
		t.Errorf("%d %s", answer.StatusCode, answer.Header.Get("Location"))
	}
}

// Whoever gets hold of the database or the log cannot become anyone.
func TestSecretsAreNotKept(t *testing.T) {
	b := start(t)
	anna := b.browser(t)
	token := anna.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Annabella"}, nil).Cookies()[0].Value
	var made struct{ Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Marvin"}, &made)
	anna.refuse(Invalid, "GET", "/api/me?token="+made.Token, nil)
	files, err := filepath.Glob(b.file + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	kept := b.log.String()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kept += string(text)
	}
	for _, secret := range []string{token, made.Token} {
		if strings.Contains(kept, secret) {
			t.Error("a token was kept")
		}
	}
	for _, personal := range []string{"Annabella", "127.0.0.1"} {
		if strings.Contains(b.log.String(), personal) {
			t.Errorf("%s is in the log", personal)
		}
	}
	if !strings.Contains(b.log.String(), `"route":"POST /api/me"`) {
		t.Errorf("no route in the log: %s", b.log)
	}
}

func TestLimits(t *testing.T) {
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	b := start(t, func(o *Options) {
		o.Config.NoLimits = false
		o.Now = func() time.Time { return now }
	})
	for range limitCreate.burst {
		b.guest(t, "Anna")
	}
	c := b.browser(t)
	if p := c.refuse(RateLimited, "POST", "/api/me", map[string]any{"name": "Anna"}); p.RetryAfter != 2 {
		t.Errorf("retry after %d, want 2", p.RetryAfter)
	}
	answer, _ := c.send("POST", "/api/me", map[string]any{"name": "Anna"})
	if answer.Header.Get("Retry-After") != "2" {
		t.Errorf("Retry-After: %q", answer.Header.Get("Retry-After"))
	}
	now = now.Add(2 * time.Second)
	anna := b.guest(t, "Anna")
	// Reading goes by identity: two people at one address do not share it.
	berta := b.browser(t)
	now = now.Add(2 * time.Second)
	berta.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Berta"}, nil)
	for range limitRead.burst {
		anna.want(http.StatusOK, "GET", "/api/me", nil, nil)
	}
	anna.refuse(RateLimited, "GET", "/api/me", nil)
	berta.want(http.StatusOK, "GET", "/api/me", nil, nil)
	for range limitAddress.burst {
		c.send("GET", "/healthz", nil)
	}
	c.refuse(RateLimited, "GET", "/healthz", nil)
	now = now.Add(time.Hour)
	c.want(http.StatusOK, "GET", "/healthz", nil, nil)
	if n := len(b.limits.buckets); n > 2 {
		t.Errorf("%d buckets after an hour", n)
	}
}

func TestClientAddress(t *testing.T) {
	proxies, err := ParsePrefixes([]string{"10.0.0.0/8", "::1"})
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{config: Config{TrustedProxies: proxies}}
	for _, tt := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:5", "", "192.0.2.1"},
		{"192.0.2.1:5", "198.51.100.9", "192.0.2.1"}, // anyone can claim that
		{"10.0.0.1:5", "198.51.100.9", "198.51.100.9"},
		{"10.0.0.1:5", "203.0.113.5, 198.51.100.9", "198.51.100.9"},
		{"10.0.0.1:5", "198.51.100.9, 10.0.0.2", "198.51.100.9"},
		{"10.0.0.1:5", "nonsense", "10.0.0.1"},
		{"[::1]:5", "::ffff:198.51.100.9", "198.51.100.9"},
		{"[::ffff:10.0.0.1]:5", "198.51.100.9", "198.51.100.9"},
	} {
		r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{}}
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if got, _ := s.clientOf(r); got != netip.MustParseAddr(tt.want) {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestMetrics(t *testing.T) {
	b := start(t)
	c := b.guest(t, "Anna")
	_, text := c.send("GET", "/metrics", nil)
	for _, want := range []string{`birdie_http_requests_total{route="POST /api/me",status="201"} 1`, "birdie_store_commits_total", "go_goroutines"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s", want)
		}
	}
	// A proxy on the same machine passes on requests from anywhere.
	c.header.Set("X-Forwarded-For", "127.0.0.1")
	c.refuse(NotFound, "GET", "/metrics", nil)
	far := start(t, func(o *Options) { o.Config.MetricsFrom = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} })
	far.browser(t).refuse(NotFound, "GET", "/metrics", nil)
}

func TestReference(t *testing.T) {
	b := start(t, func(o *Options) {
		o.Config.BasePath, o.Config.Imprint = "/birdie", "https://operator.example/imprint"
	})
	c := b.browser(t)
	_, page := c.send("GET", "/api/", nil)
	var description struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			Summary, OperationID string
			Tags                 []string
			Responses            map[string]any
		}
	}
	c.want(http.StatusOK, "GET", "/api/openapi.json", nil, &description)
	if !strings.HasPrefix(description.OpenAPI, "3.1") || len(description.Paths) < 3 {
		t.Errorf("%s with %d paths", description.OpenAPI, len(description.Paths))
	}
	for path, methods := range description.Paths {
		for method, op := range methods {
			if op.Summary == "" || op.OperationID == "" || len(op.Tags) == 0 || op.Responses["default"] == nil {
				t.Errorf("%s %s is not described: %+v", method, path, op)
			}
			if !strings.Contains(string(page), "<article id=\""+op.OperationID+"\">") {
				t.Errorf("%s is not on the page", op.OperationID)
			}
		}
	}
	for _, k := range kinds {
		if !strings.Contains(string(page), "<code>"+string(k.Code)+"</code>") {
			t.Errorf("%s is not on the page", k.Code)
		}
	}
	for _, address := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(string(page), -1) {
		if a := address[1]; !strings.HasPrefix(a, "/birdie/") && !strings.HasPrefix(a, "#") && a != "https://operator.example/imprint" {
			t.Errorf("the page links to %s", a)
		}
	}
	if answer, _ := c.send("GET", "/", nil); answer.Header.Get("Location") != "/birdie/api/" {
		t.Errorf("/ leads to %s", answer.Header.Get("Location"))
	}
}

// The page is at /, and what the API does not know does not become a page.
func TestPage(t *testing.T) {
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	_, _ = gz.Write([]byte("<title>Birdie</title>"))
	_ = gz.Close()
	files := fstest.MapFS{"index.html.gz": {Data: packed.Bytes()}, "index.html.br": {}}
	b := start(t, func(o *Options) {
		o.Web = web.Handler(files)
		o.Config = Config{NoLimits: true, BasePath: "/golf", Privacy: "https://operator.example/privacy"}
	})
	c := b.browser(t)
	c.header.Set("Accept-Encoding", "identity")
	answer, text := c.send("GET", "/", nil)
	if policy := answer.Header.Get("Content-Security-Policy"); string(text) != "<title>Birdie</title>" || !strings.Contains(policy, "'wasm-unsafe-eval'") {
		t.Errorf("%s with policy %s", text, policy)
	}
	if answer, _ := c.send("GET", "/nowhere.js", nil); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a file that is not there: %d", answer.StatusCode)
	}
	c.refuse(NotFound, "GET", "/api/nowhere", nil)
	c.refuse(MethodNotAllowed, "GET", "/api/passkeys", nil)
	c.refuse(MethodNotAllowed, "POST", "/", nil)
	var site Site
	c.want(http.StatusOK, "GET", "/api/site", nil, &site)
	if site != (Site{Version: "test", Privacy: "https://operator.example/privacy"}) {
		t.Errorf("%+v", site)
	}
	c.localhost()
	if c.want(http.StatusOK, "GET", "/api/site", nil, &site); !site.Passkeys {
		t.Errorf("no passkeys at localhost")
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []Config{
		{PublicURL: "birdie.example"},
		{PublicURL: "ftp://birdie.example"},
		{PublicURL: "https://birdie.example?x"},
		{BasePath: "birdie"},
		{BasePath: "/a//b"},
		{BasePath: "/{x}"},
		{Imprint: "javascript:alert(1)"},
		{Privacy: "nowhere"},
	} {
		if _, err := c.normal(); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	if _, err := ParsePrefixes([]string{"10.0.0.0/8", "proxy"}); err == nil {
		t.Error("proxy is no address")
	}
}

func TestAddress(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:8080": "http://localhost:8080/x/", "[::1]:80": "http://localhost:80/x/", "0.0.0.0:8080": "http://localhost:8080/x/",
		"192.168.1.7:8080": "http://192.168.1.7:8080/x/",
	} {
		a, _ := net.ResolveTCPAddr("tcp", listen)
		s := &Server{config: Config{BasePath: "/x"}}
		if got := s.Address(a); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

// A stopping server lets requests under way finish and ends its streams.
func TestServeStops(t *testing.T) {
	b := start(t)
	entered := make(chan struct{})
	b.mux.HandleFunc("GET /test/stream", func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-b.closing
		_, _ = w.Write([]byte("come back"))
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- b.Serve(ctx, l) }()
	answered := make(chan string, 1)
	go func() {
		answer, err := http.Get("http://" + l.Addr().String() + "/test/stream")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		answered <- string(text)
	}()
	<-entered
	stop()
	if got := <-answered; got != "come back" {
		t.Errorf("the stream ended with %q", got)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	b.browser(t).refuse(Unavailable, "GET", "/readyz", nil)
	if _, err := http.Get("http://" + l.Addr().String() + "/healthz"); err == nil {
		t.Error("it still answers")
	}
}

// Without its database a server lives but is not ready, and says so without
// saying more.
func TestDatabaseGone(t *testing.T) {
	b := start(t)
	anna := b.guest(t, "Anna")
	if err := b.store.Close(); err != nil {
		t.Fatal(err)
	}
	anna.want(http.StatusOK, "GET", "/healthz", nil, nil)
	anna.refuse(Unavailable, "GET", "/readyz", nil)
	if p := anna.refuse(Unavailable, "GET", "/api/me", nil); p.Detail != "" {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(b.log.String(), "closed") {
		t.Error("the log does not know why")
	}
}

func TestCrash(t *testing.T) {
	b := start(t)
	b.mux.HandleFunc("GET /test/crash", func(http.ResponseWriter, *http.Request) { panic("s3cret") })
	p := b.browser(t).refuse(Internal, "GET", "/test/crash", nil)
	if p.Detail != "" {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(b.log.String(), "s3cret") {
		t.Error("the log does not know why")
	}
}

func TestKindsAreUnique(t *testing.T) {
	var codes []Code
	for _, k := range kinds {
		if slices.Contains(codes, k.Code) || k.Title == "" || k.Status < 400 {
			t.Errorf("%+v", k)
		}
		codes = append(codes, k.Code)
	}
}
