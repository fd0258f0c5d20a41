package patience

import (
	"errors"
	"strings"
	"testing"

	"birdie/card"
)

// cards reads cards in two-letter notation separated by blanks.
func cards(t testing.TB, text string) (list []card.Card) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		c, err := card.Parse(word)
		if err != nil {
			t.Fatalf("%q: %v", word, err)
		}
		list = append(list, c)
	}
	return list
}

// board makes a deck from columns (most covered card first), a waste card and
// the first stock cards. Cards not named follow in the order of an unshuffled
// deck, so that a test names only what it is about: columns may be shorter than
// five when the covered cards do not matter.
func board(t testing.TB, rules Rules, waste, stock string, columns ...string) []card.Card {
	t.Helper()
	deck := make([]card.Card, rules.DeckSize())
	named := cards(t, stock+" "+waste)
	for _, column := range columns {
		named = append(named, cards(t, column)...)
	}
	isNamed := card.Count(named)
	var rest []card.Card
	for _, c := range card.Deck(1, int(rules.Jokers)) {
		if isNamed[c] == 0 {
			rest = append(rest, c)
		}
	}
	for i, text := range columns {
		column := cards(t, text)
		for k, c := range column {
			deck[(Rows-len(column)+k)*Columns+i] = c
		}
	}
	at := Tableau
	if waste != "" {
		deck[at] = cards(t, waste)[0]
		at++
	}
	copy(deck[at:], cards(t, stock))
	for i := range deck {
		if deck[i] == card.None {
			deck[i], rest = rest[0], rest[1:]
		}
	}
	return deck
}

