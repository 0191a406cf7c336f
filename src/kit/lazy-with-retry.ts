import { type FunctionComponent, lazy, useEffect, useState } from 'react'

const firstRetryMs = 1_500
const longestRetryMs = 15_000

/**
 * Returns a component that is fetched when first shown. A fetch that fails is repeated until it succeeds; its
 * fallback stays until then, so that nothing disappears without a network.
 */
// Two signatures: `lazy` alone forgets that a component takes any kind of row.
export function lazyWithRetry<Component>(load: () => Promise<Component>): Component
export function lazyWithRetry(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazy(async () => {
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(longestRetryMs, retryMs * 2)) {
      try {
        return { default: await load() }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  })
}

/** Becomes true once the browser is idle: what isn't needed at once is fetched then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(function awaitIdle() {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
