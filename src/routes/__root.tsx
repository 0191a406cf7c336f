import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { connection, watchConnection, watchNetwork } from '#api/connection.ts'
import { NotFound } from '#kit/not-found.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
})

function Root() {
  const router = useRouter()
  useEffect(function followNetwork() {
    return watchNetwork()
  }, [])
  useEffect(
    function loadFailedScreensAgain() {
      return watchConnection(() => {
        const hasFailed = router.state.matches.some(({ status }) => status === 'error')
        if (connection() === 'online' && hasFailed) void router.invalidate()
      })
    },
    [router],
  )
  return <Outlet />
}
