import { momentOf, relativeTo } from '#lib/dates.ts'

import { useNow } from './now.ts'

/** How long ago, or how soon; the exact moment on hover. Keeps itself up to date. */
export function RelativeTime({ datetime }: { datetime: string }) {
  // A new datetime is compared with the current time.
  return <Ticking key={datetime} datetime={datetime} />
}

function Ticking({ datetime }: { datetime: string }) {
  const nowMs = useNow()
  return (
    <time dateTime={datetime} title={momentOf(datetime)}>
      {relativeTo(datetime, nowMs)}
    </time>
  )
}
