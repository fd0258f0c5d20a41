// The game being played: the engine has it, this module keeps it safe. After every
// action the record is written to the browser's store under the game's own key, so
// nothing is lost by a reload and two tabs never overwrite each other's games.
import { computed, signal } from '@preact/signals'
import { name, short } from '../cards/card'
import { player } from '../engine/client'
import { parseReply, position, type Position, type Reply } from '../engine/protocol'
import { t } from '../i18n'
import { announce } from './announce'
import { dropResult, putResult } from './results'
import { settings } from './settings'
import { erase, keys, newId, onForeign, randomSeed, read, write } from './storage'

export interface Saved {
  id: string
  code: string
  actions: string
  /** The last position as the engine told it: shown before the engine is there. */
  text: string
  started: number
  changed: number
  kind: 'free' | 'daily' | 'round' | 'tournament'
  /** The day of a daily deal, the id of a round. */
  ref?: string
  /** The deal is known from an earlier attempt. */
  again?: boolean
  /** The game whose restart this is. */
  from?: string
  /** Left for good in one tab; playing on in another one takes that back. */
  left?: boolean
}

export const saved = signal<Saved | null>(null)
export const position_ = signal<Position | null>(null)

/** A refusal to be shown beside a card; n tells two of the same apart. */
export const refusal = signal<{ why: string; column: number; row: number; n: number } | null>(null)

/** The last moves in words, for the paper at the side. */
export const log = signal<{ n: number; text: string }[]>([])

/** Counts actions, so that the board knows a change from a new game. */
export const lastAction = signal<{ letter: string; n: number }>({ letter: '', n: 0 })

export const removals = computed(() => [...(position_.value?.can ?? '')].filter((l) => l >= '1' && l <= '7'))

const gameKey = (id: string) => 'game.' + id

/** Names the game this tab plays: another tab may play another one. */
function remember(id: string): void {
  try {
    sessionStorage.setItem('birdie.current', id)
  } catch {
    // private mode: the last game of any tab it is
  }
  write('current', id)
}

function remembered(): Saved | null {
  let id: string | null = null
  try {
    id = sessionStorage.getItem('birdie.current')
  } catch {
    // as above
  }
  return (id && read<Saved>(gameKey(id))) || read<Saved>(gameKey(read<string>('current') ?? '')) || null
}

/** All games that can be gone on with, the last played first. */
export const savedGames = (): Saved[] => keptGames().filter((s) => !s.left)

function keptGames(): Saved[] {
  return keys('game.')
    .map((k) => read<Saved>(k))
    .filter((s): s is Saved => s !== null)
    .sort((a, b) => b.changed - a.changed)
}

/** Forgets games that were left long ago: their results are kept elsewhere. */
function tidy(): void {
  for (const s of keptGames().slice(20)) if (s.left || s.again) erase(gameKey(s.id))
}

export const positionOf = (s: Saved): Position | null => position(parseReply(s.text))

/** Shows the saved game, or the first one, at once; the engine catches up. */
export function resume(firstText: string): void {
  tidy()
  const s = remembered()
  if (s) {
    show(s)
  } else {
    const p = position(parseReply(firstText))
    if (p) adopt({ code: p.code, actions: '', text: firstText, kind: 'free' })
  }
}

function show(s: Saved): void {
  saved.value = s
  // A restart has no position yet: what is there stays until the engine answers.
  position_.value = positionOf(s) ?? position_.value
  lastAction.value = { letter: '', n: lastAction.value.n + 1 }
  refusal.value = null
  log.value = []
  remember(s.id)
  void reopen(s)
}

async function reopen(s: Saved): Promise<void> {
  const reply = await player.ask(`open play ${s.code}.${s.actions}`).catch(() => null)
  if (reply && saved.value?.id === s.id) take(reply)
}

player.onlost = () => {
  if (saved.value) void reopen(saved.value)
}

