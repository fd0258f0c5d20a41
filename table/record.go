package table

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"birdie/card"
	"birdie/fair"
	"birdie/golf"
	"birdie/golf/record"
)

// RecordFormat and RecordVersion are the first two members of every Record.
const (
	RecordFormat  = "birdie-table-match"
	RecordVersion = 1
)

// Record is a match that was played at a table, with all that is needed to check
// its shuffles.
type Record struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Fair    FairView     `json:"fair"`
	Match   record.Match `json:"match"`
}

// The faults of a Record, besides those of record.Match.
var (
	ErrRecord     = errors.New("table: not a table's match record of a known version")
	ErrHex        = errors.New("table: secret, commitment or a seed is not hexadecimal or of another length")
	ErrCommitment = errors.New("table: the secret is not the one that was committed to")
	ErrShuffle    = errors.New("table: the cards are in another order than secret and seeds give")
)

// Record returns the record of the match that has just been finished. It is for
// the phase PhaseFinished only.
func (t *Table) Record() Record {
	names := make([]string, len(t.seats))
	for i := range t.seats {
		names[i] = t.seats[i].name
		if names[i] == "" {
			names[i] = t.seats[i].level
		}
	}
	return Record{RecordFormat, RecordVersion, t.fairView(), record.Of(t.match, names)}
}

// ReadRecord reads a Record. Members it does not know are refused, since they
// might change what the record means.
func ReadRecord(r io.Reader) (Record, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var rec Record
	if err := d.Decode(&rec); err != nil {
		return Record{}, err
	}
	if rec.Format != RecordFormat || rec.Version != RecordVersion {
		return Record{}, ErrRecord
	}
	return rec, nil
}

// Verify checks everything in the record: that the match was played by the
// rules, that the secret is the one committed to, and that the cut, every deck
// and every reshuffle are those that follow from the secret and the seeds. It
// returns the match.
func (r *Record) Verify() (*golf.Match, error) {
	m, err := r.Match.Replay()
	if err != nil {
		return nil, err
	}
	var secret fair.Secret
	var commitment fair.Commitment
	if !fromHex(secret[:], r.Fair.Secret) || !fromHex(commitment[:], r.Fair.Commitment) {
		return nil, ErrHex
	}
	if secret.Commitment() != commitment {
		return nil, ErrCommitment
	}
	if len(r.Fair.Seeds) != m.Players() {
		return nil, fair.ErrSeats
	}
	seeds := make([][]byte, len(r.Fair.Seeds))
	for i, seed := range r.Fair.Seeds {
		seeds[i] = seed
	}
	shuffles, err := fair.New(secret, r.Fair.Match, seeds)
	if err != nil {
		return nil, err
	}
	return m, checkShuffles(m, shuffles)
}

func fromHex(to []byte, text string) bool {
	if len(text) != 2*len(to) {
		return false
	}
	_, err := hex.Decode(to, []byte(text))
	return err == nil
}

// checkShuffles compares the cards in the steps of a match with those that the
// shuffles give.
func checkShuffles(m *golf.Match, shuffles fair.Match) error {
	again, err := golf.NewMatch(m.Rules(), m.Players())
	if err != nil {
		return err
	}
	deck := m.Rules().Deck(m.Players())
	hole, turned := 0, 0
	for _, s := range m.Steps() {
		var want []card.Card
		switch s.Kind {
		case golf.StepDealer:
			return ErrShuffle // a table always cuts
		case golf.StepCut:
			want = shuffles.Shuffle(fair.Cut(), deck)
		case golf.StepDeal:
			hole, turned = hole+1, 0
			want = shuffles.Shuffle(fair.Hole(hole), deck)
		case golf.StepReshuffle:
			turned++
			want = shuffles.Shuffle(fair.Reshuffle(hole, turned), again.Hole().ReshuffleCards(nil))
		}
		if !slices.Equal(s.Cards, want) {
			return ErrShuffle
		}
		if _, err := again.Do(s, nil); err != nil {
			return err
		}
	}
	return nil
}

// ErrNoRecord means that the match is not finished, or that there was none.
var ErrNoRecord = errors.New("table: the match is not finished")

// Record returns the record of a match of a table, the first being 1, for who
// may watch it.
func (h *Hall) Record(ctx context.Context, id, player string, match int) (Record, error) {
	if _, err := h.View(ctx, id, player); err != nil {
		return Record{}, err
	}
	entries, err := h.opt.Store.Load(ctx, id, 0)
	if err != nil {
		return Record{}, err
	}
	t, found := New(id, &h.env), ErrNoRecord
	var rec Record
	err = Replay(t, entries, func(Event) {
		if found != nil && t.round == match && t.phase == PhaseFinished {
			rec, found = t.Record(), nil
		}
	})
	return rec, errors.Join(err, found)
}
