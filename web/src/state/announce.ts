// What a screen reader is told: one sentence for each thing that happens.
import { signal } from '@preact/signals'

export const announcement = signal('')

export function announce(text: string): void {
  // The same words twice would not be read: a space that means nothing differs.
  announcement.value = text === announcement.value ? text + '\u00a0' : text
}
