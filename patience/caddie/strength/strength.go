// Package strength measures how well players of Golf patience do on the same
// deals.
package strength

import (
	"context"
	"slices"
	"sync"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/caddie"
	"birdie/patience/solve"
	"birdie/survey"
)

// A Player plays the game it is given to its end. It is for one goroutine. The
// source is of that game alone, so that a game does not depend on those before.
type Player interface {
	Play(ctx context.Context, g *patience.Game, src card.Source) error
}

// Kind is a kind of player: its stable name, and how one is made.
type Kind struct {
	ID  string
	New func() Player
}

const clairvoyantID = "clairvoyant"

// Kinds are all players, the weakest first: the leftmost card that fits; the move
// that begins the longest run; the caddie with a budget; and the one who knows the
// order of the stock, whose result no other can beat.
func Kinds(budget caddie.Budget) []Kind {
	return []Kind{
		{"leftmost", func() Player { return leftmost{} }},
		{"greedy", func() Player { return greedy{} }},
		{"caddie", func() Player { return &advised{budget: budget} }},
		{clairvoyantID, func() Player { return clairvoyant{solve.New()} }},
	}
}

// Result is how a player did.
type Result struct {
	survey.Tally
	// Over is by how many strokes rounds of nine were above those of the clairvoyant
	// player, the same deals compared; empty when that one did not play.
	Over survey.Tally
}

// Run lets every kind of player play every deal. It returns a result for each. The
// deals must have as many jokers as the rules. progress, if set, is called by one
// goroutine at a time with the number of deals that are done.
func Run(ctx context.Context, deals survey.Deals, rules patience.Rules, kinds []Kind, workers int, progress func(done uint64)) ([]Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		tallies = make([]Result, len(kinds))
		best    = slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == clairvoyantID })
		rounds  = make(chan uint64)
		done    uint64
		lock    sync.Mutex
		group   sync.WaitGroup
	)
	for range max(1, workers) {
		group.Go(func() {
			players := make([]Player, len(kinds))
			for i, k := range kinds {
				players[i] = k.New()
			}
			for first := range rounds {
				last := min(first+patience.Holes, deals.Len())
				results := make([][]int, len(kinds))
				for i, p := range players {
					var err error
					if results[i], err = playRound(ctx, deals, first, last, rules, p); err != nil {
						stop(err)
						return
					}
				}
				lock.Lock()
				for i, r := range results {
					tallies[i].Count(r...)
					if best >= 0 && len(r) == patience.Holes {
						tallies[i].Over.Count(sum(r) - sum(results[best]))
					}
				}
				if done += last - first; progress != nil {
					progress(done)
				}
				lock.Unlock()
			}
		})
	}
	for first := uint64(0); first < deals.Len() && ctx.Err() == nil; first += patience.Holes {
		select {
		case rounds <- first:
		case <-ctx.Done():
		}
	}
	close(rounds)
	group.Wait()
	return tallies, context.Cause(ctx)
}

func sum(strokes []int) (total int) {
	for _, s := range strokes {
		total += s
	}
	return total
}

// playRound plays up to nine deals and returns their strokes.
func playRound(ctx context.Context, deals survey.Deals, first, last uint64, rules patience.Rules, p Player) (strokes []int, err error) {
	for i := first; i < last; i++ {
		deal, err := deals.At(i).Under(rules)
		if err != nil {
			return nil, err
		}
		g, err := deal.Game()
		if err != nil {
			return nil, err
		}
		src := card.SplitMix(i)
		if err := p.Play(ctx, g, &src); err != nil {
			return nil, err
		}
		strokes = append(strokes, g.Strokes())
	}
	return strokes, nil
}

// play makes the moves of choose until the game is over.
func play(ctx context.Context, g *patience.Game, choose func() patience.Action) error {
	for g.State() == patience.Playing {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := g.Do(choose()); err != nil {
			return err
		}
	}
	return nil
}

type leftmost struct{}

func (leftmost) Play(ctx context.Context, g *patience.Game, _ card.Source) error {
	return play(ctx, g, func() patience.Action { return first(g.Moves()) })
}

// first returns the first move of a set that is not empty, removals before draws.
func first(m patience.Moves) patience.Action {
	for a := patience.Remove(0); a < patience.Draw; a++ {
		if m.Has(a) {
			return a
		}
	}
	return patience.Draw
}

type greedy struct{}

func (greedy) Play(ctx context.Context, g *patience.Game, _ card.Source) error {
	return play(ctx, g, func() patience.Action {
		best, longest := patience.Draw, 0
		for a := patience.Remove(0); a < patience.Draw; a++ {
			if !g.Moves().Has(a) {
				continue
			}
			if n := run(g, a, 0); n > longest {
				best, longest = a, n
			}
		}
		return best
	})
}

// runLimit bounds how far ahead the greedy player looks: with jokers the runs are
// too many to try them all.
const runLimit = 12

// run returns the length of the longest run that a removal begins.
func run(g *patience.Game, a patience.Action, depth int) int {
	if depth == runLimit {
		return 0
	}
	next := *g
	if next.Do(a) != nil {
		return 0
	}
	longest := 0
	for b := patience.Remove(0); b < patience.Draw; b++ {
		if next.Moves().Has(b) {
			longest = max(longest, run(&next, b, depth+1))
		}
	}
	return 1 + longest
}

// advised follows the caddie: what it plans up to the next draw is played, and then
// it is asked again.
type advised struct {
	caddie caddie.Caddie
	budget caddie.Budget
}

func (p *advised) Play(ctx context.Context, g *patience.Game, src card.Source) error {
	var plan []patience.Action
	return play(ctx, g, func() patience.Action {
		if m := g.Moves(); len(plan) == 0 && m&(m-1) == 0 {
			return first(m) // nothing to decide
		}
		if len(plan) == 0 {
			v := g.View()
			advice := p.caddie.Advise(ctx, &v, src, p.budget)
			plan = p.caddie.Plan(&v, &advice.Choices[0])
		}
		move := plan[0]
		plan = plan[1:]
		return move
	})
}

// clairvoyant follows the solver.
type clairvoyant struct{ solver *solve.Solver }

func (p clairvoyant) Play(ctx context.Context, g *patience.Game, _ card.Source) error {
	problem := solve.FromGame(g)
	if r := p.solver.Best(ctx, &problem); !r.Proved {
		return context.Cause(ctx)
	}
	line := p.solver.Line(nil)
	return play(ctx, g, func() patience.Action {
		if len(line) == 0 {
			return patience.GiveUp // what is left cannot be removed
		}
		a := line[0]
		line = line[1:]
		return a
	})
}
