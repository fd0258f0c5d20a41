package server

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"time"

	"birdie/patience"
	"birdie/patience/daily"
	"birdie/patience/dealcode"
	"birdie/server/store"

	"github.com/danielgtaylor/huma/v2"
)

// The problems of tournaments.
var (
	TournamentFull = kind("tournament-full", http.StatusConflict, "Two are playing already, or this is one's own tournament.")
	NotYourHole    = kind("not-your-hole", http.StatusConflict, "Holes are played in order.")
)

// secretSource is the operating system's random source: nobody may know the next
// hole's deal.
type secretSource struct{}

func (secretSource) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// Contest is a tournament of two as one of them sees it.
type Contest struct {
	ID        string          `json:"id"`
	Rules     string          `json:"rules"`
	SameDeals bool            `json:"sameDeals" doc:"Both play the same nine deals."`
	Created   time.Time       `json:"created"`
	Players   []ContestPlayer `json:"players" doc:"One, until the other has joined."`
	Next      *ContestHole    `json:"next,omitempty" doc:"What the caller plays next."`
	Done      bool            `json:"done"`
}

// ContestPlayer is one of the two.
type ContestPlayer struct {
	Name   string       `json:"name" doc:"Empty for someone who has deleted their identity."`
	Me     bool         `json:"me"`
	Played int          `json:"played" doc:"Holes played."`
	Holes  []PlayedHole `json:"holes" doc:"The other's only as far as the caller has played."`
	Total  int          `json:"total" doc:"Strokes of these holes."`
	Points int          `json:"points" doc:"One for each hole with fewer strokes, three for the lower total of all nine."`
}

// PlayedHole is a hole that was played.
type PlayedHole struct {
	Strokes int    `json:"strokes"`
	State   string `json:"state" enum:"won,blocked,given-up"`
	Clean   bool   `json:"clean"`
}

// ContestHole is a hole to play.
type ContestHole struct {
	Hole int    `json:"hole" doc:"1 to 9."`
	Code string `json:"code" doc:"The deal."`
}

// contestOf returns what one player, who is number me, may see.
func contestOf(c store.Contest, results []store.Result, me int) Contest {
	view := Contest{ID: c.ID, Rules: c.Rules, SameDeals: c.SameDeals, Created: c.Created}
	rules, _ := daily.ParseRulesKey(c.Rules)
	var cup patience.Tournament
	holes := make([][]store.Result, len(c.Players))
	for i, p := range c.Players {
		for _, r := range results {
			if p.Identity != "" && r.Identity == p.Identity {
				holes[i] = append(holes[i], r)
			}
		}
		cup.Rounds[i].Rules = rules
	}
	mine := len(holes[me])
	for i, p := range c.Players {
		view.Players = append(view.Players, ContestPlayer{Name: p.Name, Me: i == me, Played: len(holes[i]), Holes: []PlayedHole{}})
		for _, r := range holes[i][:min(len(holes[i]), mine)] {
			view.Players[i].Holes = append(view.Players[i].Holes, PlayedHole{r.Strokes, r.State, r.Clean})
			_ = cup.Rounds[i].Add(r.Strokes) // refuses none of nine
		}
		view.Players[i].Total = cup.Rounds[i].Total()
	}
	points := cup.Points()
	for i := range view.Players {
		view.Players[i].Points = points[i]
	}
	view.Done = cup.Done()
	if mine < patience.Holes {
		view.Next = &ContestHole{mine + 1, c.Players[me].Deals[mine]}
	}
	return view
}

// nine deals nine holes.
func nine(rules patience.Rules) ([]string, error) {
	var codes []string
	for range patience.Holes {
		d, err := dealcode.Random(secretSource{}, rules)
		if err != nil {
			return nil, err
		}
		codes = append(codes, d.Code())
	}
	return codes, nil
}

// placeOf returns an identity's place in a tournament, -1 for none.
func placeOf(c store.Contest, identity string) int {
	return slices.IndexFunc(c.Players, func(p store.ContestPlayer) bool { return p.Identity == identity })
}

