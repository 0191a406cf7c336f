import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { schedules } from '#api/schedules.ts'
import { session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'

import { ScheduleList } from '../-recurring/schedule-list.tsx'
import { ScheduleSearch, scheduleDefaults } from '../-recurring/schedule-search.ts'

export const Route = createFileRoute('/_app/invoices/recurring/')({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(scheduleDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.features.includes('invoices.recurring')) void queryClient.prefetchQuery(schedules.list(deps))
  },
  component: Schedules,
})

function Schedules() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('invoices.recurring')) return <NotFound />
  return (
    <ScheduleList
      search={search}
      canManage={current.abilities.includes('invoices.manage')}
      canFilter={current.features.includes('invoices.recurring-filters')}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
