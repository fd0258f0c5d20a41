package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// seated opens a table of two, Anna's and Ben's, and starts the match.
func seated(t *testing.T, anna, ben *page, s tableSettings) (id string) {
	t.Helper()
	s.seats = 2
	id = anna.openTable("Anna", s)
	ben.join(id, "Ben")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	for _, p := range []*page{anna, ben} {
		p.until(`document.querySelector('.felt .cell.fits')`)
	}
	return id
}

// chosen lets both choose their first cards and returns who is on turn, and who
// is not.
func chosen(anna, ben *page) (first, second *page) {
	anna.Helper()
	for _, p := range []*page{anna, ben} {
		p.tap(`[data-stop="c0"]`)
		p.tap(`[data-stop="c1"]`)
	}
	for _, p := range []*page{anna, ben} {
		p.until(`document.querySelector('.felt[data-phase=draw]')`)
	}
	if eval[bool](anna, `Boolean(document.querySelector('.stock.fits'))`) {
		return anna, ben
	}
	return ben, anna
}

// passTurn draws, discards and turns a card up.
func (p *page) passTurn() {
	p.Helper()
	p.tap(".stock.fits .control")
	p.until(`document.querySelector('.felt[data-phase=place]')`)
	p.tap(".pile.fits .control")
	p.until(`document.querySelector('.felt[data-phase=flip] .cell.fits')`)
	p.tap(".cell.fits .control")
	p.until(`!document.querySelector('.fits')`)
}

// listen keeps all that a screen reader is told from the next page on, in said.
const listen = `(() => {
	window.said = []
	new MutationObserver(() => {
		const text = document.querySelector('.unseen[role=status]')?.textContent
		if (text && text !== said.at(-1)) said.push(text)
	}).observe(document, {subtree: true, childList: true, characterData: true})
})()`

// Whoever looks elsewhere is called when it is their turn: by the title and a
// vibration, once a turn, and with a tone only on request.
func TestCalledWhenItIsYourTurn(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	for _, p := range []*page{anna, ben} {
		p.before(`(() => {
			window.calls = {vibrated: 0, tones: 0}
			navigator.vibrate = () => (calls.vibrated++, true)
			const node = () => ({frequency: {}, gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (to) => to, start: () => calls.tones++, stop() {}})
			window.AudioContext = class { state = 'running'; currentTime = 0; destination = {}; resume() { return Promise.resolve() } createOscillator() { return node() } createGain() { return node() } }
			window.away = false
			Object.defineProperty(document, 'visibilityState', {get: () => away ? 'hidden' : 'visible'})
		})()`)
	}
	seated(t, anna, ben, tableSettings{preset: "six", holes: "1"})
	// A page may only vibrate and sound after it has been touched.
	for _, p := range []*page{anna, ben} {
		p.click(".felt .told")
	}
	first, second := chosen(anna, ben)
	type calls struct{ Vibrated, Tones int }
	want := func(p *page, title string, c calls) {
		t.Helper()
		p.until(`document.title === ` + quote(title))
		p.until(`calls.vibrated >= ` + strconv.Itoa(c.Vibrated))
		if got := eval[calls](p, `({Vibrated: calls.vibrated, Tones: calls.tones})`); got != c {
			t.Errorf("called by %+v, want %+v", got, c)
		}
	}
	const mine, other = "● Your turn · Birdie", "Table · Birdie"
	want(first, mine, calls{}) // it is looked at
	want(second, other, calls{})
	eval[any](second, `void (away = true)`)
	first.passTurn()
	want(first, other, calls{})
	want(second, mine, calls{Vibrated: 1})
	second.passTurn() // the other half of the turn does not call again
	want(second, other, calls{Vibrated: 1})
	want(first, mine, calls{})
	// With the tone switched on it also calls who looks.
	eval[any](second, `void (away = false)`)
	second.set("Call me when it is my turn")
	first.passTurn()
	want(second, mine, calls{Vibrated: 2, Tones: 2})
	second.visit("#golf")
	second.until(`!document.title.includes('Your turn')`)
}

