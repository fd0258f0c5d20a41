package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"birdie/internal/testkit"
)

// golfPrefs sets the choices about tables before a page is loaded anew.
func (p *page) golfPrefs(json string) {
	p.Helper()
	eval[any](p, `void localStorage.setItem('birdie.golf-prefs', JSON.stringify(`+json+`))`)
}

// TestGolfShots takes pictures of the tables.
func TestGolfShots(t *testing.T) {
	onlyForPictures(t)
	s := newTables(t)
	for _, on := range []screen{phone, small, lying, desktop} {
		t.Run(on.name, func(t *testing.T) {
			p := s.open(t, on, "#golf")
			shot := func(name string) {
				p.do(chromedp.Sleep(400 * time.Millisecond))
				p.shot("golf-" + name + "-" + on.name)
			}
			if on == small || on == lying {
				eval[any](p, `void (localStorage['birdie.settings'] = JSON.stringify({lang: 'de', theme: 'dark', index: 'auto'}))`)
				p.visit("?anew#golf")
			}
			p.until(`document.querySelector('[data-do=play]')`)
			shot("home")
			for _, others := range []int{1, 3, 5, 7} {
				players := strconv.Itoa(others + 1)
				p.golfPrefs(`{tempo: 'instant', bots: Array(` + strconv.Itoa(others) + `).fill('easy')}`)
				eval[any](p, `void location.reload()`)
				p.do(chromedp.Sleep(500 * time.Millisecond))
				p.click("[data-do=play]")
				p.until(`document.querySelector('.felt .own .cell.fits')`)
				shot("choose" + players)
				p.click(`[data-stop="c0"]`)
				p.click(`[data-stop="c4"]`)
				p.until(`document.querySelector('.felt .stock.fits')`)
				p.click(`[data-stop=stock]`)
				p.until(`document.querySelector('.hand.held')`)
				shot("place" + players)
				p.visit("#golf")
			}
			p.golfPrefs(`{tempo: 'instant', bots: ['easy', 'medium'], name: 'Anna', people: ['Anna', 'Ben']}`)
			for name, path := range map[string]string{"device": "#golf/new/device", "new": "#golf/new/online", "rules": "#golf/rules/six"} {
				p.visit("?anew" + path)
				p.until(`document.querySelector('.view .paper')?.childElementCount > 0`)
				shot(name)
			}
			p.visit("#golf")
			p.tap("[data-do=play]")
			p.until(`document.querySelector('.felt .cell.fits')`)
			p.tap(`[data-stop="c0"]`)
			p.tap(`[data-stop="c4"]`)
			p.until(`document.querySelector('.stock.fits')`)
			p.tap(".foot [aria-pressed=false]")
			p.until(`document.querySelector('.chip')`)
			p.do(chromedp.Sleep(time.Second))
			shot("adviser")
			p.tap(".foot [aria-pressed=true]")
			for !eval[bool](p, `Boolean(document.querySelector('.result'))`) {
				eval[string](p, robot+`(0.6)`)
			}
			shot("hole")
			id := p.openTableWith("Anna", tableSettings{preset: "peek", seats: 4, holes: "1"}, func() {
				p.tap(".choice label:nth-child(3) input") // a minute for a turn
			})
			if on != desktop { // where the QR code is there at once
				p.tap(".invite [aria-expanded]")
			}
			for n := 2; n < 5; n++ {
				p.tap(".seats .link")
				p.until(`document.querySelectorAll('.seats b').length === ` + strconv.Itoa(n))
			}
			shot("lobby")
			p.tap("[data-do=start]")
			p.until(`document.querySelector('.cell.fits')`)
			p.tap(`[data-stop="c0"]`)
			p.tap(`[data-stop="c3"]`)
			p.until(`document.querySelector('.stock.fits')`)
			p.tap(".foot button:nth-child(2)")
			p.tap(".phrases button")
			p.until(`document.querySelector('.bubble')`)
			shot("online")
			playOn(t, p)
			shot("end")
			p.visit("#golf/replay/" + id + "/1")
			p.until(`document.querySelector('.steps')`)
			p.tap("[data-do=verify]")
			for range 9 {
				p.tap(".steps button:nth-last-child(2)")
			}
			shot("replay")
		})
	}
}

