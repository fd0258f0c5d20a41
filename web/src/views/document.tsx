// Pages that the Go side writes as data: the rules of both games, with pictures of
// positions, of grids and of what cards count.
import { useEffect, useState } from 'preact/hooks'
import { Back, Face, name, short } from '../cards/card'
import { lang, t, type Lang } from '../i18n'
import { deal } from '../state/play'
import { visit } from '../state/route'
import { Icon } from '../ui/icon'
import { View } from '../ui/view'

/** A page as internal/document builds it. */
export interface Page {
  title: string
  blocks: Block[]
}

export type Block =
  | { heading: string; id: string }
  | { text: string }
  | { list: string[]; numbered: boolean }
  | { terms: { word: string; meaning: string; link: string }[] }
  | { head: string[]; rows: string[][]; mark: number; cards: string[] }
  | { caption: string; columns: string[]; piles: { name: string; top: string; text: string }[]; line: string }
  | { grid: string; cells: { card: string; text: string; off: boolean }[][]; notes: string[] | null }

/** Rule sets to choose a page of. */
export function RulesList({ path, rules }: { path: string; rules: [id: string, name: string, about: string][] }) {
  return (
    <ul class="menu">
      {rules.map(([id, name, about]) => (
        <li key={id}>
          <a href={`#${path}/${id}`}>
            <span>
              <b>{name}</b>
              <small>{about}</small>
            </span>
            <Icon of="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The rules page of one rule set. */
export function RulesPage({ load, id, name, back }: { load: Record<Lang, () => Promise<{ default: Record<string, Page> }>>; id: string; name: string; back: string }) {
  const [page, setPage] = useState<Page | null>(null)
  const l = lang.value
  useEffect(() => {
    void load[l]().then((m) => setPage(m.default[id] ?? null))
  }, [id, l])
  if (!page) return <View title={name} back={back}>{null}</View>
  return (
    <View title={page.title} back={back}>
      <article class="rules">
        <details class="contents" open={innerWidth > 700}>
          <summary>{t('web.learn.contents')}</summary>
          <ul>
            {page.blocks.map((b) =>
              'heading' in b ? (
                <li key={b.id}>
                  <button type="button" class="link" onClick={() => document.getElementById(b.id)?.scrollIntoView()}>
                    {b.heading}
                  </button>
                </li>
              ) : null,
            )}
          </ul>
        </details>
        {page.blocks.map((b, i) => (
          <BlockOf key={i} block={b} />
        ))}
      </article>
    </View>
  )
}

// Cards in running text, with their suits in colour.
const anyCard = /((?:10|[A2-9BDJQK])[♣♦♥♠])/

function Inline({ text }: { text: string }) {
  return (
    <>
      {text.split(anyCard).map((part, i) =>
        i % 2 === 1 ? (
          <span key={i} class={`s-${{ '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S' }[part.at(-1) ?? '']} inline`}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  )
}

function BlockOf({ block: b }: { block: Block }) {
  if ('heading' in b) return <h2 id={b.id}>{b.heading}</h2>
  if ('text' in b) {
    return (
      <p>
        <Inline text={b.text} />
      </p>
    )
  }
  if ('list' in b) {
    const items = b.list.map((item, i) => (
      <li key={i}>
        <Inline text={item} />
      </li>
    ))
    return b.numbered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  if ('terms' in b) {
    return (
      <dl class="terms">
        {b.terms.map((term) => (
          <div key={term.word}>
            <dt>{term.link ? <a href={term.link} rel="noreferrer">{term.word}</a> : term.word}</dt>
            <dd>{term.meaning}</dd>
          </div>
        ))}
      </dl>
    )
  }
  if ('grid' in b) return <GridPicture grid={b} />
  if ('rows' in b && b.cards.length > 0) return <Values table={b} />
  if ('rows' in b) {
    return (
      <div class="scroll" tabIndex={0} role="group" aria-label={b.head.join(', ')}>
        <table>
          <thead>
            <tr>
              {b.head.map((h) => (
                <th scope="col" key={h}>
                  {h}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {b.rows.map((row, i) => (
              <tr key={i} aria-current={i === b.mark ? 'true' : undefined}>
                {row.map((cell, j) =>
                  j === 0 ? (
                    <th scope="row" key={j}>
                      {cell}
                    </th>
                  ) : (
                    <td key={j}>
                      <Inline text={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  return <Picture board={b} />
}

/** Cards in a row with what is said of each. */
function Values({ table }: { table: Extract<Block, { rows: string[][] }> }) {
  return (
    <ul class="values" aria-label={table.head.join(', ')}>
      {table.rows.map((row, i) => (
        <li key={i}>
          <div class="card" aria-hidden="true">
            <Face card={table.cards[i] ?? ''} />
          </div>
          <span class="unseen">{row[0]}: </span>
          <b>{row[1]}</b>
        </li>
      ))}
    </ul>
  )
}

/** A grid with what each of its cards counts. What cancels is struck out. */
function GridPicture({ grid }: { grid: Extract<Block, { grid: string }> }) {
  const cells = grid.cells.flat()
  const words = cells.map((c, i) => t('web.learn.cell', { N: i + 1, Card: c.card ? name(c.card) : t('web.learn.down') }) + (c.text && ` (${c.text})`)).join(', ')
  return (
    <figure class="gridpicture">
      <figcaption>{grid.grid}</figcaption>
      <div class="grid" role="img" aria-label={words} style={{ '--cols': grid.cells[0]?.length ?? 1 }}>
        {cells.map((c, i) => (
          <div key={i} class={c.off ? 'off' : ''}>
            <div class="card">{c.card ? <Face card={c.card} /> : <Back />}</div>
            {c.text && <b>{c.text}</b>}
          </div>
        ))}
      </div>
      {grid.notes && (
        <ul>
          {grid.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </figure>
  )
}

/** A position as a picture, to be played on from there. */
function Picture({ board }: { board: Extract<Block, { caption: string }> }) {
  const play = async () => {
    const [code = '', actions = ''] = board.line.split('.')
    await deal({ rules: '*', source: code, actions })
    visit('patience')
  }
  const words = board.columns.map((column, i) => t('web.text.column', { Column: i + 1, Cards: (column.match(/../g) ?? []).map(short).join(' ') })).join('. ')
  return (
    <figure class="position">
      <div class="mini" role="img" aria-label={words}>
        {board.columns.map((column, i) => (
          <div class="column" key={i}>
            {(column.match(/../g) ?? []).map((card, row, all) => (
              <div key={card} class={row === all.length - 1 ? 'card free' : 'card covered'}>
                <Face card={card} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div class="piles">
        {board.piles.map((pile) => (
          <span key={pile.name}>
            {pile.name}{' '}
            {pile.top && (
              <span class="card top">
                <Face card={pile.top} />
              </span>
            )}{' '}
            {pile.text}
          </span>
        ))}
      </div>
      <figcaption>
        {board.caption}
        {board.line && (
          <button type="button" class="link" onClick={() => void play()}>
            {t('web.learn.play')}
          </button>
        )}
      </figcaption>
    </figure>
  )
}
