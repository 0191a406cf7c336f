import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { searchDefaults } from '#lib/page-search.ts'
import { RecordList } from '#parts/lists/record-list.tsx'

import { ScheduleSearch } from '../-recurring/schedule-search.ts'
import { schedulesKind } from '../-recurring/schedules-kind.tsx'

export const Route = createFileRoute('/_app/invoices/recurring/')({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  component: Schedules,
})

function Schedules() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={schedulesKind}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
