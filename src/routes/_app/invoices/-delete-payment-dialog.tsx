import { useState } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import type { Payment } from '#contract/invoices.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { Money } from '#kit/money.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { decimalOf, plus } from '#lib/decimal.ts'
import { newKey } from '#lib/new-key.ts'

import { isOpen } from './-invoice-status.tsx'
import { PaymentProblem } from './-payment-dialog.tsx'
import type { InvoiceWithPayments } from './-payments.ts'

interface Props {
  invoice: InvoiceWithPayments
  payment: Payment
  onClose: () => void
}

/** Asks before a payment is deleted that was recorded by mistake: its amount is due again. */
export function DeletePaymentDialog({ invoice, payment, onClose }: Props) {
  const request = useSingleFlightMutation(invoiceWrites.deletePayment(payment.id))
  // The same for every attempt, as by then the invoice has another version.
  const [attempt] = useState({ key: newKey(), version: versionOf(invoice) })
  const { currency, status, amount_due } = invoice
  const confirm = () =>
    request.mutate(attempt, {
      onSuccess: () => {
        onClose()
        void toast.success('Payment deleted')
      },
    })
  return (
    <ConfirmDialog
      title="Delete this payment?"
      action="Delete payment"
      request={request}
      problem={<PaymentProblem error={request.error} />}
      onConfirm={confirm}
      onClose={onClose}
    >
      Delete the payment of <Money amount={payment.amount} currency={currency} /> only if it was recorded by
      mistake. <Money amount={plus(decimalOf(amount_due), decimalOf(payment.amount))} currency={currency} />{' '}
      will be due{isOpen(status) ? '' : ' again'}. This can’t be undone.
    </ConfirmDialog>
  )
}
