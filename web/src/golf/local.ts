// A match on this device: against computer players, or among people who hand the
// device on. The engine has it; this module keeps it safe. What is kept is the
// secret of the shuffles and what everyone did, and that is the whole match.
import golf from 'birdie:golf'
import { signal } from '@preact/signals'
import { t } from '../i18n'
import { erase, keys, onForeign, read, write } from '../state/storage'
import { ask, player, thinker, spectator, type Reply, type Told, type Weighed, type Worth } from './engine'
import { prefs } from './prefs'
import type { News, Refused, Scene } from './scene'
import { botCall, distinct } from './words'

export interface Player {
  name: string
  /** Level of a computer player. */
  bot?: string
}

export interface Kept {
  id: string
  secret: string
  rules: string
  players: Player[]
  /** "SEAT ACTION" or "deal", in order. */
  steps: string[]
  /** The adviser looks on: the match is practice. */
  practice: boolean
  started: number
  changed: number
  hole: number
  over: boolean
}

export const kept = signal<Kept | null>(null)
export const scene = signal<Scene | null>(null)
export const news = signal<News>({ n: 0, events: [] })
export const refused = signal<Refused | null>(null)
/** The person the device is to be handed to, before they look at it. */
export const curtain = signal<number | null>(null)
/** What each action is worth, when the adviser is asked. */
export const worth = signal<Worth[] | null>(null)

/** What a player is called. */
export const nameOf = (p: Player): string => p.name || (p.bot ? botCall(p.bot) : '')

/** Computer players. Those of a level get names, so that three of them differ;
 * those with a temperament have their own. */
export function opponents(bots: string[]): Player[] {
  const first = Math.floor(Math.random() * given.length)
  const temperaments = golf.bots.filter((b) => b.temperament).map((b) => b.id)
  return bots.map((bot, i) => ({ name: temperaments.includes(bot) ? '' : (given[(first + i) % given.length] ?? bot), bot }))
}

const given = ['Ada', 'Emil', 'Frida', 'Jonas', 'Lotte', 'Mira', 'Nils', 'Oskar', 'Rosa', 'Theo', 'Vera']

const keyOf = (id: string) => 'golf-match.' + id

function remember(id: string): void {
  try {
    sessionStorage.setItem('birdie.golf-current', id)
  } catch {
    // private mode: the last match of any tab it is
  }
  write('golf-current', id)
}

export function remembered(): Kept | null {
  let id: string | null = null
  try {
    id = sessionStorage.getItem('birdie.golf-current')
  } catch {
    // as above
  }
  return (id && read<Kept>(keyOf(id))) || read<Kept>(keyOf(read<string>('golf-current') ?? '')) || null
}

export const find = (id: string): Kept | null => read<Kept>(keyOf(id))

/** All matches that are kept, the last played first. */
export function keptMatches(): Kept[] {
  return keys('golf-match.')
    .map((k) => read<Kept>(k))
    .filter((k): k is Kept => k !== null)
    .sort((a, b) => b.changed - a.changed)
}

const hex = (n: number): string => Array.from(crypto.getRandomValues(new Uint8Array(n)), (b) => b.toString(16).padStart(2, '0')).join('')

/** The request that opens a kept match. */
export function openRequest(slot: string, k: Kept): string {
  const lines = [`secret ${k.secret}`, `id ${k.id}`, ...k.players.map(() => 'seed'), ...k.steps]
  return `open ${slot} ${k.players.length} ${k.rules}\n${lines.join('\n')}`
}

/** People among the players: with more than one the device goes round. */
const people = (k: Kept): number[] => k.players.flatMap((p, i) => (p.bot ? [] : [i]))
export const goesRound = (k: Kept): boolean => people(k).length > 1

export function newMatch(rules: string, players: Player[], practice = false): Promise<void> {
  for (const old of keptMatches().filter((k) => k.over).slice(20)) erase(keyOf(old.id))
  const now = Date.now()
  return show({ id: 'here-' + hex(6), secret: hex(32), rules, players, steps: [], practice, started: now, changed: now, hole: 1, over: false })
}

/** The same players again. */
export function rematch(): Promise<void> | undefined {
  const k = kept.value
  return k ? newMatch(k.rules, k.players, k.practice) : undefined
}

let viewer = spectator
// Whatever waits compares this with what it was: another match has begun since.
let opened = 0
// The opening whose computer players are being asked.
let running = -1

export async function show(k: Kept): Promise<void> {
  opened++
  kept.value = k
  remember(k.id)
  worth.value = refused.value = curtain.value = null
  const own = people(k)
  viewer = own.length === 1 ? (own[0] ?? spectator) : spectator
  await reopen()
}

async function reopen(): Promise<void> {
  const k = kept.value
  if (!k) return
  const mine = opened
  const told = await ask<Told>(player, openRequest('here', k)).catch(() => null)
  if (mine !== opened || !told) return
  await look()
  if (mine === opened) void run()
}

player.onlost = () => {
  opened++
  void reopen()
}

/** Shows the match as its viewer sees it. */
async function look(): Promise<void> {
  const told = await ask<Told>(player, `view here ${viewer}`).catch(() => null)
  if (told?.ok) take(told)
}

