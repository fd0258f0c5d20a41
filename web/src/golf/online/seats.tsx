// The lobby of a table: who sits where, how to invite, when to begin.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../i18n'
import { address } from '../../state/route'
import { copy, share } from '../../state/ui'
import { Dialog } from '../../ui/dialog'
import { Choice, Select, Switch } from '../../ui/fields'
import { Icon } from '../../ui/icon'
import { BotSelect } from '../botselect'
import { prefs } from '../prefs'
import type { TableView } from '../protocol'
import { asRules, faultText, RulesForm, type Chosen, type Fault } from '../rulesform'
import { botCall, botManner, rulesLines, rulesName } from '../words'
import { url } from './api'
import { deadlineOf, ready, request, seatName, seatNames, sit } from './state'
import { problemText } from './words'

export function Seats({ view: v }: { view: TableView }) {
  const host = v.you !== null && v.you === v.host
  const mine = v.you === null ? undefined : v.seats[v.you]
  const [level, setLevel] = useState(prefs.value.bots[0] ?? 'medium')
  const [editing, setEditing] = useState(false)
  const named = seatNames(v)
  const taken = v.seats.filter((s) => seatName(s)).length
  const allReady = v.seats.every((s, i) => !s.name || s.ready || i === v.you)

  // Whoever sits down is ready: a seed of this browser goes into the shuffles.
  useEffect(() => {
    if (mine && !mine.ready && v.phase === 'starting') void ready()
  }, [v.phase, mine?.ready])

  return (
    <>
      <p class="lead">
        {rulesName(v.settings.rules)} · {Number(v.settings.rules.target) ? t('golfpage.head.target', { N: Number(v.settings.rules.target) }) : t('golfpage.table.holes', { N: Number(v.settings.rules.holes) })}
        {v.settings.clock ? ` · ${t('golfpage.setup.seconds', { N: v.settings.clock })}` : ''}
      </p>
      <ol class="seats" aria-label={t('golfpage.setup.seats')}>
        {v.seats.map((s, i) => (
          <li key={i} class={seatName(s) ? (i === v.you ? 'you' : '') : 'free'}>
            <span class="who">
              {seatName(s) ? (
                <>
                  <b>{named[i]}</b>
                  <small>
                    {[i === v.you ? t('golfpage.say.you') : '', i === v.host ? t('golfpage.table.host') : '', s.level ? t('golfpage.seat.bot') : '', s.level && botManner(s.level) !== botCall(s.level) ? botManner(s.level) : '', s.away ? t('golfpage.seat.away') : '', s.name && s.ready ? t('golfpage.table.ready') : ''].filter(Boolean).join(' · ')}
                  </small>
                </>
              ) : (
                <small>{t('golfpage.table.free')}</small>
              )}
            </span>
            {host && seatName(s) && i !== v.you && (
              <>
                {s.name && (
                  <button type="button" class="link" onClick={() => void request({ order: 'hand-over', seat: i })}>
                    {t('golfpage.table.hand-over')}
                  </button>
                )}
                {(s.name || v.phase === 'lobby') && (
                  <button type="button" class="icon" aria-label={t('golfpage.setup.remove', { Player: seatName(s) })} onClick={() => void request({ order: 'clear', seat: i })}>
                    <Icon of="cross" />
                  </button>
                )}
              </>
            )}
            {host && !seatName(s) && v.phase === 'lobby' && (
              <button type="button" class="link" onClick={() => void request({ order: 'bot', seat: i, level })}>
                {t('golfpage.table.add-bot', { Player: botCall(level) })}
              </button>
            )}
          </li>
        ))}
      </ol>
      {host && v.phase === 'lobby' && taken < v.settings.seats && <BotSelect label={t('golfpage.setup.bot')} value={level} onChange={setLevel} />}
      {v.you === null && v.phase === 'lobby' && (v.locked || taken === v.settings.seats ? <p class="fault">{t(v.locked ? 'table.refusal.locked' : 'table.refusal.full')}</p> : <SitForm />)}
      {v.phase === 'starting' && <Countdown view={v} />}
      {host && v.phase === 'lobby' && (
        <div class="row">
          <button
            type="button"
            class="button main"
            data-do="start"
            disabled={taken < 2}
            onClick={async () => {
              if (mine && !mine.ready && !(await ready())) return
              await request({ order: 'start' })
            }}
          >
            <Icon of="play" />
            {t('golfpage.table.start')}
          </button>
          {taken < 2 && <p class="small">{t('golfpage.table.alone')}</p>}
          {taken >= 2 && !allReady && <p class="small">{t('golfpage.table.not-all')}</p>}
        </div>
      )}
      {!host && mine && v.phase === 'lobby' && (
        <div class="row">
          <button type="button" class={mine.ready ? 'button' : 'button main'} aria-pressed={Boolean(mine.ready)} onClick={() => void ready(!mine.ready)}>
            {t(mine.ready ? 'golfpage.table.ready-off' : 'golfpage.table.ready-on')}
          </button>
          <p class="small">{t('golfpage.table.waiting')}</p>
        </div>
      )}
      <Invite view={v} />
      {host && v.phase === 'lobby' && (
        <>
          <h2>{t('golfpage.table.settings')}</h2>
          <Switch label={t('golfpage.table.lock')} value={Boolean(v.locked)} onChange={(on) => void request({ order: 'lock', on })} />
          <div class="row">
            <button type="button" class="button" onClick={() => setEditing(true)}>
              {t('golfpage.table.change')}
            </button>
            <button type="button" class="button" onClick={() => void request({ order: 'close' })}>
              {t('golfpage.table.close')}
            </button>
          </div>
          {editing && <SettingsDialog view={v} onClose={() => setEditing(false)} />}
        </>
      )}
      {!host && (
        <details class="options">
          <summary>{t('golfpage.home.rules')}</summary>
          <ul class="facts">
            {rulesLines(v.settings.rules).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function SitForm() {
  const [name, setName] = useState(prefs.value.name)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const take = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    const code = await sit(name.trim())
    setBusy(false)
    if (code) setProblem(problemText(code))
    else void ready()
  }
  return (
    <form class="prompt" onSubmit={(e) => void take(e)}>
      <label class="field">
        <span>{t('golfpage.setup.name')}</span>
        <input value={name} maxLength={24} required autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
      </label>
      <button type="submit" class="button main" data-do="sit" disabled={busy}>
        {t('golfpage.table.sit')}
      </button>
      {problem && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function Invite({ view: v }: { view: TableView }) {
  // Where there is room for it, friends beside this screen need not ask for the code.
  const [qr, setQr] = useState(innerWidth >= 760 && v.seats.filter((s) => s.name).length < 2)
  const link = address('t/' + v.table)
  const code = v.table.slice(0, 6)
  return (
    <section class="invite">
      <h2>{t('golfpage.table.invite')}</h2>
      <p>
        <span class="code">{code.slice(0, 3) + ' ' + code.slice(3)}</span>
        <small>{t('golfpage.table.code-note')}</small>
      </p>
      <div class="row three">
        <button type="button" class="button main" onClick={() => void share(t('golfpage.table.invitation'), link)}>
          <Icon of="share" />
          {t('golfpage.table.share')}
        </button>
        <button type="button" class="button" onClick={() => void copy(link)}>
          <Icon of="copy" />
          {t('golfpage.table.copy')}
        </button>
        <button type="button" class="button" aria-expanded={qr} onClick={() => setQr(!qr)}>
          {t('golfpage.table.qr')}
        </button>
      </div>
      {qr && <img class="qr" src={url(`tables/${v.table}/invitation.svg?page=${encodeURIComponent(document.baseURI.replace(/#.*/, ''))}`)} alt={t('golfpage.table.qr-alt', { Link: link })} />}
    </section>
  )
}

function Countdown({ view: v }: { view: TableView }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const end = deadlineOf(v)
  return <p role="status">{t('golfpage.table.starting', { N: end ? Math.max(0, Math.ceil((end - now) / 1000)) : 0 })}</p>
}

function SettingsDialog({ view: v, onClose }: { view: TableView; onClose: () => void }) {
  const text = (value: string | number | boolean) => (value === true ? 'on' : value === false ? 'off' : String(value))
  const [rules, setRules] = useState<Chosen>(Object.fromEntries(Object.entries(v.settings.rules).map(([k, value]) => [k, text(value)])))
  const [s, set] = useState(v.settings)
  const [fault, setFault] = useState<Fault | null>(null)
  const save = async () => {
    if (await request({ order: 'configure', settings: { ...s, rules: asRules(rules) } })) onClose()
  }
  return (
    <Dialog title={t('golfpage.table.change')} onClose={onClose} wide>
      <Select label={t('golfpage.setup.seats')} value={String(s.seats)} values={[2, 3, 4, 5, 6, 7, 8].map((n) => [String(n), String(n)])} onChange={(n) => set({ ...s, seats: Number(n) })} />
      <RulesForm rules={rules} players={s.seats} onChange={setRules} onFault={setFault} />
      <Choice
        label={t('golfpage.setup.clock')}
        value={String(s.clock ?? 0)}
        values={['0', '30', '60', '120'].map((n): [string, string] => [n, n === '0' ? t('golfpage.setup.no-clock') : t('golfpage.setup.seconds', { N: Number(n) })])}
        onChange={(n) => set({ ...s, clock: Number(n) })}
      />
      <Switch label={t('golfpage.setup.listed')} note={t('golfpage.setup.listed-note')} value={Boolean(s.listed)} onChange={(listed) => set({ ...s, listed })} />
      <Switch label={t('golfpage.setup.spectators')} value={Boolean(s.spectators)} onChange={(spectators) => set({ ...s, spectators })} />
      <Switch label={t('golfpage.setup.quiet')} value={Boolean(s.quiet)} onChange={(quiet) => set({ ...s, quiet })} />
      {fault && (
        <p class="fault" role="alert">
          {faultText(fault)}
        </p>
      )}
      <div class="row start">
        <button type="button" class="button main" disabled={fault !== null} onClick={() => void save()}>
          {t('golfpage.table.save')}
        </button>
      </div>
    </Dialog>
  )
}
