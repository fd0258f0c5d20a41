package golf

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
)

// drawRules returns any playable rules, of one to three holes or a low target,
// and a number of players.
func drawRules(t *rapid.T) (Rules, int) {
	players := rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players")
	return drawRulesFor(t, players), players
}

func drawRulesFor(t *rapid.T, players int) Rules {
	r := Default().Rules
	for _, o := range Options() {
		values := o.Words()
		if values == nil {
			low, high := o.Range()
			if o == OptionHoles || o == OptionTarget {
				continue
			}
			for n := low; n <= high; n++ {
				values = append(values, fmt.Sprint(n))
			}
		}
		if err := r.Set(o, rapid.SampledFrom(values).Draw(t, string(o))); err != nil {
			t.Fatal(err)
		}
	}
	r.Holes = rapid.IntRange(1, 3).Draw(t, "holes")
	if rapid.IntRange(0, 3).Draw(t, "end") == 0 {
		r.Holes, r.Target = 0, rapid.IntRange(MinTarget, 60).Draw(t, "target")
	}
	r.Peek = r.Peek && r.FirstFlips > 0
	var wrong *RulesError
	if errors.As(r.Validate(players), &wrong) && wrong.Option == OptionDecks {
		r.Decks = 0
	}
	return r
}

func source(t *rapid.T) *card.SplitMix {
	s := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
	return &s
}

// drawHole returns a hole of any rules, for some or all of its seats.
func drawHole(t *rapid.T, src card.Source) Hole {
	r, players := drawRules(t)
	active := AllSeats(players)
	if rapid.IntRange(0, 3).Draw(t, "all seats") == 0 {
		active = Seats(rapid.Uint8().Draw(t, "active"))&active | 0b11
	}
	dealer := active.After(rapid.IntRange(0, players-1).Draw(t, "dealer"))
	h, err := NewHoleAmong(r, players, active, dealer, shuffled(r, players, src))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// run plays a hole to its end with random legal actions and calls visit before
// the first and after each, with what has just been done.
func run(t *rapid.T, h *Hole, src card.Source, visit func(events []Event)) {
	visit(nil)
	for !h.Over() {
		if h.NeedsReshuffle() {
			h.ReshuffleRandom(src)
			visit([]Event{{Kind: EventReshuffled, To: Everyone, Number: h.Stock()}})
			continue
		}
		seat, a := randomAction(h, src)
		events, err := h.Do(seat, a, nil)
		if err != nil {
			t.Fatal(err)
		}
		visit(events)
	}
}

// Cards are conserved: at every moment every card of the deck is in exactly one
// place. A face-down position holds a card and a face-up one shows its card.
func TestConservation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		h := drawHole(t, src)
		want := card.Count(h.Rules().Deck(h.Players()))
		run(t, &h, src, func([]Event) {
			cards := append(slices.Clone(h.Pile()), h.stock[:h.stockLen]...)
			for _, c := range [...]card.Card{h.drawn, h.taken} {
				if c != card.None {
					cards = append(cards, c)
				}
			}
			for s := range h.Players() {
				for pos := range MaxCells {
					if h.face[s][pos] != card.None {
						cards = append(cards, h.face[s][pos])
					}
					if h.hidden[s][pos] != card.None {
						cards = append(cards, h.hidden[s][pos])
					}
					if h.up[s].Has(pos) != (h.face[s][pos] != card.None) ||
						h.FaceDown(s).Has(pos) != (h.hidden[s][pos] != card.None) {
						t.Fatalf("seat %d position %d is neither up nor down", s, pos)
					}
				}
			}
			if got := card.Count(cards); got != want {
				t.Fatalf("cards %v, want %v", got, want)
			}
		})
	})
}

// A hole ends, for every number of players n: with exactly n-1 last turns, one
// for each player but the ender, or by the stall rule without an ender.
func TestLastTurns(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			ended := 0
			rapid.Check(t, func(t *rapid.T) {
				src := source(t)
				r := drawRulesFor(t, players)
				h := mustHole(t, r, players, 0, shuffled(r, players, src))
				checkLastTurns(t, &h, src)
				if !h.Stalled() {
					ended++
				}
			})
			if ended == 0 {
				t.Error("every hole stalled")
			}
		})
	}
	t.Run("some of the seats", rapid.MakeCheck(func(t *rapid.T) {
		src := source(t)
		h := drawHole(t, src)
		checkLastTurns(t, &h, src)
	}))
}

