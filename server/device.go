package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"birdie/card"
	"birdie/server/store"

	"github.com/danielgtaylor/huma/v2"
)

// DeviceRefused is the problem of a code that lets nobody in. Every reason looks
// the same from outside.
var DeviceRefused = kind("device-refused", http.StatusForbidden, "The code is wrong, was used already, or its time is over.")

// deviceTime is how long a code for another device is good for.
const deviceTime = 10 * time.Minute

// codeLetters are read and typed without mistakes. Ten of them are 47 bits: within
// ten minutes, and at the pace the limits allow, nobody guesses one.
const (
	codeLetters = "23456789bcdfghjkmnpqrstvwxz"
	codeLength  = 10
)

func newCode() string {
	code := make([]byte, codeLength)
	for i := range code {
		code[i] = codeLetters[card.Below(secretSource{}, uint64(len(codeLetters)))]
	}
	return string(code)
}

// pass is what a code stands for.
type pass struct {
	Identity string `json:"identity"`
	Table    string `json:"table,omitempty"`
}

// passID returns the name a code is kept under: the store does not know the code.
func passID(code string) string {
	clean := strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(code))
	return "device:" + hashToken(clean)
}

func (s *Server) registerDevices() {
	const tag = "Identity"
	type deviceInput struct {
		Body struct {
			Page  string `json:"page" maxLength:"200" doc:"address of the page, as the browser knows it"`
			Table string `json:"table,omitempty" maxLength:"32" doc:"the table to go on at"`
		}
	}
	type deviceOutput struct {
		Body struct {
			Code    string    `json:"code" doc:"Ten characters; case, blanks and dashes do not matter."`
			Link    string    `json:"link" doc:"The page with the code behind the #, which browsers send to nobody."`
			Picture string    `json:"picture" doc:"The link as a QR code, SVG."`
			Expires time.Time `json:"expires"`
		}
	}
	add(s, limitProve, huma.Operation{
		OperationID: "invite-device", Method: http.MethodPost, Path: "/api/me/devices", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary:     "Let another device be me",
		Description: "Makes a code that lets one other browser in as the caller, once and within ten minutes, also where passkeys cannot be had. Whoever has it is the caller from then on.",
		Security:    signedIn,
	}, func(ctx context.Context, in *deviceInput) (*deviceOutput, error) {
		if caller(ctx).Bot {
			return nil, problem(Forbidden, "a bot account has its token")
		}
		page, err := url.Parse(in.Body.Page)
		if err != nil || page.Scheme != "http" && page.Scheme != "https" {
			return nil, problem(Invalid, "page must be a web address")
		}
		data, err := json.Marshal(pass{caller(ctx).ID, in.Body.Table})
		if err != nil {
			return nil, err
		}
		out := &deviceOutput{}
		out.Body.Code, out.Body.Expires = newCode(), s.now().Add(deviceTime)
		page.Fragment = "t/-/" + out.Body.Code
		out.Body.Link = page.String()
		picture, err := qrPicture(out.Body.Link)
		if err != nil {
			return nil, problem(Invalid, "page is too long")
		}
		out.Body.Picture = string(picture)
		return out, s.store.BeginCeremony(ctx, passID(out.Body.Code), data, out.Body.Expires)
	})
	type arrivalInput struct {
		Body struct {
			Code string `json:"code" maxLength:"40"`
		}
	}
	type arrivalOutput struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      struct {
			Me
			Table string `json:"table,omitempty" doc:"the table to go on at"`
		}
	}
	add(s, limitProve, huma.Operation{
		OperationID: "be-device", Method: http.MethodPost, Path: "/api/devices", Tags: []string{tag},
		Summary:     "Be who another device is",
		Description: "Sets the cookie of the identity that made the code, in place of the one the browser had.",
	}, func(ctx context.Context, in *arrivalInput) (*arrivalOutput, error) {
		data, err := s.store.EndCeremony(ctx, passID(in.Body.Code), s.now())
		if errors.Is(err, store.ErrNotFound) {
			return nil, problem(DeviceRefused, "")
		}
		if err != nil {
			return nil, err
		}
		var p pass
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, err
		}
		me, err := s.store.Identity(ctx, p.Identity)
		if errors.Is(err, store.ErrNotFound) { // deleted meanwhile
			return nil, problem(DeviceRefused, "")
		}
		if err != nil {
			return nil, err
		}
		token, hash := newToken()
		if err := s.store.AddToken(ctx, me.ID, hash, s.now()); err != nil {
			return nil, err
		}
		out := &arrivalOutput{SetCookie: s.cookie(token)}
		out.Body.Me, out.Body.Table = meOf(me), p.Table
		return out, nil
	})
}
