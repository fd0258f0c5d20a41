package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"birdie/server"
	"birdie/server/store/storetest"
	"birdie/table"
)

// The bot plays a whole match against a running server: with an account made for
// it, at a table where two of the server's own bots sit, and through a broken
// connection.
func TestBotPlaysAMatch(t *testing.T) {
	s, err := server.New(server.Options{
		Config: server.Config{NoLimits: true}, Store: storetest.Open(t, storetest.SQLite(t)),
		Tables: table.Options{Thinkers: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	t.Cleanup(s.Close)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()

	cookie := ""
	// call returns false for what does not go with what has happened meanwhile.
	call := func(method, path string, body, out any) bool {
		t.Helper()
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(ctx, method, web.URL+path, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode == http.StatusConflict {
			return false
		}
		if answer.StatusCode >= 300 {
			t.Fatalf("%s %s: %s", method, path, answer.Status)
		}
		if cookie == "" {
			cookie = answer.Header.Get("Set-Cookie")
		}
		if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
			t.Fatal(err)
		}
		return true
	}
	var made struct{ ID, Token string }
	call("POST", "/api/me", map[string]any{"name": "Anna"}, &made)
	call("POST", "/api/me/bots", map[string]any{"name": "Example"}, &made)
	var v table.View
	call("POST", "/api/tables", map[string]any{"settings": map[string]any{"seats": 4, "spectators": true, "rules": map[string]any{"holes": 9}}}, &v)
	id := v.Table

	b := bot{server: web.URL, table: id, token: made.Token, once: true}
	ended := make(chan error, 1)
	go func() { ended <- b.run(ctx) }()
	order := func(id2, order string, more map[string]any) {
		body := map[string]any{"id": id2, "order": order}
		for k, value := range more {
			body[k] = value
		}
		// The bot acts at the same time: what was decided on a view that is out of
		// date is decided again.
		for done := false; !done; {
			call("GET", "/api/tables/"+id, nil, &v)
			body["seq"] = v.Seq
			var out struct{ Seq int64 }
			done = call("POST", "/api/tables/"+id+"/commands", body, &out)
		}
	}
	for _, level := range []string{"easy", "medium"} {
		order(level, "bot", map[string]any{"level": level})
	}
	// The host has made the table for the bots and leaves once the bot is ready.
	for ready := false; !ready; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatalf("the bot does not get ready: %+v", v.Seats)
		}
		call("GET", "/api/tables/"+id, nil, &v)
		for _, seat := range v.Seats {
			ready = ready || seat.Program && seat.Ready && seat.Name == "Example"
		}
	}
	order("ready", "ready", map[string]any{"on": true})
	order("start", "start", nil)
	order("leave", "leave", nil)
	web.CloseClientConnections() // the bot has to find its way back
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	call("GET", "/api/tables/"+id, nil, &v)
	if v.Phase != table.PhaseFinished || len(v.Scorecard.Holes) != 9 {
		t.Errorf("phase %s, %+v", v.Phase, v.Scorecard)
	}
}

func TestChoose(t *testing.T) {
	for name, c := range map[string]struct{ view, want string }{
		"a pair is taken": {`{"phase":"draw","pile":["2C","9H"],"legal":["draw","take"],
			"grids":[[{"card":"9C","up":true},{},{},{},{},{}]]}`, "take"},
		"a queen is not": {`{"phase":"draw","pile":["QH"],"legal":["draw","take"],
			"grids":[[{"card":"9C","up":true},{},{},{},{},{}]]}`, "draw"},
		"it makes the pair": {`{"phase":"place","taken":"9H","legal":["swap 1","swap 2","swap 3","swap 4","swap 5","swap 6"],
			"grids":[[{"card":"9C","up":true},{},{},{},{},{}]]}`, "swap 4"},
		"a king replaces the worst": {`{"phase":"place","hand":"KH","legal":["swap 1","discard"],
			"grids":[[{"card":"9C","up":true},{},{},{},{"card":"QD","up":true},{}]]}`, "swap 5"},
		"a queen is discarded": {`{"phase":"place","hand":"QH","legal":["swap 1","discard"],
			"grids":[[{"card":"9C","up":true},{},{},{},{},{}]]}`, "discard"},
		"what else": {`{"phase":"flip","legal":["flip 3","flip 4"],"grids":[[{},{},{},{},{},{}]]}`, "flip 3"},
	} {
		v := view{You: new(int)}
		if err := json.Unmarshal([]byte(c.view), &v.Golf); err != nil {
			t.Fatal(err)
		}
		if got := choose(&v); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
