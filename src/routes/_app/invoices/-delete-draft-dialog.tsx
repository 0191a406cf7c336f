import { invoiceWrites } from '#api/invoice-writes.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  invoice: Pick<Invoice, 'id' | 'invoice_number' | 'customer_name'>
  /** The one that the person has seen. */
  version: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a draft is deleted, which can't be undone. */
export function DeleteDraftDialog({ invoice, version, onClose, onDeleted }: Props) {
  const request = useSingleFlightMutation(invoiceWrites.deleteDraft(invoice.id))
  // Gone already, or deleted by a request whose response was lost.
  const isGone = request.error?.kind === 'absent'
  const finish = () => {
    onDeleted()
    void toast.success('Draft deleted')
  }
  const remove = () =>
    request.mutate(version, {
      onSuccess: finish,
      onError: ({ kind }) => kind === 'absent' && finish(),
    })
  return (
    <ConfirmDialog
      title="Delete this draft?"
      action="Delete draft"
      request={request}
      {...(isGone && { problem: null })}
      onConfirm={remove}
      onClose={onClose}
    >
      The draft for <bdi>{invoice.customer_name}</bdi> will be deleted. This can’t be undone.
    </ConfirmDialog>
  )
}
