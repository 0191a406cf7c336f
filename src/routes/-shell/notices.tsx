import { IconCloudOff, IconHourglass } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import { type Pause, usePause } from '#api/waiting.ts'
import { Notice } from '#kit/notice.tsx'
import { useOnline } from '#kit/online.ts'
import { counted } from '#lib/counted.ts'

/** What holds everything up, above the page: no network, or a pause the service asked for. */
export function Notices() {
  const online = useOnline()
  const pause = usePause()
  if (!online)
    return (
      <Notice icon={IconCloudOff}>You’re offline. Data may be out of date; what you type is kept.</Notice>
    )
  return pause ? <Countdown {...pause} key={pause.until} /> : null
}

function Countdown({ until, what }: Pause) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(function tick() {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(1, Math.ceil((until - now) / 1000))
  const seconds = counted(left, 'second')
  return (
    <Notice icon={IconHourglass}>
      Too many requests.{' '}
      {what === 'reads' ? `Resuming in ${seconds}.` : `Try again in ${seconds}. Your changes are safe.`}
    </Notice>
  )
}
