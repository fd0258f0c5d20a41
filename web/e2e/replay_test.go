package e2e

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"birdie/golf"
	"birdie/web/golfengine"
)

// engineReply is what the engine answers about steps and decisions.
type engineReply struct {
	OK     bool
	Over   bool
	Deal   bool
	Action string
	Golf   struct{ Turn *int }
	List   []struct {
		Seat *int
		Do   string
	}
	Exact bool
	Deals int
	Worth []struct {
		Action       string
		Given, Error int
	}
}

// engine asks the engine as the page does, outside of a browser.
func engine(t *testing.T, e *golfengine.Engine, request string) (r engineReply) {
	t.Helper()
	text := e.Answer(request)
	if err := json.Unmarshal([]byte(text), &r); err != nil || !r.OK {
		t.Fatalf("%s: %s", request, text)
	}
	return r
}

// keepMatch plays a match between computer players and puts it among those a page
// keeps. The engine knows it as m.
func (p *page) keepMatch(t *testing.T, e *golfengine.Engine, id, rules string, levels ...string) {
	t.Helper()
	secret := strings.Repeat("07", 32)
	players := strconv.Itoa(len(levels))
	engine(t, e, "open m "+players+" "+rules+"\nsecret "+secret+"\nid "+id+strings.Repeat("\nseed", len(levels)))
	kept := map[string]any{"id": id, "secret": secret, "rules": rules, "practice": false, "started": 1, "changed": 1, "hole": 1, "over": true}
	var seats []map[string]string
	for i, level := range levels {
		seats = append(seats, map[string]string{"name": "Player " + strconv.Itoa(i+1), "bot": level})
	}
	steps := []string{}
	for {
		now := engine(t, e, "view m -1")
		if now.Over {
			break
		}
		if now.Deal {
			engine(t, e, "deal m -1")
			steps = append(steps, "deal")
			continue
		}
		seat := 0
		if now.Golf.Turn != nil {
			seat = *now.Golf.Turn
		} else {
			for e.Answer("bot m "+strconv.Itoa(seat)+" medium") == `{"no":"`+golf.NotYourTurn.ID()+`"}` {
				seat++ // it has chosen
			}
		}
		who := strconv.Itoa(seat)
		act := engine(t, e, "bot m "+who+" "+levels[seat]).Action
		engine(t, e, "do m -1 "+who+" "+act)
		steps = append(steps, who+" "+act)
	}
	kept["players"], kept["steps"] = seats, steps
	data, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	eval[any](p, `void localStorage.setItem('birdie.golf-match.`+id+`', `+quote(string(data))+`)`)
}

// A match is looked at again, and the decisions of its players are judged: what
// the page says is what the engine says outside of a browser. It can be stopped.
func TestJudgedReplay(t *testing.T) {
	p := newSite(t).open(t, phone, "#golf")
	var e golfengine.Engine
	p.keepMatch(t, &e, "here-judged", "layout=six,holes=2", "beginner", "hard")
	p.visit("?anew#golf/replay/here-judged")
	p.until(`document.querySelector('.tablestage .felt')`)
	const done = `document.querySelector('.judged') && !document.querySelector('progress')`

	decisions := 0
	steps := engine(t, &e, "steps m").List
	for _, s := range steps {
		if s.Seat != nil && *s.Seat == 0 && !strings.HasPrefix(s.Do, "choose") {
			decisions++
		}
	}
	p.tap("[data-judge='0']")
	p.until(done)
	type judged struct{ Step, Deals, Given, Error float64 }
	list := eval[[]judged](p, `[...document.querySelectorAll('.judged li')].map((e) => ({Step: +e.dataset.step, Deals: +e.dataset.deals, Given: +e.dataset.given, Error: +e.dataset.error}))`)
	if len(list) < 3 {
		t.Fatalf("a beginner made %d mistakes", len(list))
	}
	for i, j := range list {
		if i > 0 && j.Given > list[i-1].Given {
			t.Errorf("%v comes before %v", list[i-1], j)
		}
		step := int(j.Step)
		if steps[step].Seat == nil || *steps[step].Seat != 0 {
			t.Errorf("step %d is not one of the player", step)
		}
		r := engine(t, &e, "judge m "+strconv.Itoa(step)+" "+strconv.Itoa(int(j.Deals)))
		found := false
		for _, w := range r.Worth {
			if w.Action != steps[step].Do {
				continue
			}
			found = true
			// The last digit may be rounded in another way on another machine.
			if math.Abs(float64(w.Given)-100*j.Given) > 1.5 || math.Abs(float64(w.Error)-100*j.Error) > 1.5 {
				t.Errorf("step %d: the page says %.2f ± %.2f, the engine %d ± %d hundredths", step, j.Given, j.Error, w.Given, w.Error)
			}
		}
		if !found || !r.Exact && float64(r.Deals) != j.Deals {
			t.Errorf("step %d: %+v", step, r)
		}
	}
	sum := eval[string](p, `document.querySelector('.judged').previousElementSibling.textContent`)
	if !strings.HasPrefix(sum, "Player 1: "+strconv.Itoa(decisions)+" decisions, ") {
		t.Errorf("%q, there were %d decisions", sum, decisions)
	}
	// A decision of the list is looked at.
	p.tap(".judged button")
	p.until(`document.querySelector('.verdict')`)

	p.tap("[data-judge='1']")
	p.until(`document.querySelector('progress')`)
	p.tap("[data-do=stop]")
	p.until(`!document.querySelector('progress') && !document.querySelector('[data-judge="0"]').disabled`)
	p.tap("[data-judge='0']")
	p.until(done + ` && document.querySelectorAll('.judged li').length === ` + strconv.Itoa(len(list)))
}

// Two replays after each other, by the address alone: nothing of the first is left
// when the second begins. Played at its end, a match begins anew.
func TestAnotherReplay(t *testing.T) {
	p := newSite(t).open(t, phone, "#golf")
	var e golfengine.Engine
	p.keepMatch(t, &e, "here-one", "layout=four,holes=1", "beginner", "easy")
	p.keepMatch(t, &e, "here-two", "layout=four,holes=1", "easy", "beginner")
	p.visit("?anew#golf/replay/here-one")
	const slider = `document.querySelector('.steps input')`
	p.until(`document.querySelector('.tablestage .felt')`)
	p.tap(`.steps [aria-label="To the end"]`)
	p.until(slider + `.value === ` + slider + `.max`)
	p.tap("[data-do=play]")
	p.until(slider + `.value === '2'`)
	p.until(slider + `.value === '3'`)
	p.tap("[data-judge='0']")
	p.until(`document.querySelector('.judged') && !document.querySelector('progress')`)
	eval[any](p, `void (location.hash = '#golf/replay/here-two')`)
	p.until(`document.querySelector('.tablestage .felt') && ` + slider + `.value === '2'`)
	if eval[bool](p, `Boolean(document.querySelector('.judged'))`) {
		t.Error("the decisions of another match are shown")
	}
}
