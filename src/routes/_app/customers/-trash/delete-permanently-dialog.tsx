import { Button, Group, Modal, Text } from '@mantine/core'

import type { DeletedCustomer } from '#contract/customer-trash.ts'

import { whoOf } from './use-trash-actions.ts'

interface Props {
  customers: readonly DeletedCustomer[]
  onClose: () => void
  onConfirm: () => void
}

/** Asks before customers are deleted for good. */
export function DeletePermanentlyDialog({ customers, onClose, onConfirm }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Permanently delete ${whoOf(customers)}?`}>
      <Text size="sm" mb="md">
        {customers.length === 1 ? 'This customer' : 'These customers'} and all their contacts, files, notes
        and custom field values will be gone. Invoices are kept. This can’t be undone.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          Delete permanently
        </Button>
      </Group>
    </Modal>
  )
}
