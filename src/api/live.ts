import type { QueryClient } from '@tanstack/react-query'

import { LiveChange, watchChanges } from '#contract/deliveries.ts'
import { jsonOf } from '#lib/json-text.ts'
import { watched } from '#lib/watched.ts'

import { currentAccount } from './account.ts'
import { currentBudget, isLow } from './budget.ts'

/** `off`: not asked for, or nobody looks. */
export type LiveState = 'off' | 'connecting' | 'live'

/** Changes that come together are read together. */
const gatherMs = 1_000
const gatherWhenLowMs = 10_000
const shortestBackoffMs = 1_000
const longestBackoffMs = 60_000

/** What a change of that topic makes stale: the first part of query keys. A delivery also moves its webhook's health. */
const staleBy: Record<LiveChange['topic'], readonly string[]> = {
  webhooks: ['webhooks'],
  deliveries: ['deliveries', 'webhooks'],
  customers: ['customers'],
  contacts: ['contacts'],
  invoices: ['invoices'],
}

const state = watched<LiveState>('off')

export const { get: liveState, watch: watchLiveState } = state

/**
 * Listens to what changes in the service and lets open screens read it again. Rests while the tab is hidden, and waits
 * longer and longer, up to a minute, when the line does not hold. Returns the way to stop.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let source: EventSource | undefined
  let failures = 0
  let hasMissed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let readTimer: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<string>()

  const readAgain = () => {
    readTimer = undefined
    if (stale.size === 0) return
    if (isLow(currentBudget(), Date.now())) return gather(gatherWhenLowMs)
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

  const connect = () => {
    if (source || document.hidden) return
    state.set('connecting')
    source = new EventSource(`${watchChanges.path}?account=${currentAccount() ?? ''}`)
    source.addEventListener('open', () => {
      failures = 0
      state.set('live')
      if (hasMissed) note(Object.keys(staleBy) as LiveChange['topic'][])
      hasMissed = false
    })
    source.addEventListener('change', ({ data }) => {
      const change = LiveChange.safeParse(jsonOf(data as string))
      if (change.success) note([change.data.topic])
    })
    source.addEventListener('error', () => {
      disconnect()
      state.set('connecting')
      const backoffMs = Math.min(longestBackoffMs, shortestBackoffMs * 2 ** failures)
      failures += 1
      // Not all dashboards at once after the service was away.
      retryTimer = setTimeout(connect, backoffMs * (0.5 + Math.random() / 2))
    })
  }
  const disconnect = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = undefined
    hasMissed = true
  }
  const lookAround = () => {
    if (!document.hidden) return connect()
    disconnect()
    clearTimeout(readTimer)
    readTimer = undefined
    state.set('off')
  }

  document.addEventListener('visibilitychange', lookAround)
  connect()
  return () => {
    document.removeEventListener('visibilitychange', lookAround)
    disconnect()
    clearTimeout(readTimer)
    state.set('off')
  }
}
