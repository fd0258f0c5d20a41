package table

import (
	"encoding/json"
	"testing"
	"time"

	"birdie/card"
	"birdie/fair"
	"birdie/golf"
)

// log returns the entries of a nine-hole match of four.
func matchLog(b *testing.B, env *Env) []Entry {
	table := New("bench", env)
	secret := Secret(fair.Secret{1})
	var entries []Entry
	add := func(e Event) {
		data, err := e.encode()
		if err != nil {
			b.Fatal(err)
		}
		entries = append(entries, Entry{Seq: int64(len(entries)) + 1, At: time.UnixMilli(int64(len(entries))), Data: data})
		if err := table.Fold(e, time.UnixMilli(0), ""); err != nil {
			b.Fatal(err)
		}
	}
	add(Event{Kind: Opened, Player: "a", Name: "Anna", Settings: &Settings{Rules: preset(b, "six"), Seats: 4}, Secret: &secret})
	for seat := 1; seat < 4; seat++ {
		add(Event{Kind: Botted, Seat: seat, Level: "easy"})
	}
	add(Event{Kind: Started, Seat: -1})
	src := card.SplitMix(1)
	for table.Phase() != PhaseFinished {
		if table.Phase() == PhaseHoleOver {
			add(Event{Kind: Dealt, Seat: -1})
			continue
		}
		seat := table.mayAct().First()
		v := table.Match().View(seat)
		legal := v.Legal(nil)
		add(Event{Kind: Acted, Seat: seat, Action: legal[card.Below(&src, uint64(len(legal)))].String()})
	}
	return entries
}

// BenchmarkReplay reads a whole match back from its log, as after a restart.
func BenchmarkReplay(b *testing.B) {
	env := &Env{Timing: DefaultTiming()}
	entries := matchLog(b, env)
	for b.Loop() {
		if err := Replay(New("bench", env), entries, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(entries)), "events")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(entries)), "ns/event")
}

// BenchmarkView makes what one player is sent after a move.
func BenchmarkView(b *testing.B) {
	env := &Env{Timing: DefaultTiming()}
	entries := matchLog(b, env)
	table := New("bench", env)
	if err := Replay(table, entries[:len(entries)/2], nil); err != nil {
		b.Fatal(err)
	}
	size := 0
	for b.Loop() {
		v := table.View(golf.MinPlayers, Presence{}, false)
		data, err := json.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
	}
	b.ReportMetric(float64(size), "bytes")
}
