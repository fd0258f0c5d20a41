package server

import (
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"

	"birdie/table"
)

func TestTableIsFoundByCode(t *testing.T) {
	b := start(t, quick)
	anna, ben := b.guest(t, "Anna"), b.guest(t, "Ben")
	id := anna.open(map[string]any{"seats": 2}, "six")
	code := table.Code(id)
	find := func(code string) string {
		var out struct{ Table string }
		ben.want(http.StatusOK, "GET", "/api/codes/"+code, nil, &out)
		return out.Table
	}
	if got := find(code); got != id {
		t.Errorf("%s finds %s, want %s", code, got, id)
	}
	if got := find(strings.ToUpper(code[:3]) + "-" + code[3:]); got != id {
		t.Errorf("spelled otherwise it finds %s", got)
	}
	for _, wrong := range []string{code[:5], id, "zzzzzz"} {
		ben.refuse(NotFound, "GET", "/api/codes/"+wrong, nil)
	}
	// Nobody comes in by code once no seat can be taken.
	anna.order(id, anna.view(id).Seq, "lock", map[string]any{"on": true})
	ben.refuse(NotFound, "GET", "/api/codes/"+code, nil)
	anna.order(id, anna.view(id).Seq, "lock", nil)
	anna.order(id, anna.view(id).Seq, "bot", map[string]any{"level": "easy"})
	anna.order(id, anna.view(id).Seq, "ready", map[string]any{"on": true})
	anna.order(id, anna.view(id).Seq, "start", nil)
	ben.refuse(NotFound, "GET", "/api/codes/"+code, nil)
}

func TestInvitationAsPicture(t *testing.T) {
	b := start(t)
	anna := b.guest(t, "Anna")
	id := anna.open(map[string]any{"seats": 2}, "six")
	path := "/api/tables/" + id + "/invitation.svg"
	answer, text := anna.send("GET", path+"?page=https%3A%2F%2Fbirdie.example%2Fgolf%2F%3Fa%26b%23old", nil)
	if got := answer.Header.Get("Content-Type"); got != "image/svg+xml" {
		t.Errorf("type %s", got)
	}
	if want := "<title>https://birdie.example/golf/?a&amp;b#t/" + id + "</title>"; !strings.Contains(string(text), want) {
		t.Errorf("%s is not in %s", want, text)
	}
	for d := xml.NewDecoder(strings.NewReader(string(text))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	anna.refuse(Invalid, "GET", path+"?page=javascript:alert(1)", nil)
	anna.refuse(Invalid, "GET", path, nil)
	anna.refuse(NotFound, "GET", "/api/tables/nosuchtable/invitation.svg?page=https://birdie.example", nil)
}
