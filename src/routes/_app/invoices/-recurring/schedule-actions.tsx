import { Button } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { schedules } from '#api/schedules.ts'
import type { Schedule } from '#contract/invoices/schedules.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a schedule, in the palette as well. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, status } = schedule
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const isActive = status === 'active'
  const { mutate, isPending } = useAttempt(schedules.setPaused(id))
  const setPaused = () =>
    mutate(
      { isPaused: isActive },
      {
        onSuccess: () =>
          void toast.success(isActive ? 'Recurring invoice paused' : 'Recurring invoice resumed'),
        onError: ({ message }) =>
          void toast({
            id: 'schedule',
            color: 'red',
            title: 'Couldn’t change the recurring invoice',
            message,
          }),
      },
    )
  const edit = () => void navigate({ to: '/invoices/recurring/$id/edit', params: { id: String(id) } })
  const [word, icon] = isActive
    ? (['Pause', IconPlayerPause] as const)
    : (['Resume', IconPlayerPlay] as const)
  const Icon = icon
  useEditKey(edit)
  usePageActions([
    { label: 'Edit recurring invoice', icon: IconPencil, run: edit },
    ...(status === 'ended' ? [] : [{ label: `${word} recurring invoice`, icon, run: setPaused }]),
    { label: 'Delete recurring invoice', icon: IconTrash, run: () => setDeleting(true) },
  ])
  return (
    <>
      {status !== 'ended' && (
        <Button
          size="sm"
          variant={isActive ? 'default' : 'filled'}
          loading={isPending}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={setPaused}
        >
          {word}
        </Button>
      )}
      <ButtonLink
        to="/invoices/recurring/$id/edit"
        params={{ id: String(id) }}
        size="sm"
        variant={status === 'paused' ? 'default' : 'filled'}
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-keyshortcuts="e"
      >
        Edit
      </ButtonLink>
      <RecordMenu width={180}>
        <RecordMenuItem icon={IconTrash} isDestructive onClick={() => setDeleting(true)}>
          Delete
        </RecordMenuItem>
      </RecordMenu>
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
