package survey

import (
	"encoding/csv"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// WriteCSV writes everything that was counted, one count a line: the name of the
// rules, what was counted (strokes, left or rounds), its value, and how often it
// was seen. names are those of the question's rules.
func (r *Report) WriteCSV(w io.Writer, names []string) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"rules", "measure", "value", "count"}); err != nil {
		return err
	}
	for i, t := range r.Tallies {
		for _, m := range []struct {
			name string
			h    Histogram
		}{{"strokes", t.Strokes}, {"left", t.Left()}, {"rounds", t.Rounds}} {
			for _, value := range m.h.Values() {
				row := []string{names[i], m.name, strconv.Itoa(value), strconv.FormatUint(m.h[value], 10)}
				if err := out.Write(row); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// Labels are the words on a picture.
type Labels struct {
	Title, Value, Share string
	Rules               []string // of the question's rules
}

// inks are the colours of the lines, told apart in greys too.
var inks = []color.RGBA{
	{0x27, 0x64, 0x44, 0xff}, {0xc4, 0x00, 0x1d, 0xff}, {0x0a, 0x4f, 0xc4, 0xff}, {0xb8, 0x86, 0x0b, 0xff}, {0x7a, 0x22, 0x33, 0xff},
}

// WriteSVG draws the shares of the best strokes of a deal as a picture of 18 by
// 11 centimetres.
func (r *Report) WriteSVG(w io.Writer, labels Labels) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = labels.Title, labels.Value, labels.Share
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	low, shares := r.Shares()
	for i, series := range shares {
		points := make(plotter.XYs, len(series))
		for k, share := range series {
			points[k] = plotter.XY{X: float64(low + k), Y: 100 * share}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, dots.Color = inks[i%len(inks)], inks[i%len(inks)]
		line.Width = vg.Points(1.5)
		line.Dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(2)}, {vg.Points(2), vg.Points(2)}}[i%3]
		dots.Shape = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}[i%3]
		p.Add(line, dots)
		p.Legend.Add(labels.Rules[i], line, dots)
	}
	canvas := vgsvg.New(18*vg.Centimeter, 11*vg.Centimeter)
	p.Draw(draw.New(canvas))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("survey: picture: %w", err)
	}
	return nil
}

// Shares returns, for each of the rules, the share of deals with each best
// strokes, from the lowest that was seen under any of them to the highest.
func (r *Report) Shares() (low int, shares [][]float64) {
	low, high := math.MaxInt, math.MinInt
	for _, t := range r.Tallies {
		if values := t.Strokes.Values(); len(values) > 0 {
			low, high = min(low, values[0]), max(high, values[len(values)-1])
		}
	}
	for _, t := range r.Tallies {
		var series []float64
		for value := low; value <= high; value++ {
			series = append(series, float64(t.Strokes[value])/float64(t.Deals()))
		}
		shares = append(shares, series)
	}
	return low, shares
}
