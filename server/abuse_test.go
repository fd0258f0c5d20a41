package server

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"birdie/golf"
	"birdie/server/store/storetest"
	"birdie/table"
)

// Whatever is wrong with a command, the answer says so with the right code, and
// nobody's view of the table has changed.
func TestAbuse(t *testing.T) {
	b := start(t, quick)
	anna, ben, eve := b.guest(t, "Anna"), b.guest(t, "Ben"), b.guest(t, "Eve")
	stranger := b.browser(t)
	id := anna.open(map[string]any{"seats": 2, "spectators": true}, "six")
	ben.order(id, 1, "sit", nil)
	// A stream of each, so that they are there.
	anna.follow(id, "")
	ben.follow(id, "")
	for _, p := range []*browser{anna, ben} {
		p.order(id, 1, "ready", map[string]any{"on": true})
	}
	anna.order(id, anna.view(id).Seq, "start", nil)
	for _, p := range []*browser{anna, ben} {
		v := p.view(id)
		p.order(id, v.Seq, "act", map[string]any{"seat": *v.You, "action": v.Golf.Legal[0]})
	}
	// Whose turn it is has drawn a card.
	turn, other := anna, ben
	if v := anna.view(id); *v.Golf.Turn != *v.You {
		turn, other = ben, anna
	}
	decided := turn.view(id).Seq
	me, them := *turn.view(id).You, *other.view(id).You
	drawn := map[string]any{"id": "drawn", "seq": decided, "order": "act", "seat": me, "action": "draw"}
	turn.want(http.StatusOK, "POST", "/api/tables/"+id+"/commands", drawn, nil)
	now := turn.view(id).Seq
	everyone := []*browser{anna, ben, eve, stranger}
	look := func() (views []table.View) {
		for _, c := range everyone {
			views = append(views, c.view(id))
		}
		return views
	}
	before := look()
	act := func(seat int, action string) map[string]any {
		return map[string]any{"id": "abuse", "seq": now, "order": "act", "seat": seat, "action": action}
	}
	with := func(body map[string]any, name string, value any) map[string]any {
		body[name] = value
		return body
	}
	order := func(order string) map[string]any { return map[string]any{"id": "abuse", "seq": now, "order": order} }

	for _, c := range []struct {
		name string
		who  *browser
		path string
		body any
		want Code
	}{
		{"without an identity", stranger, id, act(me, "discard"), IdentityRequired},
		{"not at the table", eve, id, act(me, "discard"), Code(table.NotSeated)},
		{"unknown table", turn, "nosuchtable42", act(me, "discard"), NotFound},
		{"table with a strange id", turn, "..%2f..%2fetc", act(me, "discard"), NotFound},
		{"id of a table that is too long", turn, strings.Repeat("x", 99), act(me, "discard"), Invalid},
		{"out of turn", other, id, act(them, "draw"), Code(golf.NotYourTurn.ID())},
		{"for the seat of another", other, id, act(me, "discard"), Code(table.NotYourSeat)},
		{"for no seat", turn, id, order("act"), Code(table.BadSeat)},
		{"for a seat there is not", turn, id, act(77, "discard"), Code(table.NotYourSeat)},
		{"late: before the card was drawn", turn, id, with(act(me, "draw"), "seq", decided), Code(table.Stale)},
		{"ahead of the table", turn, id, with(act(me, "discard"), "seq", now+1), Code(table.Ahead)},
		{"drawing twice", turn, id, act(me, "draw"), Code(golf.AlreadyDrawn.ID())},
		{"turning up before discarding", turn, id, act(me, "flip 6"), Code(golf.CannotFlip.ID())},
		{"knocking where nobody knocks", turn, id, act(me, "knock"), Code(golf.AlreadyDrawn.ID())},
		{"a position there is not", turn, id, act(me, "swap 9"), Code(golf.NoSuchPosition.ID())},
		{"two positions", turn, id, act(me, "swap 1 2"), Code(golf.NotAnAction.ID())},
		{"no action", turn, id, act(me, "peek at the stock"), Code(golf.NotAnAction.ID())},
		{"no order", turn, id, order("cheat"), Invalid},
		{"no id", turn, id, with(act(me, "discard"), "id", ""), Invalid},
		{"an endless id", turn, id, with(act(me, "discard"), "id", strings.Repeat("x", 65)), Invalid},
		{"a negative number", turn, id, with(act(me, "discard"), "seq", -1), Invalid},
		{"a number that is none", turn, id, with(act(me, "discard"), "seq", "1"), Invalid},
		{"a number beyond all", turn, id, `{"id":"x","seq":99999999999999999999,"order":"act","seat":0,"action":"discard"}`, Invalid},
		{"an unknown member", turn, id, with(act(me, "discard"), "player", "anna"), Invalid},
		{"no JSON", turn, id, `{"id":`, Malformed},
		{"an array", turn, id, `[]`, Invalid},
		{"nothing", turn, id, ``, Malformed},
		{"too much", turn, id, `{"id":"` + strings.Repeat("x", 5000) + `"}`, TooLarge},
		{"nested without end", turn, id, strings.Repeat(`[`, 4000), Malformed},
		{"a chair during the match", eve, id, with(order("sit"), "seat", 0), Code(table.WrongPhase)},
		{"a second chair", turn, id, order("sit"), Code(table.SeatedAlready)},
		{"a seed during the match", turn, id, with(order("ready"), "on", true), Code(table.WrongPhase)},
		{"a seed that is none", turn, id, with(order("ready"), "seed", "xyz"), Invalid},
		{"a seed that is too long", turn, id, with(order("ready"), "seed", strings.Repeat("00", 65)), Invalid},
		{"going on in the middle", turn, id, order("go-on"), Code(table.WrongPhase)},
		{"coming back without having been away", turn, id, order("back"), Code(table.WrongPhase)},
		{"free text", turn, id, with(order("say"), "phrase", "buy my cards"), Code(table.BadPhrase)},
		{"starting, and not the host", ben, id, order("start"), Code(table.NotHost)},
		{"removing, and not the host", ben, id, with(order("clear"), "seat", 0), Code(table.NotHost)},
		{"closing, and not the host", ben, id, order("close"), Code(table.NotHost)},
		{"starting again", anna, id, order("start"), Code(table.WrongPhase)},
		{"removing oneself", anna, id, with(order("clear"), "seat", 0), Code(table.BadSeat)},
		{"removing nobody", anna, id, with(order("clear"), "seat", 5), Code(table.BadSeat)},
		{"other rules in the middle", anna, id, with(order("configure"), "settings", map[string]any{"seats": 2}), Code(table.WrongPhase)},
		{"a bot in the middle", anna, id, with(order("bot"), "level", "easy"), Code(table.WrongPhase)},
		{"a rematch in the middle", anna, id, order("again"), Code(table.WrongPhase)},
	} {
		t.Run(c.name, func(t *testing.T) {
			who := *c.who
			who.t = t
			p := who.refuse(c.want, "POST", "/api/tables/"+c.path+"/commands", c.body)
			if got := cardToken.FindString(p.Detail); got != "" {
				t.Errorf("the problem speaks of cards: %+v", p)
			}
		})
	}
	// The same command again: the same answer, and no effect.
	var out struct{ Seq int64 }
	for range 2 {
		turn.want(http.StatusOK, "POST", "/api/tables/"+id+"/commands", drawn, &out)
		if out.Seq != now {
			t.Errorf("drawing again is event %d, was %d", out.Seq, now)
		}
	}
	// The same id with something else in it is the same command.
	turn.want(http.StatusOK, "POST", "/api/tables/"+id+"/commands", with(act(me, "discard"), "id", "drawn"), &out)
	if out.Seq != now {
		t.Errorf("another command with a used id is event %d", out.Seq)
	}
	if after := look(); !reflect.DeepEqual(after, before) {
		t.Errorf("something has changed:\n%+v\nbefore\n%+v", after, before)
	}
	// And with all this the game goes on.
	turn.order(id, now, "act", map[string]any{"seat": me, "action": "discard"})
}

