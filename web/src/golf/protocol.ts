// What is known of a match and of a table, as golf/record and the server say it
// in JSON; the engine in the browser says it letter by letter alike.

export interface Cell {
  /** Missing when the viewer does not know it. */
  card?: string
  up: boolean
  peeked?: boolean
  taken?: boolean
}

export interface Score {
  cells: number[]
  columns?: number[]
  rows?: number[]
  cards: number
  'four-equal'?: number
  bonus?: number
  doubling?: number
  penalty?: number
  total: number
}

export type Rules = Record<string, string | number | boolean>

export interface GolfView {
  rules: Rules
  players: number
  seat: number | null
  hole: number
  extra: number
  totals: number[]
  active: number[]
  dealer: number
  starter: number
  phase: 'over' | 'choose' | 'draw' | 'place' | 'flip'
  turn: number | null
  chosen?: number[]
  choice?: number[]
  ender: number | null
  'last-turns': number
  turns: number
  stalled?: boolean
  grids: Cell[][]
  pile: string[]
  stock: number
  reshuffles: number
  taken?: string
  drawn?: boolean
  hand?: string
  legal: string[]
  scores?: Score[]
}

export interface CardHole {
  dealer: number
  active: number[]
  extra?: number
  ender: number | null
  stalled?: boolean
  turns: number
  grids: string[][]
  scores: Score[]
}

export interface Scorecard {
  holes: CardHole[]
  totals: number[]
  winners: number[]
}

export interface GolfEvent {
  seq: number
  kind: string
  seat?: number
  seats?: number[]
  number?: number
  card?: string
  old?: string
  cells?: number[]
  cards?: string[]
}

export interface Settings {
  rules: Rules
  seats: number
  clock?: number
  listed?: boolean
  spectators?: boolean
  quiet?: boolean
}

export interface SeatView {
  name?: string
  program?: boolean
  level?: string
  ready?: boolean
  away?: boolean
  sub?: boolean
  'went-on'?: boolean
}

export interface TableView {
  table: string
  seq: number
  phase: 'lobby' | 'starting' | 'playing' | 'hole-over' | 'finished' | 'closed'
  you: number | null
  host: number | null
  locked?: boolean
  settings: Settings
  seats: SeatView[]
  deadline?: number
  fair: { match: string; commitment: string; seeds?: string[]; secret?: string }
  golf?: GolfView
  scorecard?: Scorecard
}

/** What happened at a table, as this viewer is told. */
export interface Note {
  seq: number
  kind: string
  at?: number
  seat?: number
  name?: string
  level?: string
  on?: boolean
  by?: 'bot' | 'clock' | 'host'
  phrase?: string
  reason?: string
  golf?: GolfEvent[]
  view?: TableView
}

export interface Listing {
  table: string
  phase: TableView['phase']
  locked?: boolean
  settings: Settings
  seats: SeatView[]
}

/** A record of a match at a table. */
export interface TableRecord {
  format: string
  fair: { match: string; commitment: string; seeds?: string[]; secret?: string }
  match: MatchRecord
}

export interface MatchRecord {
  format: string
  rules: Rules
  players: number
  names?: string[]
  cut?: string
  dealer?: number
  holes?: { deck: string; steps: { seat?: number; do?: string; reshuffle?: string }[] }[]
}

/** The rules in the words of the engine. */
export function rulesText(rules: Rules): string {
  const value = (v: string | number | boolean) => (v === true ? 'on' : v === false ? 'off' : v)
  return Object.entries(rules)
    .filter(([name, v]) => !((name === 'holes' || name === 'target') && Number(v) === 0))
    .map(([name, v]) => `${name}=${value(v)}`)
    .sort()
    .join(',')
}

/** A record as the lines that open a match in the engine. */
export function recordLines(record: MatchRecord, fair?: TableRecord['fair']): string {
  const lines: string[] = []
  if (fair?.secret) {
    lines.push(`secret ${fair.secret}`, `id ${fair.match}`)
    for (const seed of fair.seeds ?? []) lines.push(`seed ${seed}`)
    lines.push(`commitment ${fair.commitment}`)
  }
  if (record.cut) lines.push(`cut ${record.cut}`)
  else if (record.dealer !== undefined) lines.push(`dealer ${record.dealer}`)
  for (const hole of record.holes ?? []) {
    lines.push(`deal ${hole.deck}`)
    for (const step of hole.steps) lines.push(step.reshuffle ? `reshuffle ${step.reshuffle}` : `${step.seat} ${step.do}`)
  }
  return lines.join('\n')
}
