// The reader's choices about tables. They are kept in this browser.
import { signal } from '@preact/signals'
import { onForeign, read, write } from '../state/storage'

export interface Prefs {
  /** Name at tables. */
  name: string
  /** How quickly computer players move. */
  tempo: 'calm' | 'brisk' | 'instant'
  /** Ask before a move ends the hole. */
  confirm: boolean
  /** Show the phrases of others. */
  phrases: boolean
  /** A sound and a vibration when it is the reader's turn. */
  call: boolean
  /** Cards one has peeked at stay hidden until they are asked for. */
  memory: boolean
  /** What was chosen for the last match. */
  preset: string
  bots: string[]
  /** People on this device. */
  people: string[]
}

const defaults: Prefs = {
  name: '',
  tempo: 'calm',
  confirm: true,
  phrases: true,
  call: false,
  memory: false,
  preset: 'six',
  bots: ['medium', 'easy', 'medium'],
  people: [],
}

const key = 'golf-prefs'
export const prefs = signal<Prefs>({ ...defaults, ...read<Partial<Prefs>>(key) })

export function prefer(part: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...part }
  write(key, prefs.value)
}

onForeign((changed) => {
  if (changed === key) prefs.value = { ...defaults, ...read<Partial<Prefs>>(key) }
})
