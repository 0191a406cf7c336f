import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { contractSorts } from '#contract/list-sorts.ts'
import { RecordList } from '#parts/lists/record-list.tsx'
import { documentDefaults, documentSearch } from '#routes/_app/proposals/-documents/document-search.ts'
import { documentsKind } from '#routes/_app/proposals/-documents/documents-kind.tsx'

export const Route = createFileRoute('/_app/contracts/')({
  validateSearch: documentSearch(contractSorts),
  search: { middlewares: [stripSearchParams(documentDefaults)] },
  component: Contracts,
})

function Contracts() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={documentsKind.contract}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
