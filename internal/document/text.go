package document

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TextStyle is how a page is shown in a terminal.
type TextStyle struct {
	Width int  // columns; 80 when it is 0
	Color bool // with colours and bold type
}

// WriteText writes the page for a terminal. It returns the writer's error.
func (d *Document) WriteText(w io.Writer, style TextStyle) error {
	if style.Width == 0 {
		style.Width = 80
	}
	t := &textWriter{d: d, TextStyle: style}
	if d.Title != "" {
		t.line(t.bold(d.Title))
		t.line(strings.Repeat("=", utf8.RuneCountInString(d.Title)))
	}
	for i, b := range d.Blocks {
		if i > 0 || d.Title != "" {
			t.line("")
		}
		t.block(b)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

type textWriter struct {
	TextStyle
	d *Document
	b strings.Builder
}

func (t *textWriter) line(s string) {
	t.b.WriteString(strings.TrimRight(s, " "))
	t.b.WriteByte('\n')
}

const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	dim   = "\x1b[2m"
	reset = "\x1b[0m"
)

func (t *textWriter) bold(s string) string { return t.paint(bold, s) }

func (t *textWriter) paint(code, s string) string {
	if !t.Color || s == "" {
		return s
	}
	return code + s + reset
}

// redCard finds the cards of the red suits in running text.
var redCard = regexp.MustCompile(`(10|[A2-9BDJQK])[♦♥]`)

// cards paints the red cards of a line.
func (t *textWriter) cards(s string) string {
	if !t.Color {
		return s
	}
	return redCard.ReplaceAllString(s, red+"$0"+reset)
}

func (t *textWriter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		t.line(t.bold(b.Text))
		t.line(strings.Repeat("-", utf8.RuneCountInString(b.Text)))
	case Paragraph:
		t.hang("", string(b))
	case List:
		for i, item := range b.Items {
			mark := "• "
			if b.Numbered {
				mark = strconv.Itoa(i+1) + ". "
			}
			t.hang(mark, item)
		}
	case Terms:
		for _, term := range b {
			t.hang("", term.Word)
			for _, text := range []string{term.Meaning, term.Link} {
				if text != "" {
					t.hang("    ", text)
				}
			}
		}
	case Table:
		t.table(b)
	case Grid:
		if b.Caption != "" {
			t.hang("", b.Caption)
		}
		t.table(b.table(t.d.Lang))
		t.block(List{Items: b.Notes})
	case Board:
		t.board(b)
	}
}

// hang writes a paragraph whose lines after the first are indented by the width
// of what the first begins with.
func (t *textWriter) hang(first, text string) {
	indent := utf8.RuneCountInString(first)
	for i, line := range Wrap(text, t.Width-indent) {
		if i > 0 {
			first = strings.Repeat(" ", indent)
		}
		t.line(first + t.cards(line))
	}
}

// Wrap breaks text into lines of at most width characters, if its words allow.
func Wrap(text string, width int) []string {
	var lines []string
	line, n := "", 0
	for _, word := range strings.Fields(text) {
		l := utf8.RuneCountInString(word)
		if n > 0 && n+1+l > width {
			lines = append(lines, line)
			line, n = "", 0
		}
		if n > 0 {
			line, n = line+" ", n+1
		}
		line, n = line+word, n+l
	}
	return append(lines, line)
}

func (t *textWriter) table(b Table) {
	if 0 <= b.Mark && b.Mark < len(b.Rows) {
		// Bold type alone is not seen everywhere.
		b.Rows = slices.Clone(b.Rows)
		b.Rows[b.Mark] = slices.Clone(b.Rows[b.Mark])
		b.Rows[b.Mark][0] = "▸ " + b.Rows[b.Mark][0]
	}
	widths := b.widths(t.Width)
	t.row(b.Head, widths, t.bold)
	rule := 2 * (len(widths) - 1)
	for _, w := range widths {
		rule += w
	}
	t.line(strings.Repeat("─", rule))
	for i, row := range b.Rows {
		paint := t.cards
		if i == b.Mark {
			paint = t.bold
		}
		t.row(row, widths, paint)
	}
}

// widths returns the widths of the columns: as wide as their cells, the widest
// made narrower until the table fits.
func (b Table) widths(fit int) []int {
	widths, least := make([]int, len(b.Head)), make([]int, len(b.Head))
	for _, row := range append([][]string{b.Head}, b.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			for _, word := range strings.Fields(cell) {
				least[i] = max(least[i], utf8.RuneCountInString(word))
			}
		}
	}
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > fit; total-- {
		widest := -1
		for i, w := range widths {
			if w > least[i] && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

func (t *textWriter) row(cells []string, widths []int, paint func(string) string) {
	columns, height := make([][]string, len(cells)), 0
	for i, cell := range cells {
		columns[i] = Wrap(cell, widths[i])
		height = max(height, len(columns[i]))
	}
	for l := range height {
		line := ""
		for i, column := range columns {
			text := ""
			if l < len(column) {
				text = column[l]
			}
			pad := widths[i] - utf8.RuneCountInString(text)
			line += paint(text) + strings.Repeat(" ", max(0, pad)+2)
		}
		t.line(line)
	}
}

func (t *textWriter) board(b Board) {
	if b.Caption != "" {
		t.hang("", b.Caption)
	}
	const width = 5
	cell := func(s, painted string) string {
		return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + painted
	}
	line := ""
	for i := range b.Columns {
		n := strconv.Itoa(i + 1)
		line += cell(n, t.paint(dim, n))
	}
	t.line(line)
	for r := range b.rows() {
		line := ""
		for c := range b.Columns {
			s := face(t.d.Lang, b.at(c, r))
			if s == "" && r == 0 {
				s = "·"
			}
			line += cell(s, t.cards(s))
		}
		t.line(line)
	}
	if len(b.Piles) > 0 {
		t.hang("   ", pileLine(t.d, b.Piles))
	}
}

// pileLine names the piles in one line.
func pileLine(d *Document, piles []Pile) string {
	parts := make([]string, len(piles))
	for i, p := range piles {
		parts[i] = p.Name + ":"
		for _, s := range []string{face(d.Lang, p.Top), p.Text} {
			if s != "" {
				parts[i] += " " + s
			}
		}
	}
	return strings.Join(parts, " · ")
}
