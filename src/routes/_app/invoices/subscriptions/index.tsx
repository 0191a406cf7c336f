import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { searchDefaults } from '#lib/page-search.ts'
import { RecordList } from '#parts/lists/record-list.tsx'

import { SubscriptionSearch } from '../-plans/subscription-search.ts'
import { subscriptionsKind } from '../-plans/subscriptions-kind.tsx'

export const Route = createFileRoute('/_app/invoices/subscriptions/')({
  validateSearch: SubscriptionSearch,
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  component: Subscriptions,
})

function Subscriptions() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={subscriptionsKind}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
