// Keeps a whole build of the page in a cache of its own, so that everything works
// with the network off and files of two builds never mix. A new build waits until
// the reader wants it.
export {}
const sw = self as unknown as {
  addEventListener(type: string, call: (event: any) => void): void
  skipWaiting(): void
  clients: { claim(): Promise<void> }
  registration: { scope: string }
}

const cacheName = 'birdie-' + VERSION

sw.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll(['./', ...FILES.filter((f) => f !== 'index.html')].map((f) => new Request(f, { cache: 'no-cache' })))),
  )
})

sw.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith('birdie-') && n !== cacheName).map((n) => caches.delete(n))))
      .then(() => sw.clients.claim()),
  )
})

sw.addEventListener('message', (event) => {
  if (event.data === 'update') sw.skipWaiting()
})

sw.addEventListener('fetch', (event) => {
  const request: Request = event.request
  const url = new URL(request.url)
  const scope = new URL(sw.registration.scope)
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return
  const name = url.pathname.slice(scope.pathname.length)
  const key = name === '' || name === 'index.html' ? scope.href : url.href
  // Only what belongs to the build; the server's other answers are none of ours.
  if (name !== '' && !FILES.includes(name)) return
  event.respondWith(caches.open(cacheName).then(async (cache) => (await cache.match(key)) ?? fetch(request)))
})
