// Looking at a match again: step by step, through the eyes of a seat or with all
// cards open; what each decision gave away; whether the shuffles were fair.
import { useEffect, useRef, useState } from 'preact/hooks'
import { decimal, t } from '../i18n'
import { announce } from '../state/announce'
import { save } from '../state/ui'
import { Select } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { Board } from './board'
import { ask, seeAll, thinker, type Reply, type Told, type Weighed } from './engine'
import { find, nameOf, openRequest } from './local'
import { fairOf } from './online/fair'
import { recordOf } from './online/api'
import { problemText } from './online/words'
import { recordLines, rulesText, type TableRecord } from './protocol'
import { botName, distinct, newsText, type SeatInfo } from './words'

interface Step {
  seat?: number
  hole?: number
  do: string
}

/** A decision and what it gave away, in strokes. */
interface Judged {
  step: number
  seat: number
  done: string
  best: string
  given: number
  /** Its standard error. */
  error: number
  deals: number
}

// For every decision so many deals are tried at a time, until it is clear, or they
// or its time are enough.
const portion = 50
const enough = 400
const patience = 1000

type Check = 'running' | 'good' | 'promise' | 'seed' | string

/** Another match is looked at from its beginning. */
export const ReplayView = ({ path: [id = '', number = ''] }: ViewProps) => <Replay key={id + '/' + number} id={id} number={number} />