// TestHomeShots takes pictures of the first view.
func TestHomeShots(t *testing.T) {
	onlyForPictures(t)
	s := newTables(t)
	for _, on := range []screen{phone, small, lying, desktop} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(on.name+"-"+scheme, func(t *testing.T) {
				p := s.open(t, on, "#golf")
				p.prefer(scheme)
				if scheme == "dark" {
					eval[any](p, `void (localStorage['birdie.settings'] = JSON.stringify({lang: 'de'}))`)
					p.visit("?german#golf")
					p.tap("[data-do=play]")
					p.tap(`[data-stop="c0"]`)
					p.tap(`[data-stop="c4"]`)
					p.until(`document.querySelector('.felt[data-phase=draw]')`)
				}
				p.visit(home)
				p.until(`document.querySelector('.tables .open')`)
				p.shot("home-" + on.name + "-" + scheme)
				p.tap(".jump button:last-child")
				p.shot("home-table-" + on.name + "-" + scheme)
			})
		}
	}
}

// TestTableShots takes pictures of tables of every size and layout.
func TestTableShots(t *testing.T) {
	onlyForPictures(t)
	s := newSite(t)
	for _, on := range []screen{phone, small, lying, desktop} {
		for scheme, preset := range map[string]string{"light": "six", "dark": "nine"} {
			t.Run(on.name+"-"+preset, func(t *testing.T) {
				p := s.open(t, on, "#golf")
				p.prefer(scheme)
				for players := 2; players <= 8; players++ {
					p.golfPrefs(`{tempo: 'instant', preset: ` + quote(preset) + `, bots: ['bold', 'easy', 'hard', 'dreamer', 'medium', 'spoiler', 'cautious'].slice(0, ` + strconv.Itoa(players-1) + `)}`)
					p.visit("?" + strconv.Itoa(players) + "#golf")
					p.tap("[data-do=play]")
					p.until(`document.querySelector('.felt .own .cell.fits')`)
					for _, stop := range map[string][]int{"six": {0, 4}, "nine": {0, 4, 8}}[preset] {
						p.tap(`[data-stop="c` + strconv.Itoa(stop) + `"]`)
					}
					p.until(`document.querySelector('.felt[data-phase=draw]')`)
					p.do(chromedp.Sleep(500 * time.Millisecond))
					p.shot("table-" + preset + "-" + strconv.Itoa(players) + "-" + on.name)
				}
			})
		}
	}
}

// From the first view to a running match in one tap, and on with it in one.
func TestThreeTaps(t *testing.T) {
	for _, on := range []screen{phone, small, lying, desktop} {
		t.Run(on.name, func(t *testing.T) {
			p := newTables(t).open(t, on, home)
			p.click(".home [data-do=play]")
			p.until(`document.querySelector('.felt .cell.fits')`)
			p.tap(`[data-stop="c0"]`)
			p.tap(`[data-stop="c4"]`)
			p.until(`document.querySelector('.felt').dataset.phase === 'draw'`)
			players := eval[string](p, `[...document.querySelectorAll('.other .name b')].map((e) => e.textContent).join()`)
			p.visit("?later" + home)
			p.click(".tables .continue button")
			p.until(`document.querySelector('.felt[data-phase=draw]')`)
			if got := eval[string](p, `[...document.querySelectorAll('.other .name b')].map((e) => e.textContent).join()`); got != players {
				t.Errorf("the match goes on with %q, it began with %q", got, players)
			}
		})
	}
}

