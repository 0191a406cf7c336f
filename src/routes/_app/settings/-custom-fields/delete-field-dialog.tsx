import { Button, Group, Modal, Stack, Text } from '@mantine/core'

import { fieldSettings } from '#api/field-settings.ts'
import type { FieldDefinition } from '#contract/field-definitions.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

/** Asks before a field is deleted, which can't be undone. */
export function DeleteFieldDialog({ field, onClose }: { field: FieldDefinition; onClose: () => void }) {
  const remove = useSingleFlightMutation(fieldSettings.remove())
  // Gone already, or deleted by a request whose response was lost.
  const isGone = remove.error?.kind === 'absent'
  const finish = () => {
    onClose()
    void toast.success('Field deleted')
  }
  return (
    <Modal opened onClose={() => !remove.isInFlight() && onClose()} title="Delete this field?">
      <Stack>
        <Text size="sm">
          No customer has a value in <bdi>{field.name}</bdi>. Integrations and CSV files that use its key,{' '}
          <bdi>{field.key}</bdi>, will no longer find it. This can’t be undone.
        </Text>
        {!isGone && <InlineProblem error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(field, {
                onSuccess: finish,
                onError: ({ kind }) => kind === 'absent' && finish(),
              })
            }
          >
            Delete field
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
