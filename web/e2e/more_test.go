package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"birdie/patience"
	"birdie/patience/dealcode"
)

const code = `document.querySelector('.deal small').textContent`

// press activates the first button that shows a text.
func (p *page) press(in, text string) {
	p.Helper()
	find := `[...document.querySelectorAll(` + quote(in+" button, "+in+" a") + `)].find(e => e.textContent.trim() === ` + quote(text) + `)`
	p.until(find)
	eval[any](p, "void "+find+".click()")
}

// TestDrag pulls a free card to the waste, and another one nowhere.
func TestDrag(t *testing.T) {
	p := newSite(t).open(t, desktop, "")
	p.play("d")
	p.until(topCard + ` === '8S'`)
	x, y := p.middle(`[data-card="9C"]`)
	wx, wy := p.middle(`[data-stop="7"]`)
	p.do(chromedp.DragAndDropXY(x, y, wx, wy))
	p.until(topCard + ` === '9C'`)
	x, y = p.middle(`[data-card="8C"]`)
	p.do(chromedp.DragAndDropXY(x, y, x+120, y-20))
	p.do(chromedp.Sleep(300 * time.Millisecond))
	if top := eval[string](p, topCard); top != "9C" {
		t.Errorf("a card let go elsewhere went to the waste: %s", top)
	}
	if nx, ny := p.middle(`[data-card="8C"]`); nx != x || ny != y {
		t.Errorf("a card let go elsewhere lies at %v, %v instead of %v, %v", nx, ny, x, y)
	}
}

// TestBeforeTheEngine shows the board and keeps taps while the engine is on its way.
func TestBeforeTheEngine(t *testing.T) {
	s := newSite(t)
	arrive := make(chan struct{})
	inner := s.Config.Handler
	late := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			<-arrive
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(late.Close)
	s.Server.URL = late.URL
	p := s.open(t, phone, "")
	if n := eval[int](p, cardsUp); n != patience.Tableau {
		t.Errorf("%d cards are seen before the engine is there", n)
	}
	p.play("d52")
	time.Sleep(200 * time.Millisecond)
	if top := eval[string](p, topCard); top != "AC" {
		t.Errorf("a move was made without the engine: %s", top)
	}
	close(arrive)
	p.until(topCard + ` === '8C'`)
}

// TestUndoRedoRestart takes moves back and makes them again, starts over, and takes
// the start over back.
func TestUndoRedoRestart(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.play("d52")
	p.until(topCard + ` === '8C'`)
	p.press(".foot", "Undo")
	p.until(topCard + ` === '9C'`)
	p.click(".foot .redo")
	p.until(topCard + ` === '8C'`)
	p.openDialog("deal")
	p.press("dialog", "Start over")
	p.until(topCard + ` === 'AC'`)
	p.press(".foot", "Undo")
	p.until(topCard + ` === '8C'`)
	p.until(lineText + `.includes('3 moves')`)
}

// TestBackToWinnable blocks a game and goes back to where it could be won.
func TestBackToWinnable(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.play("d52" + strings.Repeat("d", 15) + "71")
	p.press(".outcome", "Back to there")
	p.until(`!document.querySelector('.outcome')`)
	p.openDialog("deal")
	p.press("dialog", "Ask the clairvoyant, who sees the stock")
	p.until(lineText + `.includes('can be reached')`)
	if line := eval[string](p, lineText); !strings.Contains(line, "−") && !strings.Contains(line, " 0 can") {
		t.Errorf("back where it could be won the clairvoyant says %q", line)
	}
}

// TestNewGame deals by code, number and board, says what is wrong with others, and
// finds a deal that can be won.
func TestNewGame(t *testing.T) {
	p := newSite(t).open(t, desktop, "")
	deal := func(source string) {
		t.Helper()
		p.openDialog("new")
		eval[any](p, `(() => { const e = document.querySelector('dialog textarea'); e.value = `+quote(source)+`; e.dispatchEvent(new Event('input', { bubbles: true })) })()`)
		p.press("dialog .start", "Deal")
	}
	deal("go1 c golfers")
	p.until(code + ` === 'GO1-C-GOLFERS'`)
	deal("pysol:24")
	p.until(code + `.startsWith('GO2-E-24')`)
	d, err := dealcode.ParseSource("pysol:31999")
	if err != nil {
		t.Fatal(err)
	}
	deal(dealcode.FormatBoard(d.Deck(), patience.Dealt))
	p.until(code + `.startsWith('GO2-E-') && !` + code + `.startsWith('GO2-E-24')`)
	deal("GO1-Z-GOLFERS")
	p.until(`document.querySelector('.fault')?.textContent.includes('stands for no rules')`)
	p.keys("\x1b")
	p.until(`!document.querySelector('dialog')`)

	p.openDialog("new")
	eval[any](p, `void [...document.querySelectorAll('.presets label')].find(e => e.textContent.trim() === 'Strict').querySelector('input').click()`)
	eval[any](p, `void document.querySelector('dialog [role=switch]').click()`)
	p.press("dialog .start", "Deal")
	p.until(code + `.startsWith('GO2-S-')`)
	p.openDialog("deal")
	p.press("dialog", "Best of this deal")
	p.until(`document.querySelector('#best').textContent.includes('can be won')`)
}

