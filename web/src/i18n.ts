// Words. The texts come from the one catalogue of the whole program.
import { signal } from '@preact/signals'
import indices from 'birdie:indices'

export type Lang = 'en' | 'de'
export const langs: Lang[] = ['en', 'de']

type Texts = Record<string, string | [string, string]>
export type Vars = Record<string, string | number>

const load: Record<Lang, () => Promise<{ default: Texts }>> = {
  en: () => import('birdie:texts/en'),
  de: () => import('birdie:texts/de'),
}

const texts = signal<Texts>({})
export const lang = signal<Lang>('en')

/** The language the browser asks for. */
export function preferred(): Lang {
  for (const tag of navigator.languages) {
    const l = tag.slice(0, 2).toLowerCase()
    if (l === 'de' || l === 'en') return l
  }
  return 'en'
}

// What parts of the page that come later say besides, and when it is there.
const more = new Map<Record<Lang, () => Promise<{ default: Texts }>>, Promise<void>>()

/** Adds texts, now and in every language spoken later. */
export function alsoSay(part: Record<Lang, () => Promise<{ default: Texts }>>): Promise<void> {
  let there = more.get(part)
  if (!there) {
    there = part[lang.value]().then(({ default: now }) => void (texts.value = { ...texts.value, ...now }))
    there.catch(() => more.delete(part))
    more.set(part, there)
  }
  return there
}

export async function speak(l: Lang): Promise<void> {
  const all = await Promise.all([load, ...more.keys()].map((part) => part[l]()))
  texts.value = Object.assign({}, ...all.map((part) => part.default)) as Texts
  lang.value = l
  document.documentElement.lang = l
}

/** The text of an id, filled in. Of two forms the variable N chooses one. */
export function t(id: string, vars?: Vars): string {
  const text = texts.value[id]
  if (text === undefined) return id
  const form = typeof text === 'string' ? text : text[vars?.N === 1 ? 0 : 1]
  return form.replace(/\{\{\.(\w+)\}\}/g, (whole, name: string) => String(vars?.[name] ?? whole))
}

/** Whether the catalogue has a text of that id. */
export const has = (id: string): boolean => texts.value[id] !== undefined

/** A number with its sign, with a real minus. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}

/** A number in the reader's notation. */
export function decimal(n: number, digits = 0): string {
  return n.toLocaleString(lang.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−')
}

export const percent = (p: number, digits = 0): string => t('web.page.percent', { P: decimal(100 * p, digits) })

export function date(iso: string, style: 'long' | 'medium' = 'medium'): string {
  return new Date(iso).toLocaleDateString(lang.value, { dateStyle: style, timeZone: 'UTC' })
}

export const indexOf = (rank: string, of: Lang): string => indices[of][rank] ?? rank
