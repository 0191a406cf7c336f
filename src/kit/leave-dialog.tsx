import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The default consequence of leaving. */
export const typedWouldBeLost = 'Your changes will be lost.'

interface Props {
  title: string
  /** Called on every attempt to leave: whether to ask. It may take a moment, to save what isn't saved yet. */
  hasWork: () => boolean | Promise<boolean>
  /** Whether closing the tab would lose something as well; always, unless given. */
  isUnsaved?: () => boolean
  /** Another state of the same page, such as a filter in its address, is leaving too. */
  isPageItself?: boolean
  /** The consequence of leaving. */
  text?: ReactNode
  leaveWord?: string
  /** Other options than to leave or to stay. */
  renderWays?: (stay: () => void, leave: () => void) => ReactNode
}

/** Asks before unsaved work is left. */
export function LeaveDialog({
  title,
  hasWork,
  isUnsaved = () => hasWork() !== false,
  isPageItself = false,
  text = typedWouldBeLost,
  leaveWord = 'Leave',
  renderWays,
}: Props) {
  const blocker = useBlocker({
    // Someone who has to sign in again has no choice.
    shouldBlockFn: ({ current, next }) =>
      (isPageItself || current.pathname !== next.pathname) && next.pathname !== '/sign-in' && hasWork(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  const leave = () => blocker.proceed?.()
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={stay}
      title={title}
      closeButtonProps={{ 'aria-label': 'Stay' }}
    >
      <Text size="sm" component="div">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        {renderWays ? (
          renderWays(stay, leave)
        ) : (
          <>
            <Button variant="light" color="red" onClick={leave}>
              {leaveWord}
            </Button>
            <Button data-autofocus onClick={stay}>
              Stay
            </Button>
          </>
        )}
      </Group>
    </Modal>
  )
}
