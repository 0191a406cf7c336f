import { useEffect, useState } from 'react'

const tickMs = 15_000

/** The time in milliseconds since 1970; keeps itself up to date. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(function tick() {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
