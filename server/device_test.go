package server

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// A code lets one other browser in as who made it: once, in time, however it is
// typed, and at the table it was made at.
func TestAnotherDevice(t *testing.T) {
	c := may()
	b := startAt(t, c)
	anna := b.guest(t, "Anna")
	table := anna.open(map[string]any{"seats": 2}, "six")
	type invitation struct {
		Code, Link, Picture string
		Expires             time.Time
	}
	invite := func() (i invitation) {
		anna.want(http.StatusCreated, "POST", "/api/me/devices", map[string]any{"page": "http://192.168.1.5:8080/birdie/", "table": table}, &i)
		return i
	}
	i := invite()
	if i.Link != "http://192.168.1.5:8080/birdie/#t/-/"+i.Code || len(i.Code) != 10 || !strings.HasPrefix(i.Picture, "<svg ") || i.Expires.Sub(c.now()) != 10*time.Minute {
		t.Errorf("%+v", i)
	}
	var me struct{ Name, Table, ID string }
	tablet := b.browser(t)
	typed := " " + strings.ToUpper(i.Code[:5]) + "-" + i.Code[5:]
	tablet.want(http.StatusOK, "POST", "/api/devices", map[string]any{"code": typed}, &me)
	if me.Name != "Anna" || me.Table != table {
		t.Errorf("%+v", me)
	}
	for _, who := range []*browser{tablet, anna} { // both are Anna
		if v := who.view(table); v.You == nil || *v.You != 0 {
			t.Errorf("seat %v", v.You)
		}
	}
	// Where somebody was already, they are Anna now.
	ben := b.guest(t, "Ben")
	ben.want(http.StatusOK, "POST", "/api/devices", map[string]any{"code": invite().Code}, nil)
	ben.want(http.StatusOK, "GET", "/api/me", nil, &me)
	if me.Name != "Anna" {
		t.Errorf("Ben is %s", me.Name)
	}

	late := invite()
	c.Time = c.Add(10*time.Minute + time.Second)
	for _, code := range []string{i.Code, late.Code, "", "2222222222", "device:" + i.Code} {
		b.browser(t).refuse(DeviceRefused, "POST", "/api/devices", map[string]any{"code": code})
	}
	deleted := invite()
	var bot struct{ Token string }
	anna.want(http.StatusCreated, "POST", "/api/me/bots", map[string]any{"name": "Robot"}, &bot)
	robot := b.browser(t)
	robot.header.Set("Authorization", "Bearer "+bot.Token)
	robot.refuse(Forbidden, "POST", "/api/me/devices", map[string]any{"page": "http://x/"})
	anna.refuse(Invalid, "POST", "/api/me/devices", map[string]any{"page": "javascript:alert(1)"})
	b.browser(t).refuse(IdentityRequired, "POST", "/api/me/devices", map[string]any{"page": "http://x/"})
	anna.want(http.StatusNoContent, "DELETE", "/api/me", nil, nil)
	b.browser(t).refuse(DeviceRefused, "POST", "/api/devices", map[string]any{"code": deleted.Code})
	if strings.Contains(b.log.String(), i.Code) {
		t.Error("the code is in the log")
	}
}
