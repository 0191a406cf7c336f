import { useEffect, useState } from 'react'

import { momentOf } from '#lib/dates.ts'

import { spanText } from './-durations.ts'

/** The time left until a moment, to the second: `in 9 s`. Screen readers are not told every second. */
export function Countdown({ until }: { until: string }) {
  const left = Date.parse(until) - useNow(Date.parse(until))
  return (
    <time dateTime={until} title={momentOf(until)} role="timer">
      {left > 0 ? `in ${spanText(left)}` : 'any moment now'}
    </time>
  )
}

/** The current time, rendered again whenever the whole seconds until `endMs` change. */
function useNow(endMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(
    function tick() {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        const left = endMs - Date.now()
        if (left <= 0) return
        // Shortly after the full second, so that no second is skipped or shown twice.
        timer = setTimeout(next, (left % 1000) + 5)
      }
      const next = () => {
        setNowMs(Date.now())
        wait()
      }
      next()
      return () => clearTimeout(timer)
    },
    [endMs],
  )
  return nowMs
}
