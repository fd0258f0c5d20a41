// Advice: the fair caddie's, who sees what the player sees, and the clairvoyant's,
// who knows the stock and says so.
import { effect, signal } from '@preact/signals'
import { short } from '../cards/card'
import { thinker } from '../engine/client'
import { percent, signed, t } from '../i18n'
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

/** Orders of the stock that are tried for an answer. */
const samples = 24

let known: { key: string; answer: Promise<Map<string, number>> } | undefined
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

/** The chances of the moves of a game after its first n actions; "now" is the position's own. */
export async function ask(slot: string, n: number, count = samples): Promise<Map<string, number>> {
  const reply = await thinker.ask(`advise ${slot} ${n} ${randomSeed()} ${count}`)
  const moves: [string, number, number][] = [...reply.fields].map(([letter, text]) => {
    const [win = 0, left = 0] = text.split(' ').map(Number)
    return [letter, win / 1000, left]
  })
  // The best first: what wins most, and among equals what leaves least.
  moves.sort((a, b) => b[1] - a[1] || a[2] - b[2])
  return new Map(moves.map(([letter, win]) => [letter, win]))
}

async function consult(): Promise<Map<string, number> | null> {
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
  advice.value = text
  announce(text)
}

/** A hint: as much as the settings say, and more each time it is asked for again. */
export async function askHint(): Promise<void> {
  const answer = await consult()
  const p = position_.peek()
  if (!answer || !p) return
  const best = [...answer.keys()].find((l) => l !== 'now')
  if (!best) return
  level = level === 0 ? settings.peek().hint : Math.min(3, level + 1)
  await count()
  if (level === 1) {
    tell(best === 'd' && answer.size === 2 ? t('web.advice.only-draw') : t('web.advice.there-is'))
  } else if (level === 2) {
    tell(t(best === 'd' ? 'web.advice.look-stock' : 'web.advice.look-tableau'))
  } else {
    point(best)
    const chance = percent(answer.get(best) ?? 0)
    tell(best === 'd' ? t('web.advice.draw', { P: chance }) : t('web.advice.play', { Card: short(p.columns[Number(best) - 1]?.at(-1) ?? ''), Column: best, P: chance }))
  }
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
  chances.value = new Map([...answer].filter(([letter]) => letter !== 'now'))
  tell(t('web.advice.chances', { P: percent(answer.get('now') ?? 0) }))
}

/** The clairvoyant's hint: the move of a best line, the stock known. */
export async function askClairvoyant(): Promise<void> {
  const s = saved.peek()
  const p = position_.peek()
  if (!s || p?.state !== 'playing') return
  const now = key()
  advice.value = t('web.advice.thinking')
  await thinker.ask(`open best ${s.code}.${p.actions}`)
  const reply = await thinker.ask('best best').catch(() => null)
  const move = reply?.fields.get('line')?.[0]
  if (!reply || key() !== now) return
  if (!move) {
    tell(t('web.advice.none'))
    return
  }
  await count()
  point(move)
  const S = signed(Number(reply.fields.get('strokes')))
  tell(move === 'd' ? t('web.advice.sees-draw', { S }) : t('web.advice.sees', { Card: short(p.columns[Number(move) - 1]?.at(-1) ?? ''), Column: move, S }))
}
