import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { DocumentList } from '#routes/_app/proposals/-documents/document-list.tsx'
import { DocumentSearch, documentDefaults } from '#routes/_app/proposals/-documents/document-search.ts'

export const Route = createFileRoute('/_app/proposals/')({
  validateSearch: DocumentSearch,
  search: { middlewares: [stripSearchParams(documentDefaults)] },
  component: Proposals,
})

function Proposals() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DocumentList
      kind="proposal"
      search={search}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
