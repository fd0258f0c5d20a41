package e2e

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func quote(s string) string { return strconv.Quote(s) }

// views are the addresses of all views beside the game.
var views = map[string]string{
	"daily": "#daily", "round": "#round", "statistics": "#statistics", "learn": "#learn", "rules": "#learn/classic",
	"settings": "#settings", "text": "#text", "replay": "#replay/" + wonLine,
}

// TestShots takes pictures of the main views for people to look at; it goes
// through every view and so fails when one does not come up.
func TestShots(t *testing.T) {
	onlyForPictures(t)
	s := newSite(t)
	for _, on := range []screen{phone, desktop, small, lying} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(on.name+"-"+scheme, func(t *testing.T) {
				p := s.open(t, on, "")
				p.prefer(scheme)
				shot := func(name string) {
					p.do(chromedp.Sleep(350 * time.Millisecond))
					p.shot(name + "-" + on.name + "-" + scheme)
				}
				shot("board")
				if on == phone && scheme == "light" {
					p.prefer("forced")
					shot("forced")
					p.prefer(scheme)
				}
				p.play("d52")
				p.play("1")
				shot("run")
				if on == small || on == lying {
					return
				}
				eval[any](p, `void document.querySelector('.foot button:nth-child(2)').click()`)
				p.until(`document.querySelector('.hinted')`)
				if on == desktop {
					p.click(".side .button")
					p.until(`document.querySelector('.chance')`)
				}
				shot("hint")
				for _, dialog := range []string{"new", "deal", "menu", "help"} {
					p.openDialog(dialog)
					shot(dialog)
					p.keys("\x1b")
				}
				p.play(wonMoves[len("d52"):])
				p.until(`document.querySelector('.outcome.won')`)
				p.do(chromedp.Sleep(1800 * time.Millisecond))
				shot("won")
				german := `localStorage['birdie.settings'] = JSON.stringify({ lang: 'de', colours: 'four' })`
				for name, path := range views {
					p.visit(path)
					p.until(`document.querySelector('.view .paper').childElementCount > 0`)
					if name == "replay" {
						p.until(`document.querySelector('.plot')`)
					}
					shot(name)
				}
				eval[any](p, german)
				p.visit("#")
				p.do(chromedp.Reload())
				p.until(`document.querySelector('.outcome')`)
				shot("won-de")
				eval[any](p, `void [...document.querySelectorAll('.outcome .main')][0].click()`)
				p.until(`!document.querySelector('.outcome')`)
				p.visit("#GO1-C-AAAAAAB")
				p.until(`document.querySelector('.deal small').textContent === 'GO1-C-AAAAAAB'`)
				p.play("d52" + strings.Repeat("d", 15) + "71")
				p.until(`document.querySelector('.outcome [role=status]')?.textContent.includes('gewinnen')`)
				shot("blocked-de")
				p.openDialog("new")
				shot("new-de")
			})
		}
	}
}
