package e2e

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"birdie/internal/testkit"
)

// golfPrefs sets the choices about tables before a page is loaded anew.
func (p *page) golfPrefs(json string) {
	p.Helper()
	eval[any](p, `void localStorage.setItem('birdie.golf-prefs', JSON.stringify(`+json+`))`)
}

// TestGolfShots takes pictures of the tables.
func TestGolfShots(t *testing.T) {
	if os.Getenv("BIRDIE_SHOTS") == "" && os.Getenv(testkit.All) == "" {
		t.Skip("takes pictures only with BIRDIE_SHOTS=FOLDER")
	}
	s := newSite(t)
	for _, on := range []screen{phone, small, lying, desktop} {
		t.Run(on.name, func(t *testing.T) {
			p := s.open(t, on, "#golf")
			shot := func(name string) {
				p.do(chromedp.Sleep(400 * time.Millisecond))
				p.shot("golf-" + name + "-" + on.name)
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
		})
	}
}
