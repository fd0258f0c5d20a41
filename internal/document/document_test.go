package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"birdie/card"
	"birdie/internal/locale"

	"github.com/google/go-cmp/cmp"
)

// sample has a block of every kind, and text that each form must escape.
func sample() *Document {
	d := &Document{Lang: locale.German, Title: "Karten & Zeichen"}
	d.Add(
		Heading{ID: "first", Text: "Erstens: 1 < 2"},
		Paragraph("Auf 9♣ passt 10♥, auf *nichts* passt [nichts](x) | und ★1 auf <b>alles</b>."),
		List{Items: []string{"ein Punkt", "ein Punkt, der so lang ist, dass er in einer schmalen Spalte umbricht"}},
		List{Numbered: true, Items: []string{"eins", "zwei"}},
		Terms{{Word: "Wort", Meaning: "Bedeutung"}, {Word: "Quelle", Link: "https://example.org/?a=1&b=2"}},
		Table{Head: []string{"Wer", "Was"}, Rows: [][]string{{"Anna", "3"}, {"Ben", "B♦ und noch viel mehr Text"}}, Mark: 0},
		Board{
			Caption: "Eine Stellung",
			Columns: [][]card.Card{{card.Of(6, card.Clubs), card.Of(card.Ten, card.Hearts)}, nil, {Back}},
			Piles:   []Pile{{Name: "Ablage", Top: card.Of(card.Jack, card.Diamonds)}, {Name: "Talon", Text: "3 Karten"}},
		},
		Grid{
			Caption: "Ein Raster",
			Head:    []string{"Spalte 1", "Spalte 2"},
			Rows: [][]Counted{
				{{Card: card.Of(4, card.Clubs), Text: "0", Off: true}, {Card: Back}},
				{{Card: card.Of(4, card.Hearts), Text: "0", Off: true}, {Card: card.Of(card.King, card.Clubs), Text: "0"}},
			},
			Notes: []string{"Zusammen: 0"},
		},
	)
	return d
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteText(&b, TextStyle{Width: 40}); err != nil {
		t.Fatal(err)
	}
	const want = `Karten & Zeichen
================

Erstens: 1 < 2
--------------

Auf 9♣ passt 10♥, auf *nichts* passt
[nichts](x) | und ★1 auf <b>alles</b>.

• ein Punkt
• ein Punkt, der so lang ist, dass er in
  einer schmalen Spalte umbricht

1. eins
2. zwei

Wort
    Bedeutung
Quelle
    https://example.org/?a=1&b=2

Wer     Was
──────────────────────────────────
▸ Anna  3
Ben     B♦ und noch viel mehr Text

Eine Stellung
    1    2    3
   6♣    ·   ▒▒
  10♥
   Ablage: B♦ · Talon: 3 Karten

Ein Raster
Spalte 1  Spalte 2
──────────────────
4♣: 0     ▒▒
4♥: 0     K♣: 0
• Zusammen: 0
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// No line is wider than asked for, down to widths at which a word still fits.
func TestTextIsNoWiderThanAsked(t *testing.T) {
	for width := 34; width <= 100; width++ {
		var b bytes.Buffer
		if err := sample().WriteText(&b, TextStyle{Width: width}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("width %d: %d characters in %q", width, n, line)
			}
		}
	}
}

// Colour changes nothing but colour.
func TestTextInColor(t *testing.T) {
	var plain, painted bytes.Buffer
	d := sample()
	if err := errors.Join(d.WriteText(&plain, TextStyle{Width: 40}), d.WriteText(&painted, TextStyle{Width: 40, Color: true})); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("colour that was not asked for")
	}
	if !strings.Contains(painted.String(), red+"10♥"+reset) || strings.Contains(painted.String(), red+"9♣") {
		t.Error("not the red cards are red")
	}
	stripped := strings.NewReplacer(bold, "", red, "", dim, "", reset, "").Replace(painted.String())
	if diff := cmp.Diff(plain.String(), stripped); diff != "" {
		t.Error(diff)
	}
}

func TestMarkdown(t *testing.T) {
	const want = `# Karten & Zeichen

## Erstens: 1 &lt; 2

Auf 9♣ passt 10♥, auf \*nichts\* passt \[nichts\](x) \| und ★1 auf &lt;b>alles&lt;/b>.

- ein Punkt
- ein Punkt, der so lang ist, dass er in einer schmalen Spalte umbricht

1. eins
2. zwei

- **Wort** – Bedeutung
- [**Quelle**](https://example.org/?a=1&b=2)

| Wer | Was |
|---|---|
| **Anna** | **3** |
| Ben | B♦ und noch viel mehr Text |

Eine Stellung

| 1 | 2 | 3 |
|---|---|---|
| 6♣ |  | ▒▒ |
| 10♥ |  |  |

Ablage: B♦ · Talon: 3 Karten

Ein Raster

| Spalte 1 | Spalte 2 |
|---|---|
| 4♣: 0 | ▒▒ |
| 4♥: 0 | K♣: 0 |

- Zusammen: 0
`
	if diff := cmp.Diff(want, sample().Markdown()); diff != "" {
		t.Error(diff)
	}
}

func TestHTML(t *testing.T) {
	html := sample().HTML()
	for _, want := range []string{
		`<article lang="de">`, `<h1>Karten &amp; Zeichen</h1>`, `<h2 id="first">Erstens: 1 &lt; 2</h2>`,
		`Auf <span class="card clubs">9♣</span> passt <span class="card hearts">10♥</span>`,
		`<span class="card joker">★1</span> auf &lt;b&gt;alles&lt;/b&gt;.</p>`,
		`<li>zwei</li>`, `<dt>Wort</dt><dd>Bedeutung</dd>`, `<a href="https://example.org/?a=1&amp;b=2" rel="noreferrer">Quelle</a>`,
		`<tr aria-current="true"><th scope="row">Anna</th><td>3</td></tr>`,
		`<td><span class="card clubs">6♣</span></td><td></td><td><span class="card back">▒▒</span></td>`,
		`Ablage: <span class="card diamonds">B♦</span> · Talon: 3 Karten`, `<figcaption>Eine Stellung</figcaption>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	// Every element is closed, which HTML does not ask for but a reader of the
	// source does.
	for d := xml.NewDecoder(strings.NewReader(html)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
