// Which sheet of paper lies over the page, and small helpers of the browser.
import { signal } from '@preact/signals'
import { t } from '../i18n'
import { announce } from './announce'

export type DialogName = 'menu' | 'new' | 'deal' | 'help'

export const dialog = signal<DialogName | null>(null)

/** Words that come up for a moment at the foot of the page. */
export const toast = signal<{ text: string; n: number; action?: { text: string; do: () => void } } | null>(null)

export function say(text: string, action?: { text: string; do: () => void }): void {
  toast.value = { text, n: (toast.value?.n ?? 0) + 1, ...(action ? { action } : {}) }
  announce(text)
}

/** Copies a text. The clipboard is there only on https; elsewhere a selection does. */
export async function copy(text: string): Promise<void> {
  let done = false
  try {
    await navigator.clipboard.writeText(text)
    done = true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    // A modal sheet makes everything outside it unreachable.
    const host = document.querySelector('dialog[open]') ?? document.body
    host.append(area)
    area.select()
    done = document.execCommand('copy')
    area.remove()
  }
  say(t(done ? 'web.page.copied' : 'web.page.not-copied', { Text: text }))
}

/** Hands a text on by the system's own means, or copies it. */
export async function share(text: string, url?: string): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share({ text, ...(url ? { url } : {}) })
      return
    } catch (reason) {
      if ((reason as Error).name === 'AbortError') return
    }
  }
  await copy(url ? `${text}\n${url}` : text)
}

/** Saves a text as a file. */
export function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Keeps the screen awake while it is being played, where the browser can. */
export function stayAwake(): void {
  if (!('wakeLock' in navigator)) return
  const lock = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', lock)
  lock()
}