// A whole match against computer players with the server stopped, in a browser
// that has been here once.
func TestGolfOffline(t *testing.T) {
	s := newSite(t)
	p := s.open(t, phone, "")
	p.golfPrefs(`{tempo: 'instant', bots: ['easy', 'medium']}`)
	p.until(`navigator.serviceWorker.controller`)
	p.until(`caches.keys().then(async names => names.length === 1 && (await (await caches.open(names[0])).keys()).length > 10)`)
	s.Close()
	p.do(chromedp.Navigate(s.URL + base + "#golf"))
	p.reload()
	p.tap("[data-do=play]")
	for range 8 { // nine holes are long: after each, the match is loaded anew
		if p.playLocal(1); eval[bool](p, `Boolean(document.querySelector('.winners'))`) {
			break
		}
		p.reload()
	}
	p.playLocal(9)
	if n := eval[int](p, `document.querySelectorAll('dialog tbody tr').length`); n != 9 {
		t.Errorf("%d holes on the scorecard", n)
	}
	p.visit(eval[string](p, `document.querySelector('a[href*="replay"]').hash`))
	p.until(`document.querySelector('.tablestage .felt')`)
}

// playLocal lets the robot play until so many holes have been finished or the
// match is over.
func (p *page) playLocal(holes int) {
	p.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; {
		switch did := eval[string](p, robot+`(0.5)`); {
		case did == "over":
			return
		case did == "next":
			if holes--; holes == 0 {
				return
			}
		case time.Now().After(deadline):
			p.shot("stuck")
			p.Fatalf("the match does not go on: %s", eval[string](p, `document.body.innerText`))
		}
	}
}

// A hole by keyboard alone, in words that a screen reader says.
func TestGolfKeyboard(t *testing.T) {
	p := newSite(t).open(t, desktop, "")
	p.golfPrefs(`{tempo: 'instant', bots: ['easy']}`)
	p.visit("?anew#golf/play")
	p.until(`document.querySelector('.felt .cell.fits')`)
	eval[any](p, `void document.querySelector('[data-stop="c0"]').focus()`)
	p.keys("1")
	p.until(`document.querySelector('[data-stop="c0"]').getAttribute('aria-pressed') === 'true'`)
	p.keys(kb.ArrowRight)
	p.keys(kb.ArrowDown)
	p.until(`document.activeElement.dataset.stop === 'c4'`)
	p.keys(kb.Enter)
	p.until(`document.querySelector('.felt').dataset.phase === 'draw'`)
	for deadline := time.Now().Add(30 * time.Second); !eval[bool](p, `Boolean(document.querySelector('.result'))`); {
		switch {
		case eval[bool](p, `Boolean(document.querySelector('.stock.fits'))`):
			p.keys("s")
			p.until(`document.querySelector('.felt').dataset.phase === 'place'`)
			p.until(`document.querySelector('[role=status]').textContent.includes('You: ')`)
		case eval[bool](p, `document.querySelector('.felt').dataset.phase === 'place' && Boolean(document.querySelector('.pile.fits'))`):
			p.keys("d")
			p.until(`document.querySelector('.felt').dataset.phase === 'flip'`)
		default:
			// Turn up the first card that is still face down; the last asks once more.
			p.keys(eval[string](p, `String(1 + [...document.querySelectorAll('.own .cell')].findIndex((e) => e.querySelector('.down')))`))
		}
		if time.Now().After(deadline) {
			t.Fatalf("stuck: %s", eval[string](p, `document.body.innerText`))
		}
	}
	if name := eval[string](p, `document.querySelector('[data-stop="c0"]').getAttribute('aria-label')`); !strings.HasPrefix(name, "Place 1, row 1, column 1: ") {
		t.Errorf("the first card is called %q", name)
	}
}

// Two people hand one device to each other. What one has drawn is gone before the
// other looks.
func TestPassTheDevice(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.golfPrefs(`{tempo: 'instant', people: ['Anna', 'Ben'], preset: 'peek'}`)
	p.visit("?anew#golf/new/device")
	p.until(`document.querySelector('form')`)
	p.choose(0, "1")
	p.tap("form [type=submit]")
	for range 2 {
		p.until(`document.querySelector('.curtain')`)
		if eval[bool](p, `Boolean(document.querySelector('.own .known'))`) {
			t.Error("a card somebody peeked at is seen while the device is handed over")
		}
		p.tap(".curtain .button")
		p.until(`document.querySelector('.felt .cell.fits')`)
		p.tap(`[data-stop="c0"]`)
		p.tap(`[data-stop="c1"]`)
	}
	p.tap(".curtain .button")
	p.until(`document.querySelectorAll('.own .known').length === 2`)
	p.tap(".stock.fits .control")
	p.until(`document.querySelector('.hand .face')`)
	p.tap(".pile.fits .control")
	p.until(`document.querySelector('.felt[data-phase=flip]')`)
	p.tap(".cell.fits .control")
	p.until(`document.querySelector('.curtain')`)
	if eval[bool](p, `Boolean(document.querySelector('.known, .hand .face'))`) {
		t.Error("secrets are seen while the device is handed over")
	}
	p.playLocal(1)
}

