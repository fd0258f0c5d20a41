package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"birdie/internal/name"
	"birdie/server/store"

	"github.com/danielgtaylor/huma/v2"
)

// Identity is who sends a request: a guest with a cookie, or a bot account with
// a bearer token.
type Identity struct {
	ID    string
	Name  string
	Bot   bool
	Owner string // of a bot account, the identity that made it

	cookie string // the token, if it came as the cookie
}

// caller returns who sends the request of an operation that requires an
// identity (see signedIn); without one its handler is not reached.
func caller(ctx context.Context) Identity {
	if who := exchangeOf(ctx).caller; who != nil {
		return *who
	}
	return Identity{}
}

// The two demands on identity an operation can make, as the description of the
// API has them. An operation without either is for everyone.
var (
	signedIn      = []map[string][]string{{"cookie": {}}, {"bearer": {}}}
	maybeSignedIn = []map[string][]string{{}, {"cookie": {}}, {"bearer": {}}}
)

// cookieName is the name of the guest's cookie.
const cookieName = "birdie"

// newToken returns a secret of 256 random bits and the hash that is kept of it.
func newToken() (token, hash string) {
	var b [32]byte
	rand.Read(b[:])
	token = base64.RawURLEncoding.EncodeToString(b[:])
	return token, hashToken(token)
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// newID returns a random id that names something without giving access to it.
func newID() string {
	var b [12]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// tokenOf returns the token a request carries, or "", and whether it is the
// cookie. A bearer token goes before it.
func tokenOf(r *http.Request) (token string, cookie bool) {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "bearer") {
		return strings.TrimSpace(token), false
	}
	if c, err := r.Cookie(cookieName); err == nil {
		return c.Value, true
	}
	return "", false
}

// identify finds out who sends r. Only the hash of the token goes to the
// database and is looked up there: how long that takes says nothing about the
// token.
func (s *Server) identify(ctx context.Context, r *http.Request) (*Identity, error) {
	token, cookie := tokenOf(r)
	if len(token) != base64.RawURLEncoding.EncodedLen(32) {
		return nil, nil
	}
	found, err := s.store.IdentityByToken(ctx, hashToken(token))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if now := s.now(); now.Sub(found.Seen) > 24*time.Hour {
		if err := s.store.Touch(ctx, found.ID, now.Truncate(24*time.Hour)); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	who := &Identity{ID: found.ID, Name: found.Name, Bot: found.Kind == store.Bot, Owner: found.Owner}
	if cookie {
		who.cookie = token
	}
	return who, nil
}

// cookie returns the cookie that makes a browser the holder of token, or, with
// an empty token, nobody.
func (s *Server) cookie(token string) http.Cookie {
	c := http.Cookie{
		Name: cookieName, Value: token, Path: s.config.BasePath + "/",
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
		// On a home network there is no https, and a Secure cookie would be lost.
		Secure: s.secure(),
		// Browsers cap it at 400 days; get-me, which the page asks before it opens a
		// table or takes a seat, renews it.
		MaxAge: 400 * 24 * 60 * 60,
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c
}

// secure reports whether people reach the server over https.
func (s *Server) secure() bool { return strings.HasPrefix(s.config.PublicURL, "https://") }

// cleanName checks a name that someone chose.
func cleanName(chosen string) (string, error) {
	clean, err := name.Clean(chosen)
	switch {
	case errors.Is(err, name.ErrEmpty):
		return "", problem(NameRefused, "a name has at least one letter or digit")
	case errors.Is(err, name.ErrLong):
		return "", problem(NameRefused, "a name has at most 24 characters")
	case errors.Is(err, name.ErrMixed):
		return "", problem(NameRefused, "a name may not mix alphabets whose letters look alike")
	case err != nil:
		return "", problem(NameRefused, "a name consists of letters, digits, blanks and . - _ ' ! ? & +")
	}
	return clean, nil
}

// The problems of identities.
var (
	NameRefused = kind("name-refused", http.StatusUnprocessableEntity, "The name is empty, too long or could mislead.")
	TooMany     = kind("too-many", http.StatusConflict, "There are as many of these as one may have.")
)

// maxBots is how many bot accounts a person may have.
const maxBots = 20

// Me is what an identity is told about itself.
type Me struct {
	ID      string    `json:"id" doc:"Names the identity and gives no access to it."`
	Name    string    `json:"name"`
	Kind    string    `json:"kind" enum:"guest,bot"`
	Created time.Time `json:"created"`
}

func meOf(i store.Identity) Me { return Me{ID: i.ID, Name: i.Name, Kind: i.Kind, Created: i.Created} }

type meOutput struct{ Body Me }

type nameInput struct {
	Body struct {
		Name string `json:"name" maxLength:"400" doc:"1 to 24 characters: letters of any one alphabet, digits, blanks and . - _ ' ! ? & +" example:"Anna"`
	}
}

type botOutput struct {
	Body struct {
		Me
		Token string `json:"token" doc:"The bearer token. It is shown this once."`
	}
}

func (s *Server) registerIdentity() {
	const tag = "Identity"
	type meWithCookie struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      Me
	}
	add(s, limitCreate, huma.Operation{
		OperationID: "create-guest", Method: http.MethodPost, Path: "/api/me", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary:     "Become a guest",
		Description: "Makes an identity and sets its cookie. Whoever has an identity already is refused: rename it instead.",
		Security:    maybeSignedIn,
	}, func(ctx context.Context, in *nameInput) (*meWithCookie, error) {
		if caller(ctx).ID != "" {
			return nil, problem(Conflict, "there is an identity already")
		}
		clean, err := cleanName(in.Body.Name)
		if err != nil {
			return nil, err
		}
		now := s.now()
		i := store.Identity{ID: newID(), Kind: store.Guest, Name: clean, Created: now, Seen: now}
		token, hash := newToken()
		if err := s.store.CreateIdentity(ctx, i, hash); err != nil {
			return nil, err
		}
		return &meWithCookie{s.cookie(token), meOf(i)}, nil
	})
	type meRenewed struct {
		SetCookie *http.Cookie `header:"Set-Cookie"`
		Body      Me
	}
	add(s, limitRead, huma.Operation{
		OperationID: "get-me", Method: http.MethodGet, Path: "/api/me", Tags: []string{tag},
		Summary:     "Who am I",
		Description: "Sets the cookie again, if that is what came, so that it lasts another 400 days.",
		Security:    signedIn,
	}, func(ctx context.Context, _ *struct{}) (*meRenewed, error) {
		i, err := s.store.Identity(ctx, caller(ctx).ID)
		out := &meRenewed{Body: meOf(i)}
		if token := caller(ctx).cookie; token != "" {
			again := s.cookie(token)
			out.SetCookie = &again
		}
		return out, err
	})
	add(s, limitCommand, huma.Operation{
		OperationID: "rename-me", Method: http.MethodPatch, Path: "/api/me", Tags: []string{tag},
		Summary: "Change the name", Security: signedIn,
	}, func(ctx context.Context, in *nameInput) (*meOutput, error) {
		clean, err := cleanName(in.Body.Name)
		if err != nil {
			return nil, err
		}
		if err := s.store.Rename(ctx, caller(ctx).ID, clean); err != nil {
			return nil, err
		}
		i, err := s.store.Identity(ctx, caller(ctx).ID)
		return &meOutput{meOf(i)}, err
	})
	type gone struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "delete-me", Method: http.MethodDelete, Path: "/api/me", Tags: []string{tag},
		Summary: "Delete the identity",
		Description: "Deletes the identity with everything it owns, at once and for good: name, passkeys, bot accounts, results, statistics. " +
			"It gets up from its tables; what it is called in their logs goes when the tables do.",
		Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*gone, error) {
		return &gone{s.cookie("")}, s.deleteIdentity(ctx, caller(ctx).ID)
	})
	add(s, limitCommand, huma.Operation{
		OperationID: "create-bot", Method: http.MethodPost, Path: "/api/me/bots", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary:     "Make a bot account",
		Description: "Makes an identity for a program and returns its bearer token, this once.",
		Security:    signedIn,
	}, func(ctx context.Context, in *nameInput) (*botOutput, error) {
		me := caller(ctx)
		if me.Bot {
			return nil, problem(Forbidden, "a bot account cannot make others")
		}
		clean, err := cleanName(in.Body.Name)
		if err != nil {
			return nil, err
		}
		now := s.now()
		i := store.Identity{ID: newID(), Kind: store.Bot, Owner: me.ID, Name: clean, Created: now, Seen: now}
		token, hash := newToken()
		err = s.store.CreateBot(ctx, i, hash, maxBots)
		if errors.Is(err, store.ErrFull) {
			return nil, problem(TooMany, "at most 20 bot accounts")
		}
		if err != nil {
			return nil, err
		}
		out := &botOutput{}
		out.Body.Me, out.Body.Token = meOf(i), token
		return out, nil
	})
	type botsOutput struct{ Body []Me }
	add(s, limitRead, huma.Operation{
		OperationID: "list-bots", Method: http.MethodGet, Path: "/api/me/bots", Tags: []string{tag},
		Summary: "My bot accounts", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*botsOutput, error) {
		bots, err := s.store.Bots(ctx, caller(ctx).ID)
		out := &botsOutput{Body: []Me{}}
		for _, b := range bots {
			out.Body = append(out.Body, meOf(b))
		}
		return out, err
	})
	type botInput struct {
		ID string `path:"id" maxLength:"40"`
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "delete-bot", Method: http.MethodDelete, Path: "/api/me/bots/{id}", Tags: []string{tag},
		Summary: "Delete a bot account", Security: signedIn,
	}, func(ctx context.Context, in *botInput) (*struct{}, error) {
		bot, err := s.store.Identity(ctx, in.ID)
		if errors.Is(err, store.ErrNotFound) || err == nil && bot.Owner != caller(ctx).ID {
			return nil, problem(NotFound, "no such bot account")
		}
		if err != nil {
			return nil, err
		}
		return nil, s.deleteIdentity(ctx, bot.ID)
	})
}
