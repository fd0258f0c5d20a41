package main

import (
	"bytes"
	"context"
	"errors"
	"strconv"

	"github.com/urfave/cli/v3"

	"birdie/golf"
	"birdie/golf/record"
	"birdie/internal/locale"
	"birdie/table"
)

// verifyCommand checks the record of a table's match: rules, commitment and
// shuffles.
func verifyCommand(e *env) *cli.Command {
	cmd := e.command("verify")
	cmd.Flags = []cli.Flag{e.jsonFlag()}
	cmd.Action = func(_ context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err != nil {
			return err
		}
		data, err := e.readInput(args[0])
		if err != nil {
			return err
		}
		rec, err := table.ReadRecord(bytes.NewReader(data))
		if err != nil {
			return fail(exitInput, "cli.verify.unreadable", locale.Vars{"Path": args[0], "Reason": e.whyUnreadable(err)})
		}
		m, err := rec.Verify()
		if cmd.Bool("json") {
			return e.printVerified(&rec, m, err)
		}
		if err != nil {
			e.println(e.say("cli.verify.wrong", locale.Vars{"Reason": e.whyNotVerified(err)}))
			return said(exitNo)
		}
		e.println(e.say("cli.verify.right", locale.Vars{"N": len(m.Results())}))
		e.println(e.say("cli.verify.commitment", locale.Vars{"Value": rec.Fair.Commitment}))
		for i, seed := range rec.Fair.Seeds {
			text, _ := seed.MarshalText()
			vars := locale.Vars{"Seat": i + 1, "Name": rec.Match.Names[i], "Value": string(text)}
			if len(seed) == 0 {
				e.println(e.say("cli.verify.no-seed", vars))
			} else {
				e.println(e.say("cli.verify.seed", vars))
			}
		}
		totals := m.Totals()
		for i := range m.Players() {
			e.println(e.say("cli.verify.total", locale.Vars{
				"Name": rec.Match.Names[i], "Value": strconv.Itoa(totals[i]),
			}))
		}
		return nil
	}
	return cmd
}

// whyNotVerified puts into words what is wrong with a record.
func (e *env) whyNotVerified(err error) string {
	for known, id := range map[error]string{
		table.ErrCommitment: "commitment-differs", table.ErrShuffle: "cards-differ", table.ErrHex: "hex", record.ErrResult: "result",
	} {
		if errors.Is(err, known) {
			return e.say("cli.verify."+id, nil)
		}
	}
	return e.say("cli.verify.play", locale.Vars{"Reason": e.whyUnreadable(err)})
}

// whyUnreadable puts into words what is wrong with a record as birdie replay does.
func (e *env) whyUnreadable(err error) string {
	text, _, _ := explainGolfRecord(e.lang, &golfRecordError{err})
	return text
}

// verifiedJSON is what was found, for programs.
type verifiedJSON struct {
	Verified   bool   `json:"verified"`
	Match      string `json:"match"`
	Commitment string `json:"commitment"`
	Totals     []int  `json:"totals,omitempty"`
	Error      string `json:"error,omitempty"`
}

func (e *env) printVerified(rec *table.Record, m *golf.Match, wrong error) error {
	j := verifiedJSON{Verified: wrong == nil, Match: rec.Fair.Match, Commitment: rec.Fair.Commitment}
	if wrong != nil {
		j.Error = e.whyNotVerified(wrong)
	} else {
		totals := m.Totals()
		j.Totals = totals[:m.Players()]
	}
	if err := e.printJSON(j); err != nil {
		return err
	}
	if wrong != nil {
		return said(exitNo)
	}
	return nil
}
