// How a game ended: a card of paper where the piles were.
import { useEffect, useState } from 'preact/hooks'
import { thinker } from '../engine/client'
import { type Position } from '../engine/protocol'
import { signed, t } from '../i18n'
import { backTo, canUndo, deal, restart, saved, undo } from '../state/play'
import { done, holeOf, holes, inRound, nextHole, round } from '../state/round'
import { moving } from '../state/settings'
import { address } from '../state/route'
import { share } from '../state/ui'
import { Icon } from '../ui/icon'
import { Handwritten } from '../ui/handwritten'
import { cardsLeft, rulesName, score } from './words'

/** What a result is called: the words of golf for a game of strokes. */
export function verdict(p: Position): string {
  if (p.state !== 'won') return t('web.outcome.left', { N: cardsLeft(p) })
  if (p.stock === 0) return t('web.outcome.won')
  return t('web.outcome.won-stock', { N: p.stock })
}

/** The result as a few words to send to a friend. */
export function resultText(p: Position): string {
  const lines = [`Birdie · ${rulesName(p.preset)} · ${p.code}`, `${signed(p.strokes)} ${t('web.unit.strokes', { N: Math.abs(p.strokes) })} · ${verdict(p)}`]
  // Columns as squares: what is cleared is green.
  lines.push(p.columns.map((c) => (c.length === 0 ? '🟩' : c.length < 3 ? '🟨' : '🟥')).join(''))
  if (p.undos === 0 && p.hints === 0) lines.push(t('web.outcome.clean'))
  return lines.join('\n')
}

export function Outcome({ position: p }: { position: Position }) {
  const [turn, setTurn] = useState<{ winnable: boolean; before: number; moves: string } | null>(null)
  const won = p.state === 'won'
  const s = saved.value

  useEffect(() => {
    setTurn(null)
    if (won || !s) return
    let gone = false
    void (async () => {
      await thinker.ask(`open turn ${s.code}.${s.actions}`)
      const reply = await thinker.ask('turn turn')
      if (gone) return
      setTurn({
        winnable: reply.fields.get('winnable') === '1',
        before: Number(reply.fields.get('before')),
        moves: reply.fields.get('moves') ?? '',
      })
    })().catch(() => {})
    return () => {
      gone = true
    }
  }, [s?.id, s?.actions])

  const hole = inRound() && round.value ? holeOf(round.value) : 0
  const { value, unit } = score(p, hole > 0)
  const next = () => {
    if (hole > 0) void nextHole()
    else void deal({ rules: p.rules })
  }
  const canGoBack = turn !== null && turn.winnable && turn.before < turn.moves.length && p.state === 'blocked'
  const back = () => turn && void backTo(turn.before)

  return (
    <section class={won ? 'outcome won' : 'outcome'} aria-label={t('patience.state.' + p.state)}>
      <div class="paper">
        {won && <Flag />}
        <div class="verdict">
          <h2>{t(won ? 'web.outcome.title-won' : p.state === 'blocked' ? 'web.outcome.title-blocked' : 'web.outcome.title-given-up')}</h2>
          <p>
            {verdict(p)}
            {p.undos > 0 && ` · ${t('web.outcome.undos', { N: p.undos })}`}
            {p.hints > 0 && ` · ${t('web.outcome.hints', { N: p.hints })}`}
            {won && p.undos === 0 && p.hints === 0 && ` · ${t('web.outcome.clean')}`}
          </p>
        </div>
        <p class="written">
          <Handwritten text={value} animate={moving()} />
          <small>{unit}</small>
        </p>
        {!won && (
          <p class="small" role="status">
            {turn === null
              ? t('web.outcome.looking')
              : !turn.winnable
                ? t('web.outcome.never')
                : turn.before >= turn.moves.length
                  ? t('web.outcome.still')
                  : t('web.outcome.lost-at', { N: turn.before + 1 })}
          </p>
        )}
        <div class="row">
          {!won && (
            <button type="button" class="button" disabled={!canUndo.value} onClick={undo}>
              <Icon of="undo" />
              <span>{t('web.page.undo')}</span>
            </button>
          )}
          {canGoBack && (
            <button type="button" class="button" onClick={back}>
              <Icon of="first" />
              <span>{t('web.outcome.back')}</span>
            </button>
          )}
          {won && (
            <button type="button" class="button" onClick={() => void share(resultText(p), address(p.code))}>
              <Icon of="share" />
              <span>{t('web.outcome.share')}</span>
            </button>
          )}
          <a class="button" href={`#replay/${p.code}.${p.actions}`}>
            <Icon of="play" />
            <span>{t('web.outcome.replay')}</span>
          </a>
          {!won && hole === 0 && (
            <button type="button" class="button" onClick={restart}>
              <Icon of="redo" />
              <span>{t('web.deal.restart')}</span>
            </button>
          )}
          <button type="button" class="button main" onClick={next}>
            <Icon of="flag" />
            <span>{hole === 0 ? t('web.outcome.next') : hole < holes || !round.value || !done(round.value) ? t('web.outcome.next-hole') : t('web.outcome.card')}</span>
          </button>
        </div>
      </div>
    </section>
  )
}

/** The flag goes up. */
function Flag() {
  return (
    <svg class="flagstick" viewBox="0 0 60 90" aria-hidden="true">
      <ellipse cx="16" cy="84" rx="15" ry="4" />
      <path class="pole" d="M16 84V6" />
      <path class="cloth" d="M17 8c12-5 22 5 38 0v24c-16 5-26-5-38 0z" />
    </svg>
  )
}