// Phrases of others can be muted by whoever does not want them, and switched off
// for the whole table by its host.
func TestMutedPhrases(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	for _, p := range []*page{anna, ben} {
		p.before(listen)
	}
	seated(t, anna, ben, tableSettings{preset: "four", holes: "1"})
	say := func(p *page, n int) {
		t.Helper()
		p.press(".foot", "Say")
		p.tap(".phrases button:nth-child(" + strconv.Itoa(n) + ")")
		p.until(`!document.querySelector('dialog')`)
	}
	// That Anna has dealt, if it is her, is no phrase.
	const heard = `said.filter((x) => x.includes('Anna: ') && !x.includes('dealt')).length`
	say(anna, 1)
	ben.until(`document.querySelector('.other .bubble')`)
	ben.until(heard + ` === 1`)
	ben.set("Show what others say")
	// What is said after it is told to everyone else, Ben's own words included.
	say(ben, 2)
	anna.until(`document.querySelector('.other .bubble') && said.some((x) => x.includes('Ben: '))`)
	ben.until(`document.querySelector('.ownline .bubble')`)
	anna.until(`!document.querySelector('.ownline .bubble')`) // by then she may speak again
	say(anna, 3)
	anna.until(`document.querySelector('.ownline .bubble')`)
	anna.tap(`[data-stop="c0"]`)
	anna.tap(`[data-stop="c1"]`)
	ben.until(`document.querySelector('.other .name small')?.textContent.includes('chosen')`) // that came after it
	if n := eval[int](ben, heard); n != 1 || eval[bool](ben, `Boolean(document.querySelector('.other .bubble'))`) {
		t.Errorf("Ben hears what he has muted: %s", eval[string](ben, `said.join(' | ')`))
	}
	ben.set("Show what others say")
	anna.until(`!document.querySelector('.ownline .bubble')`)
	say(anna, 4)
	ben.until(`document.querySelector('.other .bubble')`)

	// A table without phrases has neither the button nor the key.
	anna.openTableWith("Anna", tableSettings{preset: "four", seats: 2, holes: "1"}, func() {
		anna.until(switchOf("form", "No phrases at this table"))
		eval[any](anna, `void `+switchOf("form", "No phrases at this table")+`.click()`)
	})
	anna.tap(".seats .link")
	anna.until(`document.querySelectorAll('.seats b').length === 2`)
	anna.tap("[data-do=start]")
	anna.until(`document.querySelector('.felt .cell.fits')`)
	eval[any](anna, `void document.querySelector('[data-stop="c0"]').focus()`)
	anna.keys("p")
	anna.keys("c") // the scorecard opens after it
	anna.until(`document.querySelector('dialog[open] .paper')`)
	if eval[bool](anna, `Boolean(document.querySelector('.phrases')) || document.querySelector('.foot').textContent.includes('Say')`) {
		t.Error("phrases can be said at a quiet table")
	}
}

// switchOf finds a switch by its label.
func switchOf(in, label string) string {
	return `[...document.querySelectorAll(` + quote(in+" .switch") + `)].find((e) => e.textContent.includes(` + quote(label) + `))?.querySelector("[role=switch]")`
}

// set changes one of the switches of the table's sheet.
func (p *page) set(label string) {
	p.Helper()
	p.tap(".head button.icon")
	p.press("dialog", "At the table")
	p.until(switchOf("dialog", label))
	before := eval[string](p, `localStorage['birdie.golf-prefs']`)
	eval[any](p, `void `+switchOf("dialog", label)+`.click()`)
	p.until(`localStorage['birdie.golf-prefs'] !== ` + quote(before))
	p.keys(kb.Escape)
	p.until(`!document.querySelector('dialog')`)
}

