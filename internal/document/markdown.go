package document

import (
	"strconv"
	"strings"
)

// Markdown returns the page as Markdown, in the flavour with tables.
func (d *Document) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + escapeMarkdown(d.Title) + "\n")
	for _, block := range d.Blocks {
		b.WriteByte('\n')
		d.markdown(&b, block)
	}
	return b.String()
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", "|", `\|`, "#", `\#`,
)

func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

func (d *Document) markdown(b *strings.Builder, block Block) {
	switch block := block.(type) {
	case Heading:
		b.WriteString("## " + escapeMarkdown(block.Text) + "\n")
	case Paragraph:
		b.WriteString(escapeMarkdown(string(block)) + "\n")
	case List:
		for i, item := range block.Items {
			mark := "- "
			if block.Numbered {
				mark = strconv.Itoa(i+1) + ". "
			}
			b.WriteString(mark + escapeMarkdown(item) + "\n")
		}
	case Terms:
		for _, t := range block {
			word := "**" + escapeMarkdown(t.Word) + "**"
			if t.Link != "" {
				word = "[" + word + "](" + t.Link + ")"
			}
			b.WriteString("- " + word)
			if t.Meaning != "" {
				b.WriteString(" – " + escapeMarkdown(t.Meaning))
			}
			b.WriteByte('\n')
		}
	case Table:
		markdownRow(b, block.Head, "")
		b.WriteString(strings.Repeat("|---", len(block.Head)) + "|\n")
		for i, row := range block.Rows {
			mark := ""
			if i == block.Mark {
				mark = "**"
			}
			markdownRow(b, row, mark)
		}
	case Grid:
		if block.Caption != "" {
			b.WriteString(escapeMarkdown(block.Caption) + "\n\n")
		}
		d.markdown(b, block.table(d.Lang))
		if len(block.Notes) > 0 {
			b.WriteByte('\n')
			d.markdown(b, List{Items: block.Notes})
		}
	case Board:
		if block.Caption != "" {
			b.WriteString(escapeMarkdown(block.Caption) + "\n\n")
		}
		head := make([]string, len(block.Columns))
		for i := range head {
			head[i] = strconv.Itoa(i + 1)
		}
		markdownRow(b, head, "")
		b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
		for r := range block.rows() {
			row := make([]string, len(head))
			for c := range row {
				row[c] = face(d.Lang, block.at(c, r))
			}
			markdownRow(b, row, "")
		}
		if len(block.Piles) > 0 {
			b.WriteString("\n" + escapeMarkdown(pileLine(d, block.Piles)) + "\n")
		}
	}
}

// markdownRow writes a row of a table, its cells between marks.
func markdownRow(b *strings.Builder, cells []string, mark string) {
	for _, c := range cells {
		if c != "" {
			c = mark + escapeMarkdown(c) + mark
		}
		b.WriteString("| " + c + " ")
	}
	b.WriteString("|\n")
}