func TestAbuseOfTheLobby(t *testing.T) {
	b := start(t)
	anna, ben, eve := b.guest(t, "Anna"), b.guest(t, "Ben"), b.guest(t, "Eve")
	id := anna.open(map[string]any{"seats": 3}, "six")
	ben.order(id, 1, "sit", map[string]any{"seat": 1})
	path := "/api/tables/" + id + "/commands"
	command := func(order string, more ...any) map[string]any {
		c := map[string]any{"id": "lobby", "seq": anna.view(id).Seq, "order": order}
		for i := 0; i < len(more); i += 2 {
			c[more[i].(string)] = more[i+1]
		}
		return c
	}
	settings := func(change map[string]any) map[string]any {
		s := map[string]any{"seats": 3}
		for k, v := range change {
			s[k] = v
		}
		return s
	}
	before := anna.view(id)
	for _, c := range []struct {
		name string
		who  *browser
		body any
		want Code
	}{
		{"a seat that is taken", eve, command("sit", "seat", 1), Code(table.SeatTaken)},
		{"a seat there is not", eve, command("sit", "seat", 3), Code(table.BadSeat)},
		{"a negative seat", eve, command("sit", "seat", -1), Code(table.BadSeat)},
		{"the name of another", eve, command("sit", "name", "aNNa"), Code(table.NameTaken)},
		{"a name that turns the line", eve, command("sit", "name", "a\u202eb"), Code(table.BadName)},
		{"an endless name", eve, command("sit", "name", strings.Repeat("x", 401)), Invalid},
		{"rules, and not the host", ben, command("configure", "settings", settings(nil)), Code(table.NotHost)},
		{"no settings", anna, command("configure"), Code(table.BadCommand)},
		{"fewer seats than players", anna, command("configure", "settings", settings(map[string]any{"seats": 1})), Invalid},
		{"a clock that races", anna, command("configure", "settings", settings(map[string]any{"clock": 3})), Code(table.BadSettings)},
		{"rules that contradict", anna, command("configure", "settings", settings(map[string]any{"rules": map[string]any{"peek": true, "first-flips": 0}})), BadRules},
		{"rules there are not", anna, command("configure", "settings", settings(map[string]any{"rules": map[string]any{"layout": "seven"}})), Invalid},
		{"decided before Ben came", anna, command("lock", "on", true, "seq", 1), Code(table.Stale)},
		{"a bot there is not", anna, command("bot", "level", "grandmaster"), Code(table.BadLevel)},
		{"a yardstick, which is no opponent", anna, command("bot", "level", "random"), Code(table.BadLevel)},
		{"handing over to nobody", anna, command("hand-over", "seat", 2), Code(table.BadSeat)},
		{"handing over to oneself", anna, command("hand-over", "seat", 0), Code(table.BadSeat)},
		{"acting", anna, command("act", "seat", 0, "action", "draw"), Code(table.WrongPhase)},
	} {
		t.Run(c.name, func(t *testing.T) {
			who := *c.who
			who.t = t
			who.refuse(c.want, "POST", path, c.body)
		})
	}
	if after := anna.view(id); !reflect.DeepEqual(after, before) {
		t.Errorf("something has changed:\n%+v\nbefore\n%+v", after, before)
	}
	anna.refuse(BadRules, "POST", "/api/tables", map[string]any{"preset": "nosuch", "settings": settings(nil)})
	// Who was removed does not come back, and learns nothing more.
	anna.order(id, anna.view(id).Seq, "clear", map[string]any{"seat": 1})
	ben.refuse(Code(table.Banned), "POST", path, command("sit"))
	ben.refuse(Code(table.Banned), "GET", "/api/tables/"+id, nil)
	ben.refuse(Code(table.Banned), "GET", "/api/tables/"+id+"/events", nil)
	anna.order(id, anna.view(id).Seq, "lock", map[string]any{"on": true})
	eve.refuse(Code(table.Locked), "POST", path, command("sit"))
}

