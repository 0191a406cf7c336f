import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { meetings } from '#api/meetings.ts'
import { draftName, session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { timeZone } from '#lib/locale.ts'
import { addDays } from '#lib/typed-date.ts'

import { MeetingForm } from './meeting-form.tsx'
import {
  type MeetingValues,
  checkMeeting,
  fingerprint,
  meetingInput,
  meetingPathOf,
  newMeeting,
} from './meeting-values.ts'

/** Schedules a meeting, with the customer whose page it began on. */
export function NewMeeting({ customer }: { customer: number | undefined }) {
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('meetings')) return <NotFound />
  if (!current.abilities.includes('meetings.manage'))
    return <NoAccess title="You can’t schedule meetings" ability="meetings.manage" />
  return <NewForm customer={customer} />
}

function NewForm({ customer }: { customer: number | undefined }) {
  const navigate = useNavigate()
  const today = useToday()
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.includes('invoices.email')
  const [start] = useState(() =>
    newMeeting(customer ?? null, addDays(today, 1), current.time_zone ?? timeZone(), canEmail),
  )
  const editor = useRecordForm({
    draftName: draftName(`meeting:new:${customer ?? ''}`, current),
    fingerprint,
    start: { values: start, version: '' },
    check: checkMeeting,
    mutation: meetings.create(),
    requestOf: (values, attempt) => ({ input: meetingInput(values), ...attempt }),
    pathOf: (name) => meetingPathOf(name) as FieldPath<MeetingValues> | undefined,
    onSaved: ({ id, invited }) => {
      void navigate({ to: '/meetings/$id', params: { id: String(id) }, replace: true })
      void toast.success(invited.length > 0 ? 'Meeting scheduled and invitation queued' : 'Meeting scheduled')
    },
  })
  return (
    <MeetingForm
      title="New meeting"
      isNew
      editor={editor}
      businessZone={current.time_zone}
      canEmail={canEmail}
      canSeeContacts={current.abilities.includes('contacts.view')}
      cancel={
        customer === undefined ? (
          <ButtonLink to="/meetings" variant="subtle" color="gray">
            Cancel
          </ButtonLink>
        ) : (
          <ButtonLink to="/customers/$id" params={{ id: String(customer) }} variant="subtle" color="gray">
            Cancel
          </ButtonLink>
        )
      }
    />
  )
}
