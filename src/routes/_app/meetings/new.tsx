import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { NewMeeting } from './-meetings/new-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/new')({
  validateSearch: z.object({ customer: z.optional(z.catch(z.optional(z.int()), undefined)) }),
  component: NewMeetingScreen,
})

function NewMeetingScreen() {
  const { customer } = Route.useSearch()
  return <NewMeeting customer={customer} />
}
