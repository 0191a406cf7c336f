import { Checkbox, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { billedEmail } from '#contract/invoices/billing-facts.ts'
import type { PaymentKind, PaymentMethod } from '#contract/invoices/invoices.ts'
import { type PaymentInput, longestPayments } from '#contract/invoices/payments.ts'
import { useAttempt } from '#kit/attempt.ts'
import { DateInput } from '#kit/date-input.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { decimalOf, minus } from '#lib/decimal.ts'
import { decimalIn } from '#lib/typed-amount.ts'
import { receiptDraft } from '#parts/emails/email-draft.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { PaymentMethodSelect } from '#parts/invoices/payment-method-select.tsx'
import type { InvoiceWithPayments } from '#parts/invoices/payments.ts'

interface Props {
  invoice: InvoiceWithPayments
  kind: PaymentKind
  onClose: () => void
}

/** Records what was paid of an invoice or refunded: how much, when and how. It asks before more is paid than is due. */
export function PaymentDialog({ invoice, kind, onClose }: Props) {
  const { amount_due, amount_to_refund, currency } = invoice
  const isRefund = kind === 'refund'
  const most = isRefund ? amount_to_refund : amount_due
  const today = useToday()
  // Nothing is due of a paid invoice: then only the person knows how much came in.
  const [amount, setAmount] = useState(most > 0 || isOpen(invoice.status) ? String(most) : '')
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer')
  const [reference, setReference] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = !isRefund && current.features.email && billedEmail(invoice) !== ''
  const [hasReceipt, setHasReceipt] = useState(false)
  const request = useAttempt(invoiceWrites.recordPayment(invoice.id))
  const { error } = request
  // The version stays the one that was read, so that a payment whose response was lost isn't recorded a second time.
  const [version] = useState(versionOf(invoice))
  const decimal = decimalIn(amount)
  const isTooMuch = !isRefund && Number(decimal) > amount_due
  const save = () => {
    if (day === '' || decimal === undefined || decimal === '') return
    const paid = { amount: Number(decimal), paid_on: day, method, reference }
    const left = minus(decimalOf(amount_due), decimalOf(paid.amount))
    const receipt = receiptDraft(invoice, { amount: paid.amount, day, left }, current)
    const email = hasReceipt ? { ...receipt, to: [receipt.to] } : null
    const input: PaymentInput = { kind, ...paid, overpays: isTooMuch, email }
    request.mutate(
      { input, version },
      {
        onSuccess: () => {
          onClose()
          void toast.success(
            isRefund ? 'Refund recorded' : email ? 'Payment recorded, receipt queued' : 'Payment recorded',
          )
        },
      },
    )
  }
  const title = isRefund ? 'Record refund' : 'Record payment'
  return (
    <FormDialog
      title={title}
      action={title}
      isDisabled={isTooMuch && !confirmed}
      request={request}
      problem={<PaymentProblem error={error} known={['amount', 'paid_on', 'reference']} />}
      onSubmit={save}
      onClose={onClose}
    >
      <Explanation invoice={invoice} kind={kind} />
      <TextInput
        label={`Amount (${currency})`}
        inputMode="decimal"
        data-autofocus
        autoComplete="off"
        value={amount}
        onChange={({ currentTarget: { value } }) => {
          setAmount(value)
          setConfirmed(false)
        }}
        error={
          decimal === undefined || decimal === '' ? 'Enter an amount like 120.50' : error?.fields['amount']
        }
      />
      {isTooMuch && (
        <Check isChecked={confirmed} onCheck={setConfirmed}>
          The customer paid{' '}
          <Money amount={minus(decimalOf(Number(decimal)), decimalOf(amount_due))} currency={currency} /> too
          much. Record it as an amount to refund.
        </Check>
      )}
      <DateInput
        label={isRefund ? 'Refunded on' : 'Paid on'}
        isNested
        max={today}
        value={day}
        onDay={setDay}
        error={error?.fields['paid_on'] ?? (day === '' ? 'Enter a date' : undefined)}
      />
      <PaymentMethodSelect method={method} onMethod={setMethod} />
      <TextInput
        label="Reference (optional)"
        description="Such as the number of a transfer"
        autoComplete="off"
        maxLength={longestPayments.reference}
        value={reference}
        onChange={({ currentTarget: { value } }) => setReference(value)}
        error={error?.fields['reference']}
      />
      {canEmail && (
        <Check isChecked={hasReceipt} onCheck={setHasReceipt}>
          Email a receipt to <bdi>{billedEmail(invoice)}</bdi>
        </Check>
      )}
    </FormDialog>
  )
}

interface CheckProps {
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
  children: ReactNode
}

const Check = ({ isChecked, onCheck, children }: CheckProps) => (
  <Checkbox
    label={children}
    checked={isChecked}
    onChange={({ currentTarget: { checked } }) => onCheck(checked)}
  />
)

/** Who owes what to whom. */
function Explanation({ invoice, kind }: Omit<Props, 'onClose'>) {
  const { customer_name, amount_due, amount_to_refund, currency, status } = invoice
  if (kind === 'refund')
    return (
      <Text size="sm">
        <bdi>{customer_name}</bdi> is owed <Money amount={amount_to_refund} currency={currency} />.
      </Text>
    )
  return isOpen(status) ? (
    <Text size="sm">
      <bdi>{customer_name}</bdi> owes <Money amount={amount_due} currency={currency} />.
    </Text>
  ) : (
    <Text size="sm">
      Nothing is due. Whatever else <bdi>{customer_name}</bdi> paid is to be refunded.
    </Text>
  )
}

/** Why a payment wasn’t recorded or deleted; where the invoice has changed meanwhile, what to do about it. */
export function PaymentProblem({ error, known }: Parameters<typeof InlineProblem>[0]) {
  const isChanged = error?.kind === 'changed'
  return (
    <InlineProblem
      error={
        isChanged
          ? {
              ...error,
              message:
                'This invoice has changed. Nothing was saved: close this dialog, check its payments and try again',
            }
          : error
      }
      {...(known && { known })}
    />
  )
}
