import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { session } from '#api/session.ts'
import { useToday } from '#kit/today.ts'
import { timeZone } from '#lib/locale.ts'
import { addDays } from '#lib/typed-date.ts'
import { NewRecord } from '#parts/records/new-record.tsx'

import { meetingKind } from './meeting-kind.ts'
import { newMeeting } from './meeting-values.ts'

/** Schedules a meeting, with that customer if there is one. */
export function NewMeeting({ customer }: { customer: number | undefined }) {
  const today = useToday()
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.email
  const [start] = useState(() =>
    newMeeting(customer ?? null, addDays(today, 1), current.time_zone ?? timeZone(), canEmail),
  )
  return (
    <NewRecord
      kind={meetingKind(canEmail)}
      start={start}
      from={customer ?? ''}
      cancel={customer === undefined ? undefined : { to: '/customers/$id', params: { id: String(customer) } }}
    />
  )
}
