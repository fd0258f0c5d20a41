package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"github.com/guptarohit/asciigraph"
	"github.com/urfave/cli/v3"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"birdie/internal/document"
	"birdie/internal/locale"
	"birdie/internal/rulestext"
	"birdie/patience"
	"birdie/patience/dealcode"
	"birdie/patience/record"
	"birdie/survey"
)

// surveyCommand asks how often deals can be won at all, and how well.
func surveyCommand(e *env) *cli.Command {
	cmd := e.command("survey")
	vars := locale.Vars{"Values": e.choice(presetIDs())}
	cmd.Flags = append([]cli.Flag{
		&cli.StringFlag{Name: rulesName, Local: true, Value: "traditional,queen-on-king,putt-putt", Usage: e.say("cli.survey.rules", vars)},
	}, e.optionFlags()...)
	cmd.Flags = append(
		cmd.Flags,
		&cli.Uint64Flag{Name: "sample", Local: true, Value: 10_000, Usage: e.say("cli.survey.sample", nil)},
		&cli.Uint64Flag{Name: "seed", Local: true, Value: 1, Usage: e.say("cli.survey.seed", nil)},
		&cli.StringFlag{Name: "journal", Local: true, Usage: e.say("cli.survey.journal", nil)},
		e.workersFlag(),
		e.jsonFlag(),
		&cli.BoolFlag{Name: "csv", Local: true, Usage: e.say("cli.survey.csv", nil)},
		&cli.BoolFlag{Name: "plot", Local: true, Usage: e.say("cli.survey.plot", nil)},
		&cli.StringFlag{Name: "svg", Local: true, Usage: e.say("cli.survey.svg", nil)},
	)
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error { return e.survey(ctx, cmd) }
	return cmd
}

func (e *env) survey(ctx context.Context, cmd *cli.Command) error {
	args, err := arguments(cmd, 0, 1)
	if err != nil {
		return err
	}
	form, err := oneOf(cmd, "json", "csv")
	if err != nil {
		return err
	}
	question := survey.Question{Deals: survey.Sample{Seed: cmd.Uint64("seed"), Size: cmd.Uint64("sample")}}
	if len(args) == 1 {
		if question.Deals, err = dealcode.ParseRange(args[0]); err != nil {
			return err
		}
	}
	var ids []string
	for id := range strings.SplitSeq(cmd.String(rulesName), ",") {
		rules, err := e.surveyRules(cmd, strings.TrimSpace(id))
		if err != nil {
			return err
		}
		question.Rules = append(question.Rules, rules)
		ids = append(ids, strings.TrimSpace(id))
	}
	var picture *newFile // made first, so that no long work ends without a place for it
	if path := cmd.String("svg"); path != "" {
		if picture, err = create(path, 0o644); err != nil {
			return err
		}
		defer picture.discard()
	}

	progress, finish := e.progress(question.Deals.Len())
	report, err := survey.Run(ctx, question, survey.Options{
		Workers: cmd.Int("workers"), Journal: cmd.String("journal"), Progress: progress,
	})
	finish()
	if errors.Is(err, fs.ErrNotExist) { // the journal, which would have been made
		return fail(exitInput, "cli.error.no-folder", locale.Vars{"Path": cmd.String("journal")})
	}
	if err != nil {
		return err
	}
	if picture != nil {
		if err := report.WriteSVG(picture, e.surveyLabels(report)); err != nil {
			return err
		}
		if err := picture.finish(); err != nil {
			return err
		}
	}
	switch form {
	case "json":
		return e.printJSON(newSurveyJSON(report))
	case "csv":
		return report.WriteCSV(e.out, ids)
	}
	if err := e.printPage(e.surveyPage(report)); err != nil {
		return err
	}
	if cmd.Bool("plot") {
		e.printf("\n%s", e.surveyPlot(report))
	}
	return nil
}

// dealsText puts what names the deals of a survey into words. Only a sample is not
// named the same in all languages.
func dealsText(l locale.Lang, deals string) string {
	var s survey.Sample
	if n, _ := fmt.Sscanf(deals, "sample of %d, seed %d", &s.Size, &s.Seed); n < 2 || s.String() != deals {
		return deals
	}
	return l.Say("cli.survey.sample-of", locale.Vars{"N": strconv.FormatUint(s.Size, 10), "Seed": strconv.FormatUint(s.Seed, 10)})
}