func newGame(t testing.TB, rules Rules, deck []card.Card) *Game {
	t.Helper()
	g, err := New(rules, deck)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// preset returns the rules of a preset.
func preset(t testing.TB, id string) Rules {
	t.Helper()
	p, ok := PresetByID(id)
	if !ok {
		t.Fatalf("no preset %q", id)
	}
	return p.Rules
}

// play does the actions of a string of letters; blanks are passed over.
func play(t testing.TB, g *Game, letters string) {
	t.Helper()
	for i, letter := range []byte(strings.ReplaceAll(letters, " ", "")) {
		a, ok := ActionOf(letter)
		if !ok {
			t.Fatalf("%q is no action", letter)
		}
		if err := g.Do(a); err != nil {
			t.Fatalf("action %d, %q: %v", i+1, letter, err)
		}
	}
}

// refuses checks that an action is refused for that reason and changes nothing.
func refuses(t testing.TB, g *Game, a Action, want Refusal) {
	t.Helper()
	view, log, moves := g.View(), len(g.Actions()), g.MoveCount()
	if err := g.Do(a); !errors.Is(err, want) {
		t.Errorf("action %q: %v, want %v", a.Letter(), err, want)
	}
	if g.View() != view || len(g.Actions()) != log || g.MoveCount() != moves {
		t.Errorf("the refused action %q changed the game", a.Letter())
	}
}

// aaaaaab is the deal printed in seed 000, with the reference order of its stock.
func aaaaaab(t testing.TB, rules Rules) *Game {
	t.Helper()
	return newGame(t, rules, board(t, rules, "AC", "8S TD KS 9H 9D KH 5H AD 6S JC QC JD QD 2H 4D 6D",
		"6C 5S QS TS 6H", "2S KC 4S 2C 8C", "TC AH 2D 5D JS", "3D QH AS KD 4C", "JH 3C 7D 8H 9C", "TH 4H 7H 7C 8D", "3S 7S 3H 9S 5C"))
}

// The won game of that deal under easy: 49 moves, two stock cards left. The
// seed pictures the position before move 35.
const (
	firstMoves = "d52d3dd556617452d17d144d23d37d6d42"
	lastMoves  = "3246117d53d6dd7"
)

func TestSeed000Opening(t *testing.T) {
	g := aaaaaab(t, preset(t, "easy"))
	if g.Stock() != 16 || g.Top().String() != "AC" || g.Remaining() != 35 {
		t.Fatalf("dealt %d in the stock, %v on the waste, %d cards", g.Stock(), g.Top(), g.Remaining())
	}
	if m := g.Moves(); m != 1<<Draw {
		t.Errorf("moves %b: no free card fits an ace here", m)
	}
	refuses(t, g, Remove(0), NotAdjacent) // 6♥ on A♣
	if r := g.Touch(0, 3); r != CardCovered {
		t.Errorf("10♠ in row 4 of column 1: %v, want %v", r, CardCovered)
	}
	play(t, g, "d")
	if g.Top().String() != "8S" {
		t.Fatalf("drew %v, want 8S", g.Top())
	}
	play(t, g, "5")
	if g.Top().String() != "9C" {
		t.Fatalf("removed %v, want 9C", g.Top())
	}
	play(t, g, "2")
	if g.Top().String() != "8C" || g.Stock() != 15 || g.FreeCard(1).String() != "2C" || g.FreeCard(4).String() != "8H" {
		t.Errorf("%v on the waste, stock %d, free %v and %v", g.Top(), g.Stock(), g.FreeCard(1), g.FreeCard(4))
	}
	if g.Run() != 2 || g.MoveCount() != 3 || g.Points() != 20 {
		t.Errorf("run %d, moves %d, points %d", g.Run(), g.MoveCount(), g.Points())
	}
}

func TestSeed000WonGame(t *testing.T) {
	g := aaaaaab(t, preset(t, "easy"))
	play(t, g, firstMoves)
	var free []string
	for c := range Columns {
		free = append(free, g.FreeCard(c).String())
	}
	if got := strings.Join(free, " "); got != "5S 2S AH 3D JH 4H 7S" || g.Top().String() != "KC" || g.Stock() != 6 {
		t.Fatalf("before move 35: free %s, waste %v, stock %d", got, g.Top(), g.Stock())
	}
	if m := g.MoveCount(); m != 34 {
		t.Fatalf("%d moves made", m)
	}
	play(t, g, lastMoves)
	if g.State() != Won || g.Stock() != 2 || g.MoveCount() != 49 || g.Points() != 350 || g.Strokes() != -2 {
		t.Errorf("%s, stock %d, %d moves, %d points, %d strokes", g.State().ID(), g.Stock(), g.MoveCount(), g.Points(), g.Strokes())
	}
	if !g.Clean() || !g.Settled() {
		t.Error("the won game is not clean and settled")
	}
	if waste := g.Waste(nil); len(waste) != 1+49 || waste[0].String() != "AC" || waste[1].String() != "8S" || waste[49].String() != "3S" {
		t.Errorf("the waste is %v", waste)
	}
	for _, a := range []Action{Draw, UndoOne, RedoOne, Hint, GiveUp, Remove(0)} {
		refuses(t, g, a, GameOver)
	}
}

func TestAceOnKing(t *testing.T) {
	for _, tt := range []struct {
		preset string
		want   Refusal
	}{{"easy", Allowed}, {"putt-putt", Allowed}, {"classic", NotAdjacent}, {"queen-on-king", NotAdjacent}, {"traditional", KingTakesNone}, {"cards4", KingTakesNone}} {
		rules := preset(t, tt.preset)
		g := newGame(t, rules, board(t, rules, "KC", "", "6C", "2S", "AH", "QH"))
		if got := g.Check(Remove(2)); got != tt.want {
			t.Errorf("%s: A♥ on K♣: %v, want %v", tt.preset, got, tt.want)
		}
		queen := g.Check(Remove(3))
		if want := rules.King != Closed; (queen == Allowed) != want {
			t.Errorf("%s: Q♥ on K♣: %v", tt.preset, queen)
		}
		g = newGame(t, rules, board(t, rules, "AC", "", "2S", "KH"))
		if g.Check(Remove(0)) != Allowed || (g.Check(Remove(1)) == Allowed) != (rules.King == Wrap) {
			t.Errorf("%s: on an ace: 2 %v, king %v", tt.preset, g.Check(Remove(0)), g.Check(Remove(1)))
		}
	}
}

// The run of seed 001: 6♥ 7♦ 8♣ 9♠ 10♣ J♠ Q♥ K♥, and then nothing fits.
func TestSeed001Run(t *testing.T) {
	rules := preset(t, "traditional")
	g := newGame(t, rules, board(t, rules, "6H", "", "7D", "JS", "4H", "QH 8C", "KH", "TC 9S", "2C"))
	play(t, g, "1466245")
	if g.Run() != 7 || g.LongestRun() != 7 || g.Top().String() != "KH" {
		t.Errorf("run %d, longest %d, top %v", g.Run(), g.LongestRun(), g.Top())
	}
	if m := g.Moves(); m != 1<<Draw {
		t.Errorf("moves %b, want only the draw", m)
	}
	for c := range Columns {
		refuses(t, g, Remove(c), KingTakesNone)
	}
	play(t, g, "d")
	if g.Run() != 0 || g.LongestRun() != 7 {
		t.Errorf("after the draw run %d, longest %d", g.Run(), g.LongestRun())
	}
}

func TestSeed001Round(t *testing.T) {
	// Four cards left, then a win with three cards in the stock: 1 after two holes.
	blocked := ladder(t, preset(t, "putt-putt"), "KS")
	play(t, blocked, climb(31)+strings.Repeat("d", 16))
	won := ladder(t, preset(t, "putt-putt"), "KS")
	if blocked.State() != Blocked || blocked.Strokes() != 4 {
		t.Fatalf("%s with %d strokes", blocked.State().ID(), blocked.Strokes())
	}
	rules := preset(t, "putt-putt")
	deck := won.Deck()
	place(deck, Tableau+13, "AS") // the thirteenth card drawn lets the ladder begin
	won = newGame(t, rules, deck)
	play(t, won, strings.Repeat("d", 13)+climb(35))
	if won.State() != Won || won.Strokes() != -3 {
		t.Fatalf("%s with %d strokes", won.State().ID(), won.Strokes())
	}
	r := Round{Rules: rules}
	for _, g := range []*Game{blocked, won} {
		if err := r.Add(g.Strokes()); err != nil {
			t.Fatal(err)
		}
	}
	if r.Total() != 1 || r.Played() != 2 || r.Hole(0) != 4 || r.Hole(1) != -3 || r.Done() || r.Beaten() {
		t.Errorf("%+v", r)
	}
}

// ladder deals the tableau so that under wrap its cards can be removed one after
// the other, 2 to king, ace to king, ace to 10, from column 1, 2, ... 7, 1, ...;
// the last stock card is given.
func ladder(t testing.TB, rules Rules, last string) *Game {
	deck := make([]card.Card, 52)
	deck[Tableau] = 1
	for k := range Tableau {
		deck[(Rows-1-k/Columns)*Columns+k%Columns] = card.Card(k + 2)
	}
	for i := Tableau + 1; i < 52; i++ {
		deck[i] = card.Card(i + 1)
	}
	place(deck, 51, last)
	return newGame(t, rules, deck)
}

// climb removes the first n cards of the ladder.
func climb(n int) string { return strings.Repeat("1234567", 5)[:n] }

// place swaps the card named into a place of the deck.
func place(deck []card.Card, at int, name string) {
	for i, c := range deck {
		if c.String() == name {
			deck[i], deck[at] = deck[at], deck[i]
			return
		}
	}
	panic("no " + name)
}

func TestPoints(t *testing.T) {
	for _, tt := range []struct {
		left   int
		last   string
		points int
	}{{4, "KS", 270}, {5, "KS", 250}, {10, "TS", 150}, {18, "3S", 0}} {
		g := ladder(t, preset(t, "easy"), tt.last)
		play(t, g, climb(Tableau-tt.left)+strings.Repeat("d", 15))
		before := g.Points()
		play(t, g, "d")
		if g.State() != Blocked || g.Remaining() != tt.left || g.Points() != tt.points || g.Strokes() != tt.left {
			t.Errorf("%d left: %s with %d points", tt.left, g.State().ID(), g.Points())
		}
		if g.Settled() {
			t.Errorf("%d left: settled although the block can be undone", tt.left)
		}
		refuses(t, g, Draw, GameOver)
		play(t, g, "u")
		if g.State() != Playing || g.Points() != before || before != 10*(Tableau-tt.left) {
			t.Errorf("%d left: undo leaves %d points of %d", tt.left, g.Points(), before)
		}
		play(t, g, "rg")
		if g.State() != GivenUp || g.Points() != tt.points {
			t.Errorf("%d left: giving the blocked game up leaves %d points", tt.left, g.Points())
		}
	}
	g := ladder(t, preset(t, "easy"), "KS")
	play(t, g, climb(35))
	if g.State() != Won || g.Points() != 350 || g.Strokes() != -16 {
		t.Errorf("won: %s with %d points, %d strokes", g.State().ID(), g.Points(), g.Strokes())
	}
}

func TestGiveUp(t *testing.T) {
	for _, tt := range []struct {
		preset          string
		points, strokes int
	}{{"easy", 270, 4}, {"putt-putt", 0, 4}} {
		g := ladder(t, preset(t, tt.preset), "KS")
		play(t, g, climb(31)+"g")
		if g.State() != GivenUp || !g.Settled() || g.Points() != tt.points || g.Strokes() != tt.strokes {
			t.Errorf("%s: %s, %d points, %d strokes", tt.preset, g.State().ID(), g.Points(), g.Strokes())
		}
		for _, a := range []Action{Draw, UndoOne, RedoOne, Hint, GiveUp} {
			refuses(t, g, a, GameOver)
		}
	}
}

// 7-6-5-6-7: the direction changes, and the first 6 frees the 5 it covered.
func TestSeed003TurningRun(t *testing.T) {
	rules := preset(t, "cards4")
	g := newGame(t, rules, board(t, rules, "7C", "", "5D 6H", "6S", "7D", "7H"))
	if r := g.Touch(0, 3); r != CardCovered {
		t.Errorf("the 5 below the 6: %v", r)
	}
	refuses(t, g, Remove(2), NotAdjacent) // no 7 on a 7
	play(t, g, "1123")
	if g.Top().String() != "7D" || g.Run() != 4 {
		t.Errorf("top %v, run %d", g.Top(), g.Run())
	}
}

// An empty stock ends nothing while cards fit.
func TestSeed003EmptyStock(t *testing.T) {
	rules := preset(t, "cards4")
	deck := board(t, rules, "KC", "", "3D", "2C", "AH")
	place(deck, 51, "4S")
	g := newGame(t, rules, deck)
	for c := range Columns {
		refuses(t, g, Remove(c), KingTakesNone) // a king that opens the waste
	}
	play(t, g, strings.Repeat("d", 16))
	refuses(t, g, Draw, StockEmpty)
	play(t, g, "123")
	if g.Run() != 3 || g.Top().String() != "AH" {
		t.Errorf("run %d, top %v", g.Run(), g.Top())
	}
}

func TestSeed003DrawnKing(t *testing.T) {
	rules := preset(t, "cards4")
	g := newGame(t, rules, board(t, rules, "5C", "KH", "QD"))
	play(t, g, "d")
	refuses(t, g, Remove(0), KingTakesNone)

	deck := g.Deck()
	place(deck, 51, "KH")
	g = newGame(t, rules, deck)
	play(t, g, strings.Repeat("d", 16))
	if g.State() != Blocked || g.Remaining() != 35 {
		t.Errorf("a king on the waste with an empty stock: %s", g.State().ID())
	}
}

// Under closed the last tableau card may be a king on a queen: a win.
func TestSeed003LastKing(t *testing.T) {
	rules := preset(t, "cards4")
	var order []string // the tableau in the order of removal
	for _, suit := range "CDH" {
		for _, rank := range "A23456789TJQK" {
			order = append(order, string(rank)+string(suit))
		}
	}
	// Drawn: A♣ opens, A♦ and 2♥ come from the stock; A♥ stays below them.
	order = append(order[1:13:13], append(order[14:26:26], order[28:]...)...)
	columns := make([]string, Columns)
	for i, name := range order {
		columns[i%Columns] = name + " " + columns[i%Columns]
	}
	g := newGame(t, rules, board(t, rules, "AC", "AD 2H", columns...))
	moves := climb(35)
	play(t, g, moves[:12]+"d"+moves[12:24]+"d"+moves[24:])
	if g.State() != Won || g.Top().String() != "KH" || g.Strokes() != -14 {
		t.Errorf("%s, top %v, %d strokes", g.State().ID(), g.Top(), g.Strokes())
	}
}

func TestJokers(t *testing.T) {
	for _, king := range []KingRule{Wrap, Queen, Closed} {
		rules := Rules{King: king, Jokers: 2, Scoring: Strokes, Undo: Unlimited}
		g := newGame(t, rules, board(t, rules, "5C", "KH", "X1", "9D", "X2", "KD", "3S"))
		if g.Stock() != 18 {
			t.Errorf("stock %d with two jokers, want 18", g.Stock())
		}
		play(t, g, "12") // a joker on a 5, a 9 on the joker
		play(t, g, "34") // a joker on the 9, a king on the joker
		if g.Top().String() != "KD" {
			t.Fatalf("top %v", g.Top())
		}
		if king == Closed {
			refuses(t, g, Remove(4), KingTakesNone)
		}

		g = newGame(t, rules, board(t, rules, "KC", "", "X1"))
		if got := g.Check(Remove(0)) == Allowed; got != (king != Closed) {
			t.Errorf("king rule %d: a joker on a king: %v", king, got)
		}
		g = newGame(t, rules, board(t, rules, "X1", "", "X2"))
		play(t, g, "1") // a joker on a joker
		g = newGame(t, rules, board(t, rules, "X1", ""))
		if got := g.Moves().Removals(); got != 1<<Columns-1 {
			t.Errorf("on a joker only %b fit", got)
		}
	}
}

func TestFreeOpening(t *testing.T) {
	for _, draw := range []DrawRule{Anytime, WhenStuck} {
		rules := Rules{King: Closed, Draw: draw, Opening: Free, Scoring: Strokes, Undo: Unlimited}
		g := newGame(t, rules, board(t, rules, "", "9C", "KC", "QC"))
		if g.Stock() != 17 || g.Top() != card.None || len(g.Waste(nil)) != 0 {
			t.Fatalf("stock %d, top %v", g.Stock(), g.Top())
		}
		refuses(t, g, Draw, OpenFirst)
		if g.Moves() != 1<<Columns-1 {
			t.Errorf("moves %b, want every removal and no draw", g.Moves())
		}
		play(t, g, "1")
		refuses(t, g, Remove(1), KingTakesNone)
		play(t, g, "d")
		if g.Top().String() != "9C" || g.Stock() != 16 {
			t.Errorf("drew %v, stock %d", g.Top(), g.Stock())
		}
		play(t, g, "uu")
		refuses(t, g, Draw, OpenFirst)
	}
}

func TestWhenStuck(t *testing.T) {
	rules := preset(t, "strict")
	g := newGame(t, rules, board(t, rules, "5C", "9C", "6C", "9D", "9H", "9S", "KC", "KD", "KH"))
	refuses(t, g, Draw, DrawTooEarly)
	play(t, g, "1")
	play(t, newGame(t, rules, board(t, rules, "KC", "9C", "6C")), "d") // nothing goes on a king

	// Where nothing fits, drawing is all there is.
	g = newGame(t, rules, board(t, rules, "5C", "TH", "9C", "9D", "9H", "9S", "KC", "KD", "KH"))
	if g.Moves() != 1<<Draw {
		t.Errorf("moves %b, want only the draw", g.Moves())
	}
	play(t, g, "d")
	refuses(t, g, Draw, DrawTooEarly)
}

func TestUndoNumber(t *testing.T) {
	rules := preset(t, "easy")
	rules.Undo = 2
	g := aaaaaab(t, rules)
	refuses(t, g, UndoOne, NothingToUndo)
	refuses(t, g, RedoOne, NothingToRedo)
	play(t, g, "d52 uu")
	refuses(t, g, UndoOne, UndoSpent)
	play(t, g, "rr u")
	if g.MoveCount() != 3 || g.Standing() != 2 {
		t.Errorf("%d moves counted, %d stand", g.MoveCount(), g.Standing())
	}
	play(t, g, "d")
	refuses(t, g, RedoOne, NothingToRedo)
	if g.MoveCount() != 4 || g.Clean() || g.Undos() != 3 {
		t.Errorf("%d moves, clean %v, %d undos", g.MoveCount(), g.Clean(), g.Undos())
	}

	rules.Undo = UndoOff
	g = aaaaaab(t, rules)
	play(t, g, "d")
	refuses(t, g, UndoOne, UndoSpent)
}

// A blocked game that can't be taken back is settled.
func TestBlockWithoutUndoIsSettled(t *testing.T) {
	rules := preset(t, "easy")
	rules.Undo = UndoOff
	g := ladder(t, rules, "KS")
	play(t, g, climb(31)+strings.Repeat("d", 16))
	if g.State() != Blocked || !g.Settled() {
		t.Errorf("%s, settled %v", g.State().ID(), g.Settled())
	}
	play(t, g, "g")
}

func TestHintTakesTheMark(t *testing.T) {
	g := aaaaaab(t, preset(t, "easy"))
	before := g.View()
	play(t, g, "h")
	if g.Clean() || g.Hints() != 1 || g.MoveCount() != 0 || g.View() != before {
		t.Errorf("clean %v, %d hints, %d moves", g.Clean(), g.Hints(), g.MoveCount())
	}
}

func TestForkPlaysOnByItself(t *testing.T) {
	g := aaaaaab(t, preset(t, "easy"))
	play(t, g, "d")
	f := g.Fork()
	play(t, f, "52")
	if g.Standing() != 1 || len(g.Actions()) != 1 || f.Standing() != 3 {
		t.Errorf("%d and %d moves stand", g.Standing(), f.Standing())
	}
}

func TestNewRefusesWhatIsNoDeck(t *testing.T) {
	deck := card.Deck(1, 0)
	var doubled, joker [52]card.Card
	copy(doubled[:], deck)
	doubled[7] = doubled[3]
	copy(joker[:], deck)
	joker[7] = card.Joker1
	for name, tt := range map[string]struct {
		deck []card.Card
		want DeckError
	}{
		"short":   {deck[:51], DeckError{Want: 52, Got: 51}},
		"doubled": {doubled[:], DeckError{Want: 52, Got: 52, Card: doubled[3]}},
		"joker":   {joker[:], DeckError{Want: 52, Got: 52, Card: card.Joker1}},
	} {
		_, err := New(Rules{}, tt.deck)
		var got *DeckError
		if !errors.As(err, &got) || *got != tt.want {
			t.Errorf("%s: %v, want %v", name, err, &tt.want)
		}
	}
	if _, err := New(Rules{Jokers: 1}, append(card.Deck(1, 0), card.Joker2)); err != nil {
		t.Errorf("the other joker as the only one: %v", err)
	}
}

func TestPlacesThatDoNotExist(t *testing.T) {
	g := aaaaaab(t, preset(t, "easy"))
	for _, place := range [][2]int{{-1, 0}, {Columns, 0}, {0, -1}, {0, Rows}} {
		if r := g.Touch(place[0], place[1]); r != NoSuchCard {
			t.Errorf("%v: %v", place, r)
		}
		if c := g.Card(place[0], place[1]); c != card.None {
			t.Errorf("%v holds %v", place, c)
		}
	}
	refuses(t, g, Remove(Columns), UnknownAction)
	refuses(t, g, Remove(-1), UnknownAction)
	if g.Len(-1) != 0 || g.Len(Columns) != 0 {
		t.Error("a column that does not exist has cards")
	}
	play(t, g, "d5")
	if r := g.Touch(4, 4); r != NoSuchCard {
		t.Errorf("a card that is gone: %v", r)
	}
}
