// The service worker: everything works with the network off after the first
// visit. A new build is offered, never forced.
import { t } from '../i18n'
import { say } from './ui'

export function workOffline(): void {
  // Plain http has none.
  if (!('serviceWorker' in navigator)) return
  let wanted = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (wanted) location.reload()
  })
  navigator.serviceWorker
    .register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    .then((registration) => {
      const offer = () => {
        const waiting = registration.waiting
        // Without a controller this is the first build, which nothing waits for.
        if (!waiting || !navigator.serviceWorker.controller) return
        say(t('web.page.update'), {
          text: t('web.page.update-now'),
          do: () => {
            wanted = true
            waiting.postMessage('update')
          },
        })
      }
      offer()
      registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void registration.update().catch(() => {})
      })
    })
    .catch(() => {})
  void navigator.storage?.persist?.().catch(() => {})
}
