import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { proposalSorts } from '#contract/wire/list-sorts.ts'
import { documentDefaults, documentSearch } from '#parts/documents/document-search.ts'
import { documentsKind } from '#parts/documents/documents-kind.tsx'
import { RecordList } from '#parts/lists/record-list.tsx'

export const Route = createFileRoute('/_app/proposals/')({
  validateSearch: documentSearch(proposalSorts),
  search: { middlewares: [stripSearchParams(documentDefaults)] },
  component: Proposals,
})

function Proposals() {
  const navigate = Route.useNavigate()
  return (
    <RecordList
      kind={documentsKind.proposal}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
