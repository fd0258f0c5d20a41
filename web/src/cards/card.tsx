// Playing cards: drawn from paths, so that they look the same everywhere.
import { computed } from '@preact/signals'
import { indexOf, lang, t } from '../i18n'
import { settings } from '../state/settings'

export type SuitLetter = 'C' | 'D' | 'H' | 'S'

const suitNames: Record<SuitLetter, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' }
const suitSigns: Record<SuitLetter, string> = { C: '♣', D: '♦', H: '♥', S: '♠' }

export const rankOf = (card: string): string => card[0] ?? ''
export const suitOf = (card: string): SuitLetter => card[1] as SuitLetter
export const isJoker = (card: string): boolean => card[0] === 'X'

/** The language of the letters on the cards: the page's, or the one chosen. */
export const indexLang = computed(() => (settings.value.index === 'auto' ? lang.value : settings.value.index))

/** The index printed on a card. */
export const index = (card: string): string => indexOf(rankOf(card), indexLang.value)

/** A card in a sentence, short: "7♦". */
export function short(card: string): string {
  return isJoker(card) ? t('web.card.joker-short') : index(card) + suitSigns[suitOf(card)]
}

/** A card in full: "seven of diamonds". */
export function name(card: string): string {
  if (isJoker(card)) return t('web.card.joker')
  const rank = rankOf(card)
  return t('web.card.name', { Rank: t('web.rank.' + rank.toLowerCase()), Suit: t('patience.suit.' + suitNames[suitOf(card)]) })
}

// All shapes are drawn in a square of 100 units.
const shapes: Record<string, string> = {
  H: 'M50 93C22 69 6 52 6 32 6 18 16 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c13 0 23 10 23 24 0 20-16 37-44 61z',
  D: 'M50 3C61 22 73 37 87 50 73 63 61 78 50 97 39 78 27 63 13 50 27 37 39 22 50 3z',
  S: 'M50 4c9 17 42 36 42 60 0 13-9 21-20 21-8 0-14-4-18-11 1 9 5 16 12 22H34c7-6 11-13 12-22-4 7-10 11-18 11C17 85 8 77 8 64 8 40 41 21 50 4z',
  C: 'M50 5a21 21 0 0 1 15.5 35.2 21 21 0 1 1-11.5 31.3c1 10 5 18 12 24.5H34c7-6.5 11-14.5 12-24.5A21 21 0 1 1 34.5 40.2 21 21 0 0 1 50 5z',
  // A flag in its hole, for the joker.
  X: 'M33 6h7v4l44 17-44 17v44h-7zM14 90c0-5 10-8 22.5-8S59 85 59 90s-10 7-22.5 7S14 95 14 90z',
  // What the court cards wear, on the large suit.
  K: 'M14 78V30l19 20L50 20l17 30 19-20v48z',
  Q: 'M50 36c-7-26 24-26 13 2 25-12 32 18 7 17 20 19-8 36-20 12-12 24-40 7-20-12-25 1-18-29 7-17-11-28 20-28 13-2z',
  J: 'M20 88c2-40 20-68 62-78 4 34-12 58-44 62l-9 16z',
}

export function Shape({ of, class: c = 'shape' }: { of: string; class?: string }) {
  return (
    <svg class={c} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <path d={shapes[of]} />
    </svg>
  )
}

/** The printed side of a card. Its size is the --w of what it stands in. */
export function Face({ card, fits }: { card: string; fits?: boolean }) {
  const joker = isJoker(card)
  const rank = rankOf(card)
  const suit = joker ? 'X' : suitOf(card)
  const worn = rank === 'K' || rank === 'Q' || rank === 'J'
  return (
    <div class={`face s-${suit} r-${rank}`}>
      <span class={rank === 'T' ? 'index ten' : 'index'}>{index(card)}</span>
      <Shape of={suit} class="pip" />
      <span class="picture">
        <Shape of={suit} class="suit" />
        {worn && <Shape of={rank} class="worn" />}
      </span>
      {fits && <i class="fitting" />}
    </div>
  )
}

export function Back() {
  return <div class="back" />
}
