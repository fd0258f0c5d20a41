package table

import (
	"encoding/hex"
	"slices"
	"time"

	"birdie/golf/record"
)

// View is what a viewer knows of a table: nothing in it, not even its length,
// depends on a card the viewer may not know.
type View struct {
	Table     string            `json:"table"`
	Seq       int64             `json:"seq" doc:"number of the last event in it"`
	Phase     Phase             `json:"phase" enum:"lobby,starting,playing,hole-over,finished,closed"`
	You       *int              `json:"you" doc:"the viewer's seat, null for a spectator"`
	Host      *int              `json:"host" doc:"the host's seat, null for none"`
	Locked    bool              `json:"locked,omitempty"`
	Settings  Settings          `json:"settings"`
	Seats     []SeatView        `json:"seats"`
	Deadline  int64             `json:"deadline,omitempty" doc:"when the clock, countdown or pause that runs ends, milliseconds since 1970"`
	Fair      FairView          `json:"fair"`
	Golf      *record.View      `json:"golf,omitempty" doc:"the hole being played or just finished"`
	Scorecard *record.Scorecard `json:"scorecard,omitempty" doc:"missing in the middle of a hole, but for the first view of a stream and those after several notes"`
}

// SeatView is what everyone knows of a seat. One with neither a name nor a level
// is free.
type SeatView struct {
	Name    string `json:"name,omitempty"`
	Program bool   `json:"program,omitempty" doc:"the player is a program with an account of its own"`
	Level   string `json:"level,omitempty" doc:"of the bot that sits there"`
	Ready   bool   `json:"ready,omitempty"`
	Away    bool   `json:"away,omitempty" doc:"the player has lost the connection"`
	Sub     bool   `json:"sub,omitempty" doc:"a bot plays for the player"`
	WentOn  bool   `json:"went-on,omitempty" doc:"the player has seen the end of the hole"`
}

// FairView is what everyone needs to check the shuffles, see docs/fairness.md.
type FairView struct {
	Match      string `json:"match" doc:"the match's id in the shuffles"`
	Commitment string `json:"commitment" doc:"hash of the secret"`
	Seeds      []Seed `json:"seeds,omitempty" doc:"of the seats, public once the match has started"`
	Secret     string `json:"secret,omitempty" doc:"public when the match is over"`
}

// View returns what a seat, or golf.Spectator, knows. The scorecard is in it
// when it has changed, or whenever whole is set.
func (t *Table) View(viewer int, p Presence, whole bool) View {
	v := View{
		Table: t.id, Seq: t.seq, Phase: t.phase, You: seatOrNil(viewer), Host: seatOrNil(t.host), Locked: t.locked,
		Settings: t.settings, Seats: t.seatViews(), Deadline: t.viewDeadline(p), Fair: t.fairView(),
	}
	if t.begun != t.round {
		return v
	}
	hole := t.match.View(viewer)
	golf := record.ViewOf(&hole)
	v.Golf = &golf
	if whole || t.phase != PhasePlaying {
		card := record.ScorecardOf(t.match)
		v.Scorecard = &card
	}
	return v
}

func (t *Table) seatViews() []SeatView {
	seats := make([]SeatView, len(t.seats))
	for i := range t.seats {
		s := &t.seats[i]
		seats[i] = SeatView{s.name, s.program, s.level, s.ready, s.away, s.sub, s.wentOn}
	}
	return seats
}

func (t *Table) viewDeadline(p Presence) int64 {
	at := time.Time{}
	switch t.phase {
	case PhaseStarting:
		at = p.awake(t.since).Add(t.env.Countdown)
	case PhaseHoleOver:
		at = p.awake(t.since).Add(t.env.GoOn)
	case PhasePlaying:
		at, _ = t.deadline(p)
	}
	if at.IsZero() || p.Awake.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

func (t *Table) fairView() FairView {
	commitment := t.secret.Commitment()
	f := FairView{Match: MatchID(t.id, t.round), Commitment: hex.EncodeToString(commitment[:])}
	if t.begun != t.round {
		return f
	}
	// Not those of who sits here now: the shuffles stay what they were when
	// somebody goes.
	f.Seeds = slices.Clone(t.seeds)
	if t.match.Over() {
		f.Secret = hex.EncodeToString(t.secret[:])
	}
	return f
}