// Who may not watch learns nothing of a match, not even that it goes on.
func TestNoSpectators(t *testing.T) {
	b := start(t, quick)
	anna, ben, eve := b.guest(t, "Anna"), b.guest(t, "Ben"), b.guest(t, "Eve")
	id := anna.open(map[string]any{"seats": 2}, "six")
	s := eve.follow(id, "")
	s.next(t)
	ben.order(id, 1, "sit", nil)
	for _, p := range []*browser{anna, ben} {
		p.order(id, 1, "ready", map[string]any{"on": true})
	}
	anna.order(id, anna.view(id).Seq, "start", nil)
	<-s.done
	if s.end != `{"code":"no-spectators"}` {
		t.Errorf("Eve's stream ends with %s", s.end)
	}
	for _, path := range []string{"", "/events", "/matches/1"} {
		eve.refuse(Code(table.NoSpectators), "GET", "/api/tables/"+id+path, nil)
	}
	anna.refuse(NotFound, "GET", "/api/tables/"+id+"/matches/1", nil)
}

// FuzzCommand throws bodies at a table: the answer is always a problem with a
// registered code or success, never a crash, and a refusal changes nothing.
func FuzzCommand(f *testing.F) {
	for _, order := range table.Orders() {
		text, err := json.Marshal(table.Command{ID: "x", Seq: 1, Order: order})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"id":"a","seq":1,"order":"act","seat":0,"action":"choose 1 2"}`))
	f.Add([]byte(`{"id":"b","seq":1,"order":"ready","on":true,"seed":"00ff"}`))
	f.Add([]byte(`{"id":"c","seq":1,"order":"configure","settings":{"seats":4,"rules":{"layout":"nine","target":100},"clock":15}}`))
	f.Add([]byte(`{"id":"d","seq":1,"order":"sit","name":"` + "\u202e" + `","seat":-1}`))
	f.Add([]byte(`[[[[`))
	st := storetest.Open(f, storetest.SQLite(f))
	s, err := New(Options{Config: Config{NoLimits: true}, Store: st})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.Close)
	request := func(cookie *http.Cookie, method, path string, body []byte) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if cookie != nil {
			r.AddCookie(cookie)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	created := request(nil, "POST", "/api/me", []byte(`{"name":"Anna"}`))
	cookie := created.Result().Cookies()[0]
	open := func() string {
		var v table.View
		w := request(cookie, "POST", "/api/tables", []byte(`{"settings":{"seats":3}}`))
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			f.Fatal(err)
		}
		return v.Table
	}
	id := open()
	f.Fuzz(func(t *testing.T, body []byte) {
		before, err := s.hall.View(context.Background(), id, "")
		if err != nil || before.Phase == table.PhaseClosed {
			id = open()
			return
		}
		w := request(cookie, "POST", "/api/tables/"+id+"/commands", body)
		after, err := s.hall.View(context.Background(), id, "")
		if err != nil {
			t.Fatal(err)
		}
		if w.Code == http.StatusOK {
			return
		}
		var p Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code >= 500 ||
			!slices.ContainsFunc(kinds, func(k kindOf) bool { return k.Code == p.Code && k.Status == w.Code }) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if after.Seq != before.Seq {
			t.Errorf("refused, but something happened: %d after %d", after.Seq, before.Seq)
		}
	})
}
