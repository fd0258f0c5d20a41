// The daily deal: everyone's is the same, computed from the day in UTC and the
// rules. A day counts for the streak when its deal was begun on that very day and
// played to its end, under any rules.
import { player } from '../engine/client'
import { deal, go, savedGames } from './play'
import type { Result } from './results'

export const today = (): string => new Date().toISOString().slice(0, 10)

export const dayBefore = (day: string, days = 1): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** Plays the deal of a day, or goes on with it. */
export async function playDay(day: string, rules: string): Promise<void> {
  const reply = await player.ask(`daily ${rules} ${day}`)
  const code = reply.fields.get('code')
  if (!code) return
  const open = savedGames().find((s) => s.kind === 'daily' && s.ref === day && s.code === code)
  if (open) go(open)
  else await deal({ rules: '*', source: code, kind: 'daily', ref: day })
}

const counts = (r: Result): boolean => r.kind === 'daily' && r.day !== undefined && new Date(r.started).toISOString().slice(0, 10) === r.day

/** The days that count. */
export const daysPlayed = (results: Result[]): Set<string> => new Set(results.filter(counts).map((r) => r.day as string))

/** Days in a row up to today, which may still be played; and the longest row ever. */
export function streaks(results: Result[], now = today()): { current: number; longest: number } {
  const days = daysPlayed(results)
  let day = days.has(now) ? now : dayBefore(now)
  let current = 0
  while (days.has(day)) {
    current++
    day = dayBefore(day)
  }
  let longest = 0
  for (const d of days) {
    if (days.has(dayBefore(d))) continue
    let n = 1
    while (days.has(dayBefore(d, -n))) n++
    longest = Math.max(longest, n)
  }
  return { current, longest }
}
