import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'

import { NewMeeting } from './-meetings/new-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/new')({
  validateSearch: z.object({
    customer: optionalOf(z.int()),
    day: optionalOf(z.iso.date()),
    time: optionalOf(z.string()),
  }),
  component: NewMeetingScreen,
})

function NewMeetingScreen() {
  return <NewMeeting {...Route.useSearch()} />
}
