import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { meetings } from '#api/meetings.ts'
import { draftName, session } from '#api/session.ts'
import type { Meeting } from '#contract/meetings.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { MeetingForm } from './meeting-form.tsx'
import {
  type MeetingValues,
  checkMeeting,
  fingerprint,
  meetingInput,
  meetingPathOf,
  meetingValues,
  mergeMeetings,
} from './meeting-values.ts'

/** Changes a meeting that isn’t canceled. */
export function EditMeeting({ id }: { id: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<Meeting>()
  const isOffered = current.features.includes('meetings') && Number.isSafeInteger(id) && id > 0
  const one = useQuery({ ...meetings.one(id), staleTime: 0, enabled: isOffered && first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (!isOffered) return <NotFound />
  if (!current.abilities.includes('meetings.manage'))
    return <NoAccess title="You can’t change meetings" ability="meetings.manage" />
  if (!first) return <RecordFormPending title="Edit meeting" record={one} />
  return first.status === 'scheduled' ? <EditForm start={first} /> : <Canceled id={id} />
}

function EditForm({ start }: { start: Meeting }) {
  const { id } = start
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.includes('invoices.email')
  const asValues = (meeting: Meeting) => ({
    // Nobody is emailed about what is over.
    values: meetingValues(meeting, canEmail && Date.parse(meeting.ends_at) > Date.now()),
    version: `"${meeting.version}"`,
  })
  const [base] = useState(() => asValues(start))
  const editor = useRecordForm({
    draftName: draftName(`meeting:${id}`, current),
    fingerprint,
    start: base,
    check: checkMeeting,
    mutation: meetings.update(id),
    requestOf: (values, attempt) => ({ input: meetingInput(values), ...attempt }),
    pathOf: (name) => meetingPathOf(name) as FieldPath<MeetingValues> | undefined,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...meetings.one(id), staleTime: 0 })),
      merge: mergeMeetings,
    },
    onSaved: () => {
      void navigate({ to: '/meetings/$id', params: { id: String(id) }, replace: true })
      void toast.success('Meeting saved')
    },
  })
  return (
    <MeetingForm
      title="Edit meeting"
      isNew={false}
      editor={editor}
      businessZone={current.time_zone}
      canEmail={canEmail}
      canSeeContacts={current.abilities.includes('contacts.view')}
      cancel={
        <ButtonLink to="/meetings/$id" params={{ id: String(id) }} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}

const Canceled = ({ id }: { id: number }) => (
  <EmptyState
    icon={IconCalendarEvent}
    title="This meeting was canceled"
    isPage
    action={
      <ButtonLink to="/meetings/$id" params={{ id: String(id) }} variant="default">
        Back to the meeting
      </ButtonLink>
    }
  >
    It can’t be changed any more. Schedule a new one instead.
  </EmptyState>
)
