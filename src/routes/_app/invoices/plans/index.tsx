import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { plans } from '#api/plans.ts'
import { session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'

import { PlanList } from '../-plans/plan-list.tsx'
import { PlanSearch, planDefaults } from '../-plans/plan-search.ts'

export const Route = createFileRoute('/_app/invoices/plans/')({
  validateSearch: PlanSearch,
  search: { middlewares: [stripSearchParams(planDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.features.includes('plans')) void queryClient.prefetchQuery(plans.list(deps))
  },
  component: Plans,
})

function Plans() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('plans')) return <NotFound />
  return (
    <PlanList
      search={search}
      canManage={current.abilities.includes('invoices.manage')}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
