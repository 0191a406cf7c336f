import { invoiceWrites } from '#api/invoice-writes.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { toast } from '#kit/toast.ts'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Asks before an invoice is voided, which can't be undone. */
export function VoidDialog({ invoice, onClose }: Props) {
  const request = useAttempt(invoiceWrites.void(invoice.id))
  const confirm = () =>
    request.mutate(
      {},
      {
        onSuccess: () => {
          onClose()
          void toast.success('Invoice voided')
        },
      },
    )
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
