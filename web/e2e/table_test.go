package e2e

import (
	"encoding/json"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"birdie/fair"
	"birdie/golf"
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
	return p.openTableWith(name, s, func() {})
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
	const spots = [...document.querySelectorAll('.felt .fits .control, .choices .button')]
	if (!spots.length) return ''
	const stock = spots.find((e) => e.dataset.stop === 'stock')
	const pile = spots.find((e) => e.dataset.stop === 'pile')
	if (pile && !stock && luck < 0.25) return click(pile)
	const down = spots.filter((e) => e.dataset.stop?.startsWith('c') && e.parentElement.querySelector('.down') && !e.parentElement.classList.contains('picked'))
	return click(stock ?? down[Math.floor(luck * down.length)] ?? spots[Math.floor(luck * spots.length)])
})`

// autoplay lets a robot play the page until the match is over. It lives in the
// page, so that a match takes as long as its moves and no longer. It does not act
// again before the page shows something else, or some time has passed: its requests
// would otherwise wait for each other.
func (p *page) autoplay(luck int) {
	p.Helper()
	eval[any](p, `void (() => {
		let luck = `+strconv.Itoa(luck)+`
		const draw = () => (luck = luck * 48271 % 2147483647) / 2147483647
		let seen = '', when = 0
		clearInterval(window.robot)
		window.robot = setInterval(() => {
			const now = document.querySelector('main')?.textContent + document.querySelectorAll('.fits, .picked, dialog :disabled').length
			if (now === seen && performance.now() - when < 400) return
			const did = `+robot+`(draw())
			if (did === 'over') clearInterval(window.robot)
			else if (did) [seen, when] = [now, performance.now()]
		}, 5)
	})()`)
}

// playOn lets robots play all pages until the match is over.
func playOn(t *testing.T, pages ...*page) {
	t.Helper()
	for i, p := range pages {
		p.autoplay(i + 1)
	}
	deadline := time.Now().Add(3 * time.Minute)
	for _, p := range pages {
		for !eval[bool](p, `Boolean(document.querySelector('.winners'))`) {
			if time.Now().After(deadline) {
				for i, p := range pages {
					p.shot("stuck-" + strconv.Itoa(i))
				}
				t.Fatalf("the match does not end; the page says: %s", eval[string](p, `document.body.innerText`))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// Two browsers play a whole match of each layout to its end, and holes where they
// may knock and peek.
func TestTwoPlayAMatch(t *testing.T) {
	for preset, holes := range map[string]string{"six": "9", "four": "9", "nine": "9", "eight": "9", "knock": "1", "peek": "1"} {
		t.Run(preset, func(t *testing.T) {
			s := newTables(t)
			anna, ben := s.open(t, phone, "#golf"), s.open(t, desktop, "#golf")
			id := anna.openTable("Anna", tableSettings{preset: preset, seats: 2, holes: holes})
			ben.join(id, "Ben")
			anna.until(`[...document.querySelectorAll('.seats b')].some((e) => e.textContent === 'Ben')`)
			anna.tap("[data-do=start]")
			playOn(t, anna, ben)
			if a, b := eval[string](anna, totals), eval[string](ben, totals); a != b || a == "" {
				t.Errorf("the totals are %s and %s", a, b)
			}
			if n := eval[string](ben, `String(document.querySelectorAll('dialog tbody tr').length)`); n != holes {
				t.Errorf("%s holes on the scorecard, want %s", n, holes)
			}
		})
	}
}

// totals are the totals of the final standings, in the order of the seats.
const totals = `[...document.querySelectorAll('tfoot td')].map((e) => e.textContent).join(' ')`

// Six browsers play a match; a seventh watches. Nothing it is sent names a card that is
// face down or in a hand.
func TestSixPlayAndOneWatches(t *testing.T) {
	s := newTables(t)
	host := s.open(t, small, "#golf")
	id := host.openTable("Anna", tableSettings{preset: "four", seats: 6, holes: "3"})
	players := []*page{host}
	for _, name := range []string{"Ben", "Cleo", "Dan", "Eva", "Finn"} {
		p := s.open(t, phone, "#golf")
		p.join(id, name)
		players = append(players, p)
	}
	host.until(`document.querySelectorAll('.seats b').length === 6`)
	host.tap("[data-do=start]")
	host.until(`document.querySelector('.felt')`)
	watcher := s.open(t, desktop, "#t/"+id)
	watcher.until(`document.querySelectorAll('.felt .other').length === 5`)
	playOn(t, append(players, watcher)...)
	want := eval[string](host, totals)
	for _, p := range append(players, watcher) {
		if got := eval[string](p, totals); got != want {
			t.Errorf("a page says %s, the host's %s", got, want)
		}
	}
	if len(watcher.told) < 10 {
		t.Fatalf("the watcher was told %d times", len(watcher.told))
	}
	for _, text := range watcher.told {
		var note struct {
			Golf []struct{ Kind, Card string }
			View *table.View
		}
		if err := json.Unmarshal([]byte(text), &note); err != nil {
			t.Fatal(err)
		}
		for _, e := range note.Golf {
			if e.Kind == "drew-card" || e.Kind == "peeked-at" || e.Kind == "skip" && e.Card != "" {
				t.Errorf("the watcher is told %s", text)
			}
		}
		if note.View == nil || note.View.Golf == nil {
			continue
		}
		if note.View.Golf.Hand != "" && note.View.Golf.Taken == "" {
			t.Errorf("the watcher sees a hand: %s", text)
		}
		for _, grid := range note.View.Golf.Grids {
			for _, cell := range grid {
				if !cell.Up && cell.Card != "" {
					t.Errorf("the watcher sees a face-down card: %s", text)
				}
			}
		}
	}
}

// A tie is broken by sudden death. The deal is one where both grids are worth the
// same, whose first player knocks and whose other player changes nothing.
func TestSuddenDeath(t *testing.T) {
	const id = "tttttttttttt2"
	rules := golf.Rules{Layout: golf.Four, FirstFlips: 2, Jokers: 2, Knock: true, Holes: 1, Ties: golf.SuddenDeath}
	secret := tied(t, rules, id)
	s := newTables(t, func(o *server.Options) {
		o.Tables.NewID = func() string { return id }
		o.Tables.NewSecret = func() fair.Secret { return secret }
	})
	// The seeds of the players are nothing but zeros here.
	const noSeeds = `(() => { const real = crypto.getRandomValues.bind(crypto); crypto.getRandomValues = (a) => a.length === 16 ? a.fill(0) : real(a) })()`
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	for _, p := range []*page{anna, ben} {
		p.before(noSeeds)
	}
	anna.openTableWith("Anna", tableSettings{preset: "four", seats: 2, holes: "1"}, func() {
		anna.tap("details summary")
		eval[any](anna, `void document.querySelectorAll('details [role=switch]')[2].click()`)
		eval[any](anna, `void ((e) => { e.value = 'sudden-death'; e.dispatchEvent(new Event('change', {bubbles: true})) })([...document.querySelectorAll('details select')].at(-1))`)
		anna.until(`[...document.querySelectorAll('details select')].at(-1).value === 'sudden-death'`)
	})
	ben.join(id, "Ben")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	for _, p := range []*page{anna, ben} {
		p.tap(`[data-stop="c0"]`)
		p.tap(`[data-stop="c1"]`)
	}
	first, second := anna, ben
	anna.until(`document.querySelector('.felt[data-phase=draw]')`)
	if !eval[bool](anna, `Boolean(document.querySelector('.stock.fits'))`) {
		first, second = ben, anna
	}
	// A knock ends the hole: it is asked for twice.
	first.tap(".choices .button")
	first.until(`document.querySelector('.told').textContent.includes('again')`)
	first.tap(".choices .button")
	second.tap(".stock.fits .control")
	second.until(`document.querySelector('.felt[data-phase=place]')`)
	second.tap(".pile.fits .control")
	second.until(`document.querySelector('.felt[data-phase=flip]')`)
	second.tap(".cell.fits .control")
	for _, p := range []*page{first, second} {
		p.until(`document.querySelector('.result')`)
		p.tap("[data-do=go-on]")
	}
	anna.until(`document.querySelector('h1').textContent.includes('Sudden death 1')`)
	playOn(t, anna, ben)
	if n := eval[int](anna, `document.querySelectorAll('dialog tbody tr').length`); n < 2 {
		t.Errorf("%d holes on the scorecard", n)
	}
}

// tied looks for a secret whose first deal gives both players the same.
func tied(t *testing.T, rules golf.Rules, id string) (secret fair.Secret) {
	for n := range 1000 {
		secret[0], secret[1] = byte(n), byte(n>>8)
		shuffles, err := fair.New(secret, table.MatchID(id, 1), [][]byte{make([]byte, 16), make([]byte, 16)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := golf.NewMatch(rules, 2)
		if err != nil {
			t.Fatal(err)
		}
		do := func(s golf.Step) {
			if _, err := m.Do(s, nil); err != nil {
				t.Fatal(err)
			}
		}
		do(golf.Step{Kind: golf.StepCut, Cards: shuffles.Shuffle(fair.Cut(), rules.Deck(2))})
		do(golf.Step{Kind: golf.StepDeal, Cards: shuffles.Shuffle(fair.Hole(1), rules.Deck(2))})
		first := m.Hole().Starter()
		act := func(seat int, a golf.Action) { do(golf.Step{Kind: golf.StepAct, Seat: seat, Action: a}) }
		act(first, golf.Action{Kind: golf.Choose, Cells: 3})
		act(1-first, golf.Action{Kind: golf.Choose, Cells: 3})
		act(first, golf.Action{Kind: golf.Knock})
		act(1-first, golf.Action{Kind: golf.Draw})
		act(1-first, golf.Action{Kind: golf.Discard})
		act(1-first, golf.FlipAt(2))
		if !m.Over() {
			return secret
		}
	}
	t.Fatal("no tie")
	return secret
}

// streams returns how many event streams pages have asked for.
func streams(pages []*page) (n int) {
	for _, p := range pages {
		p.mu.Lock()
		for _, address := range p.requests {
			if strings.Contains(address, "/events") {
				n++
			}
		}
		p.mu.Unlock()
	}
	return n
}

// Eight tabs of one browser show one table over one stream, and go on when the
// tab that has it is closed.
func TestEightTabs(t *testing.T) {
	s := newTables(t)
	first := s.open(t, desktop, "#golf")
	id := first.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	tabs := []*page{first}
	for range 7 {
		tab := first.again(desktop, "#t/"+id)
		tab.until(`document.querySelector('.seats .you')`)
		tabs = append(tabs, tab)
	}
	if n := streams(tabs); n != 1 {
		t.Errorf("eight tabs opened %d streams", n)
	}
	tabs[7].until(`[...document.querySelectorAll('.seats .link')].length === 1`)
	tabs[7].tap(".seats .link")
	for i, tab := range tabs {
		tab.until(`document.querySelectorAll('.seats b').length === 2`)
		if i == 0 {
			tab.visit("?gone#settings") // the stream goes with it
		}
	}
	tabs[6].tap("[data-do=start]")
	for _, tab := range tabs[1:] {
		tab.until(`document.querySelector('.felt')`)
	}
}

// Eight tabs of one browser show eight tables, on plain http from another machine's
// address: more than the connections that a browser opens to a server. They
// share one, also after the tab that has it is gone, and each plays its own match.
func TestEightTablesInEightTabs(t *testing.T) {
	s := newTables(t)
	count := s.countStreams()
	home := s.atHome(t)
	first := home.open(t, desktop, "#golf")
	open := tableSettings{preset: "four", seats: 2, holes: "1"}
	ids := []string{first.openTable("Anna", open)}
	tabs := []*page{first}
	for range 7 {
		tab := first.again(desktop, "#golf")
		tabs, ids = append(tabs, tab), append(ids, tab.openTable("Anna", open))
	}
	// Every tab adds a bot and starts.
	for _, tab := range tabs {
		tab.tap(".seats .link")
	}
	for i, tab := range tabs {
		tab.until(`document.querySelectorAll('.seats b').length === 2`)
		if got := eval[string](tab, `location.hash`); got != "#t/"+ids[i] {
			t.Fatalf("tab %d shows %s", i, got)
		}
		tab.tap("[data-do=start]")
	}
	for _, tab := range tabs {
		tab.until(`document.querySelector('.felt .cell.fits')`)
	}
	count.settle(t, 1)
	first.visit("?gone#settings")
	playOn(t, tabs[1:]...)
	count.settle(t, 1)
}

// A browser is offline for a while; a bot takes over, and the seat is taken back.
// Everyone is told, the player too.
func TestOfflineForAWhile(t *testing.T) {
	s := newTables(t, func(o *server.Options) {
		o.Tables.Warn, o.Tables.Grace = 1500*time.Millisecond, 4*time.Second
	})
	gate := s.gate(t)
	anna, ben := s.open(t, phone, "#golf"), gate.open(t, phone, "#golf")
	anna.before(listen)
	id := anna.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	ben.join(id, "Ben")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	ben.until(`document.querySelector('.felt')`)
	gate.offline(true)
	anna.until(`said.some((x) => x.includes('Ben has lost the connection.'))`)
	anna.until(`document.querySelector('.other .name small')?.textContent.includes('stands in')`)
	anna.until(`said.some((x) => x.includes('A bot plays for Ben.'))`)
	ben.until(`document.querySelector('.connection')`)
	gate.offline(false)
	ben.until(`!document.querySelector('.connection')`)
	anna.until(`!document.querySelector('.other .name small')?.textContent.includes('stands in')`)
	anna.until(`said.some((x) => x.includes('Ben is back.'))`)
	playOn(t, anna, ben)
}

// standing is how things are at a table, as the server tells a page.
type standing struct {
	Phase string
	You   *int
	Golf  *struct {
		Phase string
		Legal []string
		Ender *int
		Hand  string
		Grids [][]struct {
			Up   bool
			Card string
		}
	}
}

// phase names what is going on for the page's player.
func (s *standing) phase() string {
	if s.Phase != "playing" || s.You == nil {
		return s.Phase
	}
	name := s.Golf.Phase
	if s.Golf.Ender != nil {
		name = "last-" + name
	}
	if len(s.Golf.Legal) == 0 {
		return "waiting"
	}
	return name
}

// known is how many of its face-down cards the player knows.
func (s *standing) known() (n int) {
	for _, cell := range s.Golf.Grids[*s.You] {
		if !cell.Up && cell.Card != "" {
			n++
		}
	}
	return n
}

// The page is loaded anew in every phase of a match, and nothing is lost: neither
// the card in hand nor those peeked at.
func TestReloadInEveryPhase(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	id := anna.openTable("Anna", tableSettings{preset: "peek", seats: 2, holes: "9"}) // in some of so many Ben ends the hole, and Anna has a last turn
	anna.reload()
	anna.until(`document.querySelector('.seats .you')`)
	ben.join(id, "Ben")
	ben.reload()
	ben.until(`document.querySelector('.seats .you')`)
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	anna.until(`document.querySelector('.felt')`)
	ben.until(`document.querySelector('.felt')`)
	ben.autoplay(2)
	seen := map[string]bool{}
	missing := []string{"choose", "draw", "place", "flip", "waiting", "last-draw", "last-place", "hole-over"}
	luck := rand.New(rand.NewPCG(3, 4))
	for deadline := time.Now().Add(60 * time.Second); len(missing) > 0; {
		now := eval[standing](anna, `fetch('api/tables/`+id+`').then((r) => r.json())`)
		if phase := now.phase(); !seen[phase] && now.You != nil {
			seen[phase] = true
			missing = slices.DeleteFunc(missing, func(p string) bool { return p == phase })
			anna.reload()
			if now.Phase == "playing" && phase != "waiting" {
				anna.until(`document.querySelector('.felt')?.dataset.phase === ` + quote(now.Golf.Phase))
				anna.until(`document.querySelectorAll('.own .known').length === ` + strconv.Itoa(now.known()))
				anna.until(`Boolean(document.querySelector('.hand .face')) === ` + strconv.FormatBool(now.Golf.Hand != ""))
			}
			if now.Phase == "hole-over" {
				anna.until(`document.querySelector('.result')`)
			}
			anna.until(`document.querySelector('.felt')`)
		}
		// The page may have heard of the end of the hole before us.
		eval[string](anna, `document.querySelector('.result') && `+strconv.FormatBool(!seen["hole-over"])+` ? '' : `+robot+`(`+strconv.FormatFloat(0.999*luck.Float64(), 'f', 4, 64)+`)`)
		if time.Now().After(deadline) {
			t.Fatalf("never loaded anew in %v", missing)
		}
	}
	playOn(t, anna, ben)
	// Afterwards too; then the shuffles are checked.
	anna.reload()
	anna.until(`document.querySelector('.winners')`)
	anna.visit("#golf/replay/" + id + "/1")
	anna.tap("[data-do=verify]")
	anna.until(`document.querySelector('[data-check=good]')`)
}

// In a home network without https a table is joined and played like anywhere else.
func TestTableOnPlainHTTP(t *testing.T) {
	home := newTables(t).atHome(t)
	anna, ben := home.open(t, phone, "#golf"), home.open(t, desktop, "#golf")
	if eval[bool](anna, `isSecureContext`) {
		t.Fatalf("%s is a secure context", home.URL)
	}
	id := anna.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	ben.join(id, "Ben")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	playOn(t, anna, ben)
	anna.visit("#golf/replay/" + id + "/1")
	anna.tap("[data-do=verify]")
	anna.until(`document.querySelector('[data-check=good]')`)
}

// atHome serves a site at an address of a home network.
func (s *site) atHome(t *testing.T) *site {
	address := homeAddress()
	if address == "" {
		testkit.Skip(t, "needs an address other than localhost")
	}
	l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Fatal(err)
	}
	home := &site{Server: &httptest.Server{Listener: l, Config: &http.Server{Handler: s.Config.Handler}}}
	home.Start()
	t.Cleanup(home.Close)
	t.Cleanup(home.CloseClientConnections)
	return home
}

// A table is found by its code, and links of the lobby work for strangers.
func TestJoinByCode(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	id := anna.openTable("Anna", tableSettings{preset: "six", seats: 3, holes: "1"})
	anna.until(`document.querySelector('.invite .code').textContent.replace(' ', '') === ` + quote(id[:6]))
	eval[any](anna, `void document.querySelector('.invite [aria-expanded]').click()`)
	anna.until(`document.querySelector('.qr')?.naturalWidth > 0`)
	ben.fill(".prompt .field input", strings.ToUpper(id[:3])+" "+id[3:6])
	ben.tap(".prompt [type=submit]")
	ben.until(`document.querySelector('[data-do=sit]')`)
	ben.fill(".prompt .field input", "Ben")
	ben.tap("[data-do=sit]")
	anna.until(`[...document.querySelectorAll('.seats b')].some((e) => e.textContent === 'Ben')`)
	ben.visit("#golf")
	ben.fill(".prompt .field input", "zzzzzz")
	ben.tap(".prompt [type=submit]")
	ben.until(`document.querySelector('.fault')`)
}

// Whatever form of a code or link somebody has been given leads to where it is for.
func TestCodesAndLinks(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	id := anna.openTable("Anna", tableSettings{preset: "six", seats: 3, holes: "1"})
	link := s.URL + base + "#t/"
	for _, c := range []struct{ typed, view string }{
		{link + id, "#t/" + id},
		{"Come and play! " + link + id + " ", "#t/" + id},
		{strings.ToUpper(id), "#t/" + id},
		{id[:6], "#t/" + id},
		{" " + strings.ToUpper(id[:3]) + "-" + id[3:6], "#t/" + id},
		{link + "-/23456bcdfg", "#t/-/23456bcdfg"},
		{"23456 bcdfg", "#t/-/23456bcdfg"},
		{"23456-BCDFG", "#t/-/23456bcdfg"},
	} {
		ben.visit("?anew#golf")
		ben.fill(".prompt .field input", c.typed)
		ben.tap(".prompt [type=submit]")
		ben.until(`location.hash !== '#golf' || document.querySelector('.fault')`)
		if got := eval[string](ben, `location.hash`); got != c.view {
			t.Errorf("%q leads to %s, want %s", c.typed, got, c.view)
		}
	}
}

// The list of open tables is asked for again and again. Tables that are shown keep
// their places and the focus, in whatever order the server names them, and also when
// it does not answer; nobody is read the whole list each time.
func TestOpenTablesKeepTheirPlaces(t *testing.T) {
	s := newTables(t)
	page := s.open(t, phone, "#golf")
	page.before(`(() => {
		const later = window.setInterval, real = window.fetch
		window.setInterval = (f, ms) => later(f, ms === 10_000 ? 50 : ms)
		const listing = (table) => ({table, phase: 'lobby', seats: [{name: table}, {}], settings: {seats: 2, rules: {}}})
		window.lists = [['one', 'two', 'three'], ['three', 'four', 'two', 'one'], null, ['two', 'one', 'four']]
		window.fetch = async (to, how) => {
			if (!String(to).endsWith('/api/tables')) return real(to, how)
			const list = window.lists.length > 1 && window.go ? (window.go = false, window.lists.shift(), window.lists[0]) : window.lists[0]
			window.asked = (window.asked ?? 0) + 1
			return list ? new Response(JSON.stringify(list.map(listing))) : new Response('{}', {status: 500})
		}
	})()`)
	page.visit("?anew#golf")
	page.until(`document.querySelectorAll('.open li').length === 3`)
	eval[any](page, `void (window.held = document.querySelector('.open a[href="#t/two"]')).focus()`)
	for _, want := range []string{"one two three four", "one two three four", "one two four"} {
		eval[any](page, `void (window.go = true, window.asked = 0)`)
		page.until(`window.asked > 2`)
		if got := eval[string](page, `[...document.querySelectorAll('.open a')].map((e) => e.hash.slice(3)).join(' ')`); got != want {
			t.Errorf("the tables are %s, want %s", got, want)
		}
		if !eval[bool](page, `document.activeElement === window.held`) {
			t.Error("the focus is lost")
		}
	}
	if eval[bool](page, `Boolean(document.querySelector('.open')?.closest('[aria-live]'))`) {
		t.Error("the list is read whenever it changes")
	}
}

// Only what is possible is offered: nobody takes a seat at a full table, or while a
// match is about to begin, when bots stay where they are as well.
func TestOfferedInTheLobby(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, desktop, "#golf"), s.open(t, phone, "#golf")
	id := anna.openTable("Anna", tableSettings{preset: "four", seats: 4, holes: "1"})
	ben.join(id, "Ben")
	anna.tap(".seats .free .link")
	anna.until(`document.querySelectorAll('.seats b').length === 3`)
	const removed = `document.querySelectorAll('.seats [aria-label^="Remove"]').length`
	anna.until(removed + ` === 2`)
	ben.press(".row", "Not ready after all")
	ben.until(`document.querySelector('[aria-pressed=false]')`)
	ben.visit("?gone#settings")
	anna.tap("[data-do=start]")
	anna.until(`document.querySelector('main').textContent.includes('It starts in')`)
	cleo := s.open(t, phone, "#t/"+id)
	cleo.until(`document.querySelector('main').textContent.includes('It starts in')`)
	if eval[bool](cleo, `Boolean(document.querySelector('[data-do=sit]'))`) {
		t.Error("a seat is offered while the match is about to begin")
	}
	if n := eval[int](anna, removed); n != 1 || eval[bool](anna, `Boolean(document.querySelector('.seats .free .link'))`) {
		t.Errorf("the host may add bots, or remove %d", n)
	}

	full := anna.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	anna.tap(".seats .free .link")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	cleo.visit("?anew#t/" + full)
	cleo.until(`document.querySelector('.fault')?.textContent === 'No seat is free.'`)
}

// Who is removed in the middle of a match is named, not the bot that takes the seat;
// and a match that is not over has no replay yet.
func TestRemovedFromAMatch(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, desktop, "#golf"), s.open(t, phone, "#golf")
	anna.before(listen)
	id := seated(t, anna, ben, tableSettings{preset: "four", holes: "1"})
	ben.visit("?anew#golf/replay/" + id + "/1")
	ben.until(`document.querySelector('[role=alert]')?.textContent.startsWith('There is no record of this match')`)
	anna.tap(".head button.icon")
	anna.press("dialog", "Players")
	anna.tap(`dialog [aria-label="Remove Ben"]`)
	anna.until(`said.some((x) => x.includes('has been removed'))`)
	if got := eval[string](anna, `said.find((x) => x.includes('has been removed'))`); !strings.HasPrefix(got, "Ben has been removed.") {
		t.Errorf("it is said that %s", got)
	}
}

// Who wants to leave stays until the server has said yes, and is told meanwhile.
func TestLeavingTakesAWhile(t *testing.T) {
	s := newTables(t)
	anna := s.open(t, phone, "#golf")
	id := anna.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	eval[any](anna, `void ((real) => {
		window.fetch = (to, how) => String(to).endsWith('/commands') && !window.mended ? new Promise((done) => (window.answer = () => done(new Response('{"code": "internal"}', {status: 500})))) : real(to, how)
	})(window.fetch)`)
	anna.tap("[data-do=leave]")
	anna.until(`document.querySelector('[data-do=leave]:disabled')?.textContent.includes('Leaving')`)
	anna.until(`window.answer`)
	eval[any](anna, `answer()`)
	anna.until(`document.querySelector('[role=alert]')?.textContent.startsWith('Something went wrong on the server')`)
	if got := eval[string](anna, `location.hash`); got != "#t/"+id {
		t.Errorf("the page shows %s", got)
	}
	eval[any](anna, `void (window.mended = true)`)
	anna.tap("[data-do=leave]:not(:disabled)")
	anna.until(`location.hash === '#golf'`)
}

// What this browser saw of a match before it began is kept, whatever the names of
// older ones are.
func TestCommitmentsAreKeptByAge(t *testing.T) {
	s := newTables(t)
	anna := s.open(t, phone, "#golf")
	eval[any](anna, `void [...Array(60).keys()].forEach((i) => localStorage.setItem('birdie.golf-fair-zzz' + i, JSON.stringify({commitment: '00', at: i})))`)
	open := tableSettings{preset: "four", seats: 2, holes: "1"}
	for _, id := range []string{anna.openTable("Anna", open), anna.openTable("Anna", open)} {
		anna.until(`Object.keys(localStorage).some((k) => k.startsWith('birdie.golf-fair-` + id + `'))`)
	}
	if !eval[bool](anna, `localStorage.getItem('birdie.golf-fair-zzz0') === null && localStorage.getItem('birdie.golf-fair-zzz59') !== null`) {
		t.Error("not the oldest are dropped")
	}
}

// openTable with something to do in the form.
func (p *page) openTableWith(name string, s tableSettings, fill func()) string {
	p.Helper()
	p.golfPrefs(`{tempo: 'instant', name: ` + quote(name) + `, preset: ` + quote(s.preset) + `}`)
	p.visit("?anew#golf/new/online")
	p.until(`document.querySelector('form .field input')`)
	p.fill("form .field input", name)
	p.choose(0, strconv.Itoa(s.seats))
	p.choose(1, s.holes)
	fill()
	p.tap("form [type=submit]")
	p.until(`location.hash.startsWith('#t/') && document.querySelector('.seats .you')`)
	return strings.TrimPrefix(eval[string](p, `location.hash`), "#t/")
}

// before lets a script run before those of every page that is loaded.
func (p *page) before(script string) {
	p.Helper()
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	p.must(err)
}

// reload loads the page anew.
func (p *page) reload() {
	p.Helper()
	p.do(chromedp.Reload())
	p.until(`document.querySelector('main')`)
}

// gate is another address of a site, whose network can be cut.
type gate struct {
	*site
	cut atomic.Bool
}

func (s *site) gate(t *testing.T) *gate {
	target, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	g := &gate{}
	g.site = &site{Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.cut.Load() {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}))}
	t.Cleanup(g.Close)
	t.Cleanup(g.CloseClientConnections)
	return g
}

// offline cuts the network or mends it.
func (g *gate) offline(cut bool) {
	g.cut.Store(cut)
	if cut {
		g.CloseClientConnections()
	}
}

// A newcomer's way: from the first view to a table with a house rule, an invitation
// by link and QR code, a match of one hole with a friend, a rematch.
func TestNewcomer(t *testing.T) {
	s := newTables(t)
	anna := s.open(t, desktop, home)
	anna.golfPrefs(`{tempo: 'instant'}`)
	anna.visit("?first" + home)
	anna.tap(`.half a[href="#golf/new/online"]`)
	anna.fill("form .field input", "Anna")
	anna.choose(0, "2")
	anna.choose(1, "1")
	// Every house rule is explained behind one fold.
	if bare := eval[int](anna, `[...document.querySelectorAll('details .switch, details .optioned')].filter((e) => !e.querySelector('small')?.textContent).length`); bare != 0 {
		t.Errorf("%d house rules are not explained", bare)
	}
	anna.tap("details summary")
	eval[any](anna, `void [...document.querySelectorAll('details .switch')].find((e) => e.textContent.includes('Wild twos')).querySelector('input').click()`)
	// Who taps twice opens one table.
	eval[any](anna, `void ((fetch) => {
		window.asked = new Set()
		window.fetch = (to, how) => {
			if (how?.method === 'POST' && String(to.url ?? to).endsWith('api/tables')) window.asked.add(JSON.parse(how.body).id)
			return fetch(to, how)
		}
	})(window.fetch)`)
	eval[any](anna, `void ((e) => { e.click(); e.click() })(document.querySelector('form [type=submit]'))`)
	anna.until(`document.querySelector('.seats .you')`)
	if ids := eval[[]string](anna, `[...window.asked]`); len(ids) != 1 || len(ids[0]) < 8 {
		t.Errorf("tables were asked for under the ids %q", ids)
	}
	link := eval[string](anna, `location.href`)
	anna.until(`document.querySelector('.qr')?.naturalWidth > 0`) // there is room for it at once
	if alt := eval[string](anna, `document.querySelector('.qr').alt`); !strings.Contains(alt, link) {
		t.Errorf("the QR code is said to be %q, the link is %s", alt, link)
	}
	_, id, _ := strings.Cut(link, "#t/")
	if code := eval[string](anna, `document.querySelector('.invite .code').textContent`); strings.ReplaceAll(code, " ", "") != id[:6] {
		t.Errorf("the code of %s is %q", id, code)
	}
	ben := s.open(t, phone, "#settings")
	ben.join(id, "Ben")
	if rules := eval[string](ben, `document.querySelector('.facts').textContent`); !strings.Contains(rules, "Wild twos") {
		t.Errorf("the guest is told of these rules: %s", rules)
	}
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	playOn(t, anna, ben)
	eval[any](ben, `void (navigator.share = async (what) => { window.shared = what.text })`)
	eval[any](ben, `void [...document.querySelectorAll('dialog .button')].find((e) => e.textContent === 'Share').click()`)
	ben.until(`window.shared`)
	shared := strings.Split(eval[string](ben, `window.shared`), "\n")
	standings := eval[[]string](ben, `[...document.querySelectorAll('.standings li')].map((e) => e.querySelector('span').textContent + ': ' + e.querySelector('.n').textContent)`)
	if len(shared) != 3 || !strings.HasPrefix(shared[0], "Golf with a grid, ") {
		t.Fatalf("the result that is shared: %q", shared)
	}
	for i, line := range shared[1:] {
		if _, total, _ := strings.Cut(standings[i], ": "); !strings.Contains(line, ": "+total+" (") {
			t.Errorf("shared: %q, in the standings: %q", line, standings[i])
		}
	}
	anna.tap("[data-do=rematch]")
	for _, p := range []*page{anna, ben} {
		p.until(`document.querySelector('.seats') && !document.querySelector('dialog')`)
	}
	if n := eval[int](anna, `document.querySelectorAll('.seats b').length`); n != 2 {
		t.Errorf("%d sit at the table of the rematch", n)
	}
}