func checkLastTurns(t *rapid.T, h *Hole, src card.Source) {
	t.Helper()
	others := h.Active().Count() - 1
	var turns []int // seats on turn since the ender's last
	run(t, h, src, func(events []Event) {
		for _, e := range events {
			switch {
			case e.Kind == EventLastTurns && turns != nil:
				t.Fatal("the last turns begin twice")
			case e.Kind == EventLastTurns:
				if e.Number != others {
					t.Fatalf("%d last turns announced for %d others", e.Number, others)
				}
				turns = []int{}
			case e.Kind == EventTurn && turns != nil:
				turns = append(turns, int(e.Seat))
			}
		}
		if turns != nil && !h.Over() && h.LastTurns() != others-len(turns)+1 {
			t.Fatalf("%d last turns left after %v of %d", h.LastTurns(), turns, others)
		}
	})
	if h.Stalled() {
		if turns != nil || h.Ender() != -1 || h.QuietRounds() != StallRounds {
			t.Fatalf("stalled with ender %d after %v", h.Ender(), turns)
		}
		return
	}
	order := []int{}
	for s := h.Active().After(h.Ender()); s != h.Ender(); s = h.Active().After(s) {
		order = append(order, s)
	}
	if !slices.Equal(turns, order) {
		t.Fatalf("last turns of %v, want %v", turns, order)
	}
}

// Turning up the end adds nothing twice: a card is revealed once, none that was
// face up already, and the scores are those of the cards that lie there.
func TestRevealingAddsNothingTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		h := drawHole(t, src)
		before := h
		run(t, &h, src, func(events []Event) {
			revealed := [MaxPlayers]Cells{}
			for _, e := range events {
				if e.Kind == EventRevealed {
					if revealed[e.Seat] != 0 || e.Cells == 0 {
						t.Fatalf("seat %d is revealed twice or not at all", e.Seat)
					}
					revealed[e.Seat] = e.Cells
				}
			}
			if !h.Over() {
				before = h
				return
			}
			for s := range h.Players() {
				if !h.Active().Has(s) {
					continue
				}
				if h.FaceDown(s) != 0 || revealed[s] != h.Revealed(s) || revealed[s]&before.FaceUp(s) != 0 {
					t.Fatalf("seat %d: %b revealed, %b were up", s, revealed[s], before.FaceUp(s))
				}
				for pos := range h.Rules().Layout.Cells() {
					if before.FaceUp(s).Has(pos) && before.Turn() != s && before.face[s][pos] != h.face[s][pos] {
						t.Fatalf("seat %d position %d has changed", s, pos)
					}
				}
			}
			again := h.Scores()
			if again != h.Scores() {
				t.Fatal("scoring twice differs")
			}
		})
	})
}

// What the engine offers is what it accepts: Legal is sorted and holds exactly
// those actions, of all there can be, that Check allows. An action that is
// refused changes nothing.
func TestLegalIsWhatIsAllowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		h := drawHole(t, src)
		run(t, &h, src, func([]Event) {
			for s := -1; s <= h.Players(); s++ {
				legal := []Action{}
				if s >= 0 && s < h.Players() {
					legal = h.Legal(s, legal)
				}
				allowed := []Action{}
				for kind := Kind(0); kind <= kindCount; kind++ {
					for cells := Cells(0); cells < 1<<10; cells++ {
						if cells != 0 && cells.Count() > 1 && (kind != Choose || cells.Count() > 3) {
							continue
						}
						a := Action{kind, cells}
						before := h
						err := h.Check(s, a)
						if err == nil {
							allowed = append(allowed, a)
							continue
						}
						var refusal Refusal
						if !errors.As(err, &refusal) || refusal.ID() == "" {
							t.Fatalf("seat %d, %v: %v is no refusal", s, a, err)
						}
						if cells.Count() < 2 {
							if h.Apply(s, a) != err || h != before {
								t.Fatalf("seat %d, %v: refused and yet something changed", s, a)
							}
						}
					}
				}
				slices.SortFunc(allowed, func(a, b Action) int {
					if a.Kind != b.Kind {
						return int(a.Kind) - int(b.Kind)
					}
					return int(a.Cells) - int(b.Cells)
				})
				if !slices.Equal(legal, allowed) {
					t.Fatalf("seat %d: legal %v, allowed %v", s, legal, allowed)
				}
				if h.MayAct(s) != (len(legal) > 0) {
					t.Fatalf("seat %d: may act %v with %v", s, h.MayAct(s), legal)
				}
			}
			if h.Over() {
				if h.Turn() != -1 {
					t.Fatalf("turn of %d after the end", h.Turn())
				}
			} else if !h.NeedsReshuffle() && !h.MayAct(h.Turn()) {
				t.Fatalf("seat %d is on turn and may not act", h.Turn())
			}
		})
	})
}

