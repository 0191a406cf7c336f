import { Button, Group, List, Modal, Text } from '@mantine/core'

import { prepareToasts } from '../../../kit/toast.ts'
import { type Selection, countOf } from './-deletion.tsx'

const namedAtMost = 10

prepareToasts()

/** Names who goes before they go. */
export function DeleteDialog({
  opened,
  selection,
  onClose,
  onConfirm,
}: {
  opened: boolean
  selection: Selection
  onClose: () => void
  onConfirm: () => void
}) {
  const rest = selection.size - namedAtMost
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Delete ${countOf(selection.size)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" mb="xs">
        Their files, notes and values go with them. Invoices stay.
      </Text>
      <List size="sm" mb="md">
        {[...selection].slice(0, namedAtMost).map(([id, name]) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Text size="sm" mb="md">
          and {rest.toLocaleString('en-GB')} more
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep {selection.size === 1 ? 'it' : 'them'}
        </Button>
        <Button color="red.9" onClick={onConfirm}>
          Delete {countOf(selection.size)}
        </Button>
      </Group>
    </Modal>
  )
}
