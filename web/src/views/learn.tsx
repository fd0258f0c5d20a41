// Learning: the rules of each rule set, generated from the rules themselves, and
// the tour through a first game.
import presets from 'birdie:presets'
import { useEffect, useState } from 'preact/hooks'
import { Face, short } from '../cards/card'
import { lang, t, type Lang } from '../i18n'
import { deal } from '../state/play'
import { visit } from '../state/route'
import { change } from '../state/settings'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { rulesName } from './words'

/** A page as internal/document builds it. */
export interface Page {
  title: string
  blocks: Block[]
}

type Block =
  | { heading: string; id: string }
  | { text: string }
  | { list: string[]; numbered: boolean }
  | { terms: { word: string; meaning: string; link: string }[] }
  | { head: string[]; rows: string[][]; mark: number }
  | { caption: string; columns: string[]; piles: { name: string; top: string; text: string }[]; line: string }

const load: Record<Lang, () => Promise<{ default: Record<string, Page> }>> = {
  en: () => import('birdie:rules/en'),
  de: () => import('birdie:rules/de'),
}

export function LearnView({ path }: ViewProps) {
  const preset = presets.find((p) => p.id === path[0])
  if (preset) return <RulesPage id={preset.id} />
  return (
    <View title={t('web.learn.title')}>
      <p>{t('web.learn.about')}</p>
      <div class="row">
        <button
          type="button"
          class="button main"
          onClick={async () => {
            change({ toured: false })
            await deal({ rules: '*', source: 'GO1-E-AAAAAAB' })
            visit('patience')
          }}
        >
          <Icon of="play" />
          {t('web.learn.tour')}
        </button>
      </div>
      <h2>{t('web.learn.rules')}</h2>
      <ul class="menu">
        {presets.map((p) => (
          <li key={p.id}>
            <a href={'#learn/' + p.id}>
              <span>
                <b>{rulesName(p.id)}</b>
                <small>{t('rules.intro.' + p.id)}</small>
              </span>
              <Icon of="next" />
            </a>
          </li>
        ))}
      </ul>
    </View>
  )
}

function RulesPage({ id }: { id: string }) {
  const [page, setPage] = useState<Page | null>(null)
  const l = lang.value
  useEffect(() => {
    void load[l]().then((m) => setPage(m.default[id] ?? null))
  }, [id, l])
  if (!page) return <View title={rulesName(id)} back="#learn">{null}</View>
  return (
    <View title={page.title} back="#learn">
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

export function BlockOf({ block: b }: { block: Block }) {
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
