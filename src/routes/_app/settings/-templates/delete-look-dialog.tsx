import { invoiceTemplates } from '#api/invoice-templates.ts'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  template: InvoiceTemplate
  onDeleted: () => void
  onClose: () => void
}

/** Asks before an invoice template is deleted, which can't be undone. */
export function DeleteLookDialog({ template, onDeleted, onClose }: Props) {
  const request = useSingleFlightMutation(invoiceTemplates.remove())
  const finish = () => {
    onClose()
    onDeleted()
    void toast.success('Template deleted')
  }
  const isGone = request.error?.kind === 'absent'
  return (
    <ConfirmDialog
      title="Delete this template?"
      action="Delete template"
      request={request}
      {...(isGone && { problem: null })}
      onConfirm={() =>
        request.mutate(template, {
          onSuccess: finish,
          onError: ({ kind }) => kind === 'absent' && finish(),
        })
      }
      onClose={onClose}
    >
      Drafts that use <bdi>{template.name}</bdi> will switch to{' '}
      {template.is_default
        ? 'the standard look'
        : 'the default template, or to the standard look if there isn’t one'}
      . Sent invoices don’t change. This can’t be undone.
    </ConfirmDialog>
  )
}
