// Cards glide from where they were seen last to where they are now. The state has
// changed already when this runs: nothing waits for a motion, and a motion that is
// overtaken starts from where the card is at that moment.
import { moving } from '../state/settings'

export interface Place {
  x: number
  y: number
  w: number
}

const easing = 'cubic-bezier(0.22, 0.8, 0.3, 1)'

/** Where an element stands this moment, its motion included. */
export function seen(element: HTMLElement, rest: Place): Place {
  const m = new DOMMatrixReadOnly(getComputedStyle(element).transform)
  const [dx = 0, dy = 0] = (element.style.translate || '0 0').split(' ').map(parseFloat)
  return { x: m.m41 + dx, y: m.m42 + dy, w: rest.w * (m.a || 1) }
}

const at = (p: Place, w: number): string => `translate(${p.x}px, ${p.y}px) scale(${p.w / w})`

/** Glides an element to its place. */
export function glide(element: HTMLElement, from: Place, to: Place, delay = 0, duration = 180): void {
  for (const a of element.getAnimations()) a.cancel()
  if (!moving()) return
  element.animate([{ transform: at(from, to.w) }, { transform: at(to, to.w) }], { duration, delay, easing, fill: 'backwards' })
}

/** Turns a card over on its way. */
export function turn(element: HTMLElement, faceUp: boolean): void {
  if (!moving()) return
  const away = 'rotateY(180deg)'
  const here = 'rotateY(0deg)'
  element.animate([{ transform: faceUp ? away : here }, { transform: faceUp ? here : away }], { duration: 160, easing: 'ease-out' })
}

/** A refused card shakes its head once. */
export function shake(element: HTMLElement): void {
  if (!moving()) return
  element.animate(
    { translate: ['0 0', '-4px 0', '4px 0', '-2px 0', '0 0'] },
    { duration: 240, easing: 'ease-out' },
  )
}

/** A card that has left the board goes on as a ghost of itself. */
export function vanish(element: HTMLElement, layer: HTMLElement, from: Place, to: Place): void {
  if (!moving()) return
  const ghost = element.cloneNode(true) as HTMLElement
  layer.append(ghost)
  const inner = ghost.firstElementChild
  if (inner instanceof HTMLElement) turn(inner, false)
  const motion = ghost.animate([{ transform: at(from, from.w) }, { transform: at(to, from.w) }], { duration: 180, easing, fill: 'forwards' })
  motion.onfinish = () => ghost.remove()
  motion.oncancel = () => ghost.remove()
}
