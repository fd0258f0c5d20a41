// Quiet sounds, made on the spot: a card on cloth, a ball in the hole. Off unless
// wanted.
import { effect } from '@preact/signals'
import { lastAction, position_, refusal } from './play'
import { settings } from './settings'

let context: AudioContext | undefined

function tick(pitch: number, length: number, loud: number, delay = 0): void {
  context ??= new AudioContext()
  const start = context.currentTime + delay
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, start)
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length)
  volume.gain.setValueAtTime(loud, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + length)
}

export function sound(): void {
  let heard = lastAction.peek().n
  let refused = refusal.peek()?.n
  effect(() => {
    const { letter, n } = lastAction.value
    const no = refusal.value?.n
    if (!settings.value.sound) return
    if (n !== heard && letter) {
      const p = position_.peek()
      // A run climbs.
      if (letter >= '1' && letter <= '7') tick(330 * 2 ** (Math.min(p?.run ?? 0, 14) / 12), 0.09, 0.16)
      else tick(220, 0.08, 0.12)
      if (p?.state === 'won') [0, 4, 7, 12].forEach((step, i) => tick(392 * 2 ** (step / 12), 0.35, 0.14, 0.15 + 0.12 * i))
    }
    if (no !== undefined && no !== refused) tick(150, 0.12, 0.14)
    heard = n
    refused = no
  })
}
