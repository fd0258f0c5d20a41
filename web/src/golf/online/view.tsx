// A table of the server.
import golf from 'birdie:golf'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n'
import { announce } from '../../state/announce'
import { visit } from '../../state/route'
import { copy, save, share } from '../../state/ui'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import type { ViewProps } from '../../ui/lazy'
import { View } from '../../ui/view'
import { prefs } from '../prefs'
import { TablePage, useMatch } from '../tablepage'
import { newsText, promptText } from '../words'
import { inviteDevice, me, recordOf, type Device } from './api'
import { Seats } from './seats'
import { act, arrive, deadlineOf, ended, enter, link, news, phrases, quit, refused, request, restarting, sceneOf, seatName, table, takeBack, told } from './state'
import { problemText } from './words'
import { callOver } from './call'

export function OnlineView({ path }: ViewProps) {
  return path[1] ? <Arrival code={path[1]} /> : <TableView id={path[0] ?? ''} />
}

/** Somebody comes from another device. */
function Arrival({ code }: { code: string }) {
  const [before, setBefore] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => void me().then(({ value }) => setBefore(value?.name ?? '')), [])
  const go = async () => {
    const { value, code: refused } = await arrive(code)
    if (value === null) setProblem(problemText(refused))
    else visit(value ? 't/' + value : 'golf')
  }
  return (
    <View title={t('golfpage.move.here-title')} back="#golf">
      <p class="lead">{t('golfpage.move.here-note')}</p>
      {before && <p>{t('golfpage.move.before', { Player: before })}</p>}
      <div class="row">
        <button type="button" class="button main" data-do="arrive" onClick={() => void go()}>
          {t('golfpage.table.here')}
        </button>
      </div>
      {problem && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
    </View>
  )
}

/** How to go on on another device. */
function DeviceDialog({ table: id, onClose }: { table: string; onClose: () => void }) {
  const [device, setDevice] = useState<Device | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    void inviteDevice(id).then(({ value, code }) => {
      if (!value) return setProblem(problemText(code))
      setDevice(value)
      // Letter by letter, as it is typed.
      announce(t('golfpage.move.made', { Code: [...value.code].join(' ') }))
    })
  }, [])
  return (
    <Dialog title={t('golfpage.move.title')} onClose={onClose}>
      <p>{t('golfpage.move.note')}</p>
      {problem && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
      {device && (
        <section class="invite">
          <p>
            <span class="code">{device.code.slice(0, 5) + ' ' + device.code.slice(5)}</span>
            <small>{t('golfpage.move.code-note')}</small>
          </p>
          <div class="qr" role="img" aria-label={t('golfpage.move.qr-alt')} dangerouslySetInnerHTML={{ __html: device.picture }} />
          <div class="row">
            <button type="button" class="button" data-link={device.link} onClick={() => void copy(device.link)}>
              <Icon of="copy" />
              {t('golfpage.table.copy')}
            </button>
          </div>
        </section>
      )}
    </Dialog>
  )
}

function TableView({ id }: { id: string }) {
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
            <LeaveButton class="button">{t('golfpage.table.leave')}</LeaveButton>
          </div>
        )}
      </View>
    )
  }
  return <Playing />
}

/** Leaves the table, which takes a while on a bad line. Who has not left, because the
 * server refused or does not answer, still sits there and is told why. */
