// Where in the page the reader is: the part of the address after the #. Links work
// under any path of a server, and offline. A link to a deal is #CODE.
import { signal } from '@preact/signals'

const parse = (): string[] => decodeURIComponent(location.hash.slice(1)).split('/').filter(Boolean)

export const route = signal<string[]>(parse())

addEventListener('hashchange', () => {
  route.value = parse()
})

export function visit(path: string): void {
  location.hash = path
}

/** The address of a path, for links that are handed on. */
export const address = (path: string): string => new URL('#' + path, document.baseURI).href