// A player goes on on another device, by link or by a code that is typed. The
// cards are there, the first device is told, and can take the table back.
func TestAnotherDevice(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	seated(t, anna, ben, tableSettings{preset: "peek", holes: "1"})
	first, second := chosen(anna, ben)
	first.tap(".stock.fits .control")
	first.until(`document.querySelector('.hand .face')`)
	const cards = `[...document.querySelectorAll('.own .known, .hand .card')].map((e) => e.dataset.card ?? e.textContent).join(' ')`
	had := eval[string](first, cards)
	invite := func(p *page) {
		p.Helper()
		p.tap(".head button.icon")
		p.tap("[data-do=move]")
		p.until(`document.querySelector('.qr svg')?.clientWidth > 100`)
	}
	invite(first)
	// What the page says lies over the sheet, and is heard within it.
	first.until(`document.querySelector('dialog .unseen[role=status]').textContent === 'The code is ' + [...document.querySelector('dialog .code').textContent.replace(' ', '')].join(' ') + '.'`)
	first.press("dialog", "Copy link")
	first.until(`document.querySelector('dialog .toast')?.clientHeight > 0`)
	link := eval[string](first, `document.querySelector('[data-link]').dataset.link`)
	tablet := s.open(t, desktop, "#golf")
	tablet.visit("?anew" + link[len(s.URL+base):])
	tablet.tap("[data-do=arrive]")
	tablet.until(`document.querySelector('.hand .face')`)
	if has := eval[string](tablet, cards); has != had || had == "" {
		t.Errorf("the other device shows %q, the first had %q", has, had)
	}
	first.keys(kb.Escape)
	const elsewhere = `document.querySelector('.connection')?.textContent.includes('elsewhere')`
	first.until(elsewhere)
	second.until(`!document.querySelector('.other .name small')?.textContent.includes('away')`)
	// The first device takes it back.
	first.tap(".connection button")
	first.until(`!document.querySelector('.connection')`)
	tablet.until(elsewhere)
	first.tap(".pile.fits .control")
	first.until(`document.querySelector('.felt').dataset.phase !== 'place'`)
	// A code works once; another one is typed in.
	again := s.open(t, phone, "#t/-/"+link[len(link)-10:])
	again.tap("[data-do=arrive]")
	again.until(`document.querySelector('.fault')`)
	invite(first)
	code := eval[string](first, `document.querySelector('dialog .code').textContent`)
	first.keys(kb.Escape)
	again.visit("#golf")
	again.fill(".prompt .field input", code)
	again.tap(".prompt [type=submit]")
	again.tap("[data-do=arrive]")
	again.until(`document.querySelector('.felt .own')`)
	first.until(elsewhere)
	playOn(t, again, second)
}

// Whoever goes on on another device stays there: the tabs of the first one do not
// take the table back when the one that has the stream is closed, or frozen for a
// while, until somebody asks for it or comes to the table there.
func TestElsewhereStays(t *testing.T) {
	s := newTables(t)
	first := s.open(t, desktop, "#golf")
	id := first.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	second := first.again(desktop, "#t/"+id)
	second.until(`document.querySelector('.seats .you')`)
	tablet := s.open(t, phone, "#t/-/"+first.deviceCode(id))
	tablet.tap("[data-do=arrive]")
	tablet.until(`document.querySelector('.seats .you')`)
	const elsewhere = `document.querySelector('.connection')?.textContent.includes('elsewhere')`
	stays := func(what string, tabs ...*page) {
		t.Helper()
		for deadline := time.Now().Add(2500 * time.Millisecond); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			for _, tab := range tabs {
				if !eval[bool](tab, `Boolean(`+elsewhere+`)`) {
					t.Fatalf("%s: a tab has taken the table back", what)
				}
			}
			if eval[bool](tablet, `Boolean(document.querySelector('.connection'))`) {
				t.Fatalf("%s: the other device is told %s", what, eval[string](tablet, `document.querySelector('.connection').textContent`))
			}
		}
	}
	for _, tab := range []*page{first, second} {
		tab.until(elsewhere)
	}
	stays("at first", first, second)
	first.visit("?gone#settings") // the stream goes with it
	stays("the other tab is closed", second)
	second.freeze(true)
	second.freeze(false)
	stays("the tab was frozen", second)
	third := first.again(desktop, "#settings")
	third.visit("?anew#t/" + id)
	tablet.until(elsewhere)
	for _, tab := range []*page{second, third} {
		tab.until(`document.querySelector('.seats .you') && !document.querySelector('.connection')`)
	}
}

// deviceCode returns a code with which another device goes on at a table.
func (p *page) deviceCode(id string) string {
	p.Helper()
	return eval[string](p, `fetch('api/me/devices', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({page: document.baseURI, table: `+quote(id)+`})}).then((r) => r.json()).then((d) => d.code)`)
}

