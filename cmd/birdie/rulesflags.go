package main

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v3"

	"birdie/card"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
)

// rulesName is the name of the option that chooses a rule set.
const rulesName = "rules"

func init() {
	optionValues[rulesName] = presetIDs
	for _, o := range patience.Options() {
		optionValues[string(o)] = o.Values
	}
}

// ruleFlags are the options that choose the rules of Golf patience: a rule set
// and, on top of it, single options. readRules reads them.
func (e *env) ruleFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: rulesName, Local: true, Usage: e.say("cli.flag.rules", locale.Vars{"Values": e.choice(presetIDs())})},
	}, e.optionFlags()...)
}

// optionFlags are those of ruleFlags for single options.
func (e *env) optionFlags() []cli.Flag {
	var flags []cli.Flag
	for _, o := range patience.Options() {
		usage := rulestext.Option(e.lang, o) + ": " + e.optionChoice(o)
		flags = append(flags, &cli.StringFlag{Name: string(o), Local: true, Usage: usage})
	}
	return flags
}

// choice joins names to "a, b or c".
func (e *env) choice(names []string) string {
	last := len(names) - 1
	return e.say("cli.flag.choice", locale.Vars{"Some": strings.Join(names[:last], ", "), "Last": names[last]})
}

// optionChoice names the values of an option.
func (e *env) optionChoice(o patience.Option) string {
	values := o.Values()
	if o == patience.OptionUndo {
		values = append(values, e.say("cli.flag.number", nil))
	}
	return e.choice(values)
}

func presetIDs() []string {
	var ids []string
	for _, p := range patience.Presets() {
		ids = append(ids, p.ID)
	}
	return ids
}

// preset finds a rule set by its id.
func (e *env) preset(id string) (patience.Preset, error) {
	p, ok := patience.PresetByID(id)
	if ok {
		return p, nil
	}
	vars := locale.Vars{"Value": id, "Values": e.choice(presetIDs())}
	return p, wrongUse("cli.usage.unknown-rules", vars)
}

// chosenRules is what the command line says about rules.
type chosenRules struct {
	preset  *patience.Preset
	options []patience.Option
	values  map[patience.Option]string
}

// readRules reads the options of ruleFlags.
func (e *env) readRules(cmd *cli.Command) (*chosenRules, error) {
	c, err := e.readOptions(cmd)
	if err != nil {
		return nil, err
	}
	if id := cmd.String(rulesName); id != "" {
		p, err := e.preset(id)
		if err != nil {
			return nil, misuse(cmd, err)
		}
		c.preset = &p
	}
	return c, nil
}

// readOptions reads the options of optionFlags.
func (e *env) readOptions(cmd *cli.Command) (*chosenRules, error) {
	c := &chosenRules{values: map[patience.Option]string{}}
	for _, o := range patience.Options() {
		if !cmd.IsSet(string(o)) {
			continue
		}
		value := cmd.String(string(o))
		if err := new(patience.Rules).Set(o, value); err != nil {
			vars := locale.Vars{"Name": "--" + string(o), "Value": value, "Values": e.optionChoice(o)}
			return nil, misuse(cmd, wrongUse("cli.usage.unknown-value", vars))
		}
		c.options = append(c.options, o)
		c.values[o] = value
	}
	return c, nil
}

// over returns the chosen rules: the single options over the chosen rule set or,
// if none was chosen, over base. It returns a *patience.RulesError for options
// that contradict each other.
func (c *chosenRules) over(base patience.Rules) (patience.Rules, error) {
	if c.preset != nil {
		base = c.preset.Rules
	}
	for _, o := range c.options {
		if err := base.Set(o, c.values[o]); err != nil {
			return base, err
		}
	}
	return base.Normal(), base.Validate()
}

// explainRules explains rules that cannot be, and cards that are no deck for
// rules.
func explainRules(l locale.Lang, err error) (string, exitCode, bool) {
	var rules *patience.RulesError
	var deck *patience.DeckError
	switch {
	case errors.As(err, &rules) && rules.Against != "":
		vars := locale.Vars{"Name": "--" + string(rules.Option), "Other": "--" + string(rules.Against)}
		return l.Say("cli.error.contradiction", vars), exitUsage, true
	case errors.As(err, &rules):
		return l.Say("cli.error.option", locale.Vars{"Name": "--" + string(rules.Option)}), exitUsage, true
	case errors.As(err, &deck) && deck.Card == card.None:
		return l.Say("cli.error.deck-size", locale.Vars{"Want": deck.Want, "Got": deck.Got}), exitInput, true
	case errors.As(err, &deck):
		return l.Say("cli.error.deck-card", locale.Vars{"Card": l.Card(deck.Card)}), exitInput, true
	}
	return "", 0, false
}
