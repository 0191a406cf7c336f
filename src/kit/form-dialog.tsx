import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'

import { InlineProblem, dialogProblem } from './inline-problem.tsx'
import { isFinishKey } from './page-keys.ts'
import type { Failure } from './problem.tsx'

interface Props {
  title: string
  size?: 'md' | 'lg'
  /** The button that does it: its verb and its object. */
  action: string
  isDestructive?: boolean
  isDisabled?: boolean
  /** The button that has the focus first; none where an input has it. */
  focus?: 'cancel' | 'action'
  /** The mutation that the button starts; see `useSingleFlightMutation`. */
  request?: {
    readonly isPending: boolean
    readonly isInFlight: () => boolean
    readonly error: Failure | null
  }
  /** The fields whose error an input shows. */
  known?: readonly string[]
  /** The error, where it takes more than its text; null for none. */
  problem?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

const idle = { isPending: false, isInFlight: () => false, error: null }

/** A dialog with one request. It can't be closed while that is under way: closing would suggest that it stopped. */
export function FormDialog({
  title,
  size = 'md',
  action,
  isDestructive = false,
  isDisabled = false,
  focus,
  request: { isPending, isInFlight, error } = idle,
  known = [],
  problem,
  form,
  onSubmit,
  onClose,
  children,
}: Props) {
  useEffect(returnFocus, [])
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter in an input gets here past the button.
    if (!isDisabled) onSubmit()
  }
  // In a text of several lines, Enter alone begins the next one.
  const finish = (event: KeyboardEvent<HTMLElement>) => {
    if (!isFinishKey(event.nativeEvent)) return
    event.preventDefault()
    if (!event.repeat) event.currentTarget.querySelector('form')?.requestSubmit()
  }
  return (
    <Modal opened onClose={close} title={title} size={size} onKeyDown={finish}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          {children}
          {problem === undefined ? <InlineProblem error={dialogProblem(error)} known={known} /> : problem}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              disabled={isPending}
              onClick={close}
              data-autofocus={focus === 'cancel' || undefined}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={isDisabled}
              data-autofocus={focus === 'action' || undefined}
              {...(isDestructive && { color: 'red' })}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Remembers what opened the dialog, and gives it the focus back once that is nowhere else. */
function returnFocus() {
  const opener = document.activeElement
  return () => {
    const isNowhere = document.activeElement === document.body
    if (isNowhere && opener instanceof HTMLElement && opener.isConnected)
      opener.focus({ preventScroll: true })
  }
}
