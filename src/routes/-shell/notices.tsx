import { Button } from '@mantine/core'
import { IconCloudOff, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { checkConnection, connection, watchConnection } from '#api/connection.ts'
import { type Pause, usePause } from '#api/rate-limit-pause.ts'
import { Banner } from '#kit/banner.tsx'
import { pluralize } from '#lib/pluralize.ts'

import classes from './notices.module.css'

/** The one banner about what affects every screen: a lost connection, or a pause that the service asked for. */
export function Notices() {
  const state = useSyncExternalStore(watchConnection, connection)
  const pause = usePause()
  if (state === 'online' && !pause) return null
  return (
    <div className={classes['notices']}>
      {state === 'offline' && (
        <Banner icon={IconCloudOff}>
          You’re offline. Keep working; changes are kept and data refreshes when you reconnect.
        </Banner>
      )}
      {state === 'unreachable' && (
        <Banner
          icon={IconPlugConnectedX}
          action={
            <Button size="compact-sm" variant="default" onClick={() => void checkConnection()}>
              Retry now
            </Button>
          }
        >
          Can’t reach the server. Reconnecting… Changes are kept, and data refreshes when it’s back.
        </Banner>
      )}
      {state === 'online' && pause && <Countdown {...pause} key={pause.until} />}
    </div>
  )
}

function Countdown({ until, what }: Pause) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(function tick() {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(1, Math.ceil((until - now) / 1000))
  const seconds = pluralize(left, 'second')
  return (
    <Banner icon={IconHourglass}>
      Too many requests.{' '}
      {what === 'reads' ? `Resuming in ${seconds}.` : `Try again in ${seconds}. Your changes are safe.`}
    </Banner>
  )
}
