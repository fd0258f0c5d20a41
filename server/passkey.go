package server

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"birdie/server/store"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// The problems of passkeys.
var (
	PasskeysUnavailable = kind("passkeys-unavailable", http.StatusConflict, "Passkeys work at the server's public https address, or at localhost.")
	PasskeyRefused      = kind("passkey-refused", http.StatusForbidden, "The passkey does not prove what it should, or came too late.")
)

const (
	maxPasskeys  = 20
	ceremonyTime = 5 * time.Minute
)

// relyingParty returns the verifier of passkeys, bound to the address that people
// use: the public one, or localhost, where browsers allow them without https.
func (s *Server) relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	origin := s.config.PublicURL
	if origin == "" {
		host := exchangeOf(ctx).host
		name := host
		if h, _, err := net.SplitHostPort(host); err == nil {
			name = h
		}
		if name != "localhost" {
			return nil, problem(PasskeysUnavailable, "")
		}
		origin = "http://" + host
	}
	u, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "https" && u.Hostname() != "localhost" {
		return nil, problem(PasskeysUnavailable, "")
	}
	return webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: "Birdie", RPOrigins: []string{origin}})
}

// passkeyUser is an identity as package webauthn sees it.
type passkeyUser struct {
	id, name    string
	credentials []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return []byte(u.id) }
func (u passkeyUser) WebAuthnName() string                       { return u.name }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func (s *Server) passkeyUser(ctx context.Context, id string) (u passkeyUser, err error) {
	who, err := s.store.Identity(ctx, id)
	if err != nil {
		return u, err
	}
	keys, err := s.store.Passkeys(ctx, id)
	u = passkeyUser{id: who.ID, name: who.Name}
	for _, k := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Credential, &c); err != nil {
			return u, err
		}
		u.credentials = append(u.credentials, c)
	}
	return u, err
}

// begin keeps the server's half of a ceremony and returns its id.
func (s *Server) begin(ctx context.Context, session *webauthn.SessionData) (string, error) {
	data, err := json.Marshal(session)
	if err != nil {
		return "", err
	}
	id, _ := newToken()
	return id, s.store.BeginCeremony(ctx, id, data, s.now().Add(ceremonyTime))
}

// end returns the server's half of a ceremony, once.
func (s *Server) end(ctx context.Context, id string) (session webauthn.SessionData, err error) {
	data, err := s.store.EndCeremony(ctx, id, s.now())
	if errors.Is(err, store.ErrNotFound) {
		return session, problem(PasskeyRefused, "no such ceremony, or its time is over")
	}
	if err == nil {
		err = json.Unmarshal(data, &session)
	}
	return session, err
}

// credential is what navigator.credentials has returned, in JSON.
type credential struct{ json.RawMessage }

// Schema implements huma.SchemaProvider.
func (credential) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "PublicKeyCredential.toJSON()."}
}

// ceremonyOptions is what navigator.credentials takes, in JSON.
type ceremonyOptions struct{ value any }

// MarshalJSON writes the options as package webauthn has them.
func (o ceremonyOptions) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// Schema implements huma.SchemaProvider.
func (ceremonyOptions) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "publicKey options in JSON, for PublicKeyCredential.parse…OptionsFromJSON."}
}

// Passkey is a way into an identity from another device.
type Passkey struct {
	ID      string    `json:"id"`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
}

