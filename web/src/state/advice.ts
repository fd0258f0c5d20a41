// Advice: the fair caddie's, who sees what the player sees.
import { effect, signal } from '@preact/signals'
import { position_ } from './play'

/** What the adviser says, instead of the line of state. */
export const advice = signal<string | null>(null)

/** Moves pointed at, as letters. */
export const hinted = signal('')

/** The chance to win of each move, when they are wanted. */
export const chances = signal<Map<string, number> | null>(null)

// A new position makes old advice worthless.
effect(() => {
  void position_.value?.actions
  advice.value = null
  hinted.value = ''
  chances.value = null
})

export async function askHint(): Promise<void> {}
