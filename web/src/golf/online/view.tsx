// A table of the server.
import golf from 'birdie:golf'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n'
import { announce } from '../../state/announce'
import { visit } from '../../state/route'
import { settings } from '../../state/settings'
import { save, share, stayAwake } from '../../state/ui'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import type { ViewProps } from '../../ui/lazy'
import { View } from '../../ui/view'
import { Board } from '../board'
import { HelpDialog } from '../help'
import { PrefsDialog } from '../prefsdialog'
import { prefs } from '../prefs'
import { rulesText } from '../protocol'
import { Card, HoleResult, resultText, Standings } from '../result'
import { newsText, promptText, rulesLines, strokes } from '../words'
import { useShown } from '../match'
import { recordOf } from './api'
import { rulesName } from './lobby'
import { Seats } from './seats'
import { act, deadlineOf, ended, enter, link, news, order, phrases, quit, refused, request, restarting, sceneOf, seatName, table, takeBack, told } from './state'
import { problemText } from './words'
import { callOver } from './call'

type Sheet = 'card' | 'menu' | 'help' | 'prefs' | 'say' | 'over' | 'seats' | null

export function OnlineView({ path }: ViewProps) {
  const id = path[0] ?? ''
  useEffect(() => {
    enter(id)
    return quit
  }, [id])
  const v = table.value
  if (ended.value) {
    return (
      <View title={t('golfpage.table.over')} back="#golf">
        <p class="lead">{problemText(ended.value)}</p>
        <div class="row">
          <a class="button main" href="#golf">
            {t('golfpage.table.home')}
          </a>
        </div>
      </View>
    )
  }
  if (!v) {
    return (
      <View title={t('golfpage.table.title')} back="#golf">
        <p role="status">{t(link.value === 'lost' ? 'golfpage.table.lost' : 'golfpage.table.opening')}</p>
      </View>
    )
  }
  if (v.phase === 'lobby' || v.phase === 'starting') {
    return (
      <View title={t('golfpage.table.title')} back="#golf">
        <Connection />
        {told.value && <p class="small">{told.value}</p>}
        <Seats view={v} />
        {refused.value && (
          <p class="fault" role="alert" key={refused.value.n}>
            {refused.value.why}
          </p>
        )}
        {v.you !== null && (
          <div class="row">
            <button type="button" class="button" onClick={() => void order({ order: 'leave' }).then(() => visit('golf'))}>
              {t('golfpage.table.leave')}
            </button>
          </div>
        )}
      </View>
    )
  }
  return <Playing />
}

/** What is wrong with the connection, if anything. */
function Connection() {
  if (link.value === 'lost') return <p class="connection" role="status">{t(restarting.value ? 'table.end.restarting' : 'golfpage.table.lost')}</p>
  if (link.value !== 'elsewhere') return null
  return (
    <p class="connection" role="status">
      {t('table.end.replaced')}{' '}
      <button type="button" class="link" onClick={takeBack}>
        {t('golfpage.table.here')}
      </button>
    </p>
  )
}

