import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { contractSorts } from '#contract/wire/list-sorts.ts'
import { documentDefaults, documentSearch } from '#parts/documents/document-search.ts'
import { documentsKind } from '#parts/documents/documents-kind.tsx'
import { RecordList } from '#parts/lists/record-list.tsx'

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
