package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"birdie/golf"
	"birdie/golf/arena"
	"birdie/internal/locale"
)

// Everything a program can do wrong has a text and stands in the documentation
// of the protocol.
func TestProgramFaultsAreExplained(t *testing.T) {
	doc, err := os.ReadFile("../../docs/bot-protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []error{
		arena.ErrStart, arena.ErrGreeting, arena.ErrTooSlow, arena.ErrEnded, arena.ErrAnswer, arena.ErrNumber, golf.ErrSyntax, golf.MustSwap,
	} {
		fault := &arena.Fault{Contestant: "x", Deal: 1, Rotation: 1, Err: &arena.ProgramError{Err: wrong, Line: "one\ntwo\x1b[1m"}}
		id := programFault(fault)
		if id == "" || !strings.Contains(string(doc), fmt.Sprintf("| `%s` |", id)) {
			t.Errorf("%v: fault %q is not in the documentation", wrong, id)
		}
		for _, l := range locale.Langs() {
			if text, code := explain(l, fault); code != exitInput || strings.Contains(text, "golfcli.") || strings.Contains(text, "<no value>") || !strings.Contains(text, "one / two") {
				t.Errorf("%d %q", code, text)
			}
		}
	}
}
