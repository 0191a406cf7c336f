import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** Asks before a half-filled form is left. */
export function Leaving({ title, hasWork }: { title: string; hasWork: () => boolean }) {
  const blocker = useBlocker({
    // Whoever has to sign in again has no choice.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/sign-in' && hasWork(),
    enableBeforeUnload: hasWork,
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={title}
      closeButtonProps={{ 'aria-label': 'Stay' }}
    >
      <Text size="sm" mb="lg">
        What you typed would be lost.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </Group>
    </Modal>
  )
}
