import { Text } from '@mantine/core'
import { IconCloudOff, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'

import { type Pause, usePause } from '../../api/waiting.ts'
import { useOnline } from '../../kit/online.ts'
import classes from './shell.module.css'

/** What holds everything up, above the page: no network, or a pause the service asked for. */
export function Notices() {
  const online = useOnline()
  const pause = usePause()
  if (!online)
    return (
      <Notice icon={<IconCloudOff size={18} aria-hidden />}>
        You are offline. What you see may be old; what you type is kept.
      </Notice>
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
  const seconds = `${left} ${left === 1 ? 'second' : 'seconds'}`
  return (
    <Notice icon={<IconHourglass size={18} aria-hidden />}>
      That was a lot at once.{' '}
      {what === 'reads'
        ? `Going on by itself in ${seconds}.`
        : `You can send it again in ${seconds}; nothing is lost.`}
    </Notice>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['notice']} role="status">
      {icon}
      <Text size="sm">{children}</Text>
    </div>
  )
}
