// Keeps the dashboard's own files in the browser, so that it opens without a network. Files only, never data: whatever
// is not in the list below goes to the network as if this worker did not exist.

/** Filled in by the build: `revision` is null where the name has a hash of the content. */
const files = self.FILES_OF_THIS_BUILD

const cacheName = 'bureau-files'
const atOnce = 4
/** What a proxy says in place of a server that is down. */
const downStatuses = new Set([502, 503, 504])

const keyOf = ({ url, revision }) => (revision === null ? url : `${url}?revision=${revision}`)
const keys = new Map(files.map((file) => [file.url, keyOf(file)]))
const shellKey = keys.get('/app-shell')

self.addEventListener('install', (event) => {
  event.waitUntil(precache())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([dropOldFiles(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  )
})

self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(navigate(event))
    return
  }
  const key = keys.get(pathname)
  if (key !== undefined) event.respondWith(fromCache(key, request))
})

/** A file that is opened or downloaded is not a screen, and the customer portal is none of the dashboard's. */
const isScreen = (pathname) => !/^\/(api|files)\/|^\/portal(\/|$)|\.[a-z0-9]+$/i.test(pathname)

/** The server's page if there is one, so that a new version is seen at once; without a server the kept shell. */
async function navigate(event) {
  event.waitUntil(activateNext(event.resultingClientId))
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (!downStatuses.has(response.status)) return response
    return (await caches.match(shellKey)) ?? response
  } catch {
    return (await caches.match(shellKey)) ?? Response.error()
  }
}

/**
 * A worker that waits takes over with the next navigation, provided that no other tab is open: that one may have a form
 * half filled in, and files of its own version still to fetch.
 */
async function activateNext(navigating) {
  const { waiting } = self.registration
  if (!waiting) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // On a busy machine the page that this navigation opens may be there already.
  if (tabs.filter(({ id }) => id !== navigating).length <= 1) waiting.postMessage('activate')
}

async function fromCache(key, request) {
  return (await caches.match(key)) ?? fetch(request)
}

/** Fetches what isn't there yet; of a new version usually a few files. */
async function precache() {
  const cache = await caches.open(cacheName)
  const missing = []
  for (const file of files) if (!(await cache.match(keyOf(file)))) missing.push(file)
  const fetchNext = async () => {
    for (let file = missing.pop(); file; file = missing.pop()) {
      // Without a cookie: what is kept is the same for everybody.
      const response = await fetch(file.url, {
        credentials: 'omit',
        cache: file.revision === null ? 'default' : 'reload',
      })
      if (!response.ok) throw new Error(`${file.url}: ${response.status}`)
      await cache.put(keyOf(file), response)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
}

async function dropOldFiles() {
  const cache = await caches.open(cacheName)
  const current = new Set([...keys.values()].map((key) => new URL(key, location.origin).href))
  const old = (await cache.keys()).filter(({ url }) => !current.has(url))
  await Promise.all(old.map((request) => cache.delete(request)))
}