// surveyRules returns one of the rule sets to ask about, with the single options
// of the command line over it.
func (e *env) surveyRules(cmd *cli.Command, id string) (patience.Rules, error) {
	p, err := e.preset(id)
	if err != nil {
		return patience.Rules{}, misuse(cmd, err)
	}
	chosen, err := e.readOptions(cmd)
	if err != nil {
		return patience.Rules{}, err
	}
	return chosen.over(p.Rules)
}

// progress returns what shows how far a long work of so many steps is, and what
// takes it away again. On what is no terminal nothing shows.
func (e *env) progress(total uint64) (step func(done uint64), finish func()) {
	if !e.errTerminal {
		return nil, func() {}
	}
	// The file itself: it shows that it is a terminal.
	bars := mpb.New(mpb.WithOutput(e.err.w), mpb.WithWidth(40))
	bar := bars.AddBar(
		int64(total), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d")),
		mpb.AppendDecorators(decor.AverageSpeed(0, " %.0f/s"), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
	)
	step = func(done uint64) { bar.SetCurrent(int64(done)) }
	finish = func() {
		bar.Abort(true)
		bars.Wait()
	}
	return step, finish
}

// percent writes a share to a hundredth of a percent, with its interval, and a
// dash where there was nothing to count.
func (e *env) percent(s survey.Share) string {
	if math.IsNaN(s.Value) {
		return "–"
	}
	return e.say("cli.survey.percent", locale.Vars{
		"Share": e.decimal(100*s.Value, 2), "Low": e.decimal(100*s.Low, 2), "High": e.decimal(100*s.High, 2),
	})
}

// decimal writes a number with so many digits after the point or comma.
func (e *env) decimal(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	text = strings.Replace(text, ".", e.say("cli.number.point", nil), 1)
	return strings.Replace(text, "-", "−", 1)
}

func (e *env) surveyPage(r *survey.Report) *document.Document {
	page := &document.Document{Lang: e.lang}
	page.Add(document.Paragraph(e.say("cli.survey.title", locale.Vars{"N": int(r.Question.Deals.Len()), "Deals": dealsText(e.lang, r.Question.Deals.String())})))
	table := document.Table{Mark: -1, Head: []string{
		e.say("patience.option.rules", nil), e.say("cli.survey.winnable", nil), e.say("cli.survey.best", nil), e.say("cli.survey.round", nil), e.say("cli.survey.under-par", nil),
	}}
	for i, t := range r.Tallies {
		rules := r.Question.Rules[i]
		table.Rows = append(table.Rows, []string{
			rulestext.Name(e.lang, rules), e.percent(t.Share()), e.mean(t.Strokes), e.mean(t.Rounds), e.percent(t.UnderPar(rules)),
		})
	}
	page.Add(table)

	low, shares := r.Shares()
	strokes := document.Table{Mark: -1, Head: []string{e.say("cli.survey.strokes", nil)}}
	for _, rules := range r.Question.Rules {
		strokes.Head = append(strokes.Head, rulestext.Name(e.lang, rules))
	}
	for k := range shares[0] {
		row := []string{e.decimal(float64(low+k), 0)}
		for i := range shares {
			row = append(row, e.decimal(100*shares[i][k], 3)+" %")
		}
		strokes.Rows = append(strokes.Rows, row)
	}
	page.Add(strokes)
	return page
}

// mean writes the mean of a histogram with its margin, a dash for an empty one.
func (e *env) mean(h survey.Histogram) string {
	if h.Total() == 0 {
		return "–"
	}
	mean, margin := h.Mean()
	if h.Total() == 1 {
		return e.decimal(mean, 3)
	}
	return e.decimal(mean, 3) + " ± " + e.decimal(margin, 3)
}

func (e *env) surveyLabels(r *survey.Report) survey.Labels {
	l := survey.Labels{
		Title: e.say("cli.survey.title", locale.Vars{"N": int(r.Question.Deals.Len()), "Deals": dealsText(e.lang, r.Question.Deals.String())}),
		Value: e.say("cli.survey.strokes", nil),
		Share: e.say("cli.survey.share", nil),
	}
	for _, rules := range r.Question.Rules {
		l.Rules = append(l.Rules, rulestext.Name(e.lang, rules))
	}
	return l
}

// surveyPlot draws the shares of the best strokes for a terminal.
func (e *env) surveyPlot(r *survey.Report) string {
	labels := e.surveyLabels(r)
	low, shares := r.Shares()
	for _, series := range shares {
		for k := range series {
			series[k] *= 100
		}
		if len(series) == 1 {
			return ""
		}
	}
	options := []asciigraph.Option{
		asciigraph.Height(15), asciigraph.Width(max(20, min(e.width, 100)-12)), asciigraph.Precision(0),
		asciigraph.LowerBound(0), asciigraph.Caption(labels.Value + " · " + labels.Share),
		asciigraph.XAxisRange(float64(low), float64(low+len(shares[0])-1)),
		asciigraph.XAxisValueFormatter(func(x float64) string { return e.decimal(x, 0) }),
	}
	if e.color {
		options = append(options,
			asciigraph.SeriesColors(asciigraph.Green, asciigraph.Red, asciigraph.Blue, asciigraph.Yellow, asciigraph.Magenta),
			asciigraph.SeriesLegends(labels.Rules...))
		return asciigraph.PlotMany(shares, options...) + "\n"
	}
	// Without colours lines that cross cannot be told apart: one plot for each.
	var b strings.Builder
	for i, series := range shares {
		fmt.Fprintf(&b, "%s\n%s\n\n", labels.Rules[i], asciigraph.Plot(series, options...))
	}
	return b.String()
}

// surveyJSON is a report for programs. Shares and their 95 % intervals are from
// 0 to 1.
type surveyJSON struct {
	Deals string           `json:"deals"`
	Rules []surveyRuleJSON `json:"rules"`
}

type surveyRuleJSON struct {
	Rules    record.Rules  `json:"rules"`
	Deals    uint64        `json:"deals"`
	Won      uint64        `json:"winnable"`
	Share    shareJSON     `json:"share"`
	Strokes  histogramJSON `json:"strokes"`
	Left     histogramJSON `json:"left"`
	Rounds   histogramJSON `json:"rounds"`
	UnderPar shareJSON     `json:"underPar"`
}

type shareJSON struct {
	Value *float64 `json:"value"` // null when there was nothing to count
	Low   float64  `json:"low"`
	High  float64  `json:"high"`
}

type histogramJSON struct {
	Mean   *float64         `json:"mean"`   // null when it is empty
	Margin *float64         `json:"margin"` // of the 95 % interval
	Counts survey.Histogram `json:"counts"`
}

func newSurveyJSON(r *survey.Report) surveyJSON {
	j := surveyJSON{Deals: r.Question.Deals.String()}
	for i, t := range r.Tallies {
		rules := r.Question.Rules[i]
		j.Rules = append(j.Rules, surveyRuleJSON{
			Rules: rulesJSON(rules), Deals: t.Deals(), Won: t.Won(), Share: newShareJSON(t.Share()),
			Strokes: newHistogramJSON(t.Strokes), Left: newHistogramJSON(t.Left()), Rounds: newHistogramJSON(t.Rounds),
			UnderPar: newShareJSON(t.UnderPar(rules)),
		})
	}
	return j
}

func newShareJSON(s survey.Share) shareJSON {
	return shareJSON{Value: finite(s.Value), Low: s.Low, High: s.High}
}

func newHistogramJSON(h survey.Histogram) histogramJSON {
	mean, margin := h.Mean()
	return histogramJSON{Mean: finite(mean), Margin: finite(margin), Counts: h}
}

// finite returns x, or nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// explainSurvey explains why a survey cannot be done.
func explainSurvey(l locale.Lang, err error) (string, exitCode, bool) {
	var j *survey.JournalError
	switch {
	case errors.Is(err, survey.ErrNothing):
		return l.Say("cli.survey.nothing", nil), exitUsage, true
	case errors.Is(err, survey.ErrMany):
		return l.Say("cli.survey.many", locale.Vars{"N": survey.Most}), exitUsage, true
	case errors.As(err, &j) && j.Other != "":
		return l.Say("cli.survey.other-journal", locale.Vars{"Path": j.Path, "Deals": dealsText(l, j.Other)}), exitInput, true
	case errors.As(err, &j):
		return l.Say("cli.survey.no-journal", locale.Vars{"Path": j.Path}), exitInput, true
	}
	return "", 0, false
}