// TestRound plays a round of nine holes by giving each up, and opens its scorecard.
func TestRound(t *testing.T) {
	p := newSite(t).open(t, phone, "")
	p.openDialog("new")
	p.press("dialog", "Nine holes")
	for hole := 1; hole <= 9; hole++ {
		p.until(`document.querySelector('.deal b')?.textContent === 'Hole ` + string(rune('0'+hole)) + ` of 9'`)
		p.until(topCard)
		p.play("d")
		p.until(lineText + `.includes('1 move')`)
		if hole == 5 {
			p.do(chromedp.Reload())
			p.until(lineText + `?.includes('1 move')`)
		}
		p.openDialog("deal")
		p.press("dialog", "Give up")
		p.until(`document.querySelector('.outcome')`)
		eval[any](p, `void document.querySelector('.outcome .main').click()`)
	}
	p.until(`document.querySelector('.scorecard .sum')?.textContent === '+315'`)
	if text := eval[string](p, `document.querySelector('.scorecard').innerText`); !strings.Contains(text, "Par 36") || !strings.Contains(text, "Par not beaten") {
		t.Errorf("the scorecard says %q", text)
	}
}

// TestTournament plays the first hole of a tournament on the same cards.
func TestTournament(t *testing.T) {
	p := newSite(t).open(t, phone, "#round")
	p.press(".view", "Tournament for two")
	p.until(`document.querySelector('.deal b')?.textContent === 'Hole 1 of 9'`)
	first := eval[string](p, code)
	p.play("d")
	p.until(lineText + `.includes('1 move')`)
	p.openDialog("deal")
	p.press("dialog", "Give up")
	p.until(`document.querySelector('.outcome')`)
	eval[any](p, `void document.querySelector('.outcome .main').click()`)
	p.until(`document.querySelector('.toast')?.textContent.includes('Player 2 plays hole 1')`)
	if second := eval[string](p, code); second != first {
		t.Errorf("the second player gets %s instead of %s", second, first)
	}
}

// TestStatistics counts a game from its first move, a won one as won although it is
// closed, and takes everything to another browser.
func TestStatistics(t *testing.T) {
	s := newSite(t)
	p := s.open(t, desktop, "")
	p.visit("#GO1-E-GOLFERS") // looked at and left: does not count
	p.until(code + ` === 'GO1-E-GOLFERS'`)
	p.visit("#" + wonCode)
	p.until(code + ` === ` + quote(wonCode))
	p.play(wonMoves)
	p.until(won)
	p.visit("#GO1-C-GOLFERS")
	p.until(code + ` === 'GO1-C-GOLFERS'`)
	p.play("d")
	p.until(lineText + `.includes('1 move')`)
	p.visit("#GO1-E-GOLFERS") // leaves a game in play: given up
	p.until(code + ` === 'GO1-E-GOLFERS'`)
	p.visit("#statistics")
	p.until(`document.querySelector('.tally')`)
	figures := `[...document.querySelectorAll('.tally dd')].slice(0, 2).map(e => e.textContent).join(' ')`
	p.until(figures + ` === '2 1 (50 %)'`)

	file := eval[string](p, `new Promise(done => { const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(done); return make.call(URL, blob) }; [...document.querySelectorAll('.view button')].find(e => e.textContent === 'Export').click() })`)
	other := s.open(t, desktop, "#statistics")
	other.until(`document.querySelector('input[type=file]')`)
	eval[any](other, `(() => { const e = document.querySelector('input[type=file]'), d = new DataTransfer(); d.items.add(new File([`+quote(file)+`], 'birdie.json')); e.files = d.files; e.dispatchEvent(new Event('change', { bubbles: true })) })()`)
	other.until(figures + ` === '2 1 (50 %)'`)
}

