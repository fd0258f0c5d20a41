package solve

import "birdie/card"

// A win is looked for from both ends of the stock, turn by turn, in rows of column
// states. Forward, the search knows the states that can be reached by turn t;
// drawing more cards never hurts, so the top of the waste matters only while a run
// goes on, and every removal from a state need be tried once, at the first turn at
// which it can be made. Backward, it knows the open states: those from which
// turning up the cards after turn t wins, whatever lies on the waste; they too are
// found once each, at the last such turn. The side that knows less goes on. The
// deal is won when both know the same state, and lost when they have met without it.
//
// Half a stock reaches far fewer than half of the states, which is why this is
// so much faster than going through it from one end.

// ends are the two sides of a search.
type ends struct{ front, rear rows }

// meet reports whether there is a win.
func (e *ends) meet(q *question) bool {
	f, b := &e.front, &e.rear
	f.order, b.order = inOrder, inOrder
	f.take(q)
	b.take(q)
	f.start()
	b.open(0)
	won := b.turn(q, always, always, f)
	for front, behind := 0, q.all; !won && front < behind && !q.stop(); {
		switch {
		case front+1 == behind:
			won = b.turn(q, 0, q.deck[behind], f) // what goes before is of no interest
			behind--
		case f.size <= b.size:
			front++
			won = f.turn(q, q.deck[front], 0, b)
		default:
			won = b.turn(q, always, q.deck[behind], f)
			behind--
		}
	}
	return won
}

// better are the most cards left with so many cards to be turned up for which it pays
// to ask whether there can be fewer.
var better = [...]int{1: 4, 2: 3}

// best finds the state with the fewest cards, or the first turn at which there is
// none. It returns the last turn the forward side has come to.
func (e *ends) best(q *question) (turn int) {
	f := &e.front
	f.settle(q)
	for turn < q.all && f.cards > 0 && !q.stop() {
		turn++
		f.turn(q, q.deck[turn], 0, nil)
		if rest := q.all - turn; 0 < rest && rest < len(better) && f.cards <= better[rest] && !e.fewer(q, turn) {
			break
		}
	}
	return turn
}

// fewer reports whether fewer cards can be left than so far, at a turn of the forward
// side.
func (e *ends) fewer(q *question, front int) bool {
	f, b := &e.front, &e.rear
	b.order = f.order
	b.take(q)
	b.open(f.cards - 1)
	fewer := b.turn(q, always, always, f)
	for behind := q.all; behind > front && !fewer; behind-- {
		w := card.Rank(always)
		if behind == front+1 {
			w = 0
		}
		fewer = b.turn(q, w, q.deck[behind], f)
	}
	return fewer
}
