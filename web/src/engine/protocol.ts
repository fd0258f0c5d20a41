// The texts that page and engine exchange; described in web/engine/engine.go.

export type State = 'playing' | 'won' | 'blocked' | 'given-up'

/** What the player of a game sees and may do. */
export interface Position {
  code: string
  preset: string
  rules: string
  actions: string
  state: State
  settled: boolean
  columns: string[][]
  waste: string[]
  stock: number
  can: string
  run: number
  longest: number
  points: number
  strokes: number
  moves: number
  standing: number
  undos: number
  hints: number
}

/** A reply of the engine: ok, refused by the rules, or a wrong request. */
export interface Reply {
  verdict: 'ok' | 'no' | 'bad'
  /** Id of the refusal or fault, and the text it was found in. */
  why: string
  detail: string
  fields: Map<string, string>
  lines: string[]
}

export function parseReply(text: string): Reply {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const [verdict, why = '', ...detail] = head.split(' ')
  const fields = new Map<string, string>()
  for (const line of lines) {
    const at = line.indexOf(' ')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1))
  }
  return {
    verdict: verdict === 'ok' || verdict === 'no' ? verdict : 'bad',
    why,
    detail: detail.join(' '),
    fields,
    lines,
  }
}

/** The cards of a text of two-letter cards. */
export function cards(text: string): string[] {
  return text.match(/../g) ?? []
}

export function position(reply: Reply): Position | null {
  const f = (name: string) => reply.fields.get(name) ?? ''
  const n = (name: string) => Number(f(name) || 0)
  if (!reply.fields.has('columns')) return null
  return {
    code: f('code'),
    preset: f('preset'),
    rules: f('rules'),
    actions: f('actions'),
    state: f('state') as State,
    settled: f('settled') === '1',
    columns: f('columns').split('/').slice(0, 7).map(cards),
    waste: cards(f('waste')),
    stock: n('stock'),
    can: f('can'),
    run: n('run'),
    longest: n('longest'),
    points: n('points'),
    strokes: n('strokes'),
    moves: n('moves'),
    standing: n('standing'),
    undos: n('undos'),
    hints: n('hints'),
  }
}

/** The options inside the text of rules. */
export interface Rules {
  king: string
  draw: string
  jokers: string
  opening: string
  scoring: string
  undo: string
  par: string
}

export const optionNames = ['king', 'draw', 'jokers', 'opening', 'scoring', 'undo', 'par'] as const

export function parseRules(text: string): Rules {
  const parts = text.split('/')
  return Object.fromEntries(optionNames.map((name, i) => [name, parts[i] ?? ''])) as unknown as Rules
}

export function formatRules(rules: Rules): string {
  return optionNames.map((name) => rules[name]).join('/')
}
