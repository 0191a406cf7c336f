import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface Props {
  hasWork: () => boolean
  /** Whether closing the tab now would lose something. */
  isUnsaved: () => boolean
  onKeep: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks before unsaved work is left. The tab itself asks only when the draft could not be written down. */
export function Leaving({ hasWork, isUnsaved, onKeep, onDiscard }: Props) {
  const blocker = useBlocker({
    // Another step is no leaving, and whoever has to sign in again has no choice.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/sign-in' && hasWork(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave this unfinished customer?"
      closeButtonProps={{ 'aria-label': 'Stay' }}
    >
      <Text size="sm" mb="lg">
        You can keep it as a draft in this browser and go on later.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button variant="light" color="red" onClick={() => void onDiscard().then(() => blocker.proceed?.())}>
          Discard
        </Button>
        <Button data-autofocus onClick={() => void onKeep().then(() => blocker.proceed?.())}>
          Keep draft
        </Button>
      </Group>
    </Modal>
  )
}
