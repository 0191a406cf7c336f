import { type FunctionComponent, lazy, useEffect, useState } from 'react'

const attempts = 3
const restMs = 1500

/** A component that is fetched when first shown. One whose fetch keeps failing shows nothing, rather than breaking the page. */
// Two signatures: `lazy` alone forgets that a component takes any kind of row.
export function lazily<Component>(load: () => Promise<Component>): Component
export function lazily(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazy(async () => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return { default: await load() }
      } catch {
        await new Promise((done) => setTimeout(done, restMs))
      }
    }
    return { default: () => null }
  })
}

/** Turns true once the browser has nothing better to do: what nobody needs at once is fetched then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(function awaitIdle() {
    // Safari knows no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
