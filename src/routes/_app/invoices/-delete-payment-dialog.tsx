import { useState } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import type { Payment } from '#contract/invoices/invoices.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { Money } from '#kit/money.tsx'
import { toast } from '#kit/toast.ts'
import { type Decimal, decimalOf, minus, plus, zero } from '#lib/decimal.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import type { InvoiceWithPayments } from '#parts/invoices/payments.ts'

import { PaymentProblem } from './-payment-dialog.tsx'

interface Props {
  invoice: InvoiceWithPayments
  payment: Payment
  onClose: () => void
}

/** Asks before a payment or refund is deleted that was recorded by mistake. */
export function DeletePaymentDialog({ invoice, payment, onClose }: Props) {
  const request = useAttempt(invoiceWrites.deletePayment(payment.id))
  // The same for every attempt, as by then the invoice has another version.
  const [version] = useState(versionOf(invoice))
  const isRefund = payment.kind === 'refund'
  const confirm = () =>
    request.mutate(
      { version },
      {
        onSuccess: () => {
          onClose()
          void toast.success(isRefund ? 'Refund deleted' : 'Payment deleted')
        },
      },
    )
  return (
    <ConfirmDialog
      title={isRefund ? 'Delete this refund?' : 'Delete this payment?'}
      action={isRefund ? 'Delete refund' : 'Delete payment'}
      request={request}
      problem={<PaymentProblem error={request.error} />}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Consequence invoice={invoice} payment={payment} />
    </ConfirmDialog>
  )
}

function Consequence({ invoice, payment: { kind, amount } }: Omit<Props, 'onClose'>) {
  const { currency, status, amount_due, amount_to_refund } = invoice
  const text = (value: Decimal) => <Money amount={value} currency={currency} />
  if (kind === 'refund') {
    const refunded = minus(zero, decimalOf(amount))
    return (
      <>
        Delete the refund of {text(refunded)} only if it was recorded by mistake.{' '}
        {text(plus(decimalOf(amount_to_refund), refunded))} will be to refund. This can’t be undone.
      </>
    )
  }
  const due = minus(plus(decimalOf(amount_due), decimalOf(amount)), decimalOf(amount_to_refund))
  return (
    <>
      Delete the payment of {text(decimalOf(amount))} only if it was recorded by mistake.{' '}
      {amount <= amount_to_refund ? (
        'The invoice stays settled.'
      ) : (
        <>
          {text(due)} will be due{isOpen(status) ? '' : ' again'}.
        </>
      )}{' '}
      This can’t be undone.
    </>
  )
}
