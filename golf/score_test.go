package golf

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"birdie/card"
)

func TestScoreGrid(t *testing.T) {
	for _, c := range []struct {
		name, settings, grid string
		cards, total         int
		cells                []int8
		cols, rows           uint8
	}{
		{
			name: "nothing cancels", grid: "AC 2C 3C 4D 5D 6D",
			cards: 21, total: 21, cells: []int8{1, 2, 3, 4, 5, 6},
		},
		{
			name: "two jacks in one column are 0", grid: "JC KC AC JD QC 2C",
			cards: 13, total: 13, cells: []int8{0, 0, 1, 0, 10, 2}, cols: 0b001,
		},
		{
			name: "two jacks apart are 20", grid: "JC JD KC KD KH KS",
			cards: 20, total: 20, cells: []int8{10, 10, 0, 0, 0, 0}, cols: 0b100,
		},
		{
			name: "a king is 0", grid: "KC AC AD 2C 3C 4C",
			cards: 11, total: 11, cells: []int8{0, 1, 1, 2, 3, 4},
		},
		{
			name: "two kings in one column are 0", grid: "KC AC AD KD 3C 4C",
			cards: 9, total: 9, cells: []int8{0, 1, 1, 0, 3, 4}, cols: 0b001,
		},
		{
			name: "10, jack and queen never pair with each other", grid: "TC TD JC JD QC QD",
			cards: 60, total: 60, cells: []int8{10, 10, 10, 10, 10, 10},
		},
		{
			name: "ten pairs with ten", grid: "TC JC QC TD JD QD", cells: []int8{0, 0, 0, 0, 0, 0}, cols: 0b111,
		},
		{
			name: "a joker is -2", grid: "X1 KC KD AC KH KS",
			cards: -1, total: -1, cells: []int8{-2, 0, 0, 1, 0, 0}, cols: 0b110,
		},
		{
			name: "two jokers in one column are 0", grid: "X1 KC KD X2 AC KS",
			cards: 1, total: 1, cells: []int8{0, 0, 0, 0, 1, 0}, cols: 0b101,
		},
		{
			name: "or they keep their -4", settings: "negative-pairs=keep", grid: "X1 KC KD X2 AC KS",
			cards: -3, total: -3, cells: []int8{-2, 0, 0, -2, 1, 0}, cols: 0b100,
		},
		{
			name: "two jokers apart are -4", grid: "X1 X2 KD KC AC KS",
			cards: -3, total: -3, cells: []int8{-2, -2, 0, 0, 1, 0}, cols: 0b100,
		},
		{
			name: "a two is 2 and pairs", grid: "2C 2D AC 2H 3C AD",
			cards: 5, total: 5, cells: []int8{0, 2, 0, 0, 3, 0}, cols: 0b101,
		},
		{
			name: "wild twos are -2 and pair to 0", settings: "wild-twos=on", grid: "2C 2D AC 2H 3C AD",
			cards: 1, total: 1, cells: []int8{0, -2, 0, 0, 3, 0}, cols: 0b101,
		},
		{
			name: "or they keep their -4", settings: "wild-twos=on negative-pairs=keep", grid: "2C 2D AC 2H 3C AD",
			cards: -3, total: -3, cells: []int8{-2, -2, 0, -2, 3, 0}, cols: 0b100,
		},
		{
			name: "keeping negatives leaves tame twos alone", settings: "negative-pairs=keep", grid: "2C KC AC 2H 3C 4D",
			cards: 8, total: 8, cells: []int8{0, 0, 1, 0, 3, 4}, cols: 0b001,
		},
		{
			name: "a wild two is no joker for lines", settings: "wild-twos=on rows=on", grid: "2C X1 AC 5C X2 5D",
			cards: 9, total: 9, cells: []int8{-2, 0, 1, 5, 0, 5}, cols: 0b010,
		},
		{
			name: "rows do not cancel", grid: "5C 5D 5H 6C 7C 8C",
			cards: 36, total: 36, cells: []int8{5, 5, 5, 6, 7, 8},
		},
		{
			name: "with rows they do", settings: "rows=on", grid: "5C 5D 5H 6C 7C 8C",
			cards: 21, total: 21, cells: []int8{0, 0, 0, 6, 7, 8}, rows: 0b01,
		},
		{
			name: "a row and a column crossing: the card in both is one zero", settings: "rows=on", grid: "5C 5D 5H 5S 7C 8C",
			cards: 15, total: 15, cells: []int8{0, 0, 0, 0, 7, 8}, cols: 0b001, rows: 0b01,
		},
		{
			name: "two of a row of three do not cancel", settings: "rows=on", grid: "5C 5D 6H 9S 7C 8C",
			cards: 40, total: 40, cells: []int8{5, 5, 6, 9, 7, 8},
		},
		{
			name: "four cards", settings: "layout=four", grid: "9C AC 9D QC",
			cards: 11, total: 11, cells: []int8{0, 1, 0, 10}, cols: 0b01,
		},
		{
			name: "nine cards: a column is all three", settings: "layout=nine", grid: "4C 7C KC 4D 7D KD 4H 8C KH",
			cards: 22, total: 22, cells: []int8{0, 7, 0, 0, 7, 0, 0, 8, 0}, cols: 0b101,
		},
		{
			name: "eight cards", settings: "layout=eight", grid: "9C AC 9D QC 9H 2C 8D QD",
			cards: 20, total: 20, cells: []int8{0, 1, 9, 0, 0, 2, 8, 0}, cols: 0b1001,
		},
		{
			name: "four of a kind", settings: "four-equal=on", grid: "9C 9D KC 9H KD 9S",
			cards: 18, total: -2, cells: []int8{0, 9, 0, 0, 0, 9}, cols: 0b001,
		},
		{
			name: "four of a kind and rows", settings: "four-equal=on layout=eight rows=on", grid: "9C 9D 9H 9S JC JD JH JS",
			total: -40, cells: []int8{0, 0, 0, 0, 0, 0, 0, 0}, rows: 0b11,
		},
		{
			name: "eight of a kind are two fours", settings: "four-equal=on layout=eight decks=2", grid: "9C 9D 9H 9S 9C 9D 9H 9S",
			total: -40, cells: []int8{0, 0, 0, 0, 0, 0, 0, 0}, cols: 0b1111,
		},
		{
			name: "five of a kind are one four", settings: "four-equal=on decks=2", grid: "9C 9D 9H 9S 9C KD",
			cards: 9, total: -11, cells: []int8{0, 0, 9, 0, 0, 0}, cols: 0b011,
		},
		{
			name: "four jokers", settings: "four-equal=on decks=2 layout=four", grid: "X1 X1 X2 X2",
			total: -20, cells: []int8{0, 0, 0, 0}, cols: 0b11,
		},
		{
			name: "10, J, Q are not of a kind", settings: "four-equal=on layout=four", grid: "TC JC QC TD",
			cards: 40, total: 40, cells: []int8{10, 10, 10, 10},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, c.settings)
			g := grid(t, c.grid)
			s := r.ScoreGrid(&g)
			if s.Cards != c.cards || s.Total != c.total || s.Cols != c.cols || s.Rows != c.rows {
				t.Errorf("%+v, want cards %d, total %d, columns %b, rows %b", s, c.cards, c.total, c.cols, c.rows)
			}
			if !reflect.DeepEqual(s.Cells[:r.Layout.Cells()], c.cells) {
				t.Errorf("cells %v, want %v", s.Cells, c.cells)
			}
		})
	}
}