// contest returns a tournament of the caller and the caller's place in it.
func (s *Server) contest(ctx context.Context, id string) (c store.Contest, me int, err error) {
	c, err = s.store.Contest(ctx, id)
	if err == nil {
		if me = placeOf(c, caller(ctx).ID); me < 0 {
			err = store.ErrNotFound
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		err = problem(NotFound, "no such tournament of yours")
	}
	return c, me, err
}

func (s *Server) contestView(ctx context.Context, id string) (*contestOutput, error) {
	c, me, err := s.contest(ctx, id)
	if err != nil {
		return nil, err
	}
	results, err := s.store.RoundResults(ctx, c.ID)
	return &contestOutput{contestOf(c, results, me)}, err
}

type contestOutput struct{ Body Contest }

func (s *Server) registerTournaments() {
	const tag = "Tournament"
	type contestInput struct {
		ID string `path:"id" maxLength:"40"`
	}
	type createInput struct {
		Body struct {
			Rules     string `json:"rules" maxLength:"200" doc:"The id of a preset, options such as king=closed,jokers=1, or both."`
			SameDeals bool   `json:"sameDeals,omitempty" doc:"Both play the same nine deals instead of own shuffles."`
		}
	}
	type createOutput struct {
		Body struct {
			Tournament Contest `json:"tournament"`
			Invitation string  `json:"invitation" doc:"Lets the other one in. It is shown this once; put it behind the # of a link, which browsers send to nobody."`
		}
	}
	add(s, limitCreate, huma.Operation{
		OperationID: "create-tournament", Method: http.MethodPost, Path: "/api/tournaments", Tags: []string{tag}, DefaultStatus: http.StatusCreated,
		Summary:     "Start a tournament of two",
		Description: "Nine holes each, always in strokes, each at one's own time and device.",
		Security:    signedIn,
	}, func(ctx context.Context, in *createInput) (*createOutput, error) {
		me, err := person(ctx)
		if err != nil {
			return nil, err
		}
		rules, err := daily.ParseRulesKey(in.Body.Rules)
		if err != nil {
			return nil, problem(Invalid, "no such rules: "+err.Error())
		}
		deals, err := nine(rules)
		if err != nil {
			return nil, err
		}
		token, hash := newToken()
		c := store.Contest{
			ID: newID(), Rules: daily.RulesKey(rules), SameDeals: in.Body.SameDeals, Invitation: hash, Created: s.now(),
			Players: []store.ContestPlayer{{Identity: me.ID, Name: me.Name, Deals: deals}},
		}
		if err := s.store.CreateContest(ctx, c); err != nil {
			return nil, err
		}
		out := &createOutput{}
		out.Body.Tournament, out.Body.Invitation = contestOf(c, nil, 0), token
		return out, nil
	})
	type joinInput struct {
		ID   string `path:"id" maxLength:"40"`
		Body struct {
			Invitation string `json:"invitation" maxLength:"100"`
		}
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "join-tournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/players", Tags: []string{tag},
		Summary: "Join by invitation", Security: signedIn,
	}, func(ctx context.Context, in *joinInput) (*contestOutput, error) {
		me, err := person(ctx)
		if err != nil {
			return nil, err
		}
		c, err := s.store.Contest(ctx, in.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if subtle.ConstantTimeCompare([]byte(hashToken(in.Body.Invitation)), []byte(c.Invitation)) == 0 {
			return nil, problem(NotFound, "no such invitation")
		}
		deals := c.Players[0].Deals
		if !c.SameDeals {
			rules, err := daily.ParseRulesKey(c.Rules)
			if err != nil {
				return nil, err
			}
			if deals, err = nine(rules); err != nil {
				return nil, err
			}
		}
		err = s.store.JoinContest(ctx, c.ID, store.ContestPlayer{Identity: me.ID, Name: me.Name, Deals: deals})
		if errors.Is(err, store.ErrTaken) {
			// Whoever has joined already may follow the link again.
			if out, err := s.contestView(ctx, in.ID); err == nil && !out.Body.Players[0].Me {
				return out, nil
			}
			return nil, problem(TournamentFull, "")
		}
		if err != nil {
			return nil, err
		}
		return s.contestView(ctx, in.ID)
	})
	add(s, limitRead, huma.Operation{
		OperationID: "get-tournament", Method: http.MethodGet, Path: "/api/tournaments/{id}", Tags: []string{tag},
		Summary: "A tournament of mine", Security: signedIn,
	}, func(ctx context.Context, in *contestInput) (*contestOutput, error) {
		return s.contestView(ctx, in.ID)
	})
	type holeInput struct {
		ID   string `path:"id" maxLength:"40"`
		Body struct {
			Hole   int        `json:"hole" minimum:"1" maximum:"9"`
			Record gameRecord `json:"record"`
		}
	}
	add(s, limitCommand, huma.Operation{
		OperationID: "play-tournament-hole", Method: http.MethodPost, Path: "/api/tournaments/{id}/holes", Tags: []string{tag},
		Summary: "Send the game of the next hole", Security: signedIn, MaxBodyBytes: maxRecord,
		Description: "The record is replayed and must be of the hole's deal. The first game of a hole that has ended counts; the same record sent again has no further effect.",
	}, func(ctx context.Context, in *holeInput) (*contestOutput, error) {
		c, me, err := s.contest(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		p, err := in.Body.Record.replay()
		if err != nil {
			return nil, err
		}
		deal, err := dealcode.ParseSource(c.Players[me].Deals[in.Body.Hole-1])
		if err != nil {
			return nil, err
		}
		r := p.result(caller(ctx).ID, s.now())
		if r.Rules != c.Rules || !slices.Equal(deal.Deck(), p.game.Deck()) {
			// Without the deal: a hole to come is nobody's to know.
			return nil, problem(OtherDeal, "")
		}
		results, err := s.store.RoundResults(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if next := contestOf(c, results, me).Next; next != nil && in.Body.Hole > next.Hole {
			return nil, problem(NotYourHole, "")
		}
		r.Kind, r.Round, r.Hole = store.Tournament, c.ID, in.Body.Hole
		if _, err := s.keep(ctx, p, r); errors.Is(err, store.ErrTaken) {
			return nil, problem(AlreadyPlayed, "")
		} else if err != nil {
			return nil, err
		}
		return s.contestView(ctx, in.ID)
	})
	type contestsOutput struct{ Body []Contest }
	add(s, limitRead, huma.Operation{
		OperationID: "list-tournaments", Method: http.MethodGet, Path: "/api/me/tournaments", Tags: []string{tag},
		Summary: "My tournaments", Security: signedIn,
	}, func(ctx context.Context, _ *struct{}) (*contestsOutput, error) {
		views, err := s.contests(ctx)
		return &contestsOutput{views}, err
	})
}

// contests returns all tournaments of the caller, newest first.
func (s *Server) contests(ctx context.Context) ([]Contest, error) {
	me := caller(ctx).ID
	all, err := s.store.Contests(ctx, me)
	if err != nil {
		return nil, err
	}
	results, err := s.store.ContestResults(ctx, me)
	if err != nil {
		return nil, err
	}
	played := map[string][]store.Result{}
	for _, r := range results {
		played[r.Round] = append(played[r.Round], r)
	}
	views := []Contest{}
	for _, c := range all {
		if place := placeOf(c, me); place >= 0 { // or the identity is gone since
			views = append(views, contestOf(c, played[c.ID], place))
		}
	}
	return views, nil
}
