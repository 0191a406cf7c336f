import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { session } from '#api/session.ts'
import { useToday } from '#kit/today.ts'
import type { Day } from '#lib/calendar.ts'
import { timeZone } from '#lib/locale.ts'
import { addDays } from '#lib/typed-date.ts'
import { NewRecord } from '#parts/records/new-record.tsx'
import { customerWay } from '#parts/records/ways.ts'

import { meetingKind } from './meeting-kind.ts'
import { newMeeting } from './meeting-values.ts'

interface Props {
  customer?: number | undefined
  /** Tomorrow unless given. */
  day?: Day | undefined
  /** `HH:MM`; 10:00 for anything else. */
  time?: string | undefined
}

const isTime = (text = ''): text is string => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Schedules a meeting, with that customer and at that time if they are given. */
export function NewMeeting({ customer, day, time }: Props) {
  const today = useToday()
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.email
  const [start] = useState(() =>
    newMeeting(
      customer ?? null,
      {
        day: day ?? addDays(today, 1),
        time: isTime(time) ? time : '10:00',
        zone: current.time_zone ?? timeZone(),
      },
      canEmail,
    ),
  )
  return (
    <NewRecord
      kind={meetingKind(canEmail)}
      start={start}
      from={customer ?? ''}
      back={customer === undefined ? undefined : customerWay(customer)}
    />
  )
}
