import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { subscriptions } from '#api/plans.ts'
import { session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'

import { SubscriptionList } from '../-plans/subscription-list.tsx'
import { SubscriptionSearch, subscriptionDefaults } from '../-plans/subscription-search.ts'

export const Route = createFileRoute('/_app/invoices/subscriptions/')({
  validateSearch: SubscriptionSearch,
  search: { middlewares: [stripSearchParams(subscriptionDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.features.includes('plans')) void queryClient.prefetchQuery(subscriptions.list(deps))
  },
  component: Subscriptions,
})

function Subscriptions() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('plans')) return <NotFound />
  return (
    <SubscriptionList
      search={search}
      canManage={current.abilities.includes('invoices.manage')}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