function adopt(part: Pick<Saved, 'code' | 'actions' | 'text' | 'kind'> & Partial<Saved>): void {
  const now = Date.now()
  show({ id: newId(), started: now, changed: now, ...part })
}

/** Takes a position over from a reply; what is kept follows. */
function take(reply: Reply): Position | null {
  const p = position(reply)
  const s = saved.value
  if (!p || !s) return null
  const text = 'ok\n' + reply.lines.join('\n')
  if (p.actions !== s.actions || text !== s.text) {
    const stored = read<Saved>(gameKey(s.id))
    if (stored && !p.actions.startsWith(stored.actions)) {
      // Another tab has gone on with this game in another way: it was first.
      show(stored)
      announce(t('web.play.other-tab'))
      return null
    }
    if (stored?.left) void dropResult(s.id)
    const next = { ...s, actions: p.actions, text, changed: Date.now(), left: false }
    if (p.actions !== '' || stored) write(gameKey(s.id), next)
    saved.value = next
  }
  position_.value = p
  return p
}

onForeign((key) => {
  const s = saved.value
  if (!s || key !== gameKey(s.id)) return
  const stored = read<Saved>(key)
  if (stored && stored.actions.length > s.actions.length && stored.actions.startsWith(s.actions)) show(stored)
})

/** Does an action. Row says which card of a column was touched. */
export async function act(letter: string, row = -1): Promise<void> {
  const before = position_.value
  const id = saved.value?.id
  const reply = await player.ask(`do play ${letter}`).catch(() => null)
  if (!reply || saved.value?.id !== id) return
  if (reply.verdict === 'no') {
    const column = Number(letter) - 1
    if (!(column >= 0)) refuse(reply.why, -1, -1)
    // A tap on a covered card has tried the free one of its column first.
    else if (row >= 0 && row < (position(reply)?.columns[column]?.length ?? 0) - 1) await touch(column, row)
    else refuse(reply.why, column, row)
    return
  }
  const p = take(reply)
  if (!p) return
  refusal.value = null
  lastAction.value = { letter, n: lastAction.value.n + 1 }
  if (letter !== 'h') tell(letter, before, p)
  await record(p)
}

/** Says why a touched card of the tableau cannot be taken. */
export async function touch(column: number, row: number): Promise<void> {
  const reply = await player.ask(`touch play ${column} ${row}`).catch(() => null)
  if (reply?.verdict === 'no') refuse(reply.why, column, row)
}

function refuse(why: string, column: number, row: number): void {
  if (!settings.value.reasons) {
    refusal.value = null
    return
  }
  refusal.value = { why, column, row, n: (refusal.value?.n ?? 0) + 1 }
  announce(t('patience.refusal.' + why))
}

/** One sentence for one move. */
function tell(letter: string, before: Position | null, p: Position): void {
  const top = p.waste.at(-1)
  const parts: string[] = []
  const column = Number(letter) - 1
  if (column >= 0 && top) {
    const free = p.columns[column]?.at(-1)
    parts.push(t('web.say.removed', { Card: short(top) }))
    parts.push(free ? t('web.say.freed', { Card: short(free) }) : t('web.say.cleared', { N: column + 1 }))
  } else if (letter === 'd' && top) {
    parts.push(t('web.say.drawn', { Card: name(top) }))
  } else if (letter === 'u' || letter === 'r') {
    parts.push(t(letter === 'u' ? 'web.say.undone' : 'web.say.redone', { Card: top ? short(top) : '–' }))
  } else if (before === null) {
    return
  }
  if (p.state === 'playing') {
    const n = removals.value.length
    parts.push(n === 0 ? t('web.say.no-removal') : t('web.say.moves', { N: n }))
  } else {
    parts.push(t('patience.state.' + p.state))
  }
  announce(parts.join(', '))
  log.value = [...log.value.slice(-40), { n: p.moves + p.undos + (letter === 'r' ? 0.5 : 0), text: parts.slice(0, 2).join(', ') }]
}

