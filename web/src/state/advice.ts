// Advice: the fair caddie's, who sees what the player sees, and the clairvoyant's,
// who knows the stock and says so.
import { effect, signal } from '@preact/signals'
import { indexLang, short } from '../cards/card'
import { thinker } from '../engine/client'
import type { Position } from '../engine/protocol'
import { indexOf, percent, signed, t } from '../i18n'
import { announce } from './announce'
import { act, position_, saved } from './play'
import { settings } from './settings'
import { randomSeed } from './storage'

/** What the adviser says, instead of the line of state. */
export const advice = signal<string | null>(null)

/** Moves pointed at, as letters. */
export const hinted = signal('')

/** The chance to win of each move, when they are wanted. */
export const chances = signal<Map<string, number> | null>(null)

/** What the caddie thinks of a move. */
export interface Opinion {
  letter: string
  /** Chance to win, 0 to 1, and its standard error. */
  win: number
  error: number
  /** Strokes to expect. */
  strokes: number
  /** Why, in words. */
  reasons: string[]
}

/** Games the caddie plays in its head for an answer. */
const strength = 5000

let known: { key: string; answer: Promise<Opinion[]> } | undefined
let told = ''
let level = 0

/** What advice is about: hints themselves do not change the position. */
const key = (): string => `${saved.peek()?.id} ${position_.peek()?.actions.replaceAll('h', '')}`

// A new position makes old advice worthless.
let last = ''
effect(() => {
  void position_.value?.actions
  if (key() === last) return
  last = key()
  advice.value = null
  hinted.value = ''
  chances.value = null
  told = ''
  level = 0
})

/** The caddie's opinion of the moves of a game after its first n actions, the best first. */
export async function ask(slot: string, n: number, games = strength): Promise<Opinion[]> {
  const reply = await thinker.ask(`advise ${slot} ${n} ${randomSeed()} ${games}`)
  return [...reply.fields].map(([letter, text]) => {
    const [win, error, strokes, ...reasons] = text.split(' ')
    return {
      letter,
      win: Number(win) / 1000,
      error: Number(error) / 1000,
      strokes: Number(strokes) / 100,
      reasons: reasons.map((r) => {
        const [id, rank = '', N] = r.split(':')
        return t('caddie.reason.' + id, { Rank: indexOf(rank, indexLang.peek()), N: Number(N) })
      }),
    }
  })
}

async function consult(): Promise<Opinion[] | null> {
  const s = saved.peek()
  const p = position_.peek()
  if (!s || p?.state !== 'playing') return null
  const now = key()
  if (known?.key !== now) {
    advice.value = t('web.advice.thinking')
    const line = `${s.code}.${p.actions}`
    known = { key: now, answer: thinker.ask(`open advice ${line}`).then(() => ask('advice', 9999)) }
  }
  const answer = await known.answer.catch(() => {
    known = undefined
    return null
  })
  return answer && key() === now ? answer : null
}

/** Counts a hint, once for a position: only advice that was given counts. */
async function count(): Promise<void> {
  if (told === key()) return
  told = key()
  await act('h')
}

function tell(text: string): void {
  text = text.charAt(0).toUpperCase() + text.slice(1)
  advice.value = text
  announce(text)
}

/** A hint: as much as the settings say, and more each time it is asked for again. */
export async function askHint(): Promise<void> {
  const answer = await consult()
  const p = position_.peek()
  const best = answer?.[0]
  if (!answer || !best || !p) return
  level = level === 0 ? settings.peek().hint : Math.min(3, level + 1)
  await count()
  if (level === 1) {
    tell(t(answer.some((o) => o.letter !== 'd') ? 'caddie.hint.fits' : 'caddie.hint.stuck'))
  } else if (level === 2) {
    tell(best.letter === 'd' ? t('caddie.hint.stock') : t('caddie.hint.column', { Column: best.letter }))
  } else {
    point(best.letter)
    tell([t('web.advice.best', { Move: moveText(best.letter, p), P: percent(best.win) }), ...best.reasons.slice(0, 1)].join(', '))
  }
}

/** A move in words. */
export function moveText(letter: string, p: Position): string {
  return letter === 'd' ? t('caddie.move.draw') : t('caddie.move.remove', { Card: short(p.columns[Number(letter) - 1]?.at(-1) ?? ''), Column: letter })
}

function point(letter: string): void {
  hinted.value = letter
}

/** Shows the chances of all moves, or hides them. */
export async function toggleChances(): Promise<void> {
  if (chances.value) {
    chances.value = null
    return
  }
  const answer = await consult()
  if (!answer) return
  await count()
  chances.value = new Map(answer.map((o) => [o.letter, o.win]))
  tell(t('web.advice.chances', { P: percent(answer[0]?.win ?? 0) }))
}

/** The clairvoyant's hint: the move of a best line, the stock known. */
export async function askClairvoyant(): Promise<void> {
  const s = saved.peek()
  const p = position_.peek()
  if (!s || p?.state !== 'playing') return
  const now = key()
  advice.value = t('web.advice.thinking')
  await thinker.ask(`open best ${s.code}.${p.actions}`)
  const reply = await thinker.ask('peek best').catch(() => null)
  const move = reply?.fields.get('move')
  if (!reply || key() !== now) return
  if (!move) {
    tell(t('web.advice.none'))
    return
  }
  await count()
  point(move)
  tell(t('caddie.hint.omniscient', { Move: moveText(move, p) }) + ' ' + t('web.advice.reach', { S: signed(Number(reply.fields.get('strokes'))) }))
}
