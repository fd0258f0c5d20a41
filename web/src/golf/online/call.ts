// "Your turn", for someone who looks elsewhere: a vibration, and on request a
// short tone.

let audio: AudioContext | undefined

// A page may only sound after it has been touched.
addEventListener(
  'pointerdown',
  () => {
    audio ??= new AudioContext()
    void audio.resume().catch(() => {})
  },
  { once: true },
)

export function callOver(tone: boolean): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(120)
  if (!tone || audio?.state !== 'running') return
  const now = audio.currentTime
  for (const [i, pitch] of [587, 880].entries()) {
    const voice = audio.createOscillator()
    const volume = audio.createGain()
    voice.frequency.value = pitch
    volume.gain.setValueAtTime(0, now + i * 0.14)
    volume.gain.linearRampToValueAtTime(0.12, now + i * 0.14 + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, now + i * 0.14 + 0.3)
    voice.connect(volume).connect(audio.destination)
    voice.start(now + i * 0.14)
    voice.stop(now + i * 0.14 + 0.32)
  }
}
