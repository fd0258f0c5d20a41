// Cards glide from where they came from to where they lie now. The state has
// changed already when this runs; nothing waits for it.
import { moving } from '../state/settings'
import type { GolfEvent } from './protocol'

const easing = 'cubic-bezier(0.22, 0.8, 0.3, 1)'
const long = 240

export const spotOf = (board: HTMLElement, spot: string): HTMLElement | null => board.querySelector<HTMLElement>(`[data-spot="${spot}"]`)

/** Shows the events of one moment as motion. */
export function move(board: HTMLElement, events: GolfEvent[]): void {
  // What has not arrived yet is there now.
  for (const card of board.querySelectorAll('.card')) for (const running of card.getAnimations()) running.cancel()
  if (!moving()) return
  let late = 0
  for (const e of events) {
    const cell = (i: number) => spotOf(board, `cell:${e.seat}:${i}`)
    const hand = spotOf(board, 'hand')
    const pile = spotOf(board, 'pile')
    const stock = spotOf(board, 'stock')
    switch (e.kind) {
      case 'drew':
        glide(stock, hand)
        break
      case 'drew-card':
        turn(hand)
        break
      case 'took':
        glide(pile, hand)
        break
      case 'swapped':
        for (const i of e.cells ?? []) {
          glide(hand, cell(i))
          glide(cell(i), pile)
        }
        break
      case 'discarded':
        glide(hand, pile)
        break
      case 'flipped':
        for (const i of e.cells ?? []) turn(cell(i))
        break
      case 'turned-up':
      case 'revealed':
        for (const i of e.cells ?? []) turn(cell(i), 70 * late++)
        break
      case 'dealt':
        board.querySelectorAll<HTMLElement>('.cell').forEach((spot, i) => glide(stock, spot, 18 * i))
        break
    }
  }
}

/** The card that lies on a spot, on top. */
const cardOn = (spot: HTMLElement): HTMLElement | null => [...spot.querySelectorAll<HTMLElement>(':scope > .card:not(.under)')].at(-1) ?? null

function glide(from: HTMLElement | null, to: HTMLElement | null, delay = 0): void {
  const card = to && cardOn(to)
  if (!from || !card) return
  const a = from.getBoundingClientRect()
  const b = card.getBoundingClientRect()
  if (b.width === 0) return
  for (const running of card.getAnimations()) running.cancel()
  const start = `translate(${a.left - b.left}px, ${a.top - b.top}px) scale(${a.width / b.width})`
  const motion = card.animate([{ transform: start, zIndex: 50 }, { transform: 'none', zIndex: 50 }], {
    duration: long,
    delay,
    easing,
    fill: 'backwards',
  })
  // While it is on its way it is above everything else.
  to.classList.add('moving')
  motion.onfinish = motion.oncancel = () => to.classList.remove('moving')
}

function turn(spot: HTMLElement | null, delay = 0): void {
  const inner = spot && cardOn(spot)?.querySelector<HTMLElement>('.turn')
  if (!inner) return
  inner.animate([{ transform: 'rotateY(180deg)' }, { transform: 'rotateY(0deg)' }], { duration: 180, delay, easing: 'ease-out', fill: 'backwards' })
}
