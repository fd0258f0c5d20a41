package arena

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"birdie/golf"
	"birdie/internal/testkit"
)

// The test binary is also the programs that the tests let play.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "play-as" {
		playAs(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func playing(t *testing.T, manner string) Contestant {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Program(manner, []string{self, "play-as", manner}, 5*time.Second)
}

// playAs plays in the given manner: honest, or with one fault.
func playAs(manner string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var ask struct {
			Hello  string
			ID     int
			Random uint64
			View   struct{ Legal []string }
		}
		if err := json.Unmarshal(in.Bytes(), &ask); err != nil {
			panic(err)
		}
		if ask.Hello != "" {
			switch manner {
			case "mute":
				in.Scan()
			case "stranger":
				fmt.Println(`{"hello":"chess","version":1}`)
			case "newer":
				fmt.Println(`{"hello":"birdie-bot","version":2}`)
			default:
				fmt.Println(`{"hello":"birdie-bot","version":1,"author":"somebody"}`)
			}
			continue
		}
		say := ask.View.Legal[ask.Random%uint64(len(ask.View.Legal))]
		switch {
		case manner == "slow":
			in.Scan()
		case manner == "crash":
			fmt.Fprintln(os.Stderr, "segmentation", "fault")
			os.Exit(3)
		case manner == "garbage":
			fmt.Println("I would draw.")
		case manner == "endless":
			fmt.Print(strings.Repeat("x", 2*maxLine))
		case manner == "other-number":
			fmt.Printf("{\"id\":%d,\"action\":%q}\n", ask.ID+1, say)
		case manner == "no-action":
			fmt.Printf("{\"id\":%d,\"action\":\"win\"}\n", ask.ID)
		case manner == "cheat":
			fmt.Printf("{\"id\":%d,\"action\":\"knock\"}\n", ask.ID)
		default:
			fmt.Printf("{\"id\":%d,\"action\":%q,\"why\":\"no reason\"}\n", ask.ID, say)
		}
	}
}

// TestProgramPlays: a program plays like a bot that does the same, in holes and
// in matches, and the same seed gives the same report.
func TestProgramPlays(t *testing.T) {
	rules := golf.Default().Rules
	rules.Holes = 2
	for _, matches := range []bool{false, true} {
		c := Config{Rules: rules, Contestants: append(contestants(t, "ev1"), playing(t, "honest")), Deals: 6, Seed: 3, Workers: 1, Matches: matches}
		one := run(t, c)
		c.Workers = 2
		if two := run(t, c); !equal(one, two) || one.Deals != 6 {
			t.Errorf("%+v became %+v", one, two)
		}
	}
}

// TestExampleProgram: the example plays to the end under every preset.
func TestExampleProgram(t *testing.T) {
	shell := testkit.Program(t, "sh")
	for _, p := range golf.Presets() {
		c := Program("shell", []string{shell, "../../examples/shell-bot/bot.sh"}, 5*time.Second)
		run(t, Config{Rules: p.Rules, Contestants: append(contestants(t, "ev1"), c), Deals: 2, Seed: 1, Workers: 1})
	}
}

// TestProgramFaults: whatever a program does wrong, the arena says what it was
// and ends it.
func TestProgramFaults(t *testing.T) {
	for manner, want := range map[string]error{
		"slow": ErrTooSlow, "crash": ErrEnded, "garbage": ErrAnswer, "endless": ErrAnswer,
		"other-number": ErrNumber, "stranger": ErrGreeting, "newer": ErrGreeting, "no-action": golf.ErrSyntax, "cheat": golf.ChooseFirst,
	} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			c := playing(t, manner)
			if manner == "slow" {
				c = Program(manner, []string{os.Args[0], "play-as", manner}, 50*time.Millisecond)
			}
			_, err := Run(context.Background(), Config{
				Rules: golf.Default().Rules, Contestants: append(contestants(t, "ev1"), c), Deals: 3, Workers: 1,
			}, nil)
			var f *Fault
			var p *ProgramError
			if !errors.As(err, &f) || f.Contestant != manner || !errors.As(err, &p) || !errors.Is(err, want) {
				t.Fatalf("got %v, want %v", err, want)
			}
			switch manner {
			case "crash":
				if p.Log != "segmentation fault" || !strings.Contains(p.Reason, "3") {
					t.Errorf("%+v", p)
				}
			case "garbage":
				if p.Line != "I would draw." || p.Reason == "" {
					t.Errorf("%+v", p)
				}
			case "cheat":
				if f.Action.Kind != golf.Knock || f.View == nil || f.Deal != 1 {
					t.Errorf("%+v", f)
				}
			}
		})
	}
	if _, err := startProgram([]string{os.Args[0], "play-as", "mute"}, time.Second, 50*time.Millisecond); !errors.Is(err, ErrTooSlow) {
		t.Errorf("mute: %v", err)
	}
	c := Program("nobody", []string{"/no/such/program"}, time.Second)
	_, err := Run(context.Background(), Config{Rules: golf.Default().Rules, Contestants: append(contestants(t, "ev1"), c), Deals: 1}, nil)
	if !errors.Is(err, ErrStart) {
		t.Errorf("got %v", err)
	}
}

// TestTail: of what is written the end is kept, in whatever pieces it comes.
func TestTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var keep tail
		all := ""
		for _, n := range rapid.SliceOf(rapid.IntRange(0, 2*maxLog)).Draw(t, "pieces") {
			piece := strings.Repeat(string(rune('a'+n%26)), n)
			keep.Write([]byte(piece))
			all += piece
		}
		if want := all[max(0, len(all)-maxLog):]; keep.String() != want {
			t.Fatalf("%d bytes kept, want %d", len(keep.String()), len(want))
		}
	})
}
