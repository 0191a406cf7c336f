import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import { type PaymentInput, longestPayments } from '#contract/invoice-payments.ts'
import { type PaymentMethod, paymentMethods } from '#contract/invoices.ts'
import { DateInput } from '#kit/date-input.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { newKey } from '#lib/new-key.ts'

import { decimalIn } from './-amount-filter.tsx'
import { paymentMethodWord } from './-payment-method.ts'
import type { InvoiceWithPayments } from './-payments.ts'

interface Props {
  invoice: InvoiceWithPayments
  onClose: () => void
}

/** Records what was paid of an invoice: how much, when and how. */
export function PaymentDialog({ invoice, onClose }: Props) {
  const today = useToday()
  const [amount, setAmount] = useState(String(invoice.amount_due))
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer')
  const [reference, setReference] = useState('')
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(
    invoiceWrites.recordPayment(invoice.id),
  )
  // The version stays the one that was read, so that a payment whose response was lost isn't recorded a second time.
  const [version] = useState(versionOf(invoice))
  const attempt = useRef({ key: '', text: '' })
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const decimal = decimalIn(amount)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (day === '' || decimal === undefined || decimal === '') return
    const input: PaymentInput = { amount: Number(decimal), paid_on: day, method, reference }
    const text = JSON.stringify(input)
    // The same payment again is the same request.
    if (attempt.current.text !== text) attempt.current = { key: newKey(), text }
    mutate(
      { input, key: attempt.current.key, version },
      {
        onSuccess: () => {
          onClose()
          void toast.success('Payment recorded')
        },
      },
    )
  }
  return (
    <Modal opened onClose={close} title="Record payment">
      <form onSubmit={save} noValidate>
        <Stack>
          <Text size="sm">
            <bdi>{invoice.customer_name}</bdi> owes{' '}
            <Money amount={invoice.amount_due} currency={invoice.currency} />.
          </Text>
          <TextInput
            label={`Amount (${invoice.currency})`}
            inputMode="decimal"
            data-autofocus
            autoComplete="off"
            value={amount}
            onChange={({ currentTarget: { value } }) => setAmount(value)}
            error={
              decimal === undefined || decimal === ''
                ? 'Enter an amount like 120.50'
                : error?.fields['amount']
            }
          />
          <DateInput
            label="Paid on"
            isNested
            max={today}
            value={day}
            onDay={setDay}
            error={error?.fields['paid_on'] ?? (day === '' ? 'Enter a date' : undefined)}
          />
          <Select
            label="Method"
            data={paymentMethods.map((value) => ({ value, label: paymentMethodWord(value) }))}
            value={method}
            onChange={({ currentTarget }) => setMethod(currentTarget.value as PaymentMethod)}
          />
          <TextInput
            label="Reference (optional)"
            description="Such as the number of a transfer"
            autoComplete="off"
            maxLength={longestPayments.reference}
            value={reference}
            onChange={({ currentTarget: { value } }) => setReference(value)}
            error={error?.fields['reference']}
          />
          <PaymentProblem error={error} known={['amount', 'paid_on', 'reference']} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Record payment
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
