import { Checkbox } from '@mantine/core'
import { IconBan, IconCalendarDown, IconMail, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'

import { meetings } from '#api/meetings.ts'
import type { Meeting } from '#contract/meetings/meetings.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { downloadFile } from '#kit/download-file.ts'
import { useNow } from '#kit/now.ts'
import { RecordActions } from '#kit/record-actions.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a meeting, in the palette as well. */
export function MeetingActions({ meeting, canEmail }: { meeting: Meeting; canEmail: boolean }) {
  const { id, status, ends_at, attendees, invited } = meeting
  const nowMs = useNow()
  const [isCanceling, setIsCanceling] = useState(false)
  const file = useSingleFlightMutation(meetings.calendar(id))
  const invitation = useAttempt(meetings.invite(id))
  const isScheduled = status === 'scheduled'
  const isToCome = isScheduled && Date.parse(ends_at) > nowMs
  const canInvite = isToCome && canEmail && attendees.some(({ email }) => email !== '')
  const inviteWord = invited.length > 0 ? 'Email invitation again' : 'Email invitation'
  const invite = () =>
    invitation.mutate(
      {},
      {
        onSuccess: () => void toast.success('Invitation queued'),
        onError: toast.failed('meeting', 'Couldn’t email the invitation'),
      },
    )
  const save = () =>
    file.mutate(undefined, {
      onSuccess: (blob) => downloadFile(blob, 'meeting.ics'),
      onError: toast.failed('meeting', 'Couldn’t download the file'),
    })
  return (
    <>
      <RecordActions
        actions={[
          {
            label: 'Download for calendars',
            word: 'Download .ics',
            icon: IconCalendarDown,
            run: save,
            button: 'default',
            isPending: file.isPending,
          },
          isScheduled && {
            label: 'Edit meeting',
            word: 'Edit',
            icon: IconPencil,
            run: { to: '/meetings/$id/edit', params: { id: String(id) } },
            button: 'filled',
            keys: 'e',
          },
          canInvite && { label: inviteWord, icon: IconMail, run: invite },
          isToCome && {
            label: 'Cancel meeting',
            icon: IconBan,
            run: () => setIsCanceling(true),
            isDestructive: true,
          },
        ]}
      />
      {isCanceling && (
        <CancelDialog meeting={meeting} canEmail={canEmail} onClose={() => setIsCanceling(false)} />
      )}
    </>
  )
}

interface DialogProps {
  meeting: Meeting
  canEmail: boolean
  onClose: () => void
}

function CancelDialog({ meeting, canEmail, onClose }: DialogProps) {
  const request = useAttempt(meetings.cancel(meeting.id))
  const wasEmailed = canEmail && meeting.invited.length > 0
  const [notify, setNotify] = useState(wasEmailed)
  return (
    <ConfirmDialog
      title="Cancel this meeting?"
      action="Cancel meeting"
      request={request}
      onConfirm={() =>
        request.mutate(
          { notify, version: `"${meeting.version}"` },
          {
            onSuccess: () => {
              onClose()
              void toast.success(notify ? 'Meeting canceled and email queued' : 'Meeting canceled')
            },
          },
        )
      }
      onClose={onClose}
    >
      It stays in the list of canceled meetings. This can’t be undone.
      {wasEmailed && (
        <Checkbox
          mt="sm"
          label="Email everybody who was invited"
          checked={notify}
          onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
