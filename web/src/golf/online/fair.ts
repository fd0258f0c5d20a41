// What this browser saw of a match's fairness before the match began. A promise
// that is only looked up afterwards proves nothing.
import { keys, erase, read, write } from '../../state/storage'

export interface Seen {
  /** The commitment published before the seeds were in. */
  commitment: string
  /** The seed this browser contributed. */
  seed?: string
  /** When that was. */
  at?: number
}

const key = (match: string) => 'golf-fair-' + match

export const fairOf = (match: string): Seen | null => read<Seen>(key(match))

export function sawCommitment(match: string, commitment: string): void {
  const seen = fairOf(match)
  if (seen) return
  const age = new Map(keys('golf-fair-').map((k) => [k, read<Seen>(k)?.at ?? 0]))
  for (const [old] of [...age].sort(([, a], [, b]) => a - b).slice(0, -50)) erase(old)
  write(key(match), { commitment, at: Date.now() })
}

export function gaveSeed(match: string, seed: string): void {
  const seen = fairOf(match)
  if (seen) write(key(match), { ...seen, seed })
}
