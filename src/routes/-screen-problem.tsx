import { type LinkProps, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'

import { checkConnection, connection } from '#api/connection.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
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

interface Props extends Pick<ComponentProps<typeof EmptyState>, 'icon' | 'title' | 'children'> {
  error: Failure
  /** Where such records are. */
  back: { readonly to: NonNullable<LinkProps['to']>; readonly label: string }
}

/** The page of a record that couldn’t be loaded, or that isn’t there. */
export function RecordProblem({ error, back, ...absent }: Props) {
  if (error.kind !== 'absent') return <ScreenProblem error={error} />
  const action = (
    <ButtonLink to={back.to} variant="default">
      {back.label}
    </ButtonLink>
  )
  return <EmptyState {...absent} isPage role="alert" action={action} />
}
