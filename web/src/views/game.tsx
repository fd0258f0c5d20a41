// The game: head line, board, what can be done, and how it ended.
import { computed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { Board } from '../board/board'
import { signed, t } from '../i18n'
import { act, canUndo, position_, refusal, saved, touch, undo } from '../state/play'
import { parseRules, type Position } from '../engine/protocol'
import { Icon } from '../ui/icon'

const stateLine = computed(() => {
  const p = position_.value
  if (!p) return ''
  const cards = p.columns.reduce((n, c) => n + c.length, 0)
  return [
    t('web.line.run', { N: p.run }),
    t('web.line.cards', { N: cards }),
    t('web.line.stock', { N: p.stock }),
    t('web.line.moves', { N: p.moves }),
  ].join(' · ')
})

/** The name of the rules: the preset's, or "own rules". */
export const rulesName = (preset: string): string => (preset ? t('patience.preset.' + preset) : t('web.page.own-rules'))

/** What the head line counts. */
export function score(p: Position): { value: string; unit: string } {
  switch (parseRules(p.rules).scoring) {
    case 'points':
      return { value: String(p.points), unit: t('web.unit.points', { N: p.points }) }
    case 'strokes':
      return { value: signed(p.strokes), unit: t('web.unit.strokes', { N: Math.abs(p.strokes) }) }
    default: {
      const left = p.columns.reduce((n, c) => n + c.length, 0)
      return { value: String(left), unit: t('web.unit.left', { N: left }) }
    }
  }
}

export function Game() {
  const p = position_.value
  const [dialog, open] = useState<string | null>(null)
  useEffect(() => {
    const key = (e: KeyboardEvent) => e.key === '?' && open('help')
    addEventListener('birdie-help', () => open('help'))
    void key
  }, [])
  if (!p) return null
  const { value, unit } = score(p)
  const onKey = (e: KeyboardEvent) => {
    const key = e.key.toLowerCase()
    if (key >= '1' && key <= '7') void act(key)
    else if (key === 'd') void act('d')
    else if (key === 'u') undo()
    else if (key === 'r') void act('r')
    else return
    e.preventDefault()
  }
  void dialog
  return (
    <main class="game">
      <header class="head">
        <button type="button" class="deal" onClick={() => open('deal')}>
          <b>{rulesName(p.preset)}</b>
          <small>{p.code}</small>
        </button>
        <p class="score">
          <b>{value}</b> <small>{unit}</small>
        </p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => open('menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <Board
        position={p}
        game={saved.value?.id ?? ''}
        label={t('web.board.label')}
        line={stateLine.value}
        refusal={refusal.value}
        onMove={(letter, row) => void act(letter, row)}
        onCovered={(column, row) => void touch(column, row)}
        onKey={onKey}
      />
      <nav class="foot">
        <button type="button" onClick={undo} disabled={!canUndo.value}>
          <Icon of="undo" />
          {t('web.page.undo')}
        </button>
        <button type="button">
          <Icon of="bulb" />
          {t('web.page.hint')}
        </button>
        <button type="button" class="main" onClick={() => open('new')}>
          <Icon of="plus" />
          {t('web.page.new')}
        </button>
      </nav>
    </main>
  )
}
