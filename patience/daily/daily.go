// Package daily is the deal of the day: the same for everyone who plays by the
// same rules on the same UTC date, and computed without asking anyone. It knows
// no clock; the caller says what time it is.
//
// The deal is one of the lettered ones. Its index comes from SplitMix64, started
// with the FNV-1a hash of this text, and card.Below:
//
//	birdie daily 1 2026-05-01 king=closed draw=anytime jokers=0 opening=dealt scoring=strokes undo=unlimited par=36
//
// Everyone can work out tomorrow's deal today. That is the price of a daily deal
// that needs no server, and nobody's result depends on a secret.
package daily

import (
	"errors"
	"strings"

	"birdie/card"
	"birdie/patience"
	"birdie/patience/dealcode"
)

// Day is a UTC date, as the number of days since 1970-01-01. Text, and with it
// the deal, covers the years 0 to 9999.
type Day int32

// secondsPerDay: Unix time knows no leap seconds.
const secondsPerDay = 24 * 60 * 60

// At returns the day of a moment in Unix seconds.
func At(unix int64) Day {
	d := unix / secondsPerDay
	if unix%secondsPerDay < 0 {
		d--
	}
	return Day(d)
}

// Start returns the first moment of d in Unix seconds.
func (d Day) Start() int64 { return int64(d) * secondsPerDay }

// yearZero is 0000-03-01: years that begin in March end with the leap day.
const yearZero Day = -719468

const daysPerEra = 146097 // 400 years

// Date returns the year, month and day of the month of d in the Gregorian
// calendar.
func (d Day) Date() (year, month, day int) {
	n := int(d - yearZero)
	era := n / daysPerEra
	if n < 0 {
		era = (n - daysPerEra + 1) / daysPerEra
	}
	n -= era * daysPerEra
	inEra := (n - n/1460 + n/36524 - n/146096) / 365
	n -= 365*inEra + inEra/4 - inEra/100
	fromMarch := (5*n + 2) / 153
	day = n - (153*fromMarch+2)/5 + 1
	month = (fromMarch+2)%12 + 1
	year = era*400 + inEra
	if month <= 2 {
		year++
	}
	return year, month, day
}

// Of returns the day of a date. A month or day that does not exist gives another
// date's day.
func Of(year, month, day int) Day {
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	if year < 0 {
		era = (year - 399) / 400
	}
	inEra := year - era*400
	n := inEra*365 + inEra/4 - inEra/100 + (153*(month-3)+2)/5 + day - 1
	return yearZero + Day(era*daysPerEra+n)
}

// String returns d as 2026-05-01.
func (d Day) String() string {
	year, month, day := d.Date()
	two := func(n int) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	return two(year/100) + two(year) + "-" + two(month) + "-" + two(day)
}

// ErrDate is returned by Parse for what is no date.
var ErrDate = errors.New("daily: not a date such as 2026-05-01")

// Parse reads what String writes.
func Parse(text string) (Day, error) {
	if len(text) != len("2026-05-01") {
		return 0, ErrDate
	}
	number := func(s string) (n int) {
		for i := range len(s) {
			n = 10*n + int(s[i]-'0')
		}
		return n
	}
	d := Of(number(text[:4]), number(text[5:7]), number(text[8:]))
	// What is no number, or no date, is not written like this.
	if d.String() != text {
		return 0, ErrDate
	}
	return d, nil
}

// Deal returns the deal of day d under rules. The error is the
// *patience.RulesError of rules that cannot be.
func Deal(d Day, rules patience.Rules) (dealcode.Deal, error) {
	if err := rules.Validate(); err != nil {
		return dealcode.Deal{}, err
	}
	source := card.SplitMix(fnv("birdie daily 1 " + d.String() + " " + options(rules, " ")))
	return dealcode.OfIndex(card.Below(&source, dealcode.Deals), rules)
}

// options writes every option of rules with its value.
func options(rules patience.Rules, between string) string {
	var all []string
	for _, o := range patience.Options() {
		all = append(all, string(o)+"="+rules.Value(o))
	}
	return strings.Join(all, between)
}

// fnv is the 64-bit FNV-1a hash of Fowler, Noll and Vo.
func fnv(text string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return h
}

// RulesKey names rules in addresses and lists: the id of their preset, or all
// options such as king=closed,draw=anytime,… when they are none.
func RulesKey(rules patience.Rules) string {
	if p, ok := patience.PresetOf(rules); ok {
		return p.ID
	}
	return options(rules, ",")
}

// ParseRulesKey reads what RulesKey writes. Options may also be left out, or
// follow the id of a preset; they replace those of the preset, of the default
// one when none is named. The error is a *patience.RulesError; it has no option
// when the preset does not exist.
func ParseRulesKey(key string) (patience.Rules, error) {
	rules := patience.Default().Rules
	for i, part := range strings.Split(key, ",") {
		option, value, ok := strings.Cut(part, "=")
		if !ok && i == 0 {
			preset, known := patience.PresetByID(part)
			if !known {
				return rules, &patience.RulesError{}
			}
			rules = preset.Rules
			continue
		}
		if err := rules.Set(patience.Option(option), value); err != nil {
			return rules, err
		}
	}
	return rules, rules.Validate()
}