function take(told: Told): void {
  const k = kept.value
  if (!k) return
  scene.value = {
    golf: told.golf,
    scorecard: told.scorecard,
    seats: distinct(k.players.map(nameOf)).map((name, i) => ({ name, ...(k.players[i]?.bot ? { bot: k.players[i].bot } : {}) })),
    you: viewer >= 0 ? viewer : null,
  }
  news.value = { n: news.value.n + 1, events: told.events }
  if (k.hole !== told.golf.hole || k.over !== told.over) keep({ ...k, hole: told.golf.hole, over: told.over })
}

/** Writes the match down, unless another tab has gone on with it in another way. */
function keep(k: Kept): boolean {
  const stored = read<Kept>(keyOf(k.id))
  if (stored && (stored.steps.length > k.steps.length || stored.steps.some((s, i) => s !== k.steps[i]))) {
    void show(stored)
    return false
  }
  kept.value = { ...k, changed: Date.now() }
  write(keyOf(k.id), kept.value)
  return true
}

onForeign((key) => {
  const k = kept.value
  if (!k || key !== keyOf(k.id)) return
  const stored = read<Kept>(key)
  if (stored && stored.steps.length > k.steps.length) void show(stored)
})

const pauses = { calm: 900, brisk: 350, instant: 0 }
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Lets the computer players play until a person is to. */
async function run(): Promise<void> {
  const mine = opened
  if (running === mine) return
  running = mine
  while (await turn(mine));
  if (running === mine) running = -1
}

/** Lets one computer player act; false when none is to. */
async function turn(mine: number): Promise<boolean> {
  const k = kept.value
  const golf = scene.value?.golf
  if (mine !== opened || !k || !golf || golf.phase === 'over' || golf.turn === null) return false
  const seat = golf.turn
  const level = k.players[seat]?.bot
  if (!level) {
    if (goesRound(k) && viewer !== seat) {
      // What only one may see is gone before the other is called.
      if (viewer !== spectator) {
        viewer = spectator
        await look()
        if (mine !== opened) return false
      }
      curtain.value = seat
    } else if (k.practice) {
      void advise()
    }
    return false
  }
  const pause = golf.phase === 'choose' ? 0 : pauses[prefs.value.tempo]
  const [choice] = await Promise.all([ask<Reply & { action: string }>(player, `bot here ${seat} ${level}`).catch(() => null), sleep(pause)])
  return mine === opened && Boolean(choice?.ok) && apply(seat, choice?.action ?? '')
}

/** Whoever the device was handed to looks at it. */
export async function takeOver(): Promise<void> {
  const seat = curtain.value
  if (seat === null) return
  viewer = seat
  curtain.value = null
  await look()
  void run()
}

async function apply(seat: number, action: string, stop = ''): Promise<boolean> {
  const mine = opened
  const told = await ask<Told>(player, `do here ${viewer} ${seat} ${action}`).catch(() => null)
  const k = kept.value
  if (!k || !told || mine !== opened) return false
  if (told.no) {
    refused.value = { n: (refused.value?.n ?? 0) + 1, why: t('golf.refusal.' + told.no), stop }
    return false
  }
  refused.value = null
  worth.value = null
  if (!keep({ ...k, steps: [...k.steps, `${seat} ${action}`] })) return false
  take(told)
  return true
}

/** What the person at the device does. */
export async function act(action: string, stop: string): Promise<boolean> {
  const seat = scene.value?.you
  if (seat === null || seat === undefined || !(await apply(seat, action, stop))) return false
  void run()
  return true
}

/** Deals the next hole. */
export async function next(): Promise<void> {
  const mine = opened
  if (kept.value && goesRound(kept.value)) viewer = spectator
  const told = await ask<Told>(player, `deal here ${viewer}`).catch(() => null)
  const k = kept.value
  if (!k || !told?.ok || mine !== opened || !keep({ ...k, steps: [...k.steps, 'deal'] })) return
  take(told)
  void run()
}

/** Leaves the match: it stays as it is and can be gone on with. */
export function leave(): void {
  opened++
  scene.value = null
  thinker.stop()
}

/** Asks the adviser what each action is worth. Practice is no contest any more. */
export async function advise(): Promise<void> {
  const k = kept.value
  const s = scene.value
  if (!k || !s || s.you === null || s.golf.legal.length === 0 || s.golf.phase === 'choose') return
  const steps = k.steps.length
  thinker.stop()
  await ask<Told>(thinker, openRequest('here', k)).catch(() => null)
  for (const deals of [30, 100, 400]) {
    const weighed = await ask<Weighed>(thinker, `worth here ${s.you} ${deals}`).catch(() => null)
    if (!weighed?.ok || kept.value?.id !== k.id || kept.value.steps.length !== steps) return
    worth.value = weighed.worth
  }
}

export function practise(on: boolean): void {
  const k = kept.value
  if (!k) return
  if (!keep({ ...k, practice: on })) return
  if (on) void advise()
  else worth.value = null
}

/** Forgets a kept match. */
export const forget = (id: string): void => erase(keyOf(id))
