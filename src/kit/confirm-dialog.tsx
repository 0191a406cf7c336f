import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { InlineProblem, dialogProblem } from './inline-problem.tsx'
import type { Failure } from './problem.tsx'

interface Props {
  title: string
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** The button that does it: its verb and its object. */
  action: string
  /** The mutation that the button starts; see `useSingleFlightMutation`. */
  request: {
    readonly isPending: boolean
    readonly isInFlight: () => boolean
    readonly error: Failure | null
  }
  /** The error, where it takes more than its text; null for none. */
  problem?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something destructive. It can't be closed while that is under way: closing would suggest that it stopped. */
export function ConfirmDialog({ title, children, action, request, problem, onConfirm, onClose }: Props) {
  const { isPending, isInFlight, error } = request
  const close = () => {
    if (!isInFlight()) onClose()
  }
  return (
    <Modal opened onClose={close} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        {problem === undefined ? <InlineProblem error={dialogProblem(error)} /> : problem}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