// The adviser says what each choice is worth, and the match is marked as practice.
func TestAdviser(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.golfPrefs(`{tempo: 'instant', bots: ['easy']}`)
	p.visit("?anew#golf/play")
	p.until(`document.querySelector('.felt .cell.fits')`)
	p.tap(`[data-stop="c0"]`)
	p.tap(`[data-stop="c4"]`)
	p.until(`document.querySelector('.stock.fits')`)
	p.tap(".foot [aria-pressed=false]")
	p.until(`document.querySelector('.badge')`)
	p.until(`document.querySelector('.stock .chip') && document.querySelector('.pile .chip')`)
	p.tap(".stock.fits .control")
	p.until(`document.querySelectorAll('.cell .chip').length === 6 && document.querySelector('.chip.best')`)
}

// A tap on what cannot be done says why.
func TestGolfRefusals(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.golfPrefs(`{tempo: 'instant', bots: ['easy']}`)
	p.visit("?anew#golf/play")
	p.until(`document.querySelector('.felt .cell.fits')`)
	p.tap(".stock .control")
	p.until(`document.querySelector('.felt .why')?.textContent.includes('first cards')`)
	p.tap(`[data-stop="c0"]`)
	p.tap(`[data-stop="c4"]`)
	p.until(`document.querySelector('.stock.fits')`)
	p.tap(`[data-stop="c1"]`)
	p.until(`document.querySelector('.felt .why')?.textContent.includes('Draw a card first')`)
}

// TestGolfAccessible runs axe over the views of the tables in both themes.
func TestGolfAccessible(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		testkit.Skip(t, "axe-core is not installed: run npm ci in web")
	}
	s := newTables(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			p := s.open(t, phone, "#golf")
			p.prefer(scheme)
			check := func(what string) {
				t.Helper()
				if found := p.axe(string(script)); found != "" {
					t.Errorf("%s: %s", what, found)
				}
			}
			close := func() {
				p.keys(kb.Escape)
				p.until(`!document.querySelector('dialog')`)
			}
			p.until(`document.querySelector('[data-do=play]')`)
			check("home")
			p.golfPrefs(`{tempo: 'instant', name: 'Anna', bots: ['easy', 'easy']}`)
			for _, path := range []string{"#golf/new/device", "#golf/new/online", "#golf/rules", "#golf/rules/peek"} {
				p.visit("?anew" + path)
				p.until(`document.querySelector('.view .paper')?.childElementCount > 0`)
				p.do(chromedp.Sleep(100 * time.Millisecond))
				eval[any](p, `document.querySelector('details')?.setAttribute('open', '')`)
				check(path)
			}
			p.visit("#golf/play")
			p.until(`document.querySelector('.felt .cell.fits')`)
			check("choose")
			p.tap(`[data-stop="c0"]`)
			p.tap(`[data-stop="c4"]`)
			p.until(`document.querySelector('.stock.fits')`)
			p.tap(".foot [aria-pressed=false]")
			p.until(`document.querySelector('.chip')`)
			check("draw")
			p.tap(".stock.fits .control")
			p.until(`document.querySelector('.hand .face')`)
			check("place")
			for what, key := range map[string]string{"help": "?", "scorecard": "c"} {
				eval[any](p, `void document.querySelector('[data-stop="c0"]').focus()`)
				p.keys(key)
				p.until(`document.querySelector('dialog[open] .paper')`)
				check(what)
				close()
			}
			p.tap(".head button.icon")
			p.until(`document.querySelector('dialog[open] .menu')`)
			check("menu")
			close()
			p.playLocal(1)
			p.until(`document.querySelector('.felt .cell.fits')`)
			p.until(`!document.querySelector('dialog')`)
			id := p.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
			check("lobby")
			p.tap(".seats .link")
			p.until(`document.querySelectorAll('.seats b').length === 2`)
			p.tap("[data-do=start]")
			playOn(t, p)
			p.until(`document.querySelector('.winners')`)
			check("end")
			p.visit("#golf/replay/" + id + "/1")
			p.tap("[data-do=verify]")
			p.until(`document.querySelector('[data-check=good]')`)
			check("replay")
		})
	}
}

