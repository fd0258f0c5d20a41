// What the page keeps in the browser. A full or forbidden store is no reason to
// stop playing: then the page simply forgets.

const prefix = 'birdie.'

export function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(prefix + key)
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Nothing to be done: private mode, or the store is full.
  }
}

export function erase(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // as above
  }
}

/** All keys that begin with a text. */
export function keys(begin: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((k) => k.startsWith(prefix + begin))
      .map((k) => k.slice(prefix.length))
  } catch {
    return []
  }
}

/** Calls back when another tab has changed a key. */
export function onForeign(call: (key: string) => void): void {
  addEventListener('storage', (e) => {
    if (e.key?.startsWith(prefix)) call(e.key.slice(prefix.length))
  })
}

/** An id nobody else has, also where there is no secure context. */
export function newId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(10)))
}

/** Sixty-four random bits for the engine's shuffle. */
export function randomSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}
