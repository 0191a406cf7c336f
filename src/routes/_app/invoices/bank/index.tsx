import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { searchDefaults } from '#lib/page-search.ts'
import { RecordList } from '#parts/lists/record-list.tsx'

import { bankKind } from '../-bank/bank-kind.tsx'
import { BankSearch } from '../-bank/bank-search.ts'

export const Route = createFileRoute('/_app/invoices/bank/')({
  validateSearch: BankSearch,
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  component: BankPayments,
})

function BankPayments() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.abilities.includes('invoices.manage'))
    return <NoAccess title="You can’t see bank payments" ability="invoices.manage" />
  return (
    <RecordList
      kind={bankKind}
      search={search}
      setSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
