import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { MeetingList } from './-meetings/meeting-list.tsx'
import { MeetingSearch, meetingDefaults } from './-meetings/meeting-search.ts'

export const Route = createFileRoute('/_app/meetings/')({
  validateSearch: MeetingSearch,
  search: { middlewares: [stripSearchParams(meetingDefaults)] },
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
