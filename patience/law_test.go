package patience

import (
	"slices"
	"testing"

	"birdie/card"

	"pgregory.net/rapid"
)

// anyRules draws rules that can be played.
func anyRules(t *rapid.T) Rules {
	r := Rules{
		King:    rapid.SampledFrom([]KingRule{Wrap, Queen, Closed}).Draw(t, "king"),
		Draw:    rapid.SampledFrom([]DrawRule{Anytime, WhenStuck}).Draw(t, "draw"),
		Jokers:  uint8(rapid.IntRange(0, 2).Draw(t, "jokers")),
		Opening: rapid.SampledFrom([]Opening{Dealt, Free}).Draw(t, "opening"),
		Scoring: rapid.SampledFrom([]Scoring{Points, Strokes, WinLoss}).Draw(t, "scoring"),
		Undo:    rapid.OneOf(rapid.Just(Unlimited), rapid.Just(UndoOff), rapid.Just(Undo(100)), rapid.Map(rapid.IntRange(1, 8), func(n int) Undo { return Undo(n) })).Draw(t, "undo"),
	}
	if r.Scoring == Strokes && rapid.Bool().Draw(t, "par 45") {
		r.Par = Par45
	}
	return r
}

func anyGame(t *rapid.T) *Game {
	rules := anyRules(t)
	src := card.SplitMix(rapid.Uint64().Draw(t, "seed"))
	deck := card.Deck(1, int(rules.Jokers))
	card.Shuffle(deck, &src)
	g, err := New(rules, deck)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A player does one random action after the other: mostly moves, for games that
// come far, often a move that is legal, and giving up only when asked to.
type player struct {
	src     card.SplitMix
	givesUp bool
}

func (p *player) next(g *Game) Action {
	switch n := card.Below(&p.src, 20); {
	case n < 14:
		if a, ok := randomMove(g, &p.src); ok {
			return a
		}
		return UndoOne
	case n < 16:
		return UndoOne
	case n < 17:
		return RedoOne
	case n < 18 && p.givesUp && card.Below(&p.src, 20) == 0:
		return GiveUp
	case n < 19:
		return Hint
	}
	return Action(card.Below(&p.src, uint64(GiveUp)))
}

// randomMove returns a legal move, a removal three times as likely as a draw,
// and whether there is any.
func randomMove(g *Game, src card.Source) (Action, bool) {
	m := g.Moves()
	if r := m.Removals(); r != 0 && card.Below(src, 4) > 0 {
		m = r
	}
	n := 0
	for a := Action(0); a <= Draw; a++ {
		if m.Has(a) {
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	n = int(card.Below(src, uint64(n)))
	for a := Action(0); ; a++ {
		if m.Has(a) {
			if n == 0 {
				return a, true
			}
			n--
		}
	}
}

// snapshot is all that a game holds except for what undo leaves changed: counts,
// history (with how far it reaches back) and log.
type snapshot struct {
	view         View
	hidden       []card.Card
	waste        []card.Card
	moves        Moves
	run, longest int
	points       int
	strokes      int
	standing     []step
}

func snap(g *Game) snapshot {
	return snapshot{
		view: g.View(), hidden: g.HiddenStock(), waste: g.Waste(nil), moves: g.Moves(), run: g.Run(), longest: g.LongestRun(),
		points: g.Points(), strokes: g.Strokes(), standing: slices.Clone(g.done[:g.depth]),
	}
}

func (s snapshot) equal(t snapshot) bool {
	return s.view == t.view && slices.Equal(s.hidden, t.hidden) && slices.Equal(s.waste, t.waste) && s.moves == t.moves &&
		s.run == t.run && s.longest == t.longest && s.points == t.points && s.strokes == t.strokes &&
		slices.Equal(s.standing, t.standing)
}

// history returns the actions taken back and not made again, the last first.
func history(g *Game) (list []Action) {
	for _, s := range g.done[g.depth:g.tip] {
		list = append(list, s.action)
	}
	return list
}

// play does so many actions of the player, the refused ones included.
func (p *player) play(g *Game, actions int, each func(a Action, before *Game, r Refusal)) {
	for range actions {
		a := p.next(g)
		before := g.Fork()
		r := g.Check(a)
		if err := g.Do(a); err != r.err() {
			panic("Do and Check disagree")
		}
		each(a, before, r)
	}
}

func anyPlayer(t *rapid.T) *player {
	return &player{src: card.SplitMix(rapid.Uint64().Draw(t, "player")), givesUp: rapid.Bool().Draw(t, "gives up")}
}

// anyLength draws how many actions to do: few, or enough to end most games.
func anyLength(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(0, 30), rapid.IntRange(90, 150)).Draw(t, "actions")
}

func TestUndoRestores(t *testing.T) {
	undone := 0
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		anyPlayer(t).play(g, anyLength(t), func(a Action, before *Game, r Refusal) {
			if r != Allowed || !a.Move() {
				return
			}
			f := g.Fork()
			switch err := f.Do(UndoOne); {
			case g.State() == Won:
				if err != GameOver {
					t.Fatalf("undo of a win: %v", err)
				}
			case g.Rules().Undo == UndoOff:
				if err != UndoSpent {
					t.Fatalf("undo that is off: %v", err)
				}
			case err != nil:
				t.Fatalf("undo of the move just made: %v", err)
			case !snap(f).equal(snap(before)):
				t.Fatalf("undo of %c does not restore the position:\n%+v\n%+v", a.Letter(), snap(f), snap(before))
			case f.MoveCount() != g.MoveCount() || f.Clean() || f.Hints() != g.Hints() || f.Undos() != g.Undos()+1:
				t.Fatalf("undo counts wrongly: %d moves after %d, %d undos after %d", f.MoveCount(), g.MoveCount(), f.Undos(), g.Undos())
			default:
				undone++
			}
		})
	})
	if undone == 0 {
		t.Error("no move was taken back")
	}
}

