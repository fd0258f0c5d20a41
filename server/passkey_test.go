package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// authenticator is a passkey in software: one key, bound to one host.
type authenticator struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle string
	count  uint32
	origin string
}

func newAuthenticator(t *testing.T, origin string) *authenticator {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authenticator{t: t, key: key, id: make([]byte, 16), origin: origin}
	rand.Read(a.id)
	return a
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (a *authenticator) cbor(v any) []byte {
	a.t.Helper()
	b, err := webauthncbor.Marshal(v)
	if err != nil {
		a.t.Fatal(err)
	}
	return b
}

// data is the authenticator data: user present and verified, and the attested
// key when there is one.
func (a *authenticator) data(attested []byte) []byte {
	a.t.Helper()
	u, err := url.Parse(a.origin)
	if err != nil {
		a.t.Fatal(err)
	}
	host := sha256.Sum256([]byte(u.Hostname()))
	flags := byte(0x05)
	if attested != nil {
		flags |= 0x40
	}
	return append(binary.BigEndian.AppendUint32(append(host[:], flags), a.count), attested...)
}

func (a *authenticator) client(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": "webauthn." + kind, "challenge": challenge, "origin": a.origin})
	return text
}

// create answers the options of a registration.
func (a *authenticator) create(options map[string]any) map[string]any {
	a.handle = options["user"].(map[string]any)["id"].(string)
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	cose := a.cbor(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	attested := append(make([]byte, 16), 0, byte(len(a.id)))
	attested = append(append(attested, a.id...), cose...)
	return map[string]any{
		"id": b64(a.id), "rawId": b64(a.id), "type": "public-key",
		"response": map[string]any{
			"clientDataJSON":    b64(a.client("create", options["challenge"].(string))),
			"attestationObject": b64(a.cbor(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": a.data(attested)})),
		},
	}
}

// get answers the options of a sign-in.
func (a *authenticator) get(options map[string]any) map[string]any {
	a.t.Helper()
	a.count++
	client, data := a.client("get", options["challenge"].(string)), a.data(nil)
	hash := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, signed[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return map[string]any{
		"id": b64(a.id), "rawId": b64(a.id), "type": "public-key",
		"response": map[string]any{
			"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": a.handle,
		},
	}
}

type ceremonyBegun struct {
	Ceremony string
	Options  map[string]any
}

// localhost makes the browser use the name that allows passkeys.
func (c *browser) localhost() string {
	c.url = strings.Replace(c.url, "127.0.0.1", "localhost", 1)
	return c.url
}

func TestPasskey(t *testing.T) {
	now := may()
	b := startAt(t, now)
	anna := b.browser(t)
	origin := anna.localhost()
	var me Me
	anna.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Anna"}, &me)
	key := newAuthenticator(t, origin)
	var begun ceremonyBegun
	anna.want(http.StatusOK, "POST", "/api/me/passkeys/begin", nil, &begun)
	made := key.create(begun.Options)
	var kept Passkey
	anna.want(http.StatusCreated, "POST", "/api/me/passkeys", map[string]any{"ceremony": begun.Ceremony, "label": "phone", "credential": made}, &kept)
	if kept.Label != "phone" || kept.ID != b64(key.id) {
		t.Errorf("%+v", kept)
	}
	anna.refuse(PasskeyRefused, "POST", "/api/me/passkeys", map[string]any{"ceremony": begun.Ceremony, "credential": made})

	// Another device.
	signIn := func(a *authenticator, change func(map[string]any)) (*browser, map[string]any) {
		other := b.browser(t)
		other.localhost()
		var begun ceremonyBegun
		other.want(http.StatusOK, "POST", "/api/passkeys/begin", nil, &begun)
		answer := a.get(begun.Options)
		if change != nil {
			change(answer["response"].(map[string]any))
		}
		return other, map[string]any{"ceremony": begun.Ceremony, "credential": answer}
	}
	other, answer := signIn(key, nil)
	now.Time = now.Add(time.Minute)
	cookie := other.want(http.StatusOK, "POST", "/api/passkeys", answer, nil).Cookies()[0]
	if !cookie.HttpOnly || cookie.Value == "" {
		t.Errorf("cookie %v", cookie)
	}
	var same Me
	if other.want(http.StatusOK, "GET", "/api/me", nil, &same); same != me {
		t.Errorf("signed in as %+v, want %+v", same, me)
	}
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer) // replayed
	var list []Passkey
	if anna.want(http.StatusOK, "GET", "/api/me/passkeys", nil, &list); len(list) != 1 || !list[0].Used.After(list[0].Created) {
		t.Errorf("%+v", list)
	}

	// What does not prove it.
	for name, change := range map[string]func(map[string]any){
		"a broken signature":   func(r map[string]any) { r["signature"] = b64([]byte("nonsense")) },
		"another one's handle": func(r map[string]any) { r["userHandle"] = b64([]byte("someone")) },
		"another challenge":    func(r map[string]any) { r["clientDataJSON"] = b64(key.client("get", b64(make([]byte, 32)))) },
		"an answer to another question": func(r map[string]any) {
			text, _ := base64.RawURLEncoding.DecodeString(r["clientDataJSON"].(string))
			r["clientDataJSON"] = b64([]byte(strings.Replace(string(text), "webauthn.get", "webauthn.create", 1)))
		},
	} {
		other, answer := signIn(key, change)
		if p := other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer); p.Detail != "" {
			t.Errorf("%s: it says %q", name, p.Detail)
		}
	}
	thief := newAuthenticator(t, origin)
	thief.id, thief.handle = key.id, key.handle
	other, answer = signIn(thief, nil)
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer)
	phisher := *key
	phisher.origin = "https://birdie.evil.example"
	other, answer = signIn(&phisher, nil)
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer)
	copied := *key
	copied.count = 0
	other, answer = signIn(&copied, nil)
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer)
	other, answer = signIn(key, nil)
	now.Time = now.Add(ceremonyTime)
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer) // too late

	b.guest(t, "Berta").refuse(NotFound, "DELETE", "/api/me/passkeys/"+kept.ID, nil)
	anna.want(http.StatusNoContent, "DELETE", "/api/me/passkeys/"+kept.ID, nil, nil)
	other, answer = signIn(key, nil)
	other.refuse(PasskeyRefused, "POST", "/api/passkeys", answer)
}

