// The reader's choices. They are kept in this browser and followed by every tab.
import { effect, signal } from '@preact/signals'
import presets from 'birdie:presets'
import { lang, preferred, speak, type Lang } from '../i18n'
import { onForeign, read, write } from './storage'

export interface Settings {
  lang: 'auto' | Lang
  theme: 'auto' | 'light' | 'dark'
  /** Letters on the cards: the language's own, or always one. */
  index: 'auto' | Lang
  colours: 'two' | 'four'
  large: boolean
  left: boolean
  back: 'wine' | 'fairway' | 'navy' | 'sand'
  /** Interactive rules: a refused card says why. */
  reasons: boolean
  sound: boolean
  awake: boolean
  motion: 'auto' | 'off'
  /** How much a hint tells: that there is a move, which piles, which move. */
  hint: 1 | 2 | 3
  /** The rules of the next new game. */
  rules: string
  winnable: boolean
  /** Whether the first game's tour has been seen or skipped. */
  toured: boolean
}

export const defaults: Settings = {
  lang: 'auto',
  theme: 'auto',
  index: 'auto',
  colours: 'two',
  large: false,
  left: false,
  back: 'wine',
  reasons: true,
  sound: false,
  awake: true,
  motion: 'auto',
  hint: 3,
  rules: '',
  winnable: false,
  toured: false,
}

export const settings = signal<Settings>({ ...defaults, ...read<Partial<Settings>>('settings') })

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part }
  write('settings', settings.value)
}

onForeign((key) => {
  if (key === 'settings') settings.value = { ...defaults, ...read<Partial<Settings>>('settings') }
})

/** The rules chosen last, or the default ones. */
export const chosenRules = (): string => settings.value.rules || presets[0]?.rules || ''

export const chosenLang = (): Lang => (settings.value.lang === 'auto' ? preferred() : settings.value.lang)

/** Puts the settings onto the page, now and whenever they change. */
export function applySettings(): void {
  effect(() => {
    const s = settings.value
    Object.assign(document.documentElement.dataset, {
      theme: s.theme,
      colours: s.colours,
      large: String(s.large),
      hand: s.left ? 'left' : 'right',
      back: s.back,
      motion: s.motion,
    })
    const wanted = chosenLang()
    if (wanted !== lang.peek()) void speak(wanted)
  })
}

const reduced = matchMedia('(prefers-reduced-motion: reduce)')

export const moving = (): boolean => settings.peek().motion === 'auto' && !reduced.matches