// Taking back as many moves as the rules allow and making them all once more
// leads to the same game, with nothing changed but the undos and the log.
func TestRedoRestores(t *testing.T) {
	redone := 0
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		anyPlayer(t).play(g, anyLength(t), func(Action, *Game, Refusal) {})
		f := g.Fork()
		var passed []snapshot
		for {
			s := snap(f)
			if f.Do(UndoOne) != nil {
				break
			}
			passed = append(passed, s)
		}
		if want := int(g.Rules().Undo); want != int(Unlimited) && len(passed) > want {
			t.Fatalf("%d moves were taken back where the rules allow %d", len(passed), want)
		}
		for _, s := range slices.Backward(passed) {
			if err := f.Do(RedoOne); err != nil {
				t.Fatal(err)
			}
			if !snap(f).equal(s) {
				t.Fatalf("redo does not restore the position:\n%+v\n%+v", snap(f), s)
			}
			redone++
		}
		if f.MoveCount() != g.MoveCount() || f.Undos() != g.Undos()+len(passed) || f.Hints() != g.Hints() ||
			f.floor != g.floor || !slices.Equal(history(f), history(g)) || f.Settled() != g.Settled() {
			t.Fatal("the game is another after undo and redo")
		}
	})
	if redone == 0 {
		t.Error("no move was made once more")
	}
}

// A model of the rules, as plain as can be, that the engine is compared with
// after every action: piles of cards, and everything worked out anew.
type model struct {
	rules   Rules
	columns [Columns][]card.Card
	waste   []card.Card
	stock   []card.Card
	points  int
}

func newModel(rules Rules, deck []card.Card) *model {
	m := &model{rules: rules}
	for i, c := range deck {
		switch {
		case i < Tableau:
			m.columns[i%Columns] = append(m.columns[i%Columns], c)
		case len(m.waste) == 0 && rules.Opening == Dealt:
			m.waste = append(m.waste, c)
		default:
			m.stock = append(m.stock, c)
		}
	}
	m.block()
	return m
}

func (m *model) fits(c card.Card) bool {
	if len(m.waste) == 0 {
		return true
	}
	top := m.waste[len(m.waste)-1]
	if m.rules.King == Closed && top.Rank() == card.King {
		return false
	}
	if top.Joker() || c.Joker() {
		return true
	}
	high, low := max(top.Rank(), c.Rank()), min(top.Rank(), c.Rank())
	return high == low+1 || m.rules.King == Wrap && high == card.King && low == card.Ace
}

func (m *model) left() (n int) {
	for _, c := range m.columns {
		n += len(c)
	}
	return n
}

func (m *model) moves() (set Moves) {
	if m.left() == 0 {
		return 0
	}
	for i, c := range m.columns {
		if len(c) > 0 && m.fits(c[len(c)-1]) {
			set |= 1 << i
		}
	}
	if len(m.stock) > 0 && len(m.waste) > 0 && (set == 0 || m.rules.Draw == Anytime) {
		set |= 1 << Draw
	}
	return set
}

func (m *model) play(a Action) {
	if a == Draw {
		m.waste, m.stock = append(m.waste, m.stock[0]), m.stock[1:]
	} else {
		c := m.columns[a]
		m.waste, m.columns[a] = append(m.waste, c[len(c)-1]), c[:len(c)-1]
		m.points += 10
	}
	m.block()
}

func (m *model) block() {
	if m.left() > 0 && m.moves() == 0 {
		m.points = max(0, m.points-10*m.left())
	}
}

func TestGameAgreesWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		var stands, undone []Action
		count := 0
		check := func() {
			m := newModel(g.Rules(), g.Deck())
			for _, a := range stands {
				m.play(a)
			}
			if g.State() != GivenUp && g.Moves() != m.moves() {
				t.Fatalf("moves %b, the model has %b", g.Moves(), m.moves())
			}
			if g.Remaining() != m.left() || !slices.Equal(g.HiddenStock(), m.stock) || !slices.Equal(g.Waste(nil), m.waste) {
				t.Fatal("the cards lie elsewhere than in the model")
			}
			all := slices.Concat(m.waste, m.stock)
			for c, column := range m.columns {
				all = append(all, column...)
				for r, want := range column {
					if g.Card(c, r) != want {
						t.Fatalf("column %d has %v in row %d, not %v", c, g.Card(c, r), r, want)
					}
				}
				if g.Len(c) != len(column) {
					t.Fatalf("column %d has %d cards, not %d", c, g.Len(c), len(column))
				}
			}
			if card.Count(all) != card.Count(g.Deck()) {
				t.Fatal("cards were lost or doubled")
			}
			if g.Rules().Scoring != Points {
				m.points = 0
			}
			if g.State() != GivenUp && g.Points() != m.points || g.Points() < 0 || g.Points() > 350 {
				t.Fatalf("%d points, the model has %d", g.Points(), m.points)
			}
			strokes := m.left()
			if strokes == 0 {
				strokes = -len(m.stock)
			}
			if g.Strokes() != strokes || g.MoveCount() != count || g.Standing() != len(stands) {
				t.Fatalf("%d strokes, %d moves, %d stand; expected %d, %d, %d", g.Strokes(), g.MoveCount(), g.Standing(), strokes, count, len(stands))
			}
			run, longest := 0, 0
			for _, a := range stands {
				run++
				if a == Draw {
					run = 0
				}
				longest = max(longest, run)
			}
			if g.Run() != run || g.LongestRun() != longest {
				t.Fatalf("run %d, longest %d; expected %d, %d", g.Run(), g.LongestRun(), run, longest)
			}
			want := Playing
			switch {
			case m.left() == 0:
				want = Won
			case m.moves() == 0:
				want = Blocked
			}
			if g.State() != want && g.State() != GivenUp {
				t.Fatalf("the game is %s, the model %s", g.State().ID(), want.ID())
			}
		}
		check()
		anyPlayer(t).play(g, anyLength(t), func(a Action, before *Game, r Refusal) {
			if r != Allowed {
				if !snap(g).equal(snap(before)) || !slices.Equal(g.Actions(), before.Actions()) || !slices.Equal(history(g), history(before)) ||
					g.Clean() != before.Clean() {
					t.Fatalf("the refused %c left a trace", a.Letter())
				}
				return
			}
			switch {
			case a.Move():
				count++
				stands, undone = append(stands, a), nil
			case a == UndoOne:
				last := len(stands) - 1
				undone = append(undone, stands[last])
				stands = stands[:last]
			case a == RedoOne:
				last := len(undone) - 1
				stands = append(stands, undone[last])
				undone = undone[:last]
			}
			check()
		})
	})
}

// Replaying the actions of a game on its deck leads to the same game.
func TestReplayLeadsToTheSameGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		anyPlayer(t).play(g, anyLength(t), func(Action, *Game, Refusal) {})
		f, err := New(g.Rules(), g.Deck())
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range g.Actions() {
			if err := f.Do(a); err != nil {
				t.Fatalf("action %d: %v", i+1, err)
			}
		}
		if !snap(f).equal(snap(g)) || f.MoveCount() != g.MoveCount() || f.Undos() != g.Undos() || f.Hints() != g.Hints() ||
			!slices.Equal(history(f), history(g)) || f.floor != g.floor {
			t.Fatal("the replay is another game")
		}
	})
}

// Once the log has its size, playing allocates nothing.
func TestPlayingAllocatesNothing(t *testing.T) {
	for _, p := range Presets() {
		src := card.SplitMix(1)
		deck := card.Deck(1, int(p.Rules.Jokers))
		g, err := New(p.Rules, deck)
		if err != nil {
			t.Fatal(err)
		}
		game := func() {
			card.Shuffle(deck, &src)
			if err := g.Reset(p.Rules, deck); err != nil {
				t.Fatal(err)
			}
			for range 100 {
				a, ok := randomMove(g, &src)
				if !ok {
					break
				}
				g.Do(a)
				if card.Below(&src, 8) == 0 {
					g.Do(UndoOne)
					g.Do(RedoOne)
				}
			}
			g.Do(Draw) // refused
		}
		for range 50 {
			game()
		}
		if n := testing.AllocsPerRun(200, game); n != 0 {
			t.Errorf("%s: %v allocations a game", p.ID, n)
		}
	}
}

// BenchmarkRandomGame plays a whole random game: shuffle, deal, and random legal
// moves to the end.
func BenchmarkRandomGame(b *testing.B) {
	for _, p := range Presets() {
		b.Run(p.ID, func(b *testing.B) {
			src := card.SplitMix(1)
			deck := card.Deck(1, int(p.Rules.Jokers))
			g := new(Game)
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				card.Shuffle(deck, &src)
				if err := g.Reset(p.Rules, deck); err != nil {
					b.Fatal(err)
				}
				for {
					a, ok := randomMove(g, &src)
					if !ok {
						break
					}
					g.Do(a)
					moves++
				}
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
		})
	}
}
