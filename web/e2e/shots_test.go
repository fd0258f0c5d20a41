package e2e

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"birdie/internal/testkit"
)

func quote(s string) string { return strconv.Quote(s) }

// TestShots takes pictures of the main views for people to look at; it goes
// through every view and so fails when one does not come up.
func TestShots(t *testing.T) {
	if os.Getenv("BIRDIE_SHOTS") == "" && os.Getenv(testkit.All) == "" {
		t.Skip("takes pictures only with BIRDIE_SHOTS=FOLDER")
	}
	s := newSite(t)
	for _, on := range []screen{phone, desktop, small, lying} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(on.name+"-"+scheme, func(t *testing.T) {
				p := s.open(t, on, "")
				p.prefer(scheme)
				p.do(chromedp.Sleep(300 * time.Millisecond))
				p.shot("board-" + on.name + "-" + scheme)
				p.click(`[data-stop="8"]`)
				p.until(`document.querySelector('.top .r-8.s-S')`)
				p.click(`[data-stop="4"]`)
				p.click(`[data-stop="1"]`)
				p.until(`document.querySelector('.top .r-8.s-C')`)
				p.click(`[data-stop="0"]`)
				p.do(chromedp.Sleep(400 * time.Millisecond))
				p.shot("run-" + on.name + "-" + scheme)
			})
		}
	}
}
