// The game: head line, board, what can be done, and how it ended.
import { computed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Board } from '../board/board'
import type { Position } from '../engine/protocol'
import { t } from '../i18n'
import { act, canUndo, position_, refusal, saved, touch, undo } from '../state/play'
import { holeOf, inRound, round } from '../state/round'
import { dialog } from '../state/ui'
import { advice, askHint, chances, hinted } from '../state/advice'
import { Icon } from '../ui/icon'
import { places } from './menu'
import { Outcome } from './outcome'
import { Side } from './side'
import { Tour, tourMove } from './tour'
import { cardsLeft, rulesName, score } from './words'

const stateLine = computed(() => {
  const p = position_.value
  if (!p) return ''
  return [
    t('web.line.run', { N: p.run }),
    t('web.line.cards', { N: cardsLeft(p) }),
    t('web.line.stock', { N: p.stock }),
    t('web.line.moves', { N: p.moves }),
  ].join(' · ')
})

export function gameKeys(e: KeyboardEvent): void {
  const key = e.key.toLowerCase()
  if (key >= '1' && key <= '7') void act(key)
  else if (key === 'd') void act('d')
  else if (key === 'u') undo()
  else if (key === 'r') void act('r')
  else if (key === 'h') void askHint()
  else if (key === 'n') dialog.value = 'new'
  else if (key === '?') dialog.value = 'help'
  else return
  e.preventDefault()
}

/** The board of the game that is being played. */
export function PlayBoard({ position: p }: { position: Position }) {
  return (
    <Board
      position={p}
      game={saved.value?.id ?? ''}
      label={t('web.board.label')}
      line={p.state === 'playing' ? (advice.value ?? stateLine.value) : ''}
      refusal={refusal.value}
      {...(chances.value ? { chances: chances.value } : {})}
      hinted={hinted.value || tourMove()}
      onMove={(letter, row) => void act(letter, row)}
      onCovered={(column, row) => void touch(column, row)}
      onKey={gameKeys}
    />
  )
}

export function Game() {
  const p = position_.value
  // What was refused is old news when one comes back to the game.
  useEffect(() => () => void (refusal.value = null), [])
  if (!p) return null
  const hole = inRound() && round.value ? holeOf(round.value) : 0
  const { value, unit } = score(p, hole > 0)
  const over = p.state !== 'playing'
  return (
    <main class="game">
      <h1 class="unseen">Birdie</h1>
      <header class="head">
        <a class="icon" href="#" aria-label={t('web.menu.home')}>
          <Icon of="back" />
        </a>
        <button type="button" class="deal" onClick={() => (dialog.value = 'deal')}>
          <b>{hole > 0 ? t('web.round.hole', { N: hole }) : rulesName(p.preset)}</b>
          <small>{p.code}</small>
        </button>
        <nav class="places" aria-label={t('web.page.menu')}>
          {places.map(([path, , text]) => (
            <a key={path} href={'#' + path}>
              {t(text)}
            </a>
          ))}
        </nav>
        <p class="score">
          <b>{value}</b> <small>{unit}</small>
        </p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => (dialog.value = 'menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <div class="table">
        <PlayBoard position={p} />
        {over ? <Outcome position={p} /> : <Tour />}
      </div>
      <Side position={p} />
      <nav class="foot" aria-label={t('web.page.actions')}>
        <button type="button" onClick={undo} disabled={!canUndo.value}>
          <Icon of="undo" />
          <span>{t('web.page.undo')}</span>
        </button>
        {p.can.includes('r') && (
          <button type="button" class="redo" aria-label={t('web.page.redo')} onClick={() => void act('r')}>
            <Icon of="redo" />
          </button>
        )}
        <button type="button" onClick={() => void askHint()} disabled={over}>
          <Icon of="bulb" />
          <span>{t('web.page.hint')}</span>
        </button>
        <button type="button" class="main" onClick={() => (dialog.value = 'new')}>
          <Icon of="plus" />
          <span>{t('web.page.new')}</span>
        </button>
      </nav>
    </main>
  )
}
