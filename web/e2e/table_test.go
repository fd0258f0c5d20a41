package e2e

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"birdie/fair"
	"birdie/internal/testkit"
	"birdie/server"
	"birdie/server/store/storetest"
	"birdie/table"
	"birdie/web"
)

// newTables serves the page with the whole server behind it, under the same base
// path. The secret of the shuffles is always the same, so that deals are.
func newTables(t testing.TB, change ...func(*server.Options)) *site {
	testkit.Program(t, "chromium", "chromium-browser", "google-chrome")
	if !web.Built(web.Files()) {
		testkit.Skip(t, "the page is not built: run make build")
	}
	o := server.Options{
		Config: server.Config{BasePath: strings.TrimSuffix(base, "/"), NoLimits: true},
		Store:  storetest.Open(t, storetest.SQLite(t)),
		Web:    web.Handler(web.Files()), Version: "test",
	}
	o.Tables.Timing = table.DefaultTiming()
	o.Tables.NewSecret = func() (s fair.Secret) { return s }
	for _, c := range change {
		c(&o)
	}
	srv, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Server: httptest.NewServer(http.Handler(srv))}
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	t.Cleanup(srv.Close)
	return s
}

// fill types into the field of a label's text.
func (p *page) fill(selector, text string) {
	p.Helper()
	p.until(`document.querySelector(` + quote(selector) + `)`)
	eval[any](p, `void ((e) => { e.value = `+quote(text)+`; e.dispatchEvent(new Event('input', {bubbles: true})) })(document.querySelector(`+quote(selector)+`))`)
}

// tap activates an element without looking where it is.
func (p *page) tap(selector string) {
	p.Helper()
	p.until(`document.querySelector(` + quote(selector) + `)`)
	eval[any](p, `void document.querySelector(`+quote(selector)+`).click()`)
}

// settings of the table that openTable opens.
type tableSettings struct {
	preset string
	seats  int
	holes  string
}

// openTable opens a table as its host and returns its id.
func (p *page) openTable(name string, s tableSettings) string {
	p.Helper()
	p.golfPrefs(`{tempo: 'instant', name: ` + quote(name) + `, preset: ` + quote(s.preset) + `}`)
	p.visit("?anew#golf/new/online") // with another address it is loaded anew
	p.until(`document.querySelector('form .field input')`)
	p.fill("form .field input", name)
	p.choose(0, strconv.Itoa(s.seats))
	p.choose(1, s.holes)
	p.tap("form [type=submit]")
	p.until(`location.hash.startsWith('#t/') && document.querySelector('.seats .you')`)
	return strings.TrimPrefix(eval[string](p, `location.hash`), "#t/")
}

// choose sets one of the selects of a form.
func (p *page) choose(i int, value string) {
	p.Helper()
	eval[any](p, `void ((e) => { e.value = `+quote(value)+`; e.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelectorAll('form select')[`+strconv.Itoa(i)+`])`)
}

// join takes a seat at a table.
func (p *page) join(id, name string) {
	p.Helper()
	p.golfPrefs(`{tempo: 'instant'}`)
	p.visit("?anew#t/" + id)
	p.fill(".prompt .field input", name)
	p.tap("[data-do=sit]")
	p.until(`document.querySelector('.seats .you')`)
}

// robot does one thing a player may do, as a script in the page: it returns what
// it did, "" when there is nothing, or "over" at the end of the match.
const robot = `((luck) => {
	const click = (e) => { e.click(); return e.dataset.stop || e.dataset.do || e.textContent }
	if (document.querySelector('.winners')) return 'over'
	const curtain = document.querySelector('.curtain .button')
	if (curtain) return click(curtain)
	const next = document.querySelector('[data-do=go-on]:not(:disabled), [data-do=next]')
	if (next) return click(next)
	if (document.querySelector('dialog[open]')) return ''
	const spots = [...document.querySelectorAll('.felt button.fits, .choices .button')]
	if (!spots.length) return ''
	const stock = spots.find((e) => e.dataset.stop === 'stock')
	const down = spots.filter((e) => e.dataset.stop?.startsWith('c') && e.querySelector('.down') && !e.classList.contains('picked'))
	return click(stock ?? down[Math.floor(luck * down.length)] ?? spots[Math.floor(luck * spots.length)])
})`

// playOn lets robots play all pages until the match is over.
func playOn(t *testing.T, pages ...*page) {
	t.Helper()
	luck := rand.New(rand.NewPCG(1, 2))
	for deadline := time.Now().Add(90 * time.Second); ; {
		over := 0
		for _, p := range pages {
			if eval[string](p, robot+`(`+strconv.FormatFloat(luck.Float64(), 'f', 4, 64)+`)`) == "over" {
				over++
			}
		}
		if over == len(pages) {
			return
		}
		if time.Now().After(deadline) {
			for i, p := range pages {
				p.shot("stuck-" + strconv.Itoa(i))
			}
			t.Fatalf("the match does not end; the first page says: %s", eval[string](pages[0], `document.body.innerText`))
		}
	}
}

// Two browsers play a whole match of each kind to its end.
func TestTwoPlayAMatch(t *testing.T) {
	for _, preset := range []string{"six", "four", "nine", "eight", "knock", "peek"} {
		t.Run(preset, func(t *testing.T) {
			s := newTables(t)
			anna, ben := s.open(t, phone, "#golf"), s.open(t, desktop, "#golf")
			id := anna.openTable("Anna", tableSettings{preset: preset, seats: 2, holes: "1"})
			ben.join(id, "Ben")
			anna.until(`[...document.querySelectorAll('.seats b')].some((e) => e.textContent === 'Ben')`)
			anna.tap("[data-do=start]")
			playOn(t, anna, ben)
			if a, b := eval[string](anna, totals), eval[string](ben, totals); a != b || a == "" {
				t.Errorf("the totals are %s and %s", a, b)
			}
		})
	}
}

// totals are the totals of the final standings, in the order of the seats.
const totals = `[...document.querySelectorAll('tfoot td')].map((e) => e.textContent).join(' ')`
