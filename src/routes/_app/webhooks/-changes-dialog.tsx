import { Button, Group, Modal, Table, Text, VisuallyHidden } from '@mantine/core'

import type { Change } from './-webhook-descriptions.ts'

interface Props {
  /** Undefined while the dialog is closed. */
  changes: readonly Change[] | undefined
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

/** Shows what saving changes, setting by setting, before it is sent. */
export function ChangesDialog({ changes, isSaving, onClose, onSave }: Props) {
  return (
    <Modal opened={changes !== undefined} onClose={onClose} size="lg" title="Save these changes?">
      <Table verticalSpacing="xs" mb="lg" layout="fixed">
        <Table.Tbody>
          {changes?.map(({ label, removed, added }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={100} style={{ verticalAlign: 'top' }}>
                {label}
              </Table.Th>
              <Table.Td>
                {removed.map((line) => (
                  <ChangedLine key={line} sign="−" word="Removed" color="var(--bureau-bad)" line={line} />
                ))}
                {added.map((line) => (
                  <ChangedLine key={line} sign="+" word="Added" color="var(--bureau-good)" line={line} />
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          Keep editing
        </Button>
        <Button data-autofocus loading={isSaving} onClick={onSave}>
          Save
        </Button>
      </Group>
    </Modal>
  )
}

interface LineProps {
  sign: string
  word: string
  color: string
  line: string
}

function ChangedLine({ sign, word, color, line }: LineProps) {
  return (
    <Text size="sm" c={color} style={{ overflowWrap: 'anywhere' }}>
      <span aria-hidden>{sign} </span>
      <VisuallyHidden>{word}: </VisuallyHidden>
      {line}
    </Text>
  )
}
