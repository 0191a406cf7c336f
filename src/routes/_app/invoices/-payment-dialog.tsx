import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

import { invoices } from '#api/invoices.ts'
import { type Invoice, type PaymentMethod, paymentMethods } from '#contract/invoices.ts'
import { DateInput } from '#kit/date-input.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'

import { paymentMethodWord } from './-payment-method.ts'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Records that an invoice was paid in full: when and how. */
export function PaymentDialog({ invoice, onClose }: Props) {
  const today = useToday()
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer')
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(invoices.pay(invoice.id))
  const attempt = useRef({ key: '', text: '' })
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (day === '') return
    const text = `${day} ${method}`
    // The same payment again is the same request, so that a lost response records none twice.
    if (attempt.current.text !== text) attempt.current = { key: crypto.randomUUID(), text }
    mutate(
      { input: { paid_on: day, method }, key: attempt.current.key },
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
            <bdi>{invoice.customer_name}</bdi> paid{' '}
            <Money amount={invoice.total_amount} currency={invoice.currency} /> in full.
          </Text>
          <DateInput
            label="Paid on"
            data-autofocus
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
          <InlineProblem error={error} known={['paid_on']} />
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
