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
	f.settle(q)
	b.settle(q)
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

// best returns the fewest cards that can be left and, if there are none, the first
// turn at which that is so. It goes forward, where the last turns reach most of all
// states, and asks from the end of the stock when that is near.
func (e *ends) best(q *question) (cards, turn int) {
	f := &e.front
	f.settle(q)
	f.start()
	least := 0 // no fewer can be left
	for turn < q.all && f.cards > least && !q.stop() {
		turn++
		f.turn(q, q.deck[turn], 0, nil)
		switch rest := q.all - turn; {
		case f.cards == 0 || rest == 0:
		case rest == askWin:
			if e.within(q, turn, q.all, 0) {
				last := turn + 1
				for !e.within(q, turn, last, 0) {
					last++
				}
				return 0, last
			}
			least = 1
		case rest < len(askFewer) && f.cards <= askFewer[rest] && !e.within(q, turn, q.all, f.cards-1):
			return f.cards, turn
		}
	}
	return f.cards, turn
}

// askWin is the number of turns before the end at which it pays to ask for a win, and
// askFewer are the most cards left with which it pays to ask for fewer, by the
// number of turns before the end.
const askWin = 6

var askFewer = [...]int{1: 4, 2: 3}

// within reports whether no more than limit cards can be left by turn last, the
// forward side being at turn front.
func (e *ends) within(q *question, front, last, limit int) bool {
	f, b := &e.front, &e.rear
	b.settle(q)
	b.open(limit)
	met := b.turn(q, always, always, f)
	for behind := last; behind > front && !met; behind-- {
		w := card.Rank(always)
		if behind == front+1 {
			w = 0 // what goes before is of no interest
		}
		met = b.turn(q, w, q.deck[behind], f)
	}
	return met
}
