// The table of the server that is being looked at.
import { signal } from '@preact/signals'
import { t } from '../../i18n'
import { announce } from '../../state/announce'
import { newId } from '../../state/storage'
import { beDevice, command, identify, type Answer } from './api'
import { prefer, prefs } from '../prefs'
import type { GolfEvent, Note, Settings, TableView } from '../protocol'
import type { News, Refused, Scene } from '../scene'
import { botCall, distinct, type SeatInfo } from '../words'
import { gaveSeed, sawCommitment } from './fair'
import type { Link } from './hub'
import { Wire } from './wire'
import { problemText } from './words'

export const table = signal<TableView | null>(null)
export const link = signal<Link>('opening')
/** Why there is nothing more to see. */
export const ended = signal('')
export const news = signal<News>({ n: 0, events: [] })
export const refused = signal<Refused | null>(null)
export const phrases = signal<Map<number, { text: string; n: number }>>(new Map())
/** The connection is lost because the server starts anew. */
export const restarting = signal(false)
/** What happened apart from the cards, for those who look. */
export const told = signal('')

let wire: Wire | undefined
let id = ''
let pending: GolfEvent[] = []
// How far this machine's clock is ahead of the server's, at most.
let skew = Infinity

// This browser is somebody else since: what it was told is not for them.
let changed = false

/** Is the player that another device is, and returns the table to go on at. */
export async function arrive(code: string): Promise<Answer<string>> {
  const me = await beDevice(code)
  if (!me.value) return { value: null, code: me.code }
  changed = true
  prefer({ name: me.value.name })
  return { value: me.value.table ?? '', code: '' }
}

export function enter(wanted: string): void {
  if (wanted === id && wire) return
  quit()
  id = wanted
  wire = new Wire(id, { note: hear, view: (v) => take(v), link: (now, code) => {
    link.value = now
    if (now === 'ended') ended.value = code
    restarting.value = code === 'restarting'
  } })
  if (changed) wire.restart()
  changed = false
}

export function quit(): void {
  wire?.close()
  wire = undefined
  id = ''
  pending = []
  skew = Infinity
  table.value = null
  link.value = 'opening'
  ended.value = told.value = ''
  refused.value = null
  phrases.value = new Map()
}

/** Opens the stream here although it is open elsewhere. */
export const takeBack = (): void => wire?.restart()

export const seatName = (s: TableView['seats'][number] | undefined): string => s?.name || (s?.level ? botCall(s.level) : '')

export const seatNames = (v: TableView): string[] => distinct(v.seats.map(seatName))

export function seatInfos(v: TableView): SeatInfo[] {
  const named = seatNames(v)
  return v.seats.map((s, i) => ({
    name: named[i] ?? '',
    ...(s.level || s.sub ? { bot: s.level ?? '' } : {}),
    ...(s.program ? { program: true } : {}),
    ...(s.away ? { away: true } : {}),
    ...(s.sub ? { sub: true } : {}),
    ...(s['went-on'] ? { seen: true } : {}),
    ...(v.host === i ? { host: true } : {}),
  }))
}

export const sceneOf = (v: TableView): Scene | null =>
  v.golf ? { golf: v.golf, seats: seatInfos(v), you: v.you, scorecard: v.scorecard ?? { holes: [], totals: v.golf.totals, winners: [] } } : null

/** When the time runs out, by this machine's clock. */
export const deadlineOf = (v: TableView): number | undefined => (v.deadline ? v.deadline + (Number.isFinite(skew) ? skew : 0) : undefined)

function take(view: TableView, events: GolfEvent[] = []): void {
  table.value = view
  if (view.phase === 'lobby' || view.phase === 'starting') sawCommitment(view.fair.match, view.fair.commitment)
  news.value = { n: news.value.n + 1, events }
}

function hear(note: Note): void {
  if (note.at) skew = Math.min(skew, Date.now() - note.at)
  if (note.golf) pending.push(...note.golf)
  tell(note)
  if (!note.view) return
  const events = pending
  pending = []
  take(note.view, events)
}

/** Says what happened at the table itself. */
function tell(note: Note): void {
  const before = table.value
  const now = note.view ?? before
  // Who goes has been replaced since, by a bot or by nobody.
  const [first, then] = ['removed', 'rose', 'taken'].includes(note.kind) ? [before, now] : [now, before]
  const Name = note.name || (note.seat === undefined ? '' : seatName(first?.seats[note.seat]) || seatName(then?.seats[note.seat])) || (note.level ? botCall(note.level) : '')
  if (note.kind === 'said' && note.seat !== undefined) {
    if (!prefs.value.phrases && note.seat !== before?.you) return
    const text = t('table.phrase.' + note.phrase)
    const n = (phrases.value.get(note.seat)?.n ?? 0) + 1
    phrases.value = new Map(phrases.value).set(note.seat, { text, n })
    announce(`${Name}: ${text}`)
    const seat = note.seat
    setTimeout(() => {
      if (phrases.value.get(seat)?.n !== n) return
      const rest = new Map(phrases.value)
      rest.delete(seat)
      phrases.value = rest
    }, 5000)
    return
  }
  if (['acted', 'dealt', 'started', 'ready', 'went-on'].includes(note.kind)) {
    if (note.kind === 'acted') told.value = note.by === 'clock' ? t('golfpage.table.clock', { Player: Name }) : ''
    return
  }
  const text = t('table.event.' + note.kind, { Name })
  told.value = text
  announce(text)
}

export interface Order {
  order: string
  seat?: number | null
  action?: string
  level?: string
  settings?: Settings
  on?: boolean
  seed?: string
  name?: string
  phrase?: string
}

/** Gives a command to the table. */
export const order = (o: Order): Promise<Answer<{ seq: number }>> => command(`tables/${id}/commands`, { id: newId(), seq: table.value?.seq ?? 0, ...o })

/** An order whose refusal is said. */
export async function request(o: Order, stop = ''): Promise<boolean> {
  const { value, code } = await order(o)
  if (value) return true
  // Something has happened meanwhile; the stream shows it.
  if (code === 'stale') return false
  refused.value = { n: (refused.value?.n ?? 0) + 1, why: problemText(code), stop }
  announce(problemText(code))
  return false
}

export async function act(action: string, stop: string): Promise<boolean> {
  const you = table.value?.you
  if (you === null || you === undefined) return false
  refused.value = null
  return request({ order: 'act', seat: you, action }, stop)
}

/** Sixteen bytes for the shuffles, from this browser. */
export const seed = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('')

export async function ready(on = true): Promise<boolean> {
  const match = table.value?.fair.match ?? ''
  const own = seed()
  const done = await request({ order: 'ready', on, ...(on ? { seed: own } : {}) })
  if (done && on) gaveSeed(match, own)
  return done
}

/** Takes a seat under a name, and is ready at once. */
export async function sit(name: string, seat?: number): Promise<string> {
  const who = await identify(name)
  if (!who.value) return who.code
  prefer({ name })
  const { value, code } = await order({ order: 'sit', name, ...(seat === undefined ? {} : { seat }) })
  if (!value && code !== 'seated-already') return code
  wire?.restart()
  return ''
}