// Computer players may be chosen by temperament, on this device as at a table of
// the server, with a line about each; at the table they have name and manner.
func TestTemperaments(t *testing.T) {
	s := newTables(t)
	p := s.open(t, phone, "#golf")
	pick := func(bot, about string) {
		t.Helper()
		p.until(`document.querySelector('.botselect select')`)
		eval[any](p, `void ((e) => { e.value = `+quote(bot)+`; e.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('.botselect select'))`)
		p.until(`document.querySelector('.botselect small').textContent === ` + quote(about))
	}
	sits := func(want string) {
		t.Helper()
		p.until(`document.querySelector('.felt .cell.fits')`)
		if got := eval[string](p, `[...document.querySelectorAll('.other .name')].map((e) => e.querySelector('b').textContent + ', ' + e.querySelector('small').textContent.split(', ')[0]).join('; ')`); got != want {
			t.Errorf("at the table sit %q, want %q", got, want)
		}
	}
	p.golfPrefs(`{tempo: 'instant', bots: ['easy', 'easy']}`)
	p.visit("?anew#golf")
	pick("cautious", "ends a hole only when far ahead")
	p.tap("[data-do=play]")
	sits("Clara 1, cautious; Clara 2, cautious")
	p.openTable("Anna", tableSettings{preset: "four", seats: 2, holes: "1"})
	pick("bold", "turns everything up and hurries to the end")
	p.tap(".seats .link")
	p.until(`[...document.querySelectorAll('.seats b')].at(-1).textContent === 'Bruno'`)
	p.tap("[data-do=start]")
	sits("Bruno, bold")
}

// The rules page shows what cards and grids count as pictures, and says the same
// to those who do not see them, in both languages.
func TestRulesPictures(t *testing.T) {
	s := newSite(t)
	for lang, want := range map[string]string{
		"en": "place 1: jack of clubs (0), place 2: queen of clubs (10), place 3: king of hearts (0), place 4: jack of diamonds (0), place 5: 10 of diamonds (10), place 6: 5 of spades (5)",
		"de": "Platz 1: Kreuz Bube (0), Platz 2: Kreuz Dame (10), Platz 3: Herz König (0), Platz 4: Karo Bube (0), Platz 5: Karo 10 (10), Platz 6: Pik 5 (5)",
	} {
		p := s.open(t, small, "#settings")
		eval[any](p, `void (localStorage['birdie.settings'] = JSON.stringify({lang: `+quote(lang)+`}))`)
		p.visit("?" + lang + "#golf/rules/knock")
		p.until(`document.querySelectorAll('.gridpicture').length === 6`)
		if got := eval[string](p, `document.querySelectorAll('.gridpicture [role=img]')[1].getAttribute('aria-label')`); got != want {
			t.Errorf("the first example says %q", got)
		}
		if got := eval[string](p, `[...document.querySelectorAll('.values li b')].map((e) => e.textContent).join(' ')`); got != "1 2 3 4 5 6 7 8 9 10 10 10 0 −2" {
			t.Errorf("cards count %s", got)
		}
		if n := eval[int](p, `document.querySelectorAll('.gridpicture')[1].querySelectorAll('.off .face').length`); n != 2 {
			t.Errorf("%d cards are struck out", n)
		}
		// The knocker pays ten.
		if text := eval[string](p, `document.querySelectorAll('.gridpicture')[4].innerText`); !strings.Contains(text, "+10") || !strings.Contains(text, "35") {
			t.Errorf("who ended the hole: %q", text)
		}
		for i, place := range []string{"setup", "values", "lines", "ender"} {
			eval[any](p, `void document.getElementById(`+quote(place)+`).scrollIntoView()`)
			if i > 0 && os.Getenv("BIRDIE_SHOTS") != "" {
				p.shot("rules-" + place + "-" + lang)
			}
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 320 {
				t.Errorf("the page is %d px wide", wide)
			}
		}
	}
}

