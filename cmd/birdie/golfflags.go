package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urfave/cli/v3"

	"birdie/golf"
	"birdie/golf/bot"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
)

// golfRuleFlags are the options that choose the rules of Golf with a grid: a
// rule set and, on top of it, single options but those left out. readGolfRules
// reads them.
func (e *env) golfRuleFlags(without ...golf.Option) []cli.Flag {
	flags := []cli.Flag{
		&cli.StringFlag{
			Name: rulesName, Local: true, Value: golf.Default().ID,
			Usage: e.say("cli.flag.rules", locale.Vars{"Values": e.choice(golfPresetIDs())}),
		},
	}
	for _, o := range golf.Options() {
		if !slices.Contains(without, o) {
			flags = append(flags, &cli.StringFlag{
				Name: string(o), Local: true, Usage: rulestext.GolfOption(e.lang, o) + ": " + e.golfValues(o),
			})
		}
	}
	return flags
}

// golfValues names what an option can be.
func (e *env) golfValues(o golf.Option) string {
	if words := o.Words(); words != nil {
		return e.choice(words)
	}
	low, high := o.Range()
	return e.say("golfcli.flag.range", locale.Vars{"Low": low, "High": high})
}

// golfValuesByOption are the values that completion offers for options of the
// commands about Golf with a grid.
func golfValuesByOption() map[string]func() []string {
	values := map[string]func() []string{langName: optionValues[langName], rulesName: golfPresetIDs, "bots": botIDs}
	for _, o := range golf.Options() {
		values[string(o)] = func() []string {
			words := o.Words()
			if low, high := o.Range(); high > low && high < 10 {
				for n := low; n <= high; n++ {
					words = append(words, strconv.Itoa(n))
				}
			}
			return words
		}
	}
	return values
}

// readGolfRules returns the rules that the options of golfRuleFlags choose for
// so many players.
func (e *env) readGolfRules(cmd *cli.Command, players int, without ...golf.Option) (golf.Rules, error) {
	id := cmd.String(rulesName)
	p, ok := golf.PresetByID(id)
	if !ok {
		return p.Rules, misuse(cmd, wrongUse("cli.usage.unknown-rules", locale.Vars{"Value": id, "Values": e.choice(golfPresetIDs())}))
	}
	if holes, target := string(golf.OptionHoles), string(golf.OptionTarget); cmd.IsSet(holes) && cmd.IsSet(target) && !slices.Contains(without, golf.OptionHoles) {
		return p.Rules, misuse(cmd, wrongUse("cli.usage.not-both", locale.Vars{"Name": dashed(holes), "Other": dashed(target)}))
	}
	for _, o := range golf.Options() {
		if !cmd.IsSet(string(o)) || slices.Contains(without, o) {
			continue
		}
		value := cmd.String(string(o))
		if p.Rules.Set(o, value) != nil {
			vars := locale.Vars{"Name": dashed(string(o)), "Value": value, "Values": e.golfValues(o)}
			return p.Rules, misuse(cmd, wrongUse("cli.usage.unknown-value", vars))
		}
	}
	return p.Rules, p.Rules.Validate(players)
}

// findBot finds a computer player by its id.
func (e *env) findBot(cmd *cli.Command, id string) (bot.Player, error) {
	if p, ok := bot.ByID(id); ok {
		return p, nil
	}
	return bot.Player{}, misuse(cmd, wrongUse("golfcli.usage.unknown-bot", locale.Vars{"Value": id, "Values": e.choice(botIDs())}))
}

// strongest returns the player of the highest level.
func strongest() bot.Player {
	var top bot.Player
	for _, p := range bot.Roster() {
		if p.Kind == bot.Level {
			top = p
		}
	}
	return top
}

func botIDs() []string {
	var ids []string
	for _, p := range bot.Roster() {
		ids = append(ids, p.ID)
	}
	return ids
}

// explainGolf explains rules of Golf with a grid that cannot be.
func explainGolf(l locale.Lang, err error) (string, exitCode, bool) {
	var rules *golf.RulesError
	switch {
	case !errors.As(err, &rules):
		return "", 0, false
	case rules.Against != "":
		vars := locale.Vars{"Name": dashed(string(rules.Option)), "Other": dashed(string(rules.Against))}
		return l.Say("cli.error.contradiction", vars), exitUsage, true
	case rules.Option == golf.OptionPlayers:
		vars := locale.Vars{"Name": "--players", "Value": fmt.Sprintf("%d–%d", golf.MinPlayers, golf.MaxPlayers)}
		return l.Say("golfcli.usage.number", vars), exitUsage, true
	}
	return l.Say("cli.error.option", locale.Vars{"Name": dashed(string(rules.Option))}), exitUsage, true
}
