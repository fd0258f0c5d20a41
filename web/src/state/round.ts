// Rounds of nine holes and tournaments of two at one device. Strokes, totals and
// points are the engine's; here is only which hole of whom is played.
import { signal } from '@preact/signals'
import { player } from '../engine/client'
import { t } from '../i18n'
import { deal, go, saved, savedGames, settle } from './play'
import { newId, onForeign, read, write } from './storage'
import { say } from './ui'

export interface Hole {
  code: string
  strokes: number
  won: boolean
  actions: string
}

export interface Round {
  id: string
  rules: string
  preset: string
  kind: 'round' | 'tournament'
  /** Both players of a tournament get the same cards. */
  same: boolean
  /** Holes played, by player. */
  played: Hole[][]
  started: number
}

export const holes = 9

/** The round being played or looked at last. */
export const round = signal<Round | null>(read<Round>('round'))

/** Rounds that are done, the last one first. */
export const pastRounds = signal<Round[]>(read<Round[]>('rounds') ?? [])

onForeign((key) => {
  if (key === 'round') round.value = read<Round>('round')
  if (key === 'rounds') pastRounds.value = read<Round[]>('rounds') ?? []
})

export const done = (r: Round): boolean => r.played.every((p) => p.length === holes)

/** Whose turn it is: who has played fewer holes. */
export const turnOf = (r: Round): number => (r.played[1] && r.played[1].length < (r.played[0]?.length ?? 0) ? 1 : 0)

/** The number of the hole to be played, from 1. */
export const holeOf = (r: Round): number => Math.min(holes, (r.played[turnOf(r)]?.length ?? 0) + 1)

function keep(r: Round): void {
  round.value = r
  write('round', r)
}

export async function startRound(rules: string, preset: string, kind: Round['kind'], same: boolean): Promise<void> {
  keep({ id: newId(), rules, preset, kind, same, played: kind === 'tournament' ? [[], []] : [[]], started: Date.now() })
  await nextHole()
}

/** Whether the game in play is a hole of the round, not yet written down. */
export function inRound(): boolean {
  const s = saved.value
  return round.value !== null && s !== null && s.ref === round.value.id && (s.kind === 'round' || s.kind === 'tournament')
}

/** Writes the hole in play down. A hole that is not over is given up. */
async function writeDown(): Promise<void> {
  const r = round.value
  const s = saved.value
  if (!r || !s || !inRound()) return
  await settle(s)
  const reply = await player.ask(`open hole ${s.code}.${s.actions}`)
  const strokes = Number(reply.fields.get('strokes'))
  const won = reply.fields.get('state') === 'won'
  const who = turnOf(r)
  const played = r.played.map((p, i) => (i === who ? [...p, { code: s.code, strokes, won, actions: s.actions }] : p))
  keep({ ...r, played })
}

/** Writes the hole down and goes on to the next, or to the scorecard after the last. */
export async function nextHole(): Promise<void> {
  await writeDown()
  const r = round.value
  if (!r) return
  if (done(r)) {
    pastRounds.value = [r, ...pastRounds.value.filter((p) => p.id !== r.id)].slice(0, 200)
    write('rounds', pastRounds.value)
    location.hash = 'round'
    return
  }
  const who = turnOf(r)
  const twin = who === 1 && r.same ? r.played[0]?.[(r.played[1]?.length ?? 0)]?.code : undefined
  await deal({ rules: r.rules, kind: r.kind, ref: r.id, ...(twin ? { source: twin } : {}) })
  if (r.kind === 'tournament') say(t('web.round.turn', { N: who + 1, Hole: holeOf(r) }))
}

/** Goes back to the hole of the round that is not over yet, or deals it. */
export async function resumeRound(): Promise<void> {
  const r = round.value
  if (!r || done(r)) return
  const open = savedGames().find((s) => s.ref === r.id)
  if (open) go(open)
  else await nextHole()
}

export interface Card {
  totals: number[]
  points: number[]
  par: number
  beaten: boolean
  winner: number
}

/** What a round counts, as the engine says. */
export async function count(r: Round): Promise<Card> {
  const lists = r.played.map((p) => p.map((h) => h.strokes).join(',') || '-')
  const reply = await player.ask(`card ${r.rules} ${lists.join(' ')}`)
  const list = (name: string) => (reply.fields.get(name) ?? '').split(',').map(Number)
  return {
    totals: list('totals'),
    points: list('points'),
    par: Number(reply.fields.get('par')),
    beaten: reply.fields.get('beaten') === '1',
    winner: Number(reply.fields.get('winner') ?? -1),
  }
}

