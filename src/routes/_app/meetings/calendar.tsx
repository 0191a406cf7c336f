import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'

import { Calendar } from './-calendar/calendar.tsx'

export const Route = createFileRoute('/_app/meetings/calendar')({
  validateSearch: z.object({
    /** Today unless given. */
    day: optionalOf(z.iso.date()),
    /** A week unless given. */
    span: optionalOf(z.literal('day')),
    /** Everyone’s unless given. */
    person: optionalOf(z.int()),
  }),
  component: MeetingCalendar,
})

function MeetingCalendar() {
  const navigate = Route.useNavigate()
  return (
    <Calendar
      {...Route.useSearch()}
      onShow={(change) =>
        void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