// A sampled hole looks to the seat exactly like the real one, also when it is
// sampled for the second time, and it has the cards of the deck.
func TestDeterminize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		h := drawHole(t, src)
		run(t, &h, src, func([]Event) {
			seat := int(card.Below(src, uint64(h.Players()+1))) - 1
			v := h.View(seat)
			w := v.Determinize(src)
			again := w.View(seat)
			if again != v {
				t.Fatalf("seat %d sees\n%+v, want\n%+v", seat, again, v)
			}
			playRandomly(&w, src) // it must be playable to its end
			cards := append(slices.Clone(w.Pile()), w.stock[:w.stockLen]...)
			for s := range w.Players() {
				for _, c := range w.face[s] {
					if c != card.None {
						cards = append(cards, c)
					}
				}
			}
			if card.Count(cards) != card.Count(w.Rules().Deck(w.Players())) {
				t.Fatal("a sampled hole has other cards than the deck")
			}
		})
	})
}

// Every unseen card is equally likely to be at every place it can be at: over many
// samples each place gets each card about equally often. After a reshuffle the
// stock and the grids have cards of their own.
func TestDeterminizeIsUniform(t *testing.T) {
	r := rules(t, "layout=four peek=on knock=on")
	src := card.SplitMix(5)
	h := mustHole(t, r, 2, 0, shuffled(r, 2, &src))
	play(t, &h, "0 choose 1 2, 1 choose 3 4, 1 draw")
	v := h.View(0)
	unseen := v.Unseen() // 54 without two peeked at and the one that opened the pile
	checkUniform(t, &v, unseen, 51, func(w *Hole) card.Card { return w.hidden[1][0] })
	checkUniform(t, &v, unseen, 51, func(w *Hole) card.Card { return w.drawn })
	checkUniform(t, &v, unseen, 51, func(w *Hole) card.Card { return w.stock[w.stockLen-1] })

	r = rules(t, "decks=1 first-flips=0")
	h = mustHole(t, r, 8, 0, shuffled(r, 8, &src))
	play(t, &h, "1 draw, 1 swap 1, 2 draw, 2 swap 1, 3 draw, 3 swap 1, 4 draw, 4 swap 1, 5 draw, 5 swap 1")
	h.ReshuffleRandom(&src)
	play(t, &h, "6 draw")
	v = h.View(0)
	stock, grids := v.UnseenStock(), v.Unseen()
	for c := range grids {
		grids[c] -= stock[c]
	}
	checkUniform(t, &v, stock, 5, func(w *Hole) card.Card { return w.drawn })
	checkUniform(t, &v, stock, 5, func(w *Hole) card.Card { return w.stock[0] })
	checkUniform(t, &v, grids, 43, func(w *Hole) card.Card { return w.hidden[6][1] })
}

// checkUniform samples holes and compares how often each of the n cards is at a
// place, by chi-squared.
func checkUniform(t *testing.T, v *View, possible card.Counts, n int, place func(w *Hole) card.Card) {
	t.Helper()
	const rounds = 400
	var seen [card.Max + 1]int
	src := card.SplitMix(6)
	for range rounds * n {
		w := v.Determinize(&src)
		seen[place(&w)]++
	}
	square, kinds := 0.0, 0
	for c, times := range seen {
		switch possible[c] {
		case 0:
			if times > 0 {
				t.Errorf("%v is there, which cannot be", card.Card(c))
			}
		case 1:
			kinds++
			square += float64((times-rounds)*(times-rounds)) / rounds
		}
	}
	// The 99.99 % quantile of chi-squared is about f + 4 sqrt(2f) + 10 for few
	// degrees of freedom f, as here.
	f := float64(n - 1)
	if limit := f + 4*math.Sqrt(2*f) + 10; kinds != n || square > limit {
		t.Errorf("chi-squared %.1f for %d cards, want at most %.1f", square, kinds, limit)
	}
}

