import { useRef } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import type { Invoice } from '#contract/invoices.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Asks before an invoice is voided, which can't be undone. */
export function VoidDialog({ invoice, onClose }: Props) {
  const request = useSingleFlightMutation(invoiceWrites.void(invoice.id))
  const key = useRef(newKey())
  const confirm = () =>
    request.mutate(key.current, {
      onSuccess: () => {
        onClose()
        void toast.success('Invoice voided')
      },
    })
  return (
    <ConfirmDialog
      title={`Void invoice ${invoice.invoice_number}?`}
      action="Void invoice"
      request={request}
      onConfirm={confirm}
      onClose={onClose}
    >
      It no longer has to be paid, and stays in the list with its number. This can’t be undone.
    </ConfirmDialog>
  )
}
