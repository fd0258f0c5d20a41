// Package survey asks one question of millions of deals: what is the best that
// could be done, the stock known? It works on all cores, and with a journal it
// can be killed at any moment and goes on where it was, with exactly the same
// result in the end.
package survey

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/solve"
)

// Deals are the deals that a survey asks about. A dealcode.Range is one.
// At must give the same deal for the same number every time, to any goroutine.
type Deals interface {
	Len() uint64
	At(i uint64) dealcode.Deal
	// String describes the deals so that the same text means the same deals.
	String() string
}

// Sample is a number of random lettered deals. The seed alone decides which, so
// a larger sample begins with the deals of a smaller one. Deals may repeat: they
// are drawn evenly and independently, as the intervals of a Report suppose.
type Sample struct{ Seed, Size uint64 }

// Len returns the size of the sample.
func (s Sample) Len() uint64 { return s.Size }

// At returns deal i of the sample, which names no rules.
func (s Sample) At(i uint64) dealcode.Deal {
	// A generator of its own for every deal, so that any can be had at once.
	start := card.SplitMix(s.Seed)
	src := card.SplitMix(start.Uint64() ^ i)
	deal, _ := dealcode.OfIndex(card.Below(&src, dealcode.Deals), patience.Rules{})
	return deal
}

// String describes the sample.
func (s Sample) String() string { return fmt.Sprintf("sample of %d, seed %d", s.Size, s.Seed) }

// Question is what a survey asks: every deal, under each of the rules.
type Question struct {
	Deals Deals
	Rules []patience.Rules
}

// chunk is the number of deals between two entries of the journal: twenty rounds
// of nine holes.
const chunk = 20 * patience.Holes

// chunks is the number of chunks of the question, the last one often shorter.
func (q Question) chunks() int { return int((q.Deals.Len() + chunk - 1) / chunk) }

// Options are how a survey is done. The zero value uses one worker and no
// journal.
type Options struct {
	Workers int // goroutines that solve, at least one
	// Journal is the file that keeps what is done; empty for none. It is made
	// when it does not exist, and continued when it does.
	Journal string
	// Progress, if set, is called by one goroutine at a time with the number of
	// deals that are done, those of the journal included.
	Progress func(done uint64)
}

// ErrNothing is returned for a question without deals or rules.
var ErrNothing = errors.New("survey: no deals or no rules")

// Most is the largest number of deals that are asked about at once.
const Most = 10_000_000_000

// ErrMany is returned for a question about more than Most deals.
var ErrMany = errors.New("survey: too many deals")

// Run answers the question. It returns ErrNothing, ErrMany, the errors of the context, of the rules,
// of deals that cannot be played by them (*patience.DeckError), and of the
// journal (*JournalError or the file system's).
func Run(ctx context.Context, q Question, opt Options) (*Report, error) {
	if len(q.Rules) == 0 || q.Deals.Len() == 0 {
		return nil, ErrNothing
	}
	if q.Deals.Len() > Most {
		return nil, ErrMany
	}
	report := &Report{Question: q, Tallies: make([]Tally, len(q.Rules))}
	todo := make([]bool, q.chunks())
	for i := range todo {
		todo[i] = true
	}
	var done uint64
	add := func(e entry) {
		todo[e.Chunk] = false
		for i := range report.Tallies {
			report.Tallies[i].add(e.Tallies[i])
		}
		done += min(chunk, q.Deals.Len()-uint64(e.Chunk)*chunk)
		if opt.Progress != nil {
			opt.Progress(done)
		}
	}
	log, err := openJournal(opt.Journal, q, add)
	if err != nil {
		return nil, err
	}
	defer log.close()

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work, results := make(chan int), make(chan entry)
	var workers sync.WaitGroup
	for range max(1, opt.Workers) {
		workers.Go(func() {
			a := asker{q: q, solver: solve.New()}
			for c := range work {
				e, err := a.ask(ctx, c)
				if err != nil {
					stop(err)
					return
				}
				select {
				case results <- e:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		defer close(work)
		for c, open := range todo {
			if !open {
				continue
			}
			select {
			case work <- c:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		workers.Wait()
		close(results)
	}()
	for e := range results {
		if err := log.write(e); err != nil {
			stop(err)
			continue
		}
		add(e)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return report, log.close()
}

// asker is a worker: a solver, and memory it uses again.
type asker struct {
	q      Question
	solver *solve.Solver
	game   patience.Game
	deck   []card.Card
}

// ask solves a chunk of deals.
func (a *asker) ask(ctx context.Context, c int) (entry, error) {
	e := entry{Chunk: c, Tallies: make([]Tally, len(a.q.Rules))}
	first := uint64(c) * chunk
	last := min(first+chunk, a.q.Deals.Len())
	round := make([][]int, len(a.q.Rules)) // strokes of the deals since the last round
	for i := first; i < last; i++ {
		deal := a.q.Deals.At(i)
		for r, rules := range a.q.Rules {
			under, err := deal.Under(rules)
			if err != nil {
				return entry{}, err
			}
			a.deck = under.AppendDeck(a.deck[:0])
			if err := a.game.Reset(rules, a.deck); err != nil {
				return entry{}, err
			}
			problem := solve.FromGame(&a.game)
			result := a.solver.Best(ctx, &problem)
			if !result.Proved {
				return entry{}, context.Cause(ctx)
			}
			round[r] = append(round[r], result.Strokes)
			if len(round[r]) == patience.Holes || i == last-1 {
				e.Tallies[r].Count(round[r]...)
				round[r] = round[r][:0]
			}
		}
	}
	return e, nil
}
