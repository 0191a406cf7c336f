import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { schedules } from '#api/schedules.ts'
import type { Schedule } from '#contract/invoices/schedules.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a schedule, in the palette as well. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, status } = schedule
  const [isDeleting, setDeleting] = useState(false)
  const isActive = status === 'active'
  const { mutate, isPending } = useAttempt(schedules.setPaused(id))
  const setPaused = () =>
    mutate(
      { isPaused: isActive },
      {
        onSuccess: () =>
          void toast.success(isActive ? 'Recurring invoice paused' : 'Recurring invoice resumed'),
        onError: toast.failed('schedule', 'Couldn’t change the recurring invoice'),
      },
    )
  const [word, icon] = isActive
    ? (['Pause', IconPlayerPause] as const)
    : (['Resume', IconPlayerPlay] as const)
  return (
    <>
      <RecordActions
        actions={[
          status !== 'ended' && {
            label: `${word} recurring invoice`,
            word,
            icon,
            run: setPaused,
            button: isActive ? 'default' : 'filled',
            isPending,
          },
          {
            label: 'Edit recurring invoice',
            word: 'Edit',
            icon: IconPencil,
            run: { to: '/invoices/recurring/$id/edit', params: { id: String(id) } },
            button: status === 'paused' ? 'default' : 'filled',
            keys: 'e',
          },
          {
            label: 'Delete recurring invoice',
            word: 'Delete',
            icon: IconTrash,
            run: () => setDeleting(true),
            isDestructive: true,
          },
        ]}
      />
      {isDeleting && <DeleteDialog schedule={schedule} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const navigate = useNavigate()
  const request = useSingleFlightMutation(schedules.remove(schedule))
  const finish = () => {
    void navigate({ to: '/invoices/recurring' })
    void toast.success('Recurring invoice deleted')
  }
  const confirm = () =>
    request.mutate(undefined, {
      onSuccess: finish,
      // Gone already, or deleted by a request whose response was lost.
      onError: ({ kind }) => kind === 'absent' && finish(),
    })
  return (
    <ConfirmDialog
      title="Delete this recurring invoice?"
      action="Delete recurring invoice"
      request={request}
      onConfirm={confirm}
      onClose={onClose}
    >
      No more invoices will be drafted for <bdi>{schedule.customer_name}</bdi>. Those that exist are kept.
      This can’t be undone.
    </ConfirmDialog>
  )
}