function Playing() {
  const v = table.value
  const s = v && sceneOf(v)
  const [sheet, setSheet] = useState<Sheet>(null)
  const [shown, count] = useShown()
  const was = useRef('')
  const g = s?.golf

  useEffect(() => {
    if (settings.value.awake) stayAwake()
    return () => {
      document.title = 'Birdie'
    }
  }, [])

  useEffect(() => {
    if (!s || !g || !v) return
    const mine = s.you !== null && g.legal.length > 0
    const parts = [told.value, newsText(news.value.events, g, s.seats, s.you), mine ? promptText(g, s.seats) : '']
    const text = parts.filter(Boolean).join(' ')
    if (text && news.value.events.length) announce(text)
    // Called once a turn, not for each of its two halves.
    const turn = mine ? `${g.hole}.${g.turns}` : ''
    document.title = `${mine ? '● ' + t('golfpage.table.your-turn') : t('golfpage.table.title')} · Birdie`
    if (turn && turn !== was.current && (document.visibilityState === 'hidden' || prefs.value.call)) callOver(prefs.value.call)
    was.current = turn
    if (g.phase !== 'over') count(g.grids.map((cells) => cells.map((c) => c.card ?? '--').join(' ')), rulesText(g.rules))
    if (v.phase === 'hole-over' || v.phase === 'finished') {
      const timer = setTimeout(() => setSheet('over'), prefs.value.tempo === 'instant' || news.value.events.length === 0 ? 0 : 1600)
      return () => clearTimeout(timer)
    }
    setSheet((now) => (now === 'over' ? null : now))
    return
  }, [news.value.n])

  if (!s || !v || !g) return null
  const close = () => setSheet(null)
  const preset = rulesName(g.rules)
  const target = Number(g.rules.target)
  const clock = deadlineOf(v)
  const host = v.you !== null && v.you === v.host
  const match = Number(v.fair.match.split('/').at(-1)) || 1
  const hole = s.scorecard.holes.at(-1)
  return (
    <main class="tablepage">
      <header class="head">
        <a class="icon" href="#golf" aria-label={t('web.page.back')}>
          <Icon of="back" />
        </a>
        <h1>
          {g.extra ? t('golfpage.head.extra', { N: g.extra }) : t('golfpage.head.hole', { N: g.hole })}{' '}
          <small>{target ? t('golfpage.head.target', { N: target }) : t('golfpage.head.of', { N: Number(g.rules.holes) })}</small>
        </h1>
        {s.you === null && <span class="badge">{t('golfpage.table.watching')}</span>}
        <p class="score">
          <b>{s.you === null ? '' : strokes(g.totals[s.you] ?? 0)}</b> <small>{s.you === null ? preset : t('golfpage.head.total')}</small>
        </p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => setSheet('menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <Board
        scene={s}
        news={news.value}
        refused={refused.value}
        shown={shown}
        phrases={phrases.value}
        confirm={prefs.value.confirm}
        memory={prefs.value.memory}
        {...(clock && v.phase === 'playing' ? { deadline: clock, clock: v.settings.clock ?? 0 } : {})}
        {...(s.you !== null ? { onAct: act } : {})}
        onKey={(e) => {
          if (e.key === '?') setSheet('help')
          else if (e.key === 'c') setSheet('card')
          else if (e.key === 'p' && s.you !== null && !v.settings.quiet) setSheet('say')
          else return false
          return true
        }}
      />
      <nav class="foot" aria-label={t('web.page.actions')}>
        <button type="button" onClick={() => setSheet('card')}>
          <Icon of="chart" />
          <span>{t('golfpage.result.card')}</span>
        </button>
        {s.you !== null && !v.settings.quiet && (
          <button type="button" onClick={() => setSheet('say')}>
            <Icon of="share" />
            <span>{t('golfpage.table.say')}</span>
          </button>
        )}
        {g.phase === 'over' && (
          <button type="button" class="main" onClick={() => setSheet('over')}>
            <Icon of="flag" />
            <span>{t('golfpage.result.hole-done')}</span>
          </button>
        )}
      </nav>
      <Connection />

      {sheet === 'over' && hole && (
        <Dialog title={v.phase === 'finished' ? t('golfpage.result.match-over') : t('golf.event.hole-over', { N: s.scorecard.holes.length })} onClose={close} wide>
          {v.phase === 'finished' && (
            <>
              <p class="winners">{newsText([{ seq: 0, kind: 'match-over', seats: s.scorecard.winners }], g, s.seats, s.you)}</p>
              <Standings card={s.scorecard} seats={s.seats} you={s.you} />
            </>
          )}
          <HoleResult hole={hole} rules={g.rules} seats={s.seats} you={s.you} totals={s.scorecard.totals} />
          {v.phase === 'hole-over' && s.you !== null && (
            <div class="row">
              <button type="button" class="button main" data-do="go-on" autofocus disabled={Boolean(v.seats[s.you]?.['went-on'])} onClick={() => void request({ order: 'go-on' })}>
                {t(v.seats[s.you]?.['went-on'] ? 'golfpage.table.waiting-others' : 'golfpage.result.next')}
              </button>
              <Waiting />
            </div>
          )}
          {v.phase === 'finished' && (
            <>
              <div class="row">
                {host && (
                  <button type="button" class="button main" onClick={() => (close(), void request({ order: 'again' }))}>
                    <Icon of="play" />
                    {t('golfpage.result.rematch')}
                  </button>
                )}
                <a class="button" href={`#golf/replay/${v.table}/${match}`}>
                  {t('golfpage.result.replay')}
                </a>
                <button type="button" class="button" onClick={() => void share(resultText(s.scorecard, s.seats, preset))}>
                  {t('golfpage.result.share-button')}
                </button>
                <button
                  type="button"
                  class="button"
                  onClick={() =>
                    void recordOf(v.table, match).then(({ value, code }) => (value ? save(`birdie-${v.table}-${match}.json`, JSON.stringify(value), 'application/json') : announce(problemText(code))))
                  }
                >
                  {t('golfpage.result.download')}
                </button>
              </div>
              {!host && s.you !== null && <p class="small">{t('golfpage.table.host-again')}</p>}
              <Card card={s.scorecard} seats={s.seats} you={s.you} />
            </>
          )}
        </Dialog>
      )}
      {sheet === 'card' && (
        <Dialog title={t('golfpage.result.card')} onClose={close} wide>
          <Card card={s.scorecard} seats={s.seats} you={s.you} />
        </Dialog>
      )}
      {sheet === 'say' && (
        <Dialog title={t('golfpage.table.say')} onClose={close}>
          <div class="phrases">
            {golf.phrases.map((p) => (
              <button key={p} type="button" class="button" onClick={() => (close(), void request({ order: 'say', phrase: p }))}>
                {t('table.phrase.' + p)}
              </button>
            ))}
          </div>
        </Dialog>
      )}
      {sheet === 'menu' && (
        <Dialog title={preset} onClose={close}>
          <ul class="facts">
            {rulesLines(g.rules).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <ul class="menu">
            <li>
              <button type="button" onClick={() => void share(t('golfpage.table.invitation'), location.href)}>
                <Icon of="share" />
                {t('golfpage.table.share')}
              </button>
            </li>
            {host && v.seats.some((x, i) => x.name && i !== v.you) && (
              <li>
                <button type="button" onClick={() => setSheet('seats')}>
                  <Icon of="seats" />
                  {t('golfpage.table.players')}
                </button>
              </li>
            )}
            <li>
              <button type="button" onClick={() => setSheet('help')}>
                <Icon of="keys" />
                {t('golfpage.help.title')}
              </button>
            </li>
            <li>
              <button type="button" onClick={() => setSheet('prefs')}>
                <Icon of="gear" />
                {t('golfpage.prefs.title')}
              </button>
            </li>
            <li>
              <a href="#golf/rules">
                <Icon of="book" />
                {t('golfpage.home.learn')}
              </a>
            </li>
            {s.you !== null && (
              <li>
                <button type="button" onClick={() => void order({ order: 'leave' }).then(() => visit('golf'))}>
                  <Icon of="back" />
                  {t(v.phase === 'finished' ? 'golfpage.table.leave' : 'golfpage.table.leave-match')}
                </button>
              </li>
            )}
          </ul>
        </Dialog>
      )}
      {sheet === 'seats' && (
        <Dialog title={t('golfpage.table.players')} onClose={close}>
          <ol class="seats">
            {v.seats.map((x, i) =>
              x.name && i !== v.you ? (
                <li key={i}>
                  <span class="who">
                    <b>{seatName(x)}</b>
                  </span>
                  <button type="button" class="link" onClick={() => void request({ order: 'hand-over', seat: i })}>
                    {t('golfpage.table.hand-over')}
                  </button>
                  <button type="button" class="icon" aria-label={t('golfpage.setup.remove', { Player: seatName(x) })} onClick={() => void request({ order: 'clear', seat: i })}>
                    <Icon of="cross" />
                  </button>
                </li>
              ) : null,
            )}
          </ol>
        </Dialog>
      )}
      {sheet === 'help' && <HelpDialog onClose={close} />}
      {sheet === 'prefs' && <PrefsDialog onClose={close} />}
    </main>
  )
}

/** Who has not gone on yet, and when it goes on by itself. */
function Waiting() {
  const v = table.value
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!v) return null
  const waiting = v.seats.filter((s) => s.name && !s.sub && !s['went-on']).map(seatName)
  const end = deadlineOf(v)
  const left = end ? Math.max(0, Math.ceil((end - now) / 1000)) : 0
  return (
    <p class="small">
      {waiting.length > 0 && t('golfpage.table.waiting-for', { Players: new Intl.ListFormat(document.documentElement.lang).format(waiting) })} {left > 0 && t('golfpage.table.by-itself', { N: left })}
    </p>
  )
}