function Replay({ id, number }: { id: string; number: string }) {
  const [seats, setSeats] = useState<SeatInfo[] | null>(null)
  const [steps, setSteps] = useState<Step[]>([])
  const [record, setRecord] = useState<TableRecord | null>(null)
  const [eyes, setEyes] = useState(seeAll)
  const [at, setAt] = useState(0)
  const [told, setTold] = useState<Told | null>(null)
  const [n, count] = useState(0)
  const [playing, play] = useState(false)
  const [problem, setProblem] = useState('')
  const [judged, setJudged] = useState<Judged[]>([])
  const [judging, setJudging] = useState<number | null>(null)
  const [check, setCheck] = useState<Check | null>(null)
  // Whoever judges compares this with what it was: it has been told to stop since.
  const run = useRef(0)

  useEffect(() => {
    let stale = false
    void load(() => stale)
    return () => {
      stale = true
      cancel()
      thinker.stop()
    }
  }, [])

  async function load(stale: () => boolean): Promise<void> {
    let request = ''
    const kept = find(id)
    if (kept) {
      request = openRequest('again', kept)
      setSeats(kept.players.map((p) => ({ name: nameOf(p), ...(p.bot ? { bot: p.bot } : {}) })))
    } else {
      const got = await recordOf(id, Number(number) || 1)
      if (stale()) return
      if (!got.value) return setProblem(got.code === 'not-found' ? t('golfpage.replay.none') : problemText(got.code))
      const { match, fair } = got.value
      setRecord(got.value)
      request = `open again ${match.players} ${rulesText(match.rules)}\n${recordLines(match, fair)}`
      setSeats(distinct((match.names ?? []).map(botName)).map((name) => ({ name })))
    }
    const opened = await ask<Told>(thinker, request).catch(() => null)
    if (stale()) return
    if (!opened?.ok) return setProblem(t('golfpage.replay.broken'))
    const list = await ask<Reply & { list: Step[] }>(thinker, 'steps again')
    setSteps(list.list)
    setAt(2)
  }

  useEffect(() => {
    if (steps.length === 0) return
    let stale = false
    ask<Told>(thinker, `at again ${eyes} ${at}`).then(
      (x) => {
        if (stale || !x.ok) return
        setTold(x)
        count((m) => m + 1)
      },
      () => {},
    )
    return () => {
      stale = true
    }
  }, [at, eyes, steps.length])

  useEffect(() => {
    if (!playing) return
    if (at >= steps.length) return play(false)
    const timer = setTimeout(() => setAt(at + 1), 1100)
    return () => clearTimeout(timer)
  }, [playing, at])

  useEffect(() => {
    if (told && seats && !playing) announce(newsText(told.events, told.golf, seats, null))
  }, [n])

  function cancel(): void {
    run.current++
    setJudging(null)
  }

  async function judge(seat: number): Promise<void> {
    const mine = ++run.current
    const list: Judged[] = []
    setJudged([])
    const decisions = steps.flatMap((step, i) => (step.seat === seat && !step.do.startsWith('choose') ? [{ i, action: step.do }] : []))
    for (const [n, { i, action }] of decisions.entries()) {
      setJudging(n / decisions.length)
      const until = performance.now() + patience
      for (let deals = portion; ; deals += portion) {
        const w = await ask<Weighed>(thinker, `judge again ${i} ${deals}`).catch(() => null)
        if (mine !== run.current) return
        const done = w?.worth?.find((x) => x.action === action)
        const best = w?.worth?.find((x) => x.given === 0)
        if (!w || !done || !best) break
        const clear = w.exact || (deals > portion && (done.given > 0 ? done.error <= 5 : w.worth.every((x) => x.given === 0 || x.given > 2 * x.error)))
        if (!clear && deals < enough && performance.now() < until) continue
        list.push({ step: i, seat, done: action, best: best.action, given: done.given / 100, error: done.error / 100, deals: w.deals })
        break
      }
      setJudged([...list])
    }
    setJudging(null)
  }

  async function verify(): Promise<void> {
    if (!record) return
    setCheck('running')
    const result = await ask<Reply & { shuffles: number }>(thinker, 'verify again').catch(() => null)
    if (!result?.ok) return setCheck(result?.bad ?? 'other')
    const seen = fairOf(record.fair.match)
    if (seen && seen.commitment !== record.fair.commitment) return setCheck('promise')
    if (seen?.seed && !record.fair.seeds?.includes(seen.seed)) return setCheck('seed')
    setCheck('good')
  }

  if (problem) {
    return (
      <View title={t('golfpage.replay.title')} back="#golf">
        <p class="fault" role="alert">
          {problem}
        </p>
      </View>
    )
  }
  const holes = steps.flatMap((s, i) => (s.hole ? [{ hole: s.hole, step: i + 1 }] : []))
  const hole = holes.filter((h) => h.step <= at).at(-1)?.hole ?? 1
  const verdict = judged.find((j) => j.step === at - 1)
  const given = judged.reduce((sum, j) => sum + j.given, 0)
  const error = Math.sqrt(judged.reduce((sum, j) => sum + j.error ** 2, 0))
  const go = (to: number) => {
    play(false)
    setAt(Math.max(2, Math.min(steps.length, to)))
  }
  // At the end it plays from the beginning.
  const start = () => {
    if (at >= steps.length) setAt(2)
    play(true)
  }
  return (
    <View title={t('golfpage.replay.title')} wide back={find(id) ? '#golf' : '#t/' + id}>
      <div class="tablestage">{told && seats && <Board scene={{ golf: told.golf, seats, you: null, scorecard: told.scorecard }} news={{ n, events: told.events }} focus={eyes >= 0 ? eyes : 0} still />}</div>
      <div class="steps">
        <button type="button" class="icon" aria-label={t('golfpage.replay.first')} disabled={at <= 2} onClick={() => go(2)}>
          <Icon of="first" />
        </button>
        <button type="button" class="icon" aria-label={t('golfpage.replay.previous')} disabled={at <= 2} onClick={() => go(at - 1)}>
          <Icon of="back" />
        </button>
        <button type="button" class="icon" aria-label={t(playing ? 'golfpage.replay.pause' : 'golfpage.replay.play')} data-do="play" onClick={() => (playing ? play(false) : start())}>
          <Icon of={playing ? 'pause' : 'play'} />
        </button>
        <input type="range" min={2} max={steps.length} value={at} aria-label={t('golfpage.replay.step')} aria-valuetext={t('golfpage.replay.step-of', { N: at - 1, Of: steps.length - 1 })} onInput={(e) => go(Number(e.currentTarget.value))} />
        <button type="button" class="icon" aria-label={t('golfpage.replay.next')} disabled={at >= steps.length} onClick={() => go(at + 1)}>
          <Icon of="next" />
        </button>
        <button type="button" class="icon" aria-label={t('golfpage.replay.last')} disabled={at >= steps.length} onClick={() => go(steps.length)}>
          <Icon of="last" />
        </button>
      </div>
      {verdict && (
        <p class="verdict" role="status">
          {verdict.given <= 0.05 ? t('golfpage.replay.best') : t('golfpage.replay.given', { N: strokesText(verdict.given, verdict.error), Best: actionText(verdict.best) })}
        </p>
      )}
      <div class="fields">
        <Select label={t('golfpage.result.hole')} value={String(hole)} values={holes.map((h) => [String(h.hole), String(h.hole)])} onChange={(h) => go(holes.find((x) => String(x.hole) === h)?.step ?? 2)} />
        <Select label={t('golfpage.replay.eyes')} value={String(eyes)} values={[[String(seeAll), t('golfpage.replay.all')], ...(seats ?? []).map((s, i): [string, string] => [String(i), s.name])]} onChange={(e) => setEyes(Number(e))} />
      </div>

      <h2>{t('golfpage.replay.judge')}</h2>
      <p class="small">{t('golfpage.replay.judge-note')}</p>
      <div class="row three">
        {(seats ?? []).map((s, i) => (
          <button key={i} type="button" class="button" data-judge={i} disabled={judging !== null} onClick={() => void judge(i)}>
            {s.name}
          </button>
        ))}
      </div>
      {judging !== null && (
        <div class="row">
          <progress value={judging} max={1} aria-label={t('golfpage.replay.judging')} />
          <button type="button" class="link" data-do="stop" onClick={cancel}>
            {t('golfpage.replay.stop')}
          </button>
        </div>
      )}
      {judged.length > 0 && (
        <>
          <p>{t('golfpage.replay.sum', { N: judged.length, Player: seats?.[judged[0]?.seat ?? 0]?.name ?? '', Given: strokesText(given, error) })}</p>
          <ol class="judged">
            {[...judged]
              .sort((a, b) => b.given - a.given)
              .slice(0, 10)
              .filter((j) => j.given > 0.05)
              .map((j) => (
                <li key={j.step} data-step={j.step} data-deals={j.deals} data-given={j.given} data-error={j.error}>
                  <button type="button" class="link" onClick={() => go(j.step + 1)}>
                    {t('golfpage.replay.decision', { N: holes.filter((h) => h.step <= j.step).at(-1)?.hole ?? 1, Done: actionText(j.done), Best: actionText(j.best) })}
                  </button>
                  <b>+{strokesText(j.given, j.error)}</b>
                </li>
              ))}
          </ol>
        </>
      )}

      {record && (
        <>
          <h2>{t('golfpage.fair.title')}</h2>
          <p>{t('golfpage.fair.about')}</p>
          <div class="row">
            <button type="button" class="button main" data-do="verify" onClick={() => void verify()}>
              {t('golfpage.fair.check')}
            </button>
            <button type="button" class="button" onClick={() => save(`birdie-${id}-${number}.json`, JSON.stringify(record), 'application/json')}>
              {t('golfpage.result.download')}
            </button>
          </div>
          {check && (
            <p class={check === 'good' || check === 'running' ? 'checked' : 'fault'} role="status" data-check={check}>
              {t(check === 'good' ? 'golfpage.fair.good' : check === 'running' ? 'golfpage.fair.running' : check === 'promise' ? 'golfpage.fair.promise' : check === 'seed' ? 'golfpage.fair.seed' : 'golfpage.fair.bad', { Commitment: record.fair.commitment.slice(0, 16) })}
            </p>
          )}
        </>
      )}
    </View>
  )
}

/** Strokes and how far they are uncertain. */
const strokesText = (given: number, error: number): string => decimal(given, 1) + (error >= 0.05 ? ' ± ' + decimal(error, 1) : '')

/** An action in words: "swap 3". */
function actionText(action: string): string {
  const [kind = '', ...places] = action.split(' ')
  return [t('golf.action.' + kind), ...places].join(' ')
}
