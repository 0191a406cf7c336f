import type { QueryClient } from '@tanstack/react-query'

import { LiveChange, longestRecentMs, watchChanges } from '#contract/wire/live.ts'
import { jsonOf } from '#lib/json-text.ts'
import { createStore } from '#lib/store.ts'

import { currentAccount } from './account.ts'
import { currentBudget, isLow } from './budget.ts'
import { checkConnection, connection, watchConnection } from './connection.ts'
import { isSignedOut } from './signed-out.ts'

/** `off`: not asked for, or the tab is hidden. */
export type LiveState = 'off' | 'connecting' | 'live'

/** Changes that arrive together are read together. */
const gatherMs = 1_000
const gatherWhenLowMs = 10_000
const shortestBackoffMs = 1_000
const longestBackoffMs = 60_000

/** Queries that a change of the topic makes stale, by the first part of their keys. A delivery also changes its webhook's health. */
const staleBy: Record<LiveChange['topic'], readonly string[]> = {
  webhooks: ['webhooks', 'overview', 'counts'],
  deliveries: ['deliveries', 'webhooks', 'counts', 'notifications'],
  customers: ['customers', 'overview'],
  // Views that filter by an option follow its new name.
  'custom-fields': ['custom-fields', 'customers', 'views'],
  contacts: ['contacts'],
  services: ['services', 'overview'],
  invoices: ['invoices', 'overview', 'counts', 'customer-counts'],
  documents: ['proposals', 'contracts'],
  templates: ['templates'],
  meetings: ['meetings', 'overview', 'customer-counts'],
  imports: ['imports'],
  // Its name and its time zone are part of the session, and its days are those of everything that is due.
  company: ['company', 'session', 'invoices', 'overview', 'counts', 'customers', 'meetings'],
  people: ['people'],
  credentials: ['credentials'],
  notifications: ['notifications', 'counts'],
  views: ['views'],
}

const state = createStore<LiveState>('off')

/** Reads and watches whether changes are streamed. */
export const { get: liveState, subscribe: watchLiveState } = state

/** Reads again what changed, some changes at a time: never while a write is on its way, and seldom on a low budget. */
function readStale(queryClient: QueryClient) {
  let readTimer: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<string>()

  const readAgain = () => {
    readTimer = undefined
    if (stale.size === 0) return
    if (isLow(currentBudget(), Date.now())) return gather(gatherWhenLowMs)
    // The change may be our own, and what follows it decides what is still shown: a deleted record can't be read again.
    const writes = queryClient.getMutationCache().getAll()
    if (
      writes.some(
        ({ state: { status, submittedAt } }) => status === 'pending' || Date.now() - submittedAt < gatherMs,
      )
    )
      return gather(gatherMs)
    for (const key of stale) void queryClient.invalidateQueries({ queryKey: [key] })
    stale.clear()
  }
  const gather = (ms: number) => {
    readTimer ??= setTimeout(readAgain, ms)
  }
  const note = (topics: readonly LiveChange['topic'][]) => {
    for (const topic of topics) for (const key of staleBy[topic]) stale.add(key)
    gather(gatherMs)
  }
  const stop = () => {
    clearTimeout(readTimer)
    readTimer = undefined
  }
  return { note, stop }
}

/**
 * Listens to changes in the service and lets open screens read them again. Disconnects while the tab is hidden. When the
 * stream ends, it reconnects as soon as the server can be reached, with increasing delays of up to a minute where it can
 * be and still refuses. Returns an unsubscribe function.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let source: EventSource | undefined
  let failures = 0
  let hasMissed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const reads = readStale(queryClient)

  const connect = () => {
    clearTimeout(retryTimer)
    // Where the connection is lost, it is what tells when to try again.
    if (source || document.hidden || connection() !== 'online') return
    // Signing out ends the stream, and another would be refused; the page is about to go, unless signing out fails.
    if (isSignedOut()) {
      retryTimer = setTimeout(connect, shortestBackoffMs)
      return
    }
    state.set('connecting')
    // The screen was read before anything listened; the clock starts with the request of the document.
    const recentMs = Math.ceil(performance.now())
    hasMissed ||= recentMs > longestRecentMs
    source = new EventSource(
      `${watchChanges.path}?account=${currentAccount() ?? ''}&recent_ms=${hasMissed ? 0 : recentMs}`,
    )
    source.addEventListener('open', () => {
      failures = 0
      state.set('live')
      if (hasMissed) {
        reads.note(Object.keys(staleBy) as LiveChange['topic'][])
        // The stream ends when the server restarts, and so fast that nothing else may have noticed.
        void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.error !== null })
      }
      hasMissed = false
    })
    source.addEventListener('change', ({ data }) => {
      const change = LiveChange.safeParse(jsonOf(data as string))
      if (change.success) reads.note([change.data.topic])
    })
    source.addEventListener('error', () => {
      disconnect()
      state.set('connecting')
      void checkConnection()
      const backoffMs = Math.min(longestBackoffMs, shortestBackoffMs * 2 ** failures)
      failures += 1
      // With jitter, so that not all dashboards connect at once after a restart.
      retryTimer = setTimeout(connect, backoffMs * (0.5 + Math.random() / 2))
    })
  }
  const disconnect = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = undefined
    hasMissed = true
  }
  const followVisibility = () => {
    if (!document.hidden) return connect()
    disconnect()
    reads.stop()
    state.set('off')
  }

  const followConnection = () => {
    if (connection() === 'online') {
      failures = 0
      return connect()
    }
    // A stream over a dead network can look open for minutes.
    disconnect()
    if (!document.hidden) state.set('connecting')
  }

  document.addEventListener('visibilitychange', followVisibility)
  const unwatchConnection = watchConnection(followConnection)
  connect()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    unwatchConnection()
    disconnect()
    reads.stop()
    state.set('off')
  }
}
