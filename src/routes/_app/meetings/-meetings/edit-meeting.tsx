import { IconCalendarEvent } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import type { Meeting } from '#contract/meetings/meetings.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { meetingKind } from './meeting-kind.ts'

/** Changes a meeting. */
export function EditMeeting({ id }: { id: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  return <EditRecord kind={meetingKind(current.features.email)} id={id} instead={insteadOf} />
}

const insteadOf = ({ id, status }: Meeting) => status === 'canceled' && <Canceled id={id} />

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
