import type { DeletedCustomer } from '#contract/customers/trash.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'

import { whoOf } from './use-trash-actions.ts'

interface Props {
  customers: readonly DeletedCustomer[]
  onClose: () => void
  onConfirm: () => void
}

/** Asks before customers are deleted for good. */
export const DeletePermanentlyDialog = ({ customers, onClose, onConfirm }: Props) => (
  <ConfirmDialog
    title={`Permanently delete ${whoOf(customers)}?`}
    action="Delete permanently"
    onConfirm={() => {
      onClose()
      onConfirm()
    }}
    onClose={onClose}
  >
    {customers.length === 1 ? 'This customer' : 'These customers'} and all their contacts, files, notes and
    custom field values will be gone. Invoices are kept. This can’t be undone.
  </ConfirmDialog>
)