// Tables of two to eight are readable on every screen: nothing lies over anything
// else, own cards can be tapped, and on a wide screen the others sit around the
// table in the order of play.
func TestTableRoom(t *testing.T) {
	s := newSite(t)
	for _, on := range []screen{phone, small, lying, desktop} {
		t.Run(on.name, func(t *testing.T) {
			p := s.open(t, on, "#settings")
			for _, preset := range []string{"six", "four", "nine", "eight", "knock"} {
				for players := 2; players <= 8; players++ {
					if on != desktop && players%3 != 2 {
						continue
					}
					at := preset + " for " + strconv.Itoa(players)
					p.golfPrefs(`{tempo: 'instant', preset: ` + quote(preset) + `, bots: Array(` + strconv.Itoa(players-1) + `).fill('easy')}`)
					p.visit("?" + strings.ReplaceAll(at, " ", "-") + "#golf")
					p.tap("[data-do=play]")
					p.until(`document.querySelector('.felt .own .cell.fits')`)
					if faults := eval[string](p, crowded); faults != "" {
						t.Errorf("%s: %s", at, faults)
					}
					if players == 8 {
						for _, stop := range map[string]string{"nine": "048", "four": "03", "six": "04", "eight": "05", "knock": "04"}[preset] {
							p.tap(`[data-stop="c` + string(stop) + `"]`)
						}
						p.until(`document.querySelector('.felt[data-phase=draw] .stock.fits')`)
						if faults := eval[string](p, crowded); faults != "" {
							p.shot("crowded-" + preset + "-" + on.name)
							t.Errorf("%s, at the first turn: %s", at, faults)
						}
					}
					if on != desktop {
						continue
					}
					// Clockwise seen from the middle: angles grow from the lower left on.
					if order := eval[string](p, `(() => {
						const middle = document.querySelector('.own .grid').getBoundingClientRect()
						const angle = (e) => { const r = e.getBoundingClientRect(); return Math.atan2(r.left + r.width / 2 - middle.left - middle.width / 2, middle.bottom - r.top) }
						const others = [...document.querySelectorAll('.other')].sort((a, b) => angle(a) - angle(b))
						return others.map((e) => e.dataset.seat).join('')
					})()`); order != "1234567"[:players-1] {
						t.Errorf("%s: the others sit in the order %s", at, order)
					}
				}
			}
		})
	}
}

// crowded says what lies over something else or is too small at a table.
const crowded = `(() => {
	const box = (s) => document.querySelector(s).getBoundingClientRect()
	const felt = box('.felt'), own = box('.own .grid'), line = box('.ownline'), heaps = box('.heaps'), told = box('.told')
	const faults = []
	const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
	const parts = { own, line, heaps, told }
	for (const a in parts) for (const b in parts) if (a < b && over(parts[a], parts[b])) faults.push(a + ' lies over ' + b)
	for (const e of document.querySelectorAll('.others')) {
		const r = e.getBoundingClientRect()
		for (const a in parts) if (over(parts[a], r)) faults.push(a + ' lies over others')
	}
	for (const e of document.querySelectorAll('.other .cell')) if (e.offsetWidth < 13) { faults.push('a card is ' + e.offsetWidth + ' wide'); break }
	if (document.querySelector('.own .cell').offsetWidth < 34) faults.push('an own card is ' + document.querySelector('.own .cell').offsetWidth + ' wide')
	if (line.bottom > felt.bottom + 1 || own.top < felt.top) faults.push('the own grid leaves the table')
	if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide')
	return faults.join(', ')
})()`
