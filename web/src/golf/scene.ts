// What the board shows, wherever it comes from: a match on this device or a table
// of a server.
import type { GolfEvent, GolfView, Scorecard } from './protocol'
import type { SeatInfo } from './words'

export interface Scene {
  golf: GolfView
  seats: SeatInfo[]
  /** The seat that is played here, null for who only watches. */
  you: number | null
  scorecard: Scorecard
}

/** What has just happened; n tells two happenings apart. */
export interface News {
  n: number
  events: GolfEvent[]
}

/** A refused action, to be explained at what was touched. */
export interface Refused {
  n: number
  why: string
  stop: string
}
