import { Button, Group, Text } from '@mantine/core'

import type { Customer } from '#contract/customers/customers.ts'
import { toast, untoast } from '#kit/toast.ts'

const id = 'customer-created'

/** Says that the customer was created, and offers to create the next one. */
export function showCreated({ name, last_name }: Customer, onAnother: () => void): void {
  void toast({
    id,
    color: 'teal',
    title: 'Customer created',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" lineClamp={1}>
          <bdi>
            {name} {last_name}
          </bdi>
        </Text>
        <Button
          size="xs"
          variant="default"
          flex="none"
          onClick={() => {
            void untoast(id)
            onAnother()
          }}
        >
          Create another
        </Button>
      </Group>
    ),
  })
}
