import { Suspense, useState } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { toast } from '#kit/toast.ts'
import { InvoiceEmailDialog } from '#parts/emails/invoice-email-dialog.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import { DeleteDraftDialog } from './-delete-draft-dialog.tsx'
import { PaymentDialog } from './-payment-dialog.tsx'
import { SendDialog } from './-send-dialog.tsx'

const ElectronicDialog = lazyWithRetry(
  async () => (await import('./-electronic-dialog.tsx')).ElectronicDialog,
)

/** Dialogs of actions on an invoice that ask first. */
export type InvoiceQuestion =
  | 'send'
  | 'pay'
  | 'refund'
  | 'void'
  | 'delete'
  | 'email'
  | 'remind'
  | 'electronic'

interface Props {
  invoice: Invoice
  /** Which dialog is open. */
  question: InvoiceQuestion
  onClose: () => void
  onDeleted: () => void
}

/** The dialogs in which something is done with an invoice. */
export function InvoiceDialogs({ invoice, question, onClose, onDeleted }: Props) {
  switch (question) {
    case 'send':
      return <SendDialog invoice={invoice} onClose={onClose} />
    case 'pay':
    case 'refund':
      return hasPayments(invoice) ? (
        <PaymentDialog
          invoice={invoice}
          kind={question === 'refund' ? 'refund' : 'payment'}
          onClose={onClose}
        />
      ) : null
    case 'email':
      return <InvoiceEmailDialog invoice={invoice} kind="invoice" onClose={onClose} />
    case 'remind':
      return <InvoiceEmailDialog invoice={invoice} kind="reminder" onClose={onClose} />
    case 'electronic':
      return (
        <Suspense>
          <ElectronicDialog
            kind="invoice"
            document={{
              id: invoice.id,
              number: invoice.invoice_number,
              invoiceId: invoice.id,
              customerId: invoice.customer_id,
              status: invoice.status,
            }}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'void':
      return <VoidDialog invoice={invoice} onClose={onClose} />
    case 'delete':
      return <DeleteSeenDraft invoice={invoice} onClose={onClose} onDeleted={onDeleted} />
  }
}

function DeleteSeenDraft({ invoice, ...rest }: Pick<Props, 'invoice' | 'onClose' | 'onDeleted'>) {
  // That of the page below the dialog when it opened: the page changes when somebody else saves the draft.
  const [version] = useState(versionOf({ version: invoice.version ?? 1 }))
  return <DeleteDraftDialog invoice={invoice} version={version} {...rest} />
}

interface VoidDialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Asks before an invoice is voided, which can't be undone. */
function VoidDialog({ invoice, onClose }: VoidDialogProps) {
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
