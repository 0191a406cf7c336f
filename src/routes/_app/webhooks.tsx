import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, createFileRoute } from '@tanstack/react-router'

import { isDeniedByService } from '#api/denied-abilities.ts'
import { session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'

export const Route = createFileRoute('/_app/webhooks')({ component: Webhooks })

/** Everything about webhooks needs the same ability. */
function Webhooks() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes('settings.manage') ? (
    <Outlet />
  ) : (
    <NoAccess
      title="You don’t have access to webhooks"
      ability="settings.manage"
      isDeniedByService={isDeniedByService('settings.manage')}
    />
  )
}
