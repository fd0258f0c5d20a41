package table

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"birdie/card"
	"birdie/golf"
	"birdie/golf/record"
)

// Whatever players try, in whatever order and however long they wait, whether
// the server starts again or not: errors are refusals, a refusal changes
// nothing, the log folds to what the hall shows, and seats stay where they are
// during a match.
func TestAnythingGoes(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	seen := map[Kind]int{}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chaos := &chaos{src: card.SplitMix(seed), hung: map[string]func(){}}
				presets := golf.Presets()
				rules := record.RulesOf(presets[seed%len(presets)].Rules)
				rules.Holes = 1 + seed%2
				chaos.kit = newKit(t, Settings{
					Rules: rules, Seats: 2 + seed%4, Clock: []int{0, 15, 60}[seed%3], Spectators: true,
				})
				chaos.tell("anna")
				for range 250 {
					chaos.step()
					if chaos.Failed() {
						return
					}
				}
				for _, kind := range chaos.events(0) {
					seen[kind]++
				}
			})
		})
	}
	for _, kind := range Kinds() {
		if seen[kind] == 0 {
			t.Errorf("nothing ever was %s", kind)
		}
	}
}

type chaos struct {
	*kit
	src  card.SplitMix
	hung map[string]func() // streams that are open
}

func (c *chaos) below(n int) int { return int(card.Below(&c.src, uint64(n))) }

func (c *chaos) tell(player string) { c.hung[player] = c.watch(player, -1, nil) }

func (c *chaos) step() {
	players := []string{"anna", "ben", "cleo", "dan", "eve"}
	player := players[c.below(len(players))]
	before := c.view("")
	switch n := c.below(100); {
	case n < 8:
		time.Sleep(time.Duration(1+c.below(40)) * time.Second)
	case n < 10:
		time.Sleep(time.Duration(c.below(100)) * time.Second)
	case n < 11 && before.Phase == PhaseFinished:
		time.Sleep(31 * time.Minute)
	case n < 13:
		c.restart()
		clear(c.hung)
	case n < 18 && c.hung[player] == nil:
		if _, err := c.hall.View(c.Context(), c.id, player); err == nil {
			c.tell(player)
		}
	case n < 22 && c.hung[player] != nil:
		c.hung[player]()
		delete(c.hung, player)
	default:
		c.command(player, before)
	}
	synctest.Wait()
	after := c.view("")
	if before.Phase == PhasePlaying && after.Phase != PhaseLobby && len(before.Seats) != len(after.Seats) {
		c.Errorf("%d seats became %d in a match", len(before.Seats), len(after.Seats))
	}
	again := New(c.id, &c.hall.env)
	if err := Replay(again, c.store.logs[c.id], nil); err != nil {
		c.Fatalf("the log does not fold: %v", err)
	}
	// Deadlines depend on who is there.
	want, got := again.View(golf.Spectator, Presence{}, true), after
	got.Deadline = 0
	if !reflect.DeepEqual(got, want) {
		c.Fatalf("the hall shows\n%+v\nand the log folds to\n%+v", got, want)
	}
}

// command lets a player try something: mostly what could be possible.
func (c *chaos) command(player string, before View) {
	v, err := c.hall.View(c.Context(), c.id, player)
	if errors.Is(err, Banned) {
		return
	}
	orders := Orders()
	o := Command{Order: orders[c.below(len(orders))], On: c.below(4) > 0, Seed: Seed{byte(c.below(256))}}
	switch {
	case v.Golf != nil && len(v.Golf.Legal) > 0 && c.below(5) > 0:
		o.Order, o.Seat = Act, v.You
		o.Action = v.Golf.Legal[c.below(len(v.Golf.Legal))]
	case v.Phase == PhaseHoleOver && c.below(2) > 0:
		o.Order = GoOn
	case v.Phase == PhaseLobby && v.You != nil && c.below(2) > 0:
		o.Order = []Order{Ready, Start}[c.below(2)]
	}
	if o.Order == Close && c.below(10) > 0 {
		o.Order = Say
	}
	switch o.Order {
	case Sit:
		o.Name = player
	case AddBot:
		o.Level = []string{"easy", "medium", "nobody"}[c.below(3)]
	case Clear, HandOver:
		o.Seat = seatNumber(c.below(9) - 1)
	case Configure:
		settings := v.Settings
		settings.Seats = c.below(10)
		o.Settings = &settings
	case Say:
		o.Phrase = append(Phrases(), "buy")[c.below(len(Phrases())+1)]
	}
	if c.below(20) == 0 {
		o.Seq = int64(c.below(int(before.Seq) + 3))
	}
	err = c.try(player, o)
	var refusal Refusal
	var move golf.Refusal
	var rules *golf.RulesError
	if err != nil && !errors.As(err, &refusal) && !errors.As(err, &move) && !errors.As(err, &rules) {
		c.Fatalf("%s, %+v: %v", player, o, err)
	}
	if after := c.view(""); err != nil && after.Seq != before.Seq {
		c.Errorf("%s, %+v: %v, but something happened", player, o, err)
	}
}
