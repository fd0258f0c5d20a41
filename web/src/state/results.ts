// Finished games, in the browser's database: statistics count from here. A result
// is kept under its game's id, so writing it twice counts once.
import { signal } from '@preact/signals'

export interface Result {
  id: string
  code: string
  rules: string
  preset: string
  actions: string
  state: 'won' | 'blocked' | 'given-up'
  strokes: number
  points: number
  moves: number
  undos: number
  hints: number
  longest: number
  /** Milliseconds since 1970. */
  started: number
  ended: number
  /** free, daily, round or tournament; for daily games the day. */
  kind: string
  day?: string
  /** The deal had been played before: not counted. */
  again?: boolean
}

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('birdie', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('results', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function transact<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await database()
  return new Promise((resolve, reject) => {
    const transaction = db.transaction('results', mode)
    const request = work(transaction.objectStore('results'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Changes whenever a result has been written or taken back. */
export const resultsChanged = signal(0)

export async function putResult(result: Result): Promise<void> {
  await transact('readwrite', (s) => s.put(result)).catch(() => {})
  resultsChanged.value++
}

export async function dropResult(id: string): Promise<void> {
  await transact('readwrite', (s) => s.delete(id)).catch(() => {})
  resultsChanged.value++
}

export async function allResults(): Promise<Result[]> {
  const all = await transact('readonly', (s) => s.getAll() as IDBRequest<Result[]>).catch(() => [])
  return all.sort((a, b) => a.ended - b.ended)
}

export async function clearResults(): Promise<void> {
  await transact('readwrite', (s) => s.clear()).catch(() => {})
  resultsChanged.value++
}