function LeaveButton({ class: look = '', onStay, children }: { class?: string; onStay?: () => void; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    const from = location.hash
    setBusy(true)
    announce(t('golfpage.table.leaving'))
    const left = await request({ order: 'leave' })
    setBusy(false)
    if (!left) onStay?.()
    else if (location.hash === from) visit('golf')
  }
  return (
    <button type="button" class={look} data-do="leave" disabled={busy} onClick={() => void leave()}>
      {busy ? t('golfpage.table.leaving') : children}
    </button>
  )
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
  const { sheet, open, shown } = useMatch(s, news.value, v?.phase === 'hole-over' || v?.phase === 'finished')
  const was = useRef('')
  const g = s?.golf

  useEffect(() => {
    if (!s || !g) return
    const mine = s.you !== null && g.legal.length > 0
    const parts = [told.value, newsText(news.value.events, g, s.seats, s.you), mine ? promptText(g, s.seats) : '']
    const text = parts.filter(Boolean).join(' ')
    if (text && news.value.events.length) announce(text)
    // Called once a turn, not for each of its two halves.
    const turn = mine ? `${g.hole}.${g.turns}` : ''
    document.title = `${mine ? '● ' + t('golfpage.table.your-turn') : t('golfpage.table.title')} · Birdie`
    if (turn && turn !== was.current && (document.visibilityState === 'hidden' || prefs.value.call)) callOver(prefs.value.call)
    was.current = turn
  }, [news.value.n])

  if (!s || !v || !g) return null
  const close = () => open(null)
  const clock = deadlineOf(v)
  const host = v.you !== null && v.you === v.host
  const finished = v.phase === 'finished'
  const match = Number(v.fair.match.split('/').at(-1)) || 1
  const wentOn = s.you !== null && Boolean(v.seats[s.you]?.['went-on'])
  return (
    <TablePage
      scene={s}
      sheet={sheet}
      open={open}
      badge={s.you === null ? t('golfpage.table.watching') : ''}
      board={{
        news: news.value,
        refused: refused.value,
        shown,
        phrases: phrases.value,
        ...(clock && v.phase === 'playing' ? { deadline: clock, clock: v.settings.clock ?? 0 } : {}),
        ...(s.you !== null ? { onAct: act } : {}),
      }}
      onKey={(key) => {
        if (key !== 'p' || s.you === null || v.settings.quiet) return false
        open('say')
        return true
      }}
      actions={
        s.you !== null &&
        !v.settings.quiet && (
          <button type="button" onClick={() => open('say')}>
            <Icon of="say" />
            <span>{t('golfpage.table.say')}</span>
          </button>
        )
      }
      first={
        <>
          <li>
            <button type="button" onClick={() => void share(t('golfpage.table.invitation'), location.href)}>
              <Icon of="share" />
              {t('golfpage.table.share')}
            </button>
          </li>
          {s.you !== null && (
            <li>
              <button type="button" data-do="move" onClick={() => open('move')}>
                <Icon of="share" />
                {t('golfpage.move.title')}
              </button>
            </li>
          )}
          {host && v.seats.some((x, i) => x.name && i !== v.you) && (
            <li>
              <button type="button" onClick={() => open('seats')}>
                <Icon of="seats" />
                {t('golfpage.table.players')}
              </button>
            </li>
          )}
        </>
      }
      last={
        s.you !== null && (
          <li>
            <LeaveButton onStay={close}>
              <Icon of="back" />
              {t(finished ? 'golfpage.table.leave' : 'golfpage.table.leave-match')}
            </LeaveButton>
          </li>
        )
      }
      finished={finished}
      onward={
        finished
          ? host && (
              <button type="button" class="button main" data-do="rematch" onClick={() => (close(), void request({ order: 'again' }))}>
                <Icon of="play" />
                {t('golfpage.result.rematch')}
              </button>
            )
          : s.you !== null && (
              <>
                <button type="button" class="button main" data-do="go-on" autofocus disabled={wentOn} onClick={() => void request({ order: 'go-on' })}>
                  {t(wentOn ? 'golfpage.table.waiting-others' : 'golfpage.result.next')}
                </button>
                <Waiting />
              </>
            )
      }
      replay={`#golf/replay/${v.table}/${match}`}
      onDownload={() => void recordOf(v.table, match).then(({ value, code }) => (value ? save(`birdie-${v.table}-${match}.json`, JSON.stringify(value), 'application/json') : announce(problemText(code))))}
      note={!host && s.you !== null && <p class="small">{t('golfpage.table.host-again')}</p>}
    >
      <Connection />
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
      {sheet === 'move' && <DeviceDialog table={v.table} onClose={close} />}
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
    </TablePage>
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
