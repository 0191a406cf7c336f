import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'

import { NewMeeting } from './-meetings/new-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/new')({
  validateSearch: z.object({ customer: optionalOf(z.int()) }),
  component: NewMeetingScreen,
})

function NewMeetingScreen() {
  const { customer } = Route.useSearch()
  return <NewMeeting customer={customer} />
}
