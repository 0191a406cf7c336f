import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { checkConnection, connection } from '#api/connection.ts'
import { type Absent, AbsentRecord } from '#kit/absent-record.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'

const retryEveryMs = 4_000
const lostKinds = new Set(['screen-load', 'offline', 'timeout'])

/** A screen that couldn't be loaded. If the network was the reason, it loads automatically once it can. */
export function ScreenProblem({ error }: { error: Failure }) {
  const router = useRouter()
  const isLost = lostKinds.has(error.kind ?? '')
  const retry = useEffectEvent(() => void router.invalidate())
  useEffect(
    function recover() {
      if (!isLost) return undefined
      void checkConnection()
      // The connection itself is watched by the root; a file alone may also have been lost on its way.
      const timer = setInterval(() => {
        if (connection() === 'online') retry()
      }, retryEveryMs)
      return () => clearInterval(timer)
    },
    [isLost],
  )
  return <Problem error={error} retry={() => void router.invalidate()} isPage />
}

/** Returns the page of a record that couldn’t be loaded, or that isn’t there. */
export const recordProblem = (absent: Absent) =>
  function RecordProblem({ error: thrown }: ErrorComponentProps) {
    const error = thrown as Error & Failure
    return error.kind === 'absent' ? <AbsentRecord {...absent} /> : <ScreenProblem error={error} />
  }
