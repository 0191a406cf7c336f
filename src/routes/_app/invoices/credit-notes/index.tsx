import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { creditNoteSorts } from '#contract/wire/list-sorts.ts'
import { listSearch, searchDefaults } from '#lib/page-search.ts'
import { RecordList } from '#parts/lists/record-list.tsx'

import { creditNotesKind } from '../-credit/credit-notes-kind.tsx'

export const Route = createFileRoute('/_app/invoices/credit-notes/')({
  validateSearch: z.object(listSearch(creditNoteSorts)),
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  component: CreditNotes,
})

function CreditNotes() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={creditNotesKind}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
