import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { DocumentSearch, documentDefaults } from '#routes/_app/proposals/-documents/document-search.ts'

import { MeetingList } from './-meetings/meeting-list.tsx'

export const Route = createFileRoute('/_app/meetings/')({
  // Proposals have the same search, and a first visit knows it once; the status says which meetings.
  validateSearch: DocumentSearch,
  search: { middlewares: [stripSearchParams(documentDefaults)] },
  component: Meetings,
})

function Meetings() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MeetingList
      search={search}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
