import { createStore } from '#lib/store.ts'

/** `offline`: the browser has no network. `unreachable`: it has one, but the server doesn't respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

// Served by whatever serves this page, without signing in and without counting against the rate limit.
const probePath = '/readyz'
const probeTimeoutMs = 5_000
const firstProbeMs = 1_000
const longestProbeMs = 10_000
/** Statuses from a proxy whose server is down, or from a server whose database is. */
const downStatuses = new Set([502, 503, 504])

const state = createStore<Connection>('online')
let check: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failedProbes = 0

/** Reads and watches whether the server can be reached. */
export const { get: connection, subscribe: watchConnection } = state

/**
 * Finds out whether the server can be reached, and keeps asking until it can. Call it when a request got no response: one request
 * failed request alone doesn't mean that the connection is lost. Browsers only know whether there is a network, not
 * whether it leads here, and a server on this machine needs none.
 */
export function checkConnection(): Promise<void> {
  clearTimeout(timer)
  check ??= probe().finally(() => {
    check = undefined
  })
  return check
}

/** Returns whether a response with that status says that the server itself is down. */
export const isDown = (status: number): boolean => downStatuses.has(status)

async function probe(): Promise<void> {
  if (await isReachable()) {
    failedProbes = 0
    state.set('online')
    return
  }
  state.set(navigator.onLine ? 'unreachable' : 'offline')
  const waitMs = Math.min(longestProbeMs, firstProbeMs * 2 ** failedProbes)
  failedProbes += 1
  // With jitter, so that a server that comes back isn't asked by every open tab at once.
  timer = setTimeout(() => void checkConnection(), waitMs * (0.5 + Math.random() / 2))
}

async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs)
    const response = await fetch(probePath, { cache: 'no-store', signal })
    return !isDown(response.status)
  } catch {
    return false
  }
}

/** Follows the browser's events: going online or offline, and the page becoming visible again. */
export function watchNetwork(): () => void {
  const look = () => {
    failedProbes = 0
    void checkConnection()
  }
  const lookAgain = () => {
    if (!document.hidden && state.get() !== 'online') look()
  }
  addEventListener('online', look)
  addEventListener('offline', look)
  document.addEventListener('visibilitychange', lookAgain)
  if (!navigator.onLine) look()
  return () => {
    clearTimeout(timer)
    removeEventListener('online', look)
    removeEventListener('offline', look)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}
