import { useEffect, useState } from 'react'

import { momentOf, relativeTo } from '#lib/dates.ts'

const tickMs = 15_000

/** How long ago, or how soon; the exact moment on hover. Keeps itself up to date. */
export function RelativeTime({ datetime }: { datetime: string }) {
  // A new datetime is compared with the current time.
  return <Ticking key={datetime} datetime={datetime} />
}

function Ticking({ datetime }: { datetime: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(function tick() {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={datetime} title={momentOf(datetime)}>
      {relativeTo(datetime, nowMs)}
    </time>
  )
}
