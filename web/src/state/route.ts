// Where in the page the reader is: the part of the address after the #. Links work
// under any path of a server, and offline. A link to a deal is #CODE.
import { signal } from '@preact/signals'

/** The address as it is meant, or as it is written where that cannot be told: a % may
 * stand for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const parse = (): string[] => decode(location.hash.slice(1)).split('/').filter(Boolean)

export const route = signal<string[]>(parse())

/** The way back from what lies beside the games: to the game, or home. */
export const base = signal('#patience')

const note = () => {
  const [name = ''] = route.value
  if (name === '' || name === 'patience' || name === 'golf') base.value = '#' + name
}
note()

addEventListener('hashchange', () => {
  route.value = parse()
  note()
})

export function visit(path: string): void {
  location.hash = path
}

/** The address of a path, for links that are handed on. */
export const address = (path: string): string => new URL('#' + path, document.baseURI).href