func (s *Server) registerPasskeys() {
	const tag = "Identity"
	type beginOutput struct {
		Body struct {
			Ceremony string          `json:"ceremony" doc:"To be sent along with the credential, within five minutes."`
			Options  ceremonyOptions `json:"options"`
		}
	}
	add(s, limitProve, huma.Operation{
		OperationID: "begin-passkey", Method: http.MethodPost, Path: "/api/me/passkeys/begin", Tags: []string{tag},
		Summary: "Begin to add a passkey", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*beginOutput, error) {
		if caller(ctx).Bot {
			return nil, problem(Forbidden, "a bot account has its token")
		}
		party, err := s.relyingParty(ctx)
		if err != nil {
			return nil, err
		}
		user, err := s.passkeyUser(ctx, caller(ctx).ID)
		if err != nil {
			return nil, err
		}
		if len(user.credentials) >= maxPasskeys { // before the device makes one
			return nil, problem(TooMany, "at most 20 passkeys")
		}
		options, session, err := party.BeginRegistration(user,
			webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementRequired),
			webauthn.WithExclusions(webauthn.Credentials(user.credentials).CredentialDescriptors()))
		if err != nil {
			return nil, err
		}
		out := &beginOutput{}
		out.Body.Options.value = options.Response
		out.Body.Ceremony, err = s.begin(ctx, session)
		return out, err
	})
	type addInput struct {
		Body struct {
			Ceremony   string     `json:"ceremony" maxLength:"100"`
			Label      string     `json:"label,omitempty" maxLength:"60" doc:"What its owner calls it, such as the device."`
			Credential credential `json:"credential"`
		}
	}
	type passkeyOutput struct{ Body Passkey }
	add(s, limitProve, huma.Operation{
		OperationID: "add-passkey", Method: http.MethodPost, Path: "/api/me/passkeys", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary: "Add a passkey", Security: signedIn,
	}, func(ctx context.Context, in *addInput) (*passkeyOutput, error) {
		party, err := s.relyingParty(ctx)
		if err != nil {
			return nil, err
		}
		session, err := s.end(ctx, in.Body.Ceremony)
		if err != nil {
			return nil, err
		}
		user, err := s.passkeyUser(ctx, caller(ctx).ID)
		if err != nil {
			return nil, err
		}
		parsed, err := protocol.ParseCredentialCreationResponseBytes(in.Body.Credential.RawMessage)
		if err != nil {
			return nil, problem(PasskeyRefused, "").because(err)
		}
		made, err := party.CreateCredential(user, session, parsed)
		if err != nil {
			return nil, problem(PasskeyRefused, "").because(err)
		}
		text, err := json.Marshal(made)
		if err != nil {
			return nil, err
		}
		now := s.now()
		key := store.Passkey{
			ID: base64.RawURLEncoding.EncodeToString(made.ID), Identity: user.id, Label: in.Body.Label, Credential: text, Created: now, Used: now,
		}
		err = s.store.AddPasskey(ctx, key, maxPasskeys)
		switch {
		case errors.Is(err, store.ErrTaken):
			return nil, problem(Conflict, "this passkey is known already")
		case errors.Is(err, store.ErrFull):
			return nil, problem(TooMany, "at most 20 passkeys")
		}
		return &passkeyOutput{passkeyOf(key)}, err
	})
	type listOutput struct{ Body []Passkey }
	add(s, limitRead, huma.Operation{
		OperationID: "list-passkeys", Method: http.MethodGet, Path: "/api/me/passkeys", Tags: []string{tag},
		Summary: "My passkeys", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*listOutput, error) {
		keys, err := s.store.Passkeys(ctx, caller(ctx).ID)
		out := &listOutput{Body: []Passkey{}}
		for _, k := range keys {
			out.Body = append(out.Body, passkeyOf(k))
		}
		return out, err
	})
	type deleteInput struct {
		ID string `path:"id" maxLength:"1400"`
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "delete-passkey", Method: http.MethodDelete, Path: "/api/me/passkeys/{id}", Tags: []string{tag},
		Summary: "Delete a passkey", Security: signedIn,
	}, func(ctx context.Context, in *deleteInput) (*struct{}, error) {
		err := s.store.DeletePasskey(ctx, caller(ctx).ID, in.ID)
		if errors.Is(err, store.ErrNotFound) {
			return nil, problem(NotFound, "no such passkey of yours")
		}
		return nil, err
	})
	add(s, limitProve, huma.Operation{
		OperationID: "begin-sign-in", Method: http.MethodPost, Path: "/api/passkeys/begin", Tags: []string{tag},
		Summary: "Begin to sign in with a passkey",
	}, func(ctx context.Context, _ *struct{}) (*beginOutput, error) {
		party, err := s.relyingParty(ctx)
		if err != nil {
			return nil, err
		}
		options, session, err := party.BeginDiscoverableLogin()
		if err != nil {
			return nil, err
		}
		out := &beginOutput{}
		out.Body.Options.value = options.Response
		out.Body.Ceremony, err = s.begin(ctx, session)
		return out, err
	})
	type signInInput struct {
		Body struct {
			Ceremony   string     `json:"ceremony" maxLength:"100"`
			Credential credential `json:"credential"`
		}
	}
	type signInOutput struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      Me
	}
	add(s, limitProve, huma.Operation{
		OperationID: "sign-in", Method: http.MethodPost, Path: "/api/passkeys", Tags: []string{tag},
		Summary:     "Sign in with a passkey",
		Description: "Sets the cookie of the passkey's identity in place of the one the browser had.",
	}, func(ctx context.Context, in *signInInput) (*signInOutput, error) {
		me, err := s.prove(ctx, in.Body.Ceremony, in.Body.Credential.RawMessage)
		if err != nil {
			return nil, err
		}
		token, hash := newToken()
		if err := s.store.AddToken(ctx, me.ID, hash, s.now()); err != nil {
			return nil, err
		}
		return &signInOutput{s.cookie(token), meOf(me)}, nil
	})
}

func passkeyOf(k store.Passkey) Passkey { return Passkey{k.ID, k.Label, k.Created, k.Used} }

// prove returns the identity that a credential proves to be. Every refusal looks
// the same from outside.
func (s *Server) prove(ctx context.Context, ceremony string, text []byte) (me store.Identity, err error) {
	party, err := s.relyingParty(ctx)
	if err != nil {
		return me, err
	}
	session, err := s.end(ctx, ceremony)
	if err != nil {
		return me, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return me, problem(PasskeyRefused, "").because(err)
	}
	find := func(_, handle []byte) (webauthn.User, error) { return s.passkeyUser(ctx, string(handle)) }
	user, used, err := party.ValidatePasskeyLogin(find, session, parsed)
	if err != nil {
		return me, problem(PasskeyRefused, "").because(err)
	}
	if used.Authenticator.CloneWarning {
		return me, problem(PasskeyRefused, "").because(errors.New("the counter of the passkey went back: it may be a copy"))
	}
	kept, err := json.Marshal(used)
	if err != nil {
		return me, err
	}
	if err := s.store.UsePasskey(ctx, base64.RawURLEncoding.EncodeToString(used.ID), kept, s.now()); err != nil {
		return me, err
	}
	return s.store.Identity(ctx, string(user.WebAuthnID()))
}