/** Writes the result down when the game has ended, and takes it back when the end is undone. */
async function record(p: Position): Promise<void> {
  const s = saved.value
  if (!s) return
  if (p.state === 'playing') {
    if (s.actions.endsWith('u')) await dropResult(s.id)
    return
  }
  await putResult(result(s, p))
}

function result(s: Saved, p: Position) {
  return {
    id: s.id,
    code: s.code,
    rules: p.rules,
    preset: p.preset,
    actions: s.actions,
    state: p.state === 'playing' ? ('given-up' as const) : p.state,
    strokes: p.strokes,
    points: p.points,
    moves: p.moves,
    undos: p.undos,
    hints: p.hints,
    longest: p.longest,
    started: s.started,
    ended: s.changed,
    kind: s.kind,
    ...(s.kind === 'daily' && s.ref ? { day: s.ref } : {}),
    ...(s.again ? { again: true } : {}),
  }
}

/** Leaves a game for good: from the first move on it counts. */
export async function settle(s: Saved): Promise<void> {
  if (/[1-7d]/.test(s.actions)) {
    const reply = await player.ask(`open settle ${s.code}.${s.actions}`).catch(() => null)
    let p = reply && position(reply)
    if (p?.state === 'playing') p = position(await player.ask('do settle g'))
    if (p) await putResult(result({ ...s, actions: p.actions }, p))
  }
  const stored = read<Saved>(gameKey(s.id))
  if (stored?.actions === '') erase(gameKey(s.id))
  else if (stored) write(gameKey(s.id), { ...stored, left: true })
  const from = s.from && read<Saved>(gameKey(s.from))
  if (from && !from.left) await settle(from)
}

export interface NewGame {
  rules: string
  /** A code, a number or a board; empty for a random deal. */
  source?: string
  /** Moves made already: such a game is a lesson and is not counted. */
  actions?: string
  kind?: Saved['kind']
  ref?: string
}

/** Deals a new game. It returns the engine's reply when that says no. */
export async function deal(wanted: NewGame): Promise<Reply | null> {
  const reply = await (wanted.actions
    ? player.ask(`open play ${wanted.source}.${wanted.actions}`)
    : wanted.source
    ? player.ask(`deal play ${wanted.rules} ${wanted.source}`)
    : player.ask(`random play ${wanted.rules} ${randomSeed()}`))
  const p = position(reply)
  if (reply.verdict !== 'ok' || !p) return reply
  const left = saved.value
  const kind = wanted.kind ?? 'free'
  adopt({ code: p.code, actions: p.actions, text: 'ok\n' + reply.lines.join('\n'), kind, ...(wanted.ref ? { ref: wanted.ref } : {}), ...(wanted.actions ? { again: true } : {}) })
  announce(t('web.say.dealt', { Code: p.code }))
  // A game of the same kind gives way to the new one; others wait to be continued.
  if (left && left.kind === kind && kind === 'free') await settle(left)
  return null
}

/** Goes on with a kept game. */
export function go(s: Saved): void {
  show(s)
}

/** Deals the same cards again. Undo before the first move goes back. */
export function restart(): void {
  const s = saved.value
  if (!s) return
  const { id, code, kind, ref } = s
  adopt({ code, actions: '', text: '', kind, from: id, again: true, ...(ref ? { ref } : {}) })
}

export function undo(): void {
  const s = saved.value
  if (s?.from && !position_.value?.can.includes('u') && position_.value?.moves === 0) {
    const from = read<Saved>(gameKey(s.from))
    if (from) {
      erase(gameKey(s.id))
      go(from)
      announce(t('web.say.restart-undone'))
      return
    }
  }
  void act('u')
}

/** Takes moves back until only the first n of those that stand are left. */
export async function backTo(n: number): Promise<void> {
  const p = position_.value
  if (p && p.standing > n) await act('u'.repeat(p.standing - n))
}

export const canUndo = computed(() => {
  const p = position_.value
  return Boolean(p?.can.includes('u') || (saved.value?.from && p?.moves === 0 && p.state === 'playing'))
})
