// Command bot is an example of a program that plays Golf with a grid at a table
// of a Birdie server. It uses nothing of Birdie but its HTTP interface, which
// /api/ of every server describes; any language will do.
//
//	BIRDIE_TOKEN=... bot -server http://localhost:8080 -table 4n7q...
//
// A person makes the token with POST /api/me/bots. The bot takes a seat, gets
// ready and plays whole matches, until the table closes or it is sent away.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

func main() {
	b := bot{token: os.Getenv("BIRDIE_TOKEN")}
	flag.StringVar(&b.server, "server", "http://localhost:8080", "address of the server")
	flag.StringVar(&b.table, "table", "", "id of the table")
	flag.BoolVar(&b.once, "once", false, "stop after one match")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

type bot struct {
	server, table, token string
	once                 bool

	last    int64 // the last event we know of
	readied int64 // the last event when we got ready
	acted   int64 // the event of our last action
}

// view is the part of a table's view that this bot needs.
type view struct {
	Seq   int64
	Phase string
	You   *int
	Seats []struct {
		Ready  bool
		WentOn bool `json:"went-on"`
	}
	Golf *struct {
		Rules struct{ Layout string }
		Phase string
		Pile  []string
		Taken string
		Hand  string
		Grids [][]cell
		Legal []string
	}
}

type cell struct {
	Card string // missing when we do not know it
	Up   bool
}

// errOver means that there is nothing left to do at the table.
var errOver = errors.New("over")

// run takes a seat and plays until there is nothing left to do.
func (b *bot) run(ctx context.Context) error {
	err := b.command(ctx, map[string]any{"order": "sit"})
	var refused *problem
	if errors.As(err, &refused) && refused.Code == "seated-already" {
		err = nil
	}
	if err != nil {
		return err
	}
	b.last = -1
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		err := b.follow(ctx, func(v *view) error {
			wait = time.Second // the connection works
			return b.react(ctx, v)
		})
		switch {
		case errors.Is(err, errOver):
			return nil
		case errors.As(err, &refused) && refused.Status < 500:
			return err
		}
		log.Printf("connection lost (%v), trying again", err)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// react does what there is to do for us.
func (b *bot) react(ctx context.Context, v *view) error {
	if v.You == nil {
		return errOver // sent away, or the seat was lost
	}
	me := v.Seats[*v.You]
	switch v.Phase {
	case "lobby", "starting":
		if me.Ready || b.readied >= v.Seq {
			return nil
		}
		b.readied = v.Seq
		// Our share in the shuffles: whoever wants to verify them keeps it.
		seed := make([]byte, 32)
		rand.Read(seed)
		return b.tolerate(b.command(ctx, map[string]any{"order": "ready", "seq": v.Seq, "on": true, "seed": hex.EncodeToString(seed)}))
	case "hole-over":
		if me.WentOn {
			return nil
		}
		return b.tolerate(b.command(ctx, map[string]any{"order": "go-on", "seq": v.Seq}))
	case "playing":
		if len(v.Golf.Legal) == 0 || v.Seq < b.acted {
			return nil
		}
		action := choose(v)
		return b.tolerate(b.command(ctx, map[string]any{"order": "act", "seq": v.Seq, "seat": *v.You, "action": action}))
	case "finished":
		if b.once {
			return errOver
		}
	case "closed":
		return errOver
	}
	return nil
}

// tolerate drops the refusals that only say that something else was faster: the
// stream will show what.
func (b *bot) tolerate(err error) error {
	var refused *problem
	if errors.As(err, &refused) && refused.Status == http.StatusConflict {
		return nil
	}
	return err
}

// problem is an error as the server sends it.
type problem struct {
	Status int
	Code   string
	Title  string
	Detail string
}

func (p *problem) Error() string { return p.Code + ": " + p.Title + " " + p.Detail }

// command sends a command, with the same id until there is an answer.
func (b *bot) command(ctx context.Context, c map[string]any) error {
	id := make([]byte, 16)
	rand.Read(id)
	c["id"] = hex.EncodeToString(id)
	if c["seq"] == nil {
		c["seq"] = 0
	}
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	for {
		var answer struct{ Seq int64 }
		err := b.call(ctx, "POST", "/commands", body, func(in *http.Response) error {
			return json.NewDecoder(in.Body).Decode(&answer)
		})
		var refused *problem
		switch {
		case err == nil:
			b.acted = answer.Seq
			return nil
		case errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests:
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// call sends a request about the table and hands over the answer.
func (b *bot) call(ctx context.Context, method, path string, body []byte, use func(*http.Response) error) error {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(b.server, "/")+"/api/tables/"+b.table+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+b.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		p := &problem{Status: answer.StatusCode}
		if err := json.NewDecoder(answer.Body).Decode(p); err != nil {
			return err
		}
		return p
	}
	return use(answer)
}

// follow reads the stream of events from the last one we know on and tells of
// each view. It returns when the stream breaks or tell returns an error.
func (b *bot) follow(ctx context.Context, tell func(*view) error) error {
	path := "/events"
	if b.last >= 0 {
		path = fmt.Sprintf("/events?after=%d", b.last)
	}
	return b.call(ctx, "GET", path, nil, func(answer *http.Response) error {
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		event := ""
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case field == "event":
				event = value
			case field == "data" && event == "end":
				var end struct{ Code string }
				if err := json.Unmarshal([]byte(value), &end); err != nil {
					return err
				}
				if end.Code == "restarting" {
					return errors.New("the server restarts")
				}
				return errOver
			case field == "data":
				var note struct {
					Seq  int64
					View *view
				}
				if err := json.Unmarshal([]byte(value), &note); err != nil {
					return err
				}
				b.last = note.Seq
				if note.View != nil {
					if err := tell(note.View); err != nil {
						return err
					}
				}
			}
		}
		return errors.Join(lines.Err(), errors.New("the stream ended"))
	})
}

// average is what a card nobody has seen counts, more or less.
const average = 5.5

// values are the strokes of each rank.
var values = map[byte]float64{
	'A': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7, '8': 8, '9': 9, 'T': 10, 'J': 10, 'Q': 10, 'K': 0, 'X': -2,
}

// choose returns the legal action that looks best: it takes the discard if that
// helps, otherwise draws, and swaps where the grid then looks lowest.
func choose(v *view) string {
	g := v.Golf
	grid := g.Grids[*v.You]
	columns := map[string]int{"four": 2, "eight": 4}[g.Rules.Layout]
	if columns == 0 {
		columns = 3
	}
	now := estimate(grid, columns)
	swap := func(card string) (best string, gain float64) {
		for pos := range grid {
			with := slices.Clone(grid)
			with[pos] = cell{card, true}
			if g := now - estimate(with, columns); best == "" || g > gain {
				best, gain = fmt.Sprint("swap ", pos+1), g
			}
		}
		return best, gain
	}
	switch g.Phase {
	case "draw":
		if len(g.Pile) > 0 {
			if _, gain := swap(g.Pile[len(g.Pile)-1]); gain > 2 {
				return "take"
			}
		}
		return "draw"
	case "place":
		action, gain := swap(cmp.Or(g.Taken, g.Hand))
		if gain > 0 || !slices.Contains(g.Legal, "discard") {
			return action
		}
		return "discard"
	}
	return g.Legal[0]
}

// estimate is what a grid may count in the end: columns of equal ranks nothing,
// cards we do not know the average.
func estimate(grid []cell, columns int) (sum float64) {
	for c := range columns {
		equal, column := true, 0.0
		for pos := c; pos < len(grid); pos += columns {
			card := grid[pos].Card
			equal = equal && card != "" && card[0] == grid[c].Card[0]
			if card == "" {
				column += average
			} else {
				column += values[card[0]]
			}
		}
		if !equal {
			sum += column
		}
	}
	return sum
}