// ended returns a hole of two or three players over, with the given grids, ended by
// seat 1: it is the starter, turns up its last card as its turn, and the others
// pass time by discarding.
func ended(t *testing.T, settings string, grids ...string) Hole {
	t.Helper()
	r := rules(t, settings+" flip-turn=on flip=never layout=four first-flips=3")
	h := lay(t, r, len(grids), 0, grids, "8C")
	for s := range grids {
		if err := h.Apply(s, Action{Choose, 0b111}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Apply(1, FlipAt(3)); err != nil {
		t.Fatal(err)
	}
	for !h.Over() {
		seat := h.Turn()
		if err := h.Apply(seat, Action{Kind: Draw}); err != nil {
			t.Fatal(err)
		}
		if err := h.Apply(seat, Action{Kind: Discard}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func TestEnder(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		grids          []string
		want           []int
	}{
		{"no rule, no difference", "", []string{"AC 2C KC KD", "AD 5C KH KS"}, []int{3, 6}},
		{"not lowest costs 10", "knock-penalty=on", []string{"AC 2C KC KD", "AD 5C KH KS"}, []int{3, 16}},
		{"lowest costs nothing", "knock-penalty=on", []string{"AC 5D KC KD", "AD 2C KH KS"}, []int{6, 3}},
		{"a tie for lowest is not punished", "knock-penalty=on", []string{"AC 2C KC KD", "AD 2D KH KS"}, []int{3, 3}},
		{"strict: it is", "knock-penalty=strict", []string{"AC 2C KC KD", "AD 2D KH KS"}, []int{3, 13}},
		{"strict: alone lowest is not", "knock-penalty=strict", []string{"AC 5C KC KD", "AD 2D KH KS"}, []int{6, 3}},
		{"one of two others lower", "knock-penalty=on", []string{"9C 8D KC KD", "AD 5D KH KS", "AC 2C X1 X2"}, []int{17, 16, -1}},
		{"lowest of three", "knock-penalty=on", []string{"9C 8D KC KD", "AD 5D KH KS", "AC 2C QC QD"}, []int{17, 6, 23}},
		{"alone lowest gets -5", "ender-bonus=on", []string{"AC 5C KC KD", "AD 2D KH KS"}, []int{6, -2}},
		{"a tie gets no bonus", "ender-bonus=on", []string{"AC 2C KC KD", "AD 2D KH KS"}, []int{3, 3}},
		{"not lowest doubles", "ender-double=on", []string{"AC 2C KC KD", "AD 5C KH KS"}, []int{3, 12}},
		{"a tie does not double", "ender-double=on", []string{"AC 2C KC KD", "AD 2D KH KS"}, []int{3, 3}},
		{"zero does not double", "ender-double=on negative-pairs=keep", []string{"X1 KC X2 KD", "2C 3C 2D 3D"}, []int{-4, 0}},
		{"nor does less than zero", "ender-double=on negative-pairs=keep wild-twos=on", []string{"X1 KC X2 KD", "2C AC KH KS"}, []int{-4, -1}},
		{"double, then 10 more", "ender-double=on knock-penalty=on", []string{"AC 2C KC KD", "AD 5C KH KS"}, []int{3, 22}},
		{"everything at once, lowest", "ender-double=on knock-penalty=strict ender-bonus=on", []string{"AC 5C KC KD", "AD 2D KH KS"}, []int{6, -2}},
		{
			"the cards decide who is lowest, not four of a kind", "four-equal=on knock-penalty=on ender-double=on",
			[]string{"9C 9D 9H 9S", "AC 2C KC KD"},
			[]int{-20, 16},
		},
		{
			"and so the ender with four of a kind is not lowest", "four-equal=on knock-penalty=on ender-bonus=on negative-pairs=keep",
			[]string{"X1 KC AC KD", "9C 9D 9H 9S"},
			[]int{-1, -10},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := ended(t, c.settings, c.grids...)
			if h.Ender() != 1 {
				t.Fatalf("ender %d", h.Ender())
			}
			if got := totals(&h); !reflect.DeepEqual(got, c.want) {
				t.Errorf("totals %v, want %v", got, c.want)
			}
			for seat, s := range h.Scores() {
				if sum := s.Cards + s.FourEqual + s.Bonus + s.Doubling + s.Penalty; sum != s.Total {
					t.Errorf("seat %d: items are %d together, total is %d", seat, sum, s.Total)
				}
			}
		})
	}
}

// reference scores a finished hole in another way than the engine: card by card
// instead of line by line, from the cards' letters.
func reference(r Rules, grids map[int][]string, ender int) map[int]int {
	points := map[byte]int{'A': 1, 'T': 10, 'J': 10, 'Q': 10, 'K': 0, 'X': -2}
	for digit := byte('2'); digit <= '9'; digit++ {
		points[digit] = int(digit - '0')
	}
	if r.WildTwos {
		points['2'] = -2
	}
	cards, extra := map[int]int{}, map[int]int{}
	for seat, g := range grids {
		width := map[int]int{4: 2, 6: 3, 8: 4, 9: 3}[len(g)]
		letters := map[byte]int{}
		for i, c := range g {
			letters[c[0]]++
			column, row := true, r.Rows
			for j, other := range g {
				column = column && (j%width != i%width || other[0] == c[0])
				row = row && (j/width != i/width || other[0] == c[0])
			}
			kept := r.Negative == NegativeKeep && points[c[0]] < 0
			if kept || !column && !row {
				cards[seat] += points[c[0]]
			}
		}
		for _, n := range letters {
			if r.FourEqual {
				extra[seat] -= n / 4 * 20
			}
		}
	}
	total, better, equal := map[int]int{}, 0, 0
	for seat := range grids {
		total[seat] = cards[seat] + extra[seat]
		if seat != ender && ender >= 0 && cards[seat] < cards[ender] {
			better++
		}
		if seat != ender && ender >= 0 && cards[seat] == cards[ender] {
			equal++
		}
	}
	if ender < 0 {
		return total
	}
	if r.EnderBonus && better+equal == 0 {
		total[ender] -= 5
	}
	if r.EnderDouble && better > 0 {
		total[ender] += max(total[ender], 0)
	}
	if r.Penalty == PenaltyOn && better > 0 || r.Penalty == PenaltyStrict && better+equal > 0 {
		total[ender] += 10
	}
	return total
}

// The scorer agrees with an independent one, and its items add up.
func TestScorerEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, players := drawRules(t)
		src := source(t)
		h := mustHole(t, r, players, 0, pairedDeck(t, r, players, src))
		playRandomly(&h, src)
		grids := map[int][]string{}
		for s := range players {
			for _, c := range h.Face(s)[:r.Layout.Cells()] {
				grids[s] = append(grids[s], c.String())
			}
		}
		want := reference(r, grids, h.Ender())
		for s, score := range h.Scores() {
			if score.Total != want[s] {
				t.Fatalf("seat %d: %+v, want %d: %v, ender %d", s, score, want[s], grids, h.Ender())
			}
			sum := 0
			for _, n := range score.Cells {
				sum += int(n)
			}
			if sum != score.Cards || score.Cards+score.FourEqual+score.Bonus+score.Doubling+score.Penalty != score.Total {
				t.Fatalf("seat %d: items do not add up: %+v", s, score)
			}
		}
	})
}

// pairedDeck returns a deck that is often sorted in part, so that lines cancel
// more often than by chance.
func pairedDeck(t *rapid.T, r Rules, players int, src card.Source) []card.Card {
	deck := shuffled(r, players, src)
	if rapid.Bool().Draw(t, "equal ranks together") {
		n := min(len(deck), players*r.Layout.Cells())
		byRank := make([]card.Card, 0, n)
		for rank := card.Rank(1); rank <= card.JokerRank; rank++ {
			for _, c := range deck[:n] {
				if c.Rank() == rank {
					byRank = append(byRank, c)
				}
			}
		}
		copy(deck, byRank)
	}
	return deck
}
