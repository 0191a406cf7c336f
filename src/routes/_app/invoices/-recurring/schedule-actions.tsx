import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { schedules } from '#api/schedules.ts'
import type { Schedule } from '#contract/invoice-schedules.ts'
import { InlineProblem, dialogProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

prepareToasts()

/** What can be done with a schedule; all of it in the palette as well. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, status } = schedule
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const isActive = status === 'active'
  const { mutate, isPending } = useSingleFlightMutation(schedules.setPaused(id, isActive))
  // The same until it has worked, so that a lost response isn't refused for its own change.
  const key = useRef<string>(undefined)
  const setPaused = () => {
    key.current ??= newKey()
    mutate(key.current, {
      onSuccess: () => {
        key.current = undefined
        void toast.success(isActive ? 'Recurring invoice paused' : 'Recurring invoice resumed')
      },
      onError: ({ message }) => {
        key.current = undefined
        void toast({ id: 'schedule', color: 'red', title: 'Couldn’t change the recurring invoice', message })
      },
    })
  }
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
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(schedules.remove(schedule))
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const finish = () => {
    void navigate({ to: '/invoices/recurring' })
    void toast.success('Recurring invoice deleted')
  }
  const confirm = () =>
    mutate(undefined, {
      onSuccess: finish,
      // Gone already, or deleted by a request whose response was lost.
      onError: ({ kind }) => kind === 'absent' && finish(),
    })
  return (
    <Modal opened onClose={close} title="Delete this recurring invoice?">
      <Stack>
        <Text size="sm">
          No more invoices will be drafted for <bdi>{schedule.customer_name}</bdi>. Those that exist are kept.
          This can’t be undone.
        </Text>
        <InlineProblem error={dialogProblem(error)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            Delete recurring invoice
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