// TestSettingsShow changes every setting of the looks: each must change what is
// seen.
func TestSettingsShow(t *testing.T) {
	p := newSite(t).open(t, desktop, "")
	p.play("d")
	p.until(topCard + ` === '8S'`)
	picture := func() []byte {
		p.do(chromedp.Sleep(350 * time.Millisecond))
		png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		p.must(err)
		return png
	}
	for _, setting := range []string{
		`theme: 'dark'`, `colours: 'four'`, `large: true`, `left: true`, `back: 'fairway'`, `back: 'navy'`, `back: 'sand'`, `index: 'de'`, `lang: 'de'`,
	} {
		show := func(settings string) []byte {
			eval[any](p, `void (localStorage['birdie.settings'] = JSON.stringify({ toured: true, `+settings+` }))`)
			p.do(chromedp.Reload())
			p.until(topCard + ` === '8S'`)
			return picture()
		}
		if bytes.Equal(show(""), show(setting)) {
			t.Errorf("%s changes nothing that is seen", setting)
		}
	}
}

// TestNothingClipped looks for text that does not fit, in German on the smallest
// screen, with letters of the usual and of twice the size.
func TestNothingClipped(t *testing.T) {
	p := newSite(t).open(t, small, "")
	eval[any](p, `void (localStorage['birdie.settings'] = JSON.stringify({ lang: 'de', toured: true }))`)
	for _, size := range []string{"100%", "200%"} {
		check := func(what string) {
			t.Helper()
			p.do(chromedp.Sleep(100 * time.Millisecond))
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 320 {
				t.Errorf("%s at %s: the page is %d px wide", what, size, wide)
			}
			clipped := eval[string](p, `[...document.querySelectorAll('button, .button, h1, h2, p, label, dt, dd, a')].filter(e => {
				const r = e.getBoundingClientRect()
				return r.width > 1 && !e.closest('.unseen, .board, .scroll, .cards') && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' || r.right > 321 || r.left < -1)
			}).map(e => e.tagName + ' ' + e.textContent.slice(0, 40)).join('\n')`)
			if clipped != "" {
				t.Errorf("%s at %s: this does not fit: %s", what, size, clipped)
			}
		}
		p.visit("#")
		p.do(chromedp.Reload())
		p.until(`document.querySelector('.foot')?.innerText.includes('Tipp')`)
		eval[any](p, `void (document.documentElement.style.fontSize = `+quote(size)+`)`)
		check("board")
		for _, dialog := range []string{"new", "deal", "menu", "help"} {
			p.openDialog(dialog)
			check(dialog)
			p.keys("\x1b")
			p.until(`!document.querySelector('dialog')`)
		}
		p.visit(home)
		p.until(`document.querySelector('.tables .prompt')`)
		check("home")
		for name, path := range views {
			p.visit(path)
			p.until(`document.querySelector('.view .paper')?.childElementCount > 0`)
			check(name)
		}
	}
}

// The first view offers both games: patience is played on it, new cards and the
// deal of the day are a tap away, and so are tables that are open to everyone.
func TestHome(t *testing.T) {
	s := newTables(t)
	p := s.open(t, phone, home)
	first := eval[string](p, `document.querySelector('.lawn .board').innerText`)
	p.tap("[data-do=deal]")
	p.until(`document.querySelector('.lawn .board').innerText !== ` + quote(first))
	p.play("d")
	p.until(`document.querySelector('[data-do=patience]').textContent === 'Go on'`)
	p.tap("[data-do=patience]")
	p.until(`document.querySelector('.game .head')`)
	if line := eval[string](p, `document.querySelector('.game .board').innerText`); !strings.Contains(line, "15 in stock") {
		t.Errorf("the game goes on with %q", line)
	}
	p.tap(".game .head a.icon")
	// What was begun is not given up by a tap.
	p.tap(".home [data-do=deal]")
	p.until(`document.querySelector('dialog[open] .paper')`)
	p.keys("\x1b")
	p.until(`!document.querySelector('dialog')`)
	p.tap("[data-do=today]")
	p.until(`document.querySelector('.game .head')`)
	p.visit(home)
	p.until(`document.querySelector('.half .continue')`) // the game before waits

	p.until(`document.querySelector('.tables .open')?.innerText.includes('just now')`)
	host := s.open(t, desktop, "#golf")
	id := host.openTableWith("Anna", tableSettings{preset: "four", seats: 3, holes: "1"}, func() {
		host.tap("form > .switch [role=switch]")
	})
	p.visit("?anew" + home)
	p.tap(`.tables .open a[href="#t/` + id + `"]`)
	p.until(`document.querySelector('[data-do=sit]')`)
	p.visit(home)
	p.fill(".tables .prompt input", id[:3]+" "+strings.ToUpper(id[3:6]))
	p.tap(".tables .prompt .button")
	p.until(`document.querySelector('[data-do=sit]')`)
}

// A % in the address that stands for nothing but itself leaves no empty page.
func TestStrayPercent(t *testing.T) {
	p := newSite(t).open(t, phone, "#golf/%")
	p.until(`document.querySelector('h1')`)
	eval[any](p, `void (location.hash = '#50%')`)
	p.until(`document.querySelector('.toast')`)
}