// An observer rebuilds what a seat knows from nothing but the events that seat is
// told. Its fields are named as View's methods are.
type observer struct {
	seat     int
	active   Seats
	grids    [MaxPlayers][MaxCells]card.Card
	up       [MaxPlayers]Cells
	peeked   [MaxPlayers]Cells
	fromPile [MaxPlayers]Cells
	chosen   Seats
	pile     []card.Card
	stock    int
	hand     card.Card
	taken    bool
	turn     int
	ender    int
	scores   [MaxPlayers]int
}

func (o *observer) see(e Event) {
	seat := int(e.Seat)
	put := func(cards [MaxCells]card.Card) {
		for pos := range MaxCells {
			if e.Cells.Has(pos) {
				o.grids[seat][pos] = cards[pos]
			}
		}
	}
	turnUp := func() {
		o.up[seat] |= e.Cells
		o.peeked[seat] &^= e.Cells
	}
	switch e.Kind {
	case EventDealt:
		o.active, o.pile, o.ender = e.Seats, []card.Card{e.Card}, -1
	case EventChose:
		o.chosen |= 1 << seat
	case EventTurnedUp:
		put(e.Cards)
		turnUp()
	case EventPeeked:
		o.peeked[seat] = e.Cells
	case EventPeekedAt:
		put(e.Cards)
	case EventTurn:
		o.turn = seat
	case EventDrew:
		o.stock--
	case EventDrewCard:
		o.hand = e.Card
	case EventTook:
		o.pile, o.hand, o.taken = o.pile[:len(o.pile)-1], e.Card, true
	case EventSwapped:
		turnUp()
		o.grids[seat][e.Cells.First()] = e.Card
		o.fromPile[seat] &^= e.Cells
		if o.taken {
			o.fromPile[seat] |= e.Cells
		}
		o.pile, o.hand, o.taken = append(o.pile, e.Old), card.None, false
	case EventDiscarded:
		o.pile, o.hand = append(o.pile, e.Card), card.None
	case EventFlipped:
		turnUp()
		o.grids[seat][e.Cells.First()] = e.Card
	case EventLastTurns:
		o.ender = seat
	case EventReshuffled:
		o.stock, o.pile = e.Number, o.pile[len(o.pile)-1:]
	case EventRevealed:
		put(e.Cards)
		turnUp()
		o.turn = -1
	case EventScored:
		o.scores[seat] = e.Number
		o.turn = -1
	}
}

// The events a seat may see are enough: whoever follows them knows at every
// moment what the seat's View says.
func TestEventsTellTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		r, players := drawRules(t)
		m, err := NewMatch(r, players)
		if err != nil {
			t.Fatal(err)
		}
		seat := rapid.IntRange(Spectator, players-1).Draw(t, "seat")
		var o observer
		for number := 1; !m.Over(); {
			step := randomStep(m, src)
			for _, e := range do(t, m, step) {
				if e.Seq != number {
					t.Fatalf("event %d has number %d", number, e.Seq)
				}
				number++
				if e.Kind == EventDealt {
					o = observer{seat: seat, turn: m.Hole().Starter(), stock: m.Hole().Stock()}
				}
				if e.VisibleTo(seat) {
					o.see(e)
				}
			}
			if m.Waits() == WaitCut || m.Waits() == WaitDeal && len(m.Results()) == 0 {
				continue
			}
			compare(t, &o, m.View(seat))
		}
	})
}

