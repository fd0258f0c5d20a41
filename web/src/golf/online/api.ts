// Talking to the server about tables. A refusal has a code, which the catalogue
// puts into words; no answer at all is "offline".
import { newId, read, write } from '../../state/storage'
import type { Listing, Rules, Settings, TableRecord, TableView } from '../protocol'

export interface Answer<T> {
  value: T | null
  code: string
  /** Seconds after which to try again. */
  wait?: number
}

export const url = (path: string): string => new URL('api/' + path, document.baseURI).href

export async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  try {
    const response = await fetch(url(path), {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const data = text ? (JSON.parse(text) as unknown) : null
    if (response.ok) return { value: data as T, code: '' }
    const problem = data as { code?: string; retryAfter?: number } | null
    return { value: null, code: problem?.code ?? 'internal', ...(problem?.retryAfter ? { wait: problem.retryAfter } : {}) }
  } catch {
    return { value: null, code: 'offline' }
  }
}

export interface Me {
  id: string
  name: string
}

export const me = (): Promise<Answer<Me>> => call('GET', 'me')

/** Who this browser is, as far as its tabs know: what one was told before is not for
 * who another has become. */
export const person = (): string => read<string>('golf-person') ?? ''

async function be<T extends Me>(answer: Promise<Answer<T>>): Promise<Answer<T>> {
  const { value } = await answer
  if (value) write('golf-person', value.id)
  return answer
}

/** Makes sure that there is an identity: a guest with a name. */
export async function identify(name: string): Promise<Answer<Me>> {
  const known = await me()
  if (known.value || known.code !== 'identity-required') return known
  return be(call<Me>('POST', 'me', { name }))
}

export interface Device {
  code: string
  link: string
  /** The link as a QR code, SVG. */
  picture: string
}

/** Lets another device be this one's player, once. */
export const inviteDevice = (table: string): Promise<Answer<Device>> => call('POST', 'me/devices', { page: document.baseURI.replace(/[?#].*/, ''), table })
/** Is who another device is. */
export const beDevice = (code: string): Promise<Answer<Me & { table?: string }>> => be(call<Me & { table?: string }>('POST', 'devices', { code }))

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Gives a command, which has an id of its own. It is sent again until there is an answer. */
export async function command<T>(path: string, body: object): Promise<Answer<T>> {
  let answer = await call<T>('POST', path, body)
  for (let i = 0; i < 6 && (answer.code === 'offline' || answer.code === 'unavailable'); i++) {
    await sleep(400 * 2 ** i)
    answer = await call('POST', path, body)
  }
  return answer
}

let opening: Promise<Answer<TableView>> | undefined

/** Opens a table: one, however often it is asked for before there is an answer. */
export function openTable(name: string, settings: Settings & { rules: Rules }): Promise<Answer<TableView>> {
  opening ??= (async () => {
    const who = await identify(name)
    if (!who.value) return { value: null, code: who.code }
    return command<TableView>('tables', { id: newId(), name, settings })
  })().finally(() => (opening = undefined))
  return opening
}

export const tables = (): Promise<Answer<Listing[]>> => call('GET', 'tables')
export const recordOf = (id: string, match: number): Promise<Answer<TableRecord>> => call('GET', `tables/${id}/matches/${match}`)
