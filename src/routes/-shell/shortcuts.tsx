import { Group, Kbd, Modal, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { Fragment } from 'react'

import { commandKey, useSingleKeys } from '#kit/page-keys.ts'

const sheet = [
  {
    title: 'Everywhere',
    keys: [
      { keys: [commandKey, 'K'], does: 'Search screens, actions and customers' },
      { keys: [commandKey, 'Z'], does: 'Undo a pending deletion' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'In a list',
    keys: [
      { keys: ['/'], does: 'Search' },
      { keys: ['J'], does: 'Next row (also ↓)' },
      { keys: ['K'], does: 'Previous row (also ↑)' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['X'], does: 'Select the row' },
    ],
  },
  {
    title: 'On a customer',
    keys: [
      { keys: ['J'], does: 'Next customer in the list' },
      { keys: ['K'], does: 'Previous customer' },
    ],
  },
  {
    title: 'In the wizard',
    keys: [
      { keys: [commandKey, 'Enter'], does: 'Continue to the next step' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move between permissions' },
    ],
  },
]

const isSingle = (keys: readonly string[]) => keys.length === 1 && keys[0]?.length === 1

/** What the keyboard can do. Opened by `?` and by the menu of the person. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      <Stack gap="lg" pt={4}>
        <Switch
          label="Single-character shortcuts"
          description="Turn them off if you use speech input or trigger them by accident. This list stays available in the account menu."
          checked={hasSingleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        {sheet.map(({ title, keys }) => (
          <div key={title}>
            <Title order={3} size="h6" mb={4}>
              {title}
            </Title>
            <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
              <Table.Tbody>
                {keys.map((key) => (
                  <Table.Tr key={key.does}>
                    <Table.Td>
                      <Text size="sm">{key.does}</Text>
                    </Table.Td>
                    <Table.Td>
                      <Group gap={4} justify="flex-end" wrap="nowrap">
                        {!hasSingleKeys && isSingle(key.keys) && (
                          <Text size="xs" c="dimmed" mr={4}>
                            off
                          </Text>
                        )}
                        {key.keys.map((one, at) => (
                          <Fragment key={one}>
                            {at > 0 && one.length > 1 && '+'}
                            <Kbd>{one}</Kbd>
                          </Fragment>
                        ))}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