func compare(t *rapid.T, o *observer, v View) {
	t.Helper()
	for s := range v.Players() {
		if o.up[s] != v.FaceUp(s) || o.peeked[s] != v.Peeked(s) || o.fromPile[s] != v.FromPile(s) {
			t.Fatalf("seat %d: up %b %b, peeked %b %b, from the pile %b %b", s,
				o.up[s], v.FaceUp(s), o.peeked[s], v.Peeked(s), o.fromPile[s], v.FromPile(s))
		}
		for pos := range v.Rules().Layout.Cells() {
			if o.grids[s][pos] != v.Card(s, pos) {
				t.Fatalf("seat %d position %d: %v, the view says %v", s, pos, o.grids[s][pos], v.Card(s, pos))
			}
		}
		if v.Over() && o.scores[s] != v.Scores()[s].Total {
			t.Fatalf("seat %d: scored %d, the view says %d", s, o.scores[s], v.Scores()[s].Total)
		}
	}
	if o.active != v.Active() || o.ender != v.Ender() || o.stock != v.Stock() || !slices.Equal(o.pile, v.Pile()) || o.hand != v.Hand() {
		t.Fatalf("%+v\nthe view says %+v", o, v)
	}
	if v.Phase() == PhaseChoose {
		if o.chosen != v.Chosen() {
			t.Fatalf("chosen %b, the view says %b", o.chosen, v.Chosen())
		}
	} else if o.turn != v.Turn() {
		t.Fatalf("turn of %d, the view says %d", o.turn, v.Turn())
	}
}

// Every match ends, after as many holes as the rules say, and its steps replayed
// give it again.
func TestMatchesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source(t)
		r, players := drawRules(t)
		m, err := NewMatch(r, players)
		if err != nil {
			t.Fatal(err)
		}
		for !m.Over() {
			do(t, m, randomStep(m, src))
		}
		again, err := Replay(r, players, m.Steps())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("replayed differs: %v", err)
		}
		checkScorecard(t, m)
	})
}

// checkScorecard works the totals and the winners of a finished match out anew.
func checkScorecard(t *rapid.T, m *Match) {
	sum := make([]int, m.Players())
	holes, extra, reached := 0, 0, false
	leaders := AllSeats(m.Players())
	dealer := m.Results()[0].Dealer
	for i, h := range m.Results() {
		if h.Active != leaders || h.Dealer != dealer {
			t.Fatalf("hole %d is played by %b and dealt by %d, want %b and %d", i+1, h.Active, h.Dealer, leaders, dealer)
		}
		score := make([]int, m.Players())
		for s := range score {
			score[s] = h.Scores[s].Total
			if h.Extra == 0 {
				sum[s] += score[s]
				reached = reached || sum[s] >= m.Rules().Target
			}
		}
		last := i == len(m.Results())-1
		if h.Extra == 0 {
			holes++
			if m.Rules().Target > 0 && reached && m.Results()[min(i+1, len(m.Results())-1)].Extra == 0 && !last {
				t.Fatalf("the match goes on after the target was reached in hole %d", i+1)
			}
			score = sum
		} else if extra++; h.Extra != extra {
			t.Fatalf("extra hole %d has number %d", extra, h.Extra)
		}
		if last || m.Results()[i+1].Extra > 0 {
			best := slices.MinFunc(seatList(leaders), func(a, b int) int { return score[a] - score[b] })
			for _, s := range seatList(leaders) {
				if score[s] > score[best] {
					leaders &^= 1 << s
				}
			}
		}
		dealer = leaders.After(dealer)
	}
	if m.Rules().Holes != 0 && holes != m.Rules().Holes {
		t.Fatalf("%d holes, want %d", holes, m.Rules().Holes)
	}
	if m.Rules().Target != 0 && !reached && holes != MaxTargetHoles {
		t.Fatalf("over after %d holes without anyone at the target", holes)
	}
	if m.Winners() != leaders {
		t.Fatalf("winners %b, want %b", m.Winners(), leaders)
	}
	if extra > MaxExtraHoles || extra > 0 && m.Rules().Ties == TiesShared {
		t.Fatalf("%d extra holes", extra)
	}
	if m.Rules().Ties == SuddenDeath && leaders.Count() > 1 && extra != MaxExtraHoles {
		t.Fatalf("shared after %d extra holes", extra)
	}
	if got := m.Totals(); !slices.Equal(got[:m.Players()], sum) {
		t.Fatalf("totals %v, want %v", got, sum)
	}
}

func seatList(set Seats) (list []int) {
	for s := range MaxPlayers {
		if set.Has(s) {
			list = append(list, s)
		}
	}
	return list
}
