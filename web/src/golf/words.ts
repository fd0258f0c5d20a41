// Sentences about a match. What happened is said without verbs that would have to
// agree with "you" or "she": the name comes first, then what went where.
import { name as cardName, short } from '../cards/card'
import golf from 'birdie:golf'
import { has, lang, signed, t } from '../i18n'
import { rulesText, type GolfEvent, type GolfView, type Rules, type Score } from './protocol'

export interface SeatInfo {
  name: string
  /** Level of a computer player, or of the one that stands in. */
  bot?: string
  program?: boolean
  away?: boolean
  sub?: boolean
  host?: boolean
  /** Has seen the end of the hole. */
  seen?: boolean
}

/** A computer player in a list of choices: "Clara, cautious". */
export const botName = (id: string): string => (has('bot.name.' + id) ? t('bot.name.' + id) : id)

/** What it is called at the table, "Clara", and what is said of it there, "cautious". */
export const botCall = (id: string): string => botName(id).split(', ')[0] ?? id
export const botManner = (id: string): string => botName(id).split(', ').at(-1) ?? id

export const presetName = (id: string): string => (id ? t('golf.preset.' + id) : t('web.page.own-rules'))

/** The name of rules: how long a match is and how ties end do not count. */
export function rulesName(rules: Rules): string {
  const without = (r: Rules) => rulesText(Object.fromEntries(Object.entries(r).filter(([k]) => !['holes', 'target', 'ties'].includes(k))))
  return presetName(golf.presets.find((p) => without(p.rules) === without(rules))?.id ?? '')
}

/** A number of strokes, with a real minus. */
export const strokes = (n: number): string => signed(n).replace('+', '')

/** Names that differ: computer players of one level are numbered. */
export function distinct(list: string[]): string[] {
  return list.map((name, i) => (name && list.indexOf(name) !== list.lastIndexOf(name) ? `${name} ${list.slice(0, i + 1).filter((n) => n === name).length}` : name))
}

/** Whom a sentence is about. */
export function who(seats: SeatInfo[], seat: number | null | undefined, you: number | null): string {
  if (seat === null || seat === undefined) return ''
  return seat === you ? t('golfpage.say.you') : (seats[seat]?.name ?? '')
}

export function names(seats: SeatInfo[], list: number[], you: number | null): string {
  return new Intl.ListFormat(lang.value).format(list.map((s) => who(seats, s, you)))
}

const cardList = (cards: string[]): string => cards.map(short).join(', ')

/** One event in words; empty for those that need none. */
export function eventText(e: GolfEvent, golf: GolfView, seats: SeatInfo[], you: number | null): string {
  const Player = who(seats, e.seat, you)
  const Card = e.card ? short(e.card) : ''
  const place = e.cells?.[0] ?? 0
  switch (e.kind) {
    case 'dealt':
      return t('golfpage.say.dealt', { Player, N: e.number ?? 0, Card })
    case 'turned-up':
      return t('golfpage.say.turned-up', { Player, Cards: cardList(e.cards ?? []) })
    case 'peeked':
      return e.seat === you || golf.players > 2 ? '' : t('golfpage.say.peeked', { Player, N: e.cells?.length ?? 0 })
    case 'peeked-at':
      return t('golfpage.say.peeked-at', { Cards: cardList(e.cards ?? []) })
    case 'drew':
      return e.seat === you ? '' : t('golfpage.say.drew', { Player })
    case 'drew-card':
      return t('golfpage.say.drew-card', { Player, Card })
    case 'took':
      return t('golfpage.say.took', { Player, Card })
    case 'swapped': {
      const fromPile = e.seat !== undefined && golf.grids[e.seat]?.[place - 1]?.taken
      return t(fromPile ? 'golfpage.say.swapped-pile' : 'golfpage.say.swapped-stock', { Player, Card, Place: place, Old: e.old ? short(e.old) : '' })
    }
    case 'discarded':
      return t('golfpage.say.discarded', { Player, Card })
    case 'flipped':
      return t('golfpage.say.flipped', { Player, Card, Place: place })
    case 'passed':
      return t('golfpage.say.passed', { Player })
    case 'knocked':
      return t('golfpage.say.knocked', { Player })
    case 'finished':
      return t('golfpage.say.finished', { Player })
    case 'last-turns':
      return t(e.seat === you ? 'golfpage.say.last-turns-own' : 'golfpage.say.last-turns')
    case 'reshuffled':
      return t('golf.event.reshuffled', { N: e.number ?? 0 })
    case 'stalled':
      return t('golf.event.stalled')
    case 'hole-over':
      return t('golf.event.hole-over', { N: e.number ?? 0 })
    case 'sudden-death':
      return t('golfpage.say.sudden-death', { Players: names(seats, e.seats ?? [], you) })
    case 'match-over': {
      const winners = e.seats ?? []
      if (winners.length === 1 && winners[0] === you) return t('golfpage.say.you-win')
      return t('golf.event.match-over', { N: winners.length, Players: names(seats, winners, you) })
    }
    default:
      return ''
  }
}

