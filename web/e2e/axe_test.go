package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"birdie/internal/testkit"
)

// axe returns what the accessibility rules of axe-core find on the page, one
// finding a line.
func (p *page) axe(script string) string {
	p.Helper()
	eval[any](p, script+";void 0")
	// Colours are judged at rest.
	p.until(`document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity)`)
	return eval[string](p, `axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ' ' + n.failureSummary)).join('\n'))`)
}

// TestAccessible runs axe over every view and dialog in both themes, and over
// both ends of a game.
func TestAccessible(t *testing.T) {
	file := filepath.Join("..", "node_modules", "axe-core", "axe.min.js")
	script, err := os.ReadFile(file)
	if err != nil {
		testkit.Skip(t, "axe-core is not installed: run npm ci in web")
	}
	s := newSite(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			p := s.open(t, phone, "")
			p.prefer(scheme)
			check := func(what string) {
				if found := p.axe(string(script)); found != "" {
					t.Errorf("%s: %s", what, found)
				}
			}
			check("board")
			p.play("1")
			p.until(`document.querySelector('.why')`)
			check("refusal")
			for _, dialog := range []string{"new", "deal", "menu", "help"} {
				p.openDialog(dialog)
				check(dialog)
				p.keys("\x1b")
				p.until(`!document.querySelector('dialog')`)
			}
			p.play("d52" + strings.Repeat("d", 15) + "71")
			p.until(`document.querySelector('.outcome [role=status]')?.textContent.includes('move')`)
			check("blocked")
			eval[any](p, `void [...document.querySelectorAll('.outcome button')].find(e => e.textContent === 'Start over').click()`)
			p.until(`!document.querySelector('.outcome')`)
			p.play(wonMoves)
			p.until(won)
			check("won")
			p.visit(home)
			p.until(`document.querySelector('.tables .prompt')`)
			check("home")
			for name, path := range views {
				p.visit(path)
				p.until(`document.querySelector('.view .paper')?.childElementCount > 0`)
				p.do(chromedp.Sleep(100 * time.Millisecond))
				check(name)
			}
		})
	}
}
