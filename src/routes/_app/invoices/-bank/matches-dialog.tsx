import { Text } from '@mantine/core'
import { useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Money } from '#kit/money.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

import { invoicesText, payerOf } from './bank-words.tsx'

import classes from './bank.module.css'

interface Props {
  payments: readonly BankPayment[]
  onClose: () => void
}

/** Asks before all payments are recorded that certainly belong to an invoice. */
export function MatchesDialog({ payments, onClose }: Props) {
  // The list behind the dialog may change meanwhile.
  const [asked] = useState(payments)
  const request = useSingleFlightMutation(bankPayments.recordSuggested())
  const record = () =>
    request.mutate(
      { ids: asked.map(({ id }) => id) },
      {
        onSuccess: ({ recorded, skipped }) => {
          onClose()
          const done = `${pluralize(recorded, 'payment')} recorded`
          void toast.success(
            skipped === 0
              ? done
              : `${done}. ${pluralize(skipped, 'invoice')} had changed, so look at the rest`,
          )
        },
      },
    )
  return (
    <FormDialog
      title={`Record ${pluralize(asked.length, 'payment')}?`}
      size="lg"
      action={`Record ${pluralize(asked.length, 'payment')}`}
      request={request}
      focus="action"
      onSubmit={record}
      onClose={onClose}
    >
      <Text size="sm">
        {asked.length === 1 ? 'It names an invoice' : 'Each names an invoice'}, and exactly its amount is due.
      </Text>
      <ul className={classes.matches} aria-label="Payments" tabIndex={0}>
        {asked.map((payment) => (
          <li key={payment.id}>
            <span>
              <bdi>{payerOf(payment)}</bdi>
              <span className={classes.detail} dir="auto">
                {payment.text}
              </span>
            </span>
            <span>{invoicesText(payment)}</span>
            <Money amount={payment.amount} currency={payment.currency} />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
