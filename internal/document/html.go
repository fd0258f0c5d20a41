package document

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"birdie/card"
)

// HTML returns the page as an HTML fragment: an article with a heading of the
// first level. Cards, in boards and in running text, are
// <span class="card hearts">, so that a style sheet can give them their suit's
// colour.
func (d *Document) HTML() string {
	var b strings.Builder
	b.WriteString(`<article lang="` + string(d.Lang) + `">` + "\n")
	b.WriteString("<h1>" + d.inline(d.Title) + "</h1>\n")
	for _, block := range d.Blocks {
		d.html(&b, block)
	}
	b.WriteString("</article>\n")
	return b.String()
}

// anyCard finds cards in running text, with the suit or the joker's star apart.
var anyCard = regexp.MustCompile(`(?:10|[A2-9BDJQK])([♣♦♥♠])|★[12]?`)

var suitClass = map[string]string{"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", "": "joker"}

// inline escapes running text and marks its cards.
func (d *Document) inline(s string) string {
	return anyCard.ReplaceAllStringFunc(html.EscapeString(s), func(c string) string {
		return `<span class="card ` + suitClass[anyCard.FindStringSubmatch(c)[1]] + `">` + c + "</span>"
	})
}

func (d *Document) html(b *strings.Builder, block Block) {
	switch block := block.(type) {
	case Heading:
		b.WriteString(`<h2 id="` + html.EscapeString(block.ID) + `">` + d.inline(block.Text) + "</h2>\n")
	case Paragraph:
		b.WriteString("<p>" + d.inline(string(block)) + "</p>\n")
	case List:
		tag := "ul"
		if block.Numbered {
			tag = "ol"
		}
		b.WriteString("<" + tag + ">\n")
		for _, item := range block.Items {
			b.WriteString("<li>" + d.inline(item) + "</li>\n")
		}
		b.WriteString("</" + tag + ">\n")
	case Terms:
		b.WriteString("<dl>\n")
		for _, t := range block {
			word := d.inline(t.Word)
			if t.Link != "" {
				word = `<a href="` + html.EscapeString(t.Link) + `" rel="noreferrer">` + word + "</a>"
			}
			b.WriteString("<dt>" + word + "</dt><dd>" + d.inline(t.Meaning) + "</dd>\n")
		}
		b.WriteString("</dl>\n")
	case Table:
		b.WriteString("<table>\n<thead><tr>")
		for _, cell := range block.Head {
			b.WriteString(`<th scope="col">` + d.inline(cell) + "</th>")
		}
		b.WriteString("</tr></thead>\n<tbody>\n")
		for i, row := range block.Rows {
			if i == block.Mark {
				b.WriteString(`<tr aria-current="true">`)
			} else {
				b.WriteString("<tr>")
			}
			for j, cell := range row {
				if j == 0 {
					b.WriteString(`<th scope="row">` + d.inline(cell) + "</th>")
				} else {
					b.WriteString("<td>" + d.inline(cell) + "</td>")
				}
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</tbody>\n</table>\n")
	case Board:
		d.htmlBoard(b, block)
	case Grid:
		b.WriteString(`<figure class="grid">` + "\n")
		if block.Caption != "" {
			b.WriteString("<figcaption>" + d.inline(block.Caption) + "</figcaption>\n")
		}
		d.html(b, block.table(d.Lang))
		if len(block.Notes) > 0 {
			d.html(b, List{Items: block.Notes})
		}
		b.WriteString("</figure>\n")
	}
}

func (d *Document) htmlBoard(b *strings.Builder, board Board) {
	b.WriteString(`<figure class="board">` + "\n<table>\n<thead><tr>")
	for i := range board.Columns {
		b.WriteString(`<th scope="col">` + strconv.Itoa(i+1) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for r := range board.rows() {
		b.WriteString("<tr>")
		for c := range board.Columns {
			b.WriteString("<td>" + d.htmlCard(board.at(c, r)) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	if len(board.Piles) > 0 {
		b.WriteString("<p>" + d.inline(pileLine(d, board.Piles)) + "</p>\n")
	}
	if board.Caption != "" {
		b.WriteString("<figcaption>" + d.inline(board.Caption) + "</figcaption>\n")
	}
	b.WriteString("</figure>\n")
}

func (d *Document) htmlCard(c card.Card) string {
	if c == Back {
		return `<span class="card back">` + face(d.Lang, c) + "</span>"
	}
	return d.inline(face(d.Lang, c))
}
