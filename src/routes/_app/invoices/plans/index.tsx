import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { RecordList } from '#parts/lists/record-list.tsx'

import { PlanSearch, planDefaults } from '../-plans/plan-search.ts'
import { plansKind } from '../-plans/plans-kind.tsx'

export const Route = createFileRoute('/_app/invoices/plans/')({
  validateSearch: PlanSearch,
  search: { middlewares: [stripSearchParams(planDefaults)] },
  component: Plans,
})

function Plans() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={plansKind}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
