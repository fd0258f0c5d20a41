// Package arena lets computer players of golf play each other and says how
// sure one can be about who is better.
//
// Luck is most of a hole, so it is taken out where it can be: every deal is
// played once in each rotation of the seats, with the same cards and the same
// reshuffles, and a deal counts as one observation. The results are the same
// for the same seed, however many workers there are.
package arena

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"time"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/bot"
)

// Player decides what a seat does. Unlike a bot.Bot it may fail.
type Player interface {
	Choose(v *golf.View, src card.Source) (golf.Action, error)
}

// Contestant is somebody who takes part.
type Contestant struct {
	Name string
	// Open returns a player for one worker. One that is an io.Closer is closed
	// when the worker is done.
	Open func() (Player, error)
}

// Of returns a bot as a contestant.
func Of(name string, b bot.Bot) Contestant {
	return Contestant{name, func() (Player, error) { return inHouse{b}, nil }}
}

type inHouse struct{ bot bot.Bot }

func (p inHouse) Choose(v *golf.View, src card.Source) (golf.Action, error) {
	return p.bot.Choose(v, src).Action, nil
}

// Config says what is played.
type Config struct {
	Rules       golf.Rules
	Contestants []Contestant // one for each seat; the same name may be there several times
	Deals       int          // deals, or matches, each of them played once in each rotation
	// Matches: whole matches are played instead of single holes.
	Matches bool
	Seed    uint64
	Workers int   // 0: as many as there are processors
	Test    *Test // stops early when the question is answered
}

// Report is the outcome of a Run.
type Report struct {
	Deals     int // deals counted
	Holes     int // holes played, rotations included
	Standings []Standing
	Verdict   Verdict // of the Test
	LLR       float64 // its log-likelihood ratio
}

// Standing is the result of one contestant, or of all that share a name.
type Standing struct {
	Name    string
	Seats   int      // how many seats it had in each hole
	Strokes Estimate // strokes a hole
	Holes   Estimate // share of holes won, ties shared
	Matches Estimate // share of matches won, ties shared; zero when none were played
	Moves   int      // decisions
	Thought time.Duration
	Slowest time.Duration // slowest decision
}

// ErrContestants is returned for another number of contestants than 2 to 8.
var ErrContestants = errors.New("arena: 2 to 8 contestants are needed")

// deal is what one deal, played in all rotations, gave each contestant.
type deal struct {
	index   int
	holes   int
	strokes [golf.MaxPlayers]float64 // sums over the rotations and holes
	shares  [golf.MaxPlayers]float64
	matches [golf.MaxPlayers]float64
	moves   [golf.MaxPlayers]int
	thought [golf.MaxPlayers]time.Duration
	slowest [golf.MaxPlayers]time.Duration
	err     error
}

// Run plays what config says and reports the outcome. It calls progress, unless
// it is nil, after every deal, in order. When the context ends, the deals
// finished until then are reported with the context's error.
func Run(ctx context.Context, config Config, progress func(Report)) (Report, error) {
	n := len(config.Contestants)
	if n < golf.MinPlayers || n > golf.MaxPlayers {
		return Report{}, ErrContestants
	}
	if err := config.Rules.Validate(n); err != nil {
		return Report{}, err
	}
	workers := config.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, config.Deals))

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := make(chan int)
	results := make(chan deal, workers)
	go func() {
		defer close(jobs)
		for i := range config.Deals {
			select {
			case jobs <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { work(ctx, &config, jobs, results) })
	}
	go func() {
		wg.Wait()
		close(results)
	}()

	s := newSums(&config)
	var failed error
	early := map[int]deal{} // finished before an earlier deal
	for d := range results {
		early[d.index] = d
		for {
			next, ok := early[s.deals]
			if !ok || failed != nil || s.verdict != Undecided {
				break
			}
			delete(early, s.deals)
			if next.err != nil {
				failed = next.err
				cancel()
				break
			}
			s.add(&next)
			if s.verdict != Undecided {
				cancel()
			}
			if progress != nil {
				progress(s.report())
			}
		}
	}
	if failed == nil && s.verdict == Undecided && s.deals < config.Deals {
		failed = context.Cause(ctx)
	}
	return s.report(), failed
}

// work plays deals until there are no more.
func work(ctx context.Context, config *Config, jobs <-chan int, results chan<- deal) {
	players := make([]Player, len(config.Contestants))
	defer func() {
		for _, p := range players {
			if c, ok := p.(io.Closer); ok {
				c.Close()
			}
		}
	}()
	var err error
	for i, c := range config.Contestants {
		if players[i], err = c.Open(); err != nil {
			err = &Fault{Contestant: c.Name, Err: err}
			break
		}
	}
	for i := range jobs {
		d := deal{index: i, err: err}
		if err == nil {
			playDeal(ctx, config, players, &d)
		}
		if ctx.Err() != nil && d.err == nil {
			return
		}
		results <- d
	}
}

// playDeal plays one deal, or match, in all rotations.
func playDeal(ctx context.Context, config *Config, players []Player, d *deal) {
	n := len(players)
	for rotation := range n {
		r := round{
			config: config, players: players, rotation: rotation, deal: d,
			cards: source(config.Seed, d.index, 0, 0),
		}
		for i := range n {
			r.src[i] = source(config.Seed, d.index, 1+rotation, 1+i)
		}
		if config.Matches {
			r.match(ctx)
		} else {
			r.hole(ctx)
		}
		if d.err != nil || ctx.Err() != nil {
			return
		}
	}
}

