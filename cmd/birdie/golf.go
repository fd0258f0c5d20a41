package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/golf"
	"birdie/golf/bot"
	golfrecord "birdie/golf/record"
	"birdie/internal/locale"
	"birdie/internal/plaingolf"
)

const (
	defaultPlayers = 3
	defaultBot     = "medium"
)

// golfCommand plays Golf with a grid against computer players.
func golfCommand(e *env) *cli.Command {
	cmd := e.command("golf")
	cmd.Metadata[valuesKey] = golfValuesByOption()
	cmd.Flags = append([]cli.Flag{
		&cli.IntFlag{Name: "players", Local: true, HideDefault: true, Usage: e.say("cli.golf.players", nil)},
		&cli.StringFlag{Name: "bots", Local: true, Value: defaultBot, Usage: e.say("cli.golf.bots", locale.Vars{"Values": e.choice(botIDs())})},
		&cli.StringFlag{Name: "name", Local: true, Usage: e.say("cli.golf.name", nil)},
		&cli.BoolFlag{Name: "advice", Local: true, Usage: e.say("cli.golf.advice", nil)},
		&cli.StringFlag{Name: "record", Local: true, TakesFile: true, Usage: e.say("cli.golf.record", nil)},
		&cli.StringFlag{Name: "resume", Local: true, TakesFile: true, Usage: e.say("cli.golf.resume", nil)},
		&cli.Uint64Flag{Name: "seed", Local: true, HideDefault: true, Usage: e.say("cli.golf.seed", nil)},
	}, e.golfRuleFlags()...)
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error { return e.golf(ctx, cmd) }
	return cmd
}

func (e *env) golf(ctx context.Context, cmd *cli.Command) error {
	if _, err := arguments(cmd, 0, 0); err != nil {
		return err
	}
	config := plaingolf.Config{
		Name: cmd.String("name"), Seed: secureSource{}.Uint64(), Advice: cmd.Bool("advice"), Adviser: strongest(), Record: cmd.String("record"),
		Pause: e.inTerminal && e.outTerminal,
		Lang:  e.lang, Width: min(e.width, 100), Color: e.color, In: e.in, Out: e.out,
	}
	if cmd.IsSet("seed") {
		config.Seed = cmd.Uint64("seed")
	}
	var err error
	if resume := cmd.String("resume"); resume != "" {
		if config.Record != "" && config.Record != resume {
			return misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": "--record", "Other": "--resume"}))
		}
		config.Record = resume
		err = e.goOn(cmd, &config)
	} else if _, missing := os.Stat(config.Record); config.Record == "" || errors.Is(missing, fs.ErrNotExist) {
		err = e.begin(cmd, &config)
	} else {
		err = e.goOn(cmd, &config)
	}
	if err != nil {
		return err
	}
	return plaingolf.Play(ctx, config)
}

// begin sets up a new match.
func (e *env) begin(cmd *cli.Command, config *plaingolf.Config) error {
	players := cmd.Int("players")
	if !cmd.IsSet("players") {
		players = defaultPlayers
		if cmd.IsSet("bots") {
			players = 1 + len(strings.Split(cmd.String("bots"), ","))
		}
	}
	rules, err := e.readGolfRules(cmd, players)
	if err != nil {
		return err
	}
	if config.Bots, err = e.opponents(cmd, players); err != nil {
		return err
	}
	config.Match, err = golf.NewMatch(rules, players)
	return err
}

// opponents returns the bots that are named for the seats from 1 on, the last of
// them again if there are more players.
func (e *env) opponents(cmd *cli.Command, players int) ([]bot.Player, error) {
	var list []bot.Player
	for id := range strings.SplitSeq(cmd.String("bots"), ",") {
		p, err := e.findBot(cmd, strings.TrimSpace(id))
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	if len(list) >= players {
		return nil, misuse(cmd, wrongUse("golfcli.usage.players", locale.Vars{"Players": players, "N": len(list)}))
	}
	for len(list) < players-1 {
		list = append(list, list[len(list)-1])
	}
	return list, nil
}

// goOn reads the match to go on with. What the command line says about it must
// be what it is; only bots may be others.
func (e *env) goOn(cmd *cli.Command, config *plaingolf.Config) error {
	data, err := e.readFile(config.Record)
	if err != nil {
		return err
	}
	m, names, err := golfrecord.Read(bytes.NewReader(data))
	if err != nil {
		return &sourceError{name: config.Record, err: &golfRecordError{err}}
	}
	path := locale.Vars{"Path": config.Record}
	switch {
	case m.Over():
		return fail(exitInput, "golfcli.usage.over", path)
	case cmd.IsSet("players") && cmd.Int("players") != m.Players():
		return misuse(cmd, wrongUse("golfcli.usage.other-match", path))
	case cmd.IsSet(rulesName) || slices.ContainsFunc(golf.Options(), func(o golf.Option) bool { return cmd.IsSet(string(o)) }):
		rules, err := e.readGolfRules(cmd, m.Players())
		if err != nil {
			return err
		}
		if rules != m.Rules() {
			return misuse(cmd, wrongUse("golfcli.usage.other-match", path))
		}
	}
	config.Match = m
	if len(names) > 0 && !cmd.IsSet("name") {
		config.Name = names[0]
	}
	if cmd.IsSet("bots") || len(names) == 0 {
		config.Bots, err = e.opponents(cmd, m.Players())
		return err
	}
	for _, id := range names[1:] {
		p, ok := bot.ByID(id)
		if !ok {
			p, _ = bot.ByID(defaultBot)
		}
		config.Bots = append(config.Bots, p)
	}
	return nil
}