// What was begun while there was room finds none any more.
func TestTooManyPasskeys(t *testing.T) {
	anna := start(t).browser(t)
	origin := anna.localhost()
	anna.want(http.StatusCreated, "POST", "/api/me", map[string]any{"name": "Anna"}, nil)
	var answers []map[string]any
	for range maxPasskeys + 1 {
		var begun ceremonyBegun
		anna.want(http.StatusOK, "POST", "/api/me/passkeys/begin", nil, &begun)
		answers = append(answers, map[string]any{"ceremony": begun.Ceremony, "credential": newAuthenticator(t, origin).create(begun.Options)})
	}
	for _, a := range answers[:maxPasskeys] {
		anna.want(http.StatusCreated, "POST", "/api/me/passkeys", a, nil)
	}
	anna.refuse(TooMany, "POST", "/api/me/passkeys", answers[maxPasskeys])
	anna.refuse(TooMany, "POST", "/api/me/passkeys/begin", nil)
}

// Passkeys are bound to the public address; a home network has none.
func TestPasskeyAddress(t *testing.T) {
	b := start(t)
	b.guest(t, "Anna").refuse(PasskeysUnavailable, "POST", "/api/me/passkeys/begin", nil)
	plain := start(t, func(o *Options) { o.Config.PublicURL = "http://birdie.example" })
	plain.browser(t).refuse(PasskeysUnavailable, "POST", "/api/passkeys/begin", nil)
	public := start(t, func(o *Options) { o.Config.PublicURL = "https://birdie.example" })
	var begun ceremonyBegun
	public.browser(t).want(http.StatusOK, "POST", "/api/passkeys/begin", nil, &begun)
	if begun.Options["rpId"] != "birdie.example" {
		t.Errorf("%+v", begun.Options)
	}
}
