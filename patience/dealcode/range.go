package dealcode

import (
	"iter"
	"math"
	"strings"
)

// Range is a row of deals one after the other. Its zero value is empty.
type Range struct {
	first Deal
	n     uint64
}

// ParseRange reads a range of deals: pysol:1-200, GO1-E-AAAAAAA..AAAAAZZ, with
// .. also between numbers or whole codes, or a single deal as ParseSource reads
// it. Its errors are those of ParseSource, and a range that ends before it
// starts, or with a deal of another kind or other rules, is a WrongRange.
func ParseRange(text string) (Range, error) {
	from, to, isRange := strings.Cut(text, "..")
	if numbers, ok := cutPySol(text); ok && !isRange {
		from, to, isRange = strings.Cut(numbers, "-")
		from = "pysol:" + from
	}
	first, err := ParseSource(from)
	if err != nil {
		return Range{}, err
	}
	if !isRange {
		return Range{first: first, n: 1}, nil
	}
	// The end may leave out what it shares with the start.
	var last Deal
	switch index, ok := parseIndex(plain(to)); {
	case first.kind == lettered && ok:
		last = first
		last.index = index
	case first.kind == numbered && !first.ruled:
		if number, ok := cutPySol(to); ok {
			to = number
		}
		number, err := ParseNumber(trim(to))
		if err != nil {
			return Range{}, err
		}
		last = OfNumber(number)
	default:
		if last, err = ParseSource(to); err != nil {
			return Range{}, err
		}
	}
	n, ok := last.minus(first)
	if !ok {
		return Range{}, fail(WrongRange, text)
	}
	return Range{first: first, n: n + 1}, nil
}

// minus returns how many deals after first d comes, if it does and if that is
// less than the greatest uint64.
func (d Deal) minus(first Deal) (uint64, bool) {
	if d.kind != first.kind || d.ruled != first.ruled || d.rules != first.rules {
		return 0, false
	}
	switch d.kind {
	case lettered:
		return d.index - first.index, d.index >= first.index
	case numbered:
		n, ok := d.number.minus(first.number)
		return n, ok && d.number.ms == first.number.ms && n < math.MaxUint64
	}
	return 0, false
}

// Len returns the number of deals.
func (r Range) Len() uint64 { return r.n }

// At returns the deal i of the range, 0 the first; beyond the range the zero Deal.
func (r Range) At(i uint64) Deal {
	if i >= r.n {
		return Deal{}
	}
	d := r.first
	switch d.kind {
	case lettered:
		d.index += i
	case numbered:
		d.number, _ = d.number.plus(i)
	}
	return d
}

// String writes r as ParseRange reads it; the empty text for the zero Range.
func (r Range) String() string {
	if r.n <= 1 {
		return r.first.Code()
	}
	return r.first.Code() + ".." + r.At(r.n-1).Code()
}

// All returns an iterator over the deals, in order.
func (r Range) All() iter.Seq[Deal] {
	return func(yield func(Deal) bool) {
		for i := range r.n {
			if !yield(r.At(i)) {
				return
			}
		}
	}
}
