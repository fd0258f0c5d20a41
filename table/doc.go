// Package table is a live table of golf: who sits where, the lobby, the clocks,
// the bots, and the match, as one log of numbered events.
//
// A Table is a fold over its log and knows neither time nor storage: commands
// are decided against it and become events, events change it. A Hall runs the
// tables of a server: it stores events before anyone hears of them, wakes
// those who watch, and moves bots and clocks.
//
// What a seat or a spectator gets to know are only View and the Notes made for
// it; a Note it may not see becomes a skip with the same number.
package table