// source returns a source of random numbers of its own for every purpose.
func source(seed uint64, deal, rotation, who int) card.SplitMix {
	s := card.SplitMix(seed)
	for _, n := range [...]int{deal, rotation, who} {
		s = card.SplitMix(s.Uint64() + uint64(n)*0xd1342543de82ef95)
	}
	return s
}

// round is a deal, or match, in one rotation.
type round struct {
	config   *Config
	players  []Player
	rotation int
	deal     *deal
	cards    card.SplitMix                  // decks, cuts and reshuffles, the same in all rotations
	src      [golf.MaxPlayers]card.SplitMix // of each contestant
}

// contestant returns who sits on a seat.
func (r *round) contestant(seat int) int { return (seat + r.rotation) % len(r.players) }

func (r *round) deck() []card.Card {
	deck := r.config.Rules.Deck(len(r.players))
	card.Shuffle(deck, &r.cards)
	return deck
}

// reshuffles returns the source of the next hole's reshuffles, so that decks are
// the same in all rotations whether or not one is needed.
func (r *round) reshuffles() card.SplitMix { return card.SplitMix(r.cards.Uint64()) }

// hole plays a single hole.
func (r *round) hole(ctx context.Context) {
	h, err := golf.NewHole(r.config.Rules, len(r.players), 0, r.deck())
	if err != nil {
		r.deal.err = err
		return
	}
	again := r.reshuffles()
	for !h.Over() && ctx.Err() == nil {
		h.ReshuffleRandom(&again)
		seat := h.Turn()
		view := h.View(seat)
		a, ok := r.ask(&view)
		if !ok {
			return
		}
		if err := h.Apply(seat, a); err != nil {
			r.fault(&view, &Fault{Action: a, Err: err})
			return
		}
	}
	scores := h.Scores()
	r.countHole(&scores, h.Active())
}

// match plays a whole match.
func (r *round) match(ctx context.Context) {
	m, err := golf.NewMatch(r.config.Rules, len(r.players))
	if err != nil {
		r.deal.err = err
		return
	}
	var again card.SplitMix
	for !m.Over() && ctx.Err() == nil {
		var step golf.Step
		switch m.Waits() {
		case golf.WaitCut:
			step = golf.Step{Kind: golf.StepDealer, Seat: 0}
		case golf.WaitDeal:
			step = golf.Step{Kind: golf.StepDeal, Cards: r.deck()}
			again = r.reshuffles()
		case golf.WaitReshuffle:
			step = golf.Step{Kind: golf.StepReshuffle, Cards: m.Hole().ReshuffleCards(nil)}
			card.Shuffle(step.Cards, &again)
		default:
			seat := m.Hole().Turn()
			view := m.View(seat)
			a, ok := r.ask(&view)
			if !ok {
				return
			}
			step = golf.Step{Kind: golf.StepAct, Seat: seat, Action: a}
		}
		holes := len(m.Results())
		if _, err := m.Do(step, nil); err != nil {
			if step.Kind != golf.StepAct {
				r.deal.err = err
				return
			}
			view := m.View(step.Seat)
			r.fault(&view, &Fault{Action: step.Action, Err: err})
			return
		}
		if len(m.Results()) > holes {
			last := &m.Results()[holes]
			r.countHole(&last.Scores, last.Active)
		}
	}
	for w := m.Winners(); w != 0; w &= w - 1 {
		r.deal.matches[r.contestant(w.First())] += 1 / float64(m.Winners().Count())
	}
}

// countHole notes the result of a hole.
func (r *round) countHole(scores *[golf.MaxPlayers]golf.Score, active golf.Seats) {
	d := r.deal
	d.holes++
	best, winners := 0, golf.Seats(0)
	for a := active; a != 0; a &= a - 1 {
		seat := a.First()
		total := scores[seat].Total
		d.strokes[r.contestant(seat)] += float64(total)
		if winners == 0 || total < best {
			best, winners = total, 0
		}
		if total == best {
			winners |= 1 << seat
		}
	}
	for w := winners; w != 0; w &= w - 1 {
		d.shares[r.contestant(w.First())] += 1 / float64(winners.Count())
	}
}

// ask lets the seat of the view decide. It returns false when it could not.
func (r *round) ask(v *golf.View) (golf.Action, bool) {
	i := r.contestant(v.Seat())
	start := time.Now()
	a, err := r.players[i].Choose(v, &r.src[i])
	took := time.Since(start)
	if err != nil {
		r.fault(v, &Fault{Action: a, Err: err})
		return a, false
	}
	d := r.deal
	d.moves[i]++
	d.thought[i] += took
	d.slowest[i] = max(d.slowest[i], took)
	return a, true
}

// Fault says which contestant misbehaved, and when.
type Fault struct {
	Contestant string
	Deal       int // from 1; 0 when it could not even start
	Rotation   int // from 1
	Hole       int // of the match, from 1; 0 for a single hole
	Seat       int
	Action     golf.Action // what it wanted to do, where it got so far
	Err        error       // a golf.Refusal, or a *ProgramError
	View       *golf.View  // what it was asked about; nil when it could not even start
}

// Error says it in English, for logs.
func (f *Fault) Error() string { return "arena: " + f.Contestant + ": " + f.Err.Error() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// fault notes that the seat of the view misbehaved.
func (r *round) fault(v *golf.View, f *Fault) {
	f.Contestant = r.config.Contestants[r.contestant(v.Seat())].Name
	f.Deal, f.Rotation, f.Hole, f.Seat = r.deal.index+1, r.rotation+1, v.Standing().Hole, v.Seat()
	f.View = v
	r.deal.err = f
}
