package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"birdie/server/store"
	"birdie/server/store/storetest"

	"github.com/google/go-cmp/cmp"
)

func TestIdentities(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		people(t, s, "anna", "berta")
		bot := store.Identity{ID: "bot", Kind: store.Bot, Owner: "anna", Name: "Marvin", Created: noon, Seen: noon}
		if err := s.CreateIdentity(ctx, bot, "bot's hash"); err != nil {
			t.Fatal(err)
		}
		if err := s.CreateIdentity(ctx, store.Identity{ID: "anna", Kind: store.Guest}, "other hash"); err == nil {
			t.Error("one id for two")
		}
		got, err := s.IdentityByToken(ctx, "bot's hash")
		if diff := cmp.Diff(bot, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if _, err := s.IdentityByToken(ctx, "other hash"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a token of a failed creation: %v", err)
		}
		for _, err := range []error{
			s.AddToken(ctx, "anna", "second", noon),
			s.Rename(ctx, "anna", "Änne"),
			s.Touch(ctx, "anna", noon.Add(time.Hour)),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		if i, err := s.IdentityByToken(ctx, "second"); err != nil || i.Name != "Änne" || !i.Seen.Equal(noon.Add(time.Hour)) {
			t.Errorf("%+v, %v", i, err)
		}
		for name, err := range map[string]error{
			"rename": s.Rename(ctx, "nobody", "x"), "touch": s.Touch(ctx, "nobody", noon),
			"delete": s.DeleteIdentity(ctx, "nobody"),
		} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if bots, err := s.Bots(ctx, "anna"); err != nil || len(bots) != 1 || bots[0].ID != "bot" {
			t.Errorf("%+v, %v", bots, err)
		}
		if err := s.DeleteIdentity(ctx, "anna"); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"anna", "bot"} {
			if _, err := s.Identity(ctx, id); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s is still there: %v", id, err)
			}
		}
		for _, hash := range []string{"hash of anna", "second", "bot's hash"} {
			if _, err := s.IdentityByToken(ctx, hash); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s is still there: %v", hash, err)
			}
		}
		if _, err := s.Identity(ctx, "berta"); err != nil {
			t.Error(err)
		}
	})
}

// However many come at the same moment, no more get in than may.
func TestRoom(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s, other := storetest.Open(t, address), storetest.Open(t, address)
		people(t, s, "anna", "berta")
		const most, tries = 3, 24
		for name, add := range map[string]func(s *store.Store, owner string, i int) error{
			"bot": func(s *store.Store, owner string, i int) error {
				id := fmt.Sprintf("%s's bot %d", owner, i)
				return s.CreateBot(ctx, store.Identity{ID: id, Kind: store.Bot, Owner: owner, Name: id, Created: noon, Seen: noon}, "hash of "+id, most)
			},
			"passkey": func(s *store.Store, owner string, i int) error {
				return s.AddPasskey(ctx, store.Passkey{ID: fmt.Sprintf("%s's key %d", owner, i), Identity: owner, Created: noon, Used: noon}, most)
			},
		} {
			var all sync.WaitGroup
			errs := make([]error, tries)
			for i := range errs {
				all.Go(func() { errs[i] = add([]*store.Store{s, other}[i%2], "anna", i) })
			}
			all.Wait()
			added := 0
			for _, err := range errs {
				if err == nil {
					added++
				} else if !errors.Is(err, store.ErrFull) {
					t.Errorf("%s: %v", name, err)
				}
			}
			if added != most {
				t.Errorf("%s: %d were added, want %d", name, added, most)
			}
			if err := add(s, "berta", tries); err != nil {
				t.Errorf("%s of another: %v", name, err)
			}
			if err := add(s, "nobody", tries+1); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s of nobody: %v", name, err)
			}
		}
		if bots, err := s.Bots(ctx, "anna"); err != nil || len(bots) != most {
			t.Errorf("%d bots, %v", len(bots), err)
		}
		if keys, err := s.Passkeys(ctx, "anna"); err != nil || len(keys) != most {
			t.Errorf("%d passkeys, %v", len(keys), err)
		}
	})
}

func TestPasskeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		s := storetest.Open(t, address)
		people(t, s, "anna", "berta")
		key := store.Passkey{ID: "k", Identity: "anna", Label: "phone", Credential: []byte(`{"a":1}`), Created: noon, Used: noon}
		if err := s.AddPasskey(ctx, key, 1); err != nil {
			t.Fatal(err)
		}
		if err := s.AddPasskey(ctx, store.Passkey{ID: "k", Identity: "berta"}, 1); !errors.Is(err, store.ErrTaken) {
			t.Errorf("one passkey for two: %v", err)
		}
		key.Credential, key.Used = []byte(`{"a":2}`), noon.Add(time.Hour)
		if err := s.UsePasskey(ctx, "k", key.Credential, key.Used); err != nil {
			t.Fatal(err)
		}
		got, err := s.Passkeys(ctx, "anna")
		if diff := cmp.Diff([]store.Passkey{key}, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if err := s.DeletePasskey(ctx, "berta", "k"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another's: %v", err)
		}
		if err := s.DeletePasskey(ctx, "anna", "k"); err != nil {
			t.Error(err)
		}

		for _, id := range []string{"one", "two", "three"} {
			if err := s.BeginCeremony(ctx, id, []byte("data of "+id), noon); err != nil {
				t.Fatal(err)
			}
		}
		if data, err := s.EndCeremony(ctx, "one", noon.Add(-time.Millisecond)); err != nil || string(data) != "data of one" {
			t.Errorf("%q, %v", data, err)
		}
		for _, tt := range []struct {
			id string
			at time.Time
		}{{"one", noon.Add(-time.Hour)}, {"two", noon}, {"four", noon.Add(-time.Hour)}} {
			if _, err := s.EndCeremony(ctx, tt.id, tt.at); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s at %v: %v", tt.id, tt.at, err)
			}
		}
		if err := s.DeleteCeremonies(ctx, noon); err != nil {
			t.Error(err)
		}
		if _, err := s.EndCeremony(ctx, "three", noon.Add(-time.Hour)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an old one is still there: %v", err)
		}
	})
}
