import { Text } from '@mantine/core'
import { useInterval, useNetwork } from '@mantine/hooks'
import { IconCloudOff, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { useWaitingUntil } from '../../api/waiting.ts'
import classes from './shell.module.css'

/** What holds everything up, above the page: no network, or a pause the service asked for. */
export function Notices() {
  const { online } = useNetwork()
  const until = useWaitingUntil()
  if (!online)
    return (
      <Notice icon={<IconCloudOff size={18} aria-hidden />}>
        You are offline. What you see may be old; what you type is kept.
      </Notice>
    )
  if (until > 0) return <Countdown until={until} key={until} />
  return null
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 500, { autoInvoke: true })
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return (
    <Notice icon={<IconHourglass size={18} aria-hidden />}>
      That was a lot at once. Going on by itself in {seconds} {seconds === 1 ? 'second' : 'seconds'}.
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
