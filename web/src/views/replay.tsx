// A finished or running game, move by move: what was played, whether it could
// still be won, and where it was lost.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Board } from '../board/board'
import { short } from '../cards/card'
import { thinker } from '../engine/client'
import { position, type Position } from '../engine/protocol'
import { percent, signed, t } from '../i18n'
import { ask, type Opinion } from '../state/advice'
import { address, visit } from '../state/route'
import { deal } from '../state/play'
import { share } from '../state/ui'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { Lines } from '../ui/plot'
import { View } from '../ui/view'
import { faultText, rulesName } from './words'

interface Review {
  moves: string
  /** Position after each number of moves. */
  positions: Position[]
  /** Whether each of them could still be won, by one who knows the stock. */
  winnable: boolean[]
  turn: number
}

/** Games the caddie plays for each position: enough for a curve. */
const games = 400

/** The caddie's word on a move, by what it gave away. */
function judge(given: number): string {
  return t(given < 0.04 ? 'web.replay.good' : given < 0.13 ? 'web.replay.fair' : given < 0.3 ? 'web.replay.weak' : 'web.replay.costly')
}

export function ReplayView({ path }: ViewProps) {
  const line = path.join('/')
  const [review, setReview] = useState<Review | null>(null)
  const [fault, setFault] = useState('')
  const [at, setAt] = useState(0)
  const [running, setRunning] = useState(false)
  const [judged, setJudged] = useState<Opinion[][]>([])
  const timer = useRef(0)

  useEffect(() => {
    let gone = false
    void (async () => {
      const opened = await thinker.ask(`open replay ${line}`)
      if (opened.verdict === 'bad') {
        setFault(faultText(opened.why, opened.detail))
        return
      }
      const code = opened.fields.get('code') ?? ''
      const standing = await thinker.ask('turn replay')
      const moves = standing.fields.get('moves') ?? ''
      await thinker.ask(`open replay ${code}.${moves}`)
      const positions: Position[] = []
      for (let n = 0; n <= moves.length; n++) {
        const p = position(await thinker.ask(`at replay ${n}`))
        if (p) positions.push(p)
      }
      const before = Number(standing.fields.get('before'))
      const could = standing.fields.get('winnable') === '1'
      if (gone) return
      const lost = standing.fields.has('move')
      setReview({ moves, positions, winnable: positions.map((_, i) => could && i <= before), turn: lost ? before : -1 })
      setAt(lost ? before : moves.length)
      // The caddie looks at one position after the other, and others may ask between.
      const all: Opinion[][] = []
      for (let n = 0; n < moves.length && !gone; n++) {
        all.push(await ask('replay', n, games))
        setJudged([...all])
      }
    })().catch(() => setFault(t('web.page.view-failed')))
    return () => {
      gone = true
      clearInterval(timer.current)
    }
  }, [line])

  useEffect(() => {
    clearInterval(timer.current)
    if (running) timer.current = window.setInterval(() => setAt((n) => (review && n < review.moves.length ? n + 1 : n)), 900)
    return () => clearInterval(timer.current)
  }, [running, review])

  if (fault) {
    return (
      <View title={t('web.replay.title')}>
        <p class="fault">{fault}</p>
      </View>
    )
  }
  if (!review) return <View title={t('web.replay.title')}>{<p role="status">{t('web.replay.looking')}</p>}</View>

  const p = review.positions[at]
  const last = review.positions.at(-1)
  if (!p || !last) return null
  const n = review.moves.length
  const step = (to: number) => {
    setRunning(false)
    setAt(Math.max(0, Math.min(n, to)))
  }
  const move = review.moves[at - 1]
  // What was played from here, against the best there was.
  const opinions = judged[at]
  const played = opinions?.find((o) => o.letter === review.moves[at])
  const best = opinions?.[0]
  const word = (letter: string) => (letter === 'd' ? t('web.replay.draw') : short(p.columns[Number(letter) - 1]?.at(-1) ?? ''))
  const curve = judged.map((o) => o[0]?.win ?? 0)
  if (judged.length === n && n > 0) curve.push(last.state === 'won' ? 1 : 0)
  const words = at === 0 ? t('web.replay.start') : move === 'd' ? t('web.say.drawn', { Card: short(p.waste.at(-1) ?? '') }) : t('web.replay.removed', { Card: short(p.waste.at(-1) ?? ''), Column: move ?? '' })

  return (
    <View title={t('web.replay.title')} wide>
      <p>
        <b>{rulesName(p.preset)}</b> · <span translate={false}>{p.code}</span> · {t('patience.state.' + last.state)} ·{' '}
        {t('web.replay.result', { S: signed(last.strokes) })}
      </p>
      <div
        class="stage"
        onKeyDown={(e) => {
          if (e.key === 'ArrowLeft') step(at - 1)
          else if (e.key === 'ArrowRight') step(at + 1)
          else return
          e.preventDefault()
        }}
      >
        <Board position={p} game="replay" label={t('web.replay.board')} />
      </div>
      <div class="steps">
        <button type="button" class="icon" aria-label={t('web.replay.first')} disabled={at === 0} onClick={() => step(0)}>
          <Icon of="first" />
        </button>
        <button type="button" class="icon" aria-label={t('web.replay.back')} disabled={at === 0} onClick={() => step(at - 1)}>
          <Icon of="back" />
        </button>
        <input type="range" min={0} max={n} value={at} aria-label={t('web.replay.move')} aria-valuetext={`${at}: ${words}`} onInput={(e) => step(Number(e.currentTarget.value))} />
        <button type="button" class="icon" aria-label={t('web.replay.next')} disabled={at === n} onClick={() => step(at + 1)}>
          <Icon of="next" />
        </button>
        <button type="button" class="icon" aria-label={t('web.replay.last')} disabled={at === n} onClick={() => step(n)}>
          <Icon of="last" />
        </button>
        <button type="button" class="icon" aria-label={t(running ? 'web.replay.pause' : 'web.replay.play')} onClick={() => (at === n ? (setAt(0), setRunning(true)) : setRunning(!running))}>
          <Icon of={running ? 'pause' : 'play'} />
        </button>
      </div>
      <p class="move" aria-live="polite">
        <b>
          {at} / {n}
        </b>{' '}
        {words}{' '}
        {p.state === 'playing' && <span class={review.winnable[at] ? 'could' : 'gone'}>{t(review.winnable[at] ? 'web.replay.could' : 'web.replay.gone')}</span>}
      </p>
      {played && best && (
        <p class="judged">
          {t('web.replay.played', { Card: word(played.letter), P: percent(played.win) })}{' '}
          {best.letter !== played.letter && best.win > played.win && t('web.replay.better', { Card: word(best.letter), P: percent(best.win) })} <b>{judge(best.win - played.win)}</b>
        </p>
      )}
      {review.turn >= 0 ? (
        <p>
          {t('web.replay.turn', { N: review.turn + 1 })}{' '}
          <button type="button" class="link" onClick={() => step(review.turn)}>
            {t('web.replay.show')}
          </button>
        </p>
      ) : (
        !review.winnable[0] && <p>{t('web.outcome.never')}</p>
      )}
      {curve.length > 1 && (
        <figure>
          <figcaption>{t('web.replay.curve')}</figcaption>
          <Lines values={[...curve, ...Array<number>(Math.max(0, n + 1 - curve.length)).fill(Number.NaN)]} low={0} high={1} label={t('web.replay.curve-label')} format={(v) => percent(v)} mark={at} onPick={step} />
          <p class="small">{t('web.advice.note')}</p>
        </figure>
      )}
      <div class="row noprint">
        <button
          type="button"
          class="button"
          onClick={async () => {
            await deal({ rules: '*', source: p.code })
            visit('patience')
          }}
        >
          <Icon of="play" />
          {t('web.replay.deal')}
        </button>
        <button type="button" class="button" onClick={() => void share(t('web.replay.share-text', { Code: p.code }), address('replay/' + line))}>
          <Icon of="share" />
          {t('web.deal.share')}
        </button>
      </div>
    </View>
  )
}

