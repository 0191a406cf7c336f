import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { meetingSorts } from '#contract/wire/list-sorts.ts'
import { optionalOf } from '#lib/page-search.ts'
import { documentDefaults, documentSearch } from '#parts/documents/document-search.ts'
import { RecordList } from '#parts/lists/record-list.tsx'

import { meetingsKind } from './-meetings/meetings-kind.tsx'

export const Route = createFileRoute('/_app/meetings/')({
  // Proposals have the same search, and a first visit knows it once; the status says which meetings.
  validateSearch: z.extend(documentSearch(meetingSorts), {
    /** Somebody of the account who is invited. */
    person: optionalOf(z.int()),
  }),
  search: { middlewares: [stripSearchParams(documentDefaults)] },
  component: Meetings,
})

function Meetings() {
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const { time_zone: zone, abilities } = current
  const canSetTimes = abilities.includes('settings.manage')
  return (
    <RecordList
      kind={useMemo(() => meetingsKind(zone, canSetTimes), [zone, canSetTimes])}
      search={Route.useSearch()}
      setSearch={(search, replace) => void navigate({ search, replace })}
    />
  )
}