// A browser that is somebody else since shows all its tables through the eyes of
// that person, in whatever tab they are.
func TestSomebodyElseInAllTabs(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, desktop, "#golf"), s.open(t, phone, "#golf")
	open := tableSettings{preset: "four", seats: 2, holes: "1"}
	annas, bens := anna.openTable("Anna", open), ben.openTable("Ben", open)
	tab := anna.again(desktop, "#t/-/"+ben.deviceCode(bens))
	tab.tap("[data-do=arrive]")
	tab.until(`location.hash === '#t/` + bens + `' && document.querySelector('.seats .you')`)
	anna.until(`!document.querySelector('.seats .you') && document.querySelector('[data-do=sit]')`)
	// What is told from then on is for Ben as well.
	anna.tap("[data-do=sit]")
	anna.until(`document.querySelector('.seats .you')?.textContent.includes('Ben')`)
	if got := eval[string](anna, `location.hash`); got != "#t/"+annas {
		t.Errorf("the first tab shows %s", got)
	}
	// A tab that was frozen meanwhile, and is alone afterwards, does so as well.
	cleo := s.open(t, phone, "#golf")
	cleos := cleo.openTable("Cleo", open)
	anna.freeze(true)
	tab.visit("?anew#t/-/" + cleo.deviceCode(cleos))
	tab.tap("[data-do=arrive]")
	tab.until(`location.hash === '#t/` + cleos + `' && document.querySelector('.seats .you')`)
	tab.visit("?gone#settings")
	anna.freeze(false)
	anna.until(`!document.querySelector('.seats .you')`)
}

// The scorecard of a match is not that of the one before, also for who has missed how
// the next one began: it comes with the first hole that is over.
func TestScorecardOfTheNextMatch(t *testing.T) {
	s := newTables(t)
	anna, ben := s.open(t, phone, "#golf"), s.open(t, phone, "#golf")
	// Ben's page sees nothing of the lobby, and no scorecard in the second match.
	ben.before(`(() => {
		const real = JSON.parse
		JSON.parse = (text, how) => {
			const note = real(text, how)
			if (note?.view && (note.view.phase === 'lobby' || note.view.phase === 'starting') && window.missing) delete note.view
			else if (note?.view?.fair?.match.endsWith('/2')) delete note.view.scorecard
			return note
		}
	})()`)
	seated(t, anna, ben, tableSettings{preset: "four", holes: "1"})
	playOn(t, anna, ben)
	eval[any](ben, `void (window.missing = true)`)
	anna.tap("[data-do=rematch]")
	anna.tap("[data-do=start]")
	ben.until(`!document.querySelector('.winners') && document.querySelector('.felt .cell.fits')`)
	ben.tap(".foot button")
	ben.until(`document.querySelector('dialog .scorecard')`)
	if n := eval[int](ben, `document.querySelectorAll('dialog .scorecard tbody tr').length`); n != 0 {
		t.Errorf("%d holes are on the scorecard of a match that has just begun", n)
	}
}

// The tab that has the stream is frozen, as browsers do with tabs nobody looks at:
// another tab takes over, and when the first wakes up there is still one stream.
func TestFrozenTab(t *testing.T) {
	s := newTables(t)
	count := s.countStreams()
	first := s.open(t, desktop, "#golf")
	id := first.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	second := first.again(desktop, "#t/"+id)
	second.until(`document.querySelector('.seats .you')`)
	first.freeze(true)
	ben := s.open(t, phone, "#golf")
	ben.join(id, "Ben")
	second.until(`document.querySelectorAll('.seats b').length === 2`)
	first.freeze(false)
	first.until(`document.querySelectorAll('.seats b').length === 2`)
	count.settle(t, 2) // one for each browser
	second.tap("[data-do=start]")
	for _, p := range []*page{first, second, ben} {
		p.until(`document.querySelector('.felt')`)
	}
}

// freeze stops a page, or lets it go on.
func (p *page) freeze(on bool) {
	p.Helper()
	state := cdppage.SetWebLifecycleStateStateActive
	if on {
		state = cdppage.SetWebLifecycleStateStateFrozen
	}
	_, err := chromedp.Call(p.ctx, cdppage.SetWebLifecycleState, cdppage.SetWebLifecycleStateParams{State: state})
	p.must(err)
}

// streamCount is how many event streams of a site are open.
type streamCount struct{ atomic.Int64 }

func (s *site) countStreams() *streamCount {
	c, inner := &streamCount{}, s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			c.Add(1)
			defer c.Add(-1)
		}
		inner.ServeHTTP(w, r)
	})
	return c
}

// settle waits until so many are open.
func (c *streamCount) settle(t *testing.T, want int64) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); c.Load() != want; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are open", c.Load())
		}
	}
}