/** What happened at once, as one text: the first cards of many are seen rather than
 * told, and where a card came from is told with where it went. */
export function newsText(events: GolfEvent[], golf: GolfView, seats: SeatInfo[], you: number | null): string {
  return events
    .filter((e) => e.kind !== 'turned-up' || e.seat === you || golf.players <= 3)
    .filter((e, i, all) => !['took', 'drew', 'drew-card'].includes(e.kind) || !all.slice(i).some((later) => later.seat === e.seat && ['swapped', 'discarded'].includes(later.kind)))
    .map((e) => eventText(e, golf, seats, you))
    .filter(Boolean)
    .join(' ')
}

/** What the viewer can do now, or who is waited for. */
export function promptText(golf: GolfView, seats: SeatInfo[]): string {
  const kinds = new Set(golf.legal.map((a) => a.split(' ')[0]))
  if (golf.phase === 'over') return ''
  if (kinds.size === 0) {
    if (golf.phase === 'choose') return t('golfpage.prompt.others-choose')
    return golf.turn === null ? '' : t('golfpage.prompt.turn', { Player: who(seats, golf.turn, null) })
  }
  const last = golf.ender !== null ? t('golfpage.prompt.last') + ' ' : ''
  if (kinds.has('choose')) {
    const n = Number(golf.rules['first-flips'])
    return t(golf.rules.peek ? 'golfpage.prompt.peek' : 'golfpage.prompt.choose', { N: n })
  }
  if (kinds.has('draw')) {
    const top = golf.pile.at(-1)
    return last + t(top ? 'golfpage.prompt.draw' : 'golfpage.prompt.draw-only', { Card: top ? short(top) : '' })
  }
  if (kinds.has('swap')) {
    return t(kinds.has('discard') ? 'golfpage.prompt.place' : 'golfpage.prompt.place-taken', { Card: golf.hand ? short(golf.hand) : '' })
  }
  return t(kinds.has('pass') ? 'golfpage.prompt.flip-or-not' : 'golfpage.prompt.flip')
}

/** A grid read row by row, for those who do not see it. */
export function gridText(golf: GolfView, seat: number): string {
  const cells = golf.grids[seat] ?? []
  return cells.map((c, i) => t('golfpage.board.place', { N: i + 1, Card: cellText(c) })).join(', ')
}

export function cellText(c: { card?: string; up: boolean; peeked?: boolean }): string {
  if (c.up && c.card) return cardName(c.card)
  if (c.card) return t('golfpage.board.known', { Card: cardName(c.card) })
  return t(c.peeked ? 'golfpage.board.peeked' : 'golfpage.board.down')
}

/** The cancelled lines of a grid in words. */
export function cancelText(score: Score | undefined): string {
  if (!score) return ''
  const parts = [
    ...(score.columns ?? []).map((n) => t('golfpage.board.column-cancels', { N: n })),
    ...(score.rows ?? []).map((n) => t('golfpage.board.row-cancels', { N: n })),
  ]
  return parts.join(', ')
}

/** The value of an option in few words. */
export function valueText(option: string, value: string | number | boolean): string {
  const word = value === true ? 'on' : value === false ? 'off' : String(value)
  const number = `golf.value.${option}.number`
  if (has(number)) return word === '0' ? t(`golf.value.${option}.none`) : t(number, { N: Number(word) })
  for (const id of [`golf.value.${option}.${word}`, `golf.value.${word}`]) if (has(id)) return t(id)
  return word
}

/** What makes rules differ from a preset, an option a line. */
export function rulesLines(rules: Rules): string[] {
  return Object.entries(rules)
    .filter(([o, v]) => v !== false && v !== 'off' && !(o === 'decks' && v === 0) && !(o === 'target' && v === 0) && !(o === 'holes' && v === 0))
    .map(([o, v]) => `${t('golf.option.' + o)}: ${valueText(o, v)}`)
}
