// The engine of Golf with a grid in its workers: one plays, one thinks about what
// moves are worth and may be stopped at any moment.
import { Engine } from '../engine/client'
import type { GolfEvent, GolfView, Rules, Score, Scorecard } from './protocol'

export const player = new Engine(GOLF)
export const thinker = new Engine(GOLF)

/** A reply: what it has besides these depends on the request. */
export interface Reply {
  ok?: boolean
  /** Id of the refusal. */
  no?: string
  /** What is wrong with the request, and of rules which options. */
  bad?: string
  option?: string
  against?: string
}

export interface Told extends Reply {
  steps: number
  over: boolean
  /** The next hole is waiting to be dealt. */
  deal: boolean
  events: GolfEvent[]
  golf: GolfView
  scorecard: Scorecard
}

export interface Worth {
  action: string
  /** Strokes it gives away, in hundredths, and their standard error. */
  given: number
  error: number
}

export interface Weighed extends Reply {
  seat: number
  done?: string
  /** Deals that all moves were tried on. */
  deals: number
  /** Every outcome was weighed: more deals change nothing. */
  exact: boolean
  worth: Worth[]
}

export interface Checked extends Reply {
  preset: string
  decks: number
  recommended: boolean
  rules: Rules
}

export async function ask<T extends Reply>(engine: Engine, request: string): Promise<T> {
  return JSON.parse(await engine.text(request)) as T
}

export async function score(rules: string, grids: string[]): Promise<Score[] | null> {
  const reply = await ask<Reply & { scores?: Score[] }>(player, `score ${rules}\n${grids.join('\n')}`).catch(() => null)
  return reply?.scores ?? null
}

export const seeAll = -2
export const spectator = -1
