import { Text } from '@mantine/core'

import type { Invoice } from '#contract/invoices/invoices.ts'
import { Money } from '#kit/money.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useToday } from '#kit/today.ts'
import { daysBetween, dueText } from '#lib/calendar.ts'
import { StatusBadge, isOpen } from '#parts/invoices/invoice-status.tsx'

import classes from './-amount-due.module.css'

/** The state of an invoice and what is still to be paid. */
export function AmountDue({ invoice }: { invoice: Invoice }) {
  const {
    status,
    total_amount,
    amount_due = total_amount,
    amount_to_refund = 0,
    currency,
    due_date,
    viewed_at = null,
  } = invoice
  const today = useToday()
  const age = isOpen(status) ? dueText(due_date, today) : ''
  return (
    <div className={classes['due']}>
      <StatusBadge status={status} />
      <span>
        <span className={classes['label']}>{isOpen(status) ? 'Amount due' : 'Total'}</span>{' '}
        <strong className={classes['amount']}>
          <Money amount={isOpen(status) ? amount_due : total_amount} currency={currency} />
        </strong>
        {isOpen(status) && amount_due !== total_amount && (
          <Text span size="sm" c="dimmed">
            {' '}
            of <Money amount={total_amount} currency={currency} />
          </Text>
        )}
      </span>
      {amount_to_refund > 0 && (
        <Text span size="sm">
          <Money amount={amount_to_refund} currency={currency} /> to refund
        </Text>
      )}
      {age !== '' && (
        <Text span size="sm" c={daysBetween(due_date, today) > 0 ? 'var(--bureau-bad)' : 'dimmed'}>
          {age}
        </Text>
      )}
      {isOpen(status) && viewed_at !== null && (
        <Text span size="sm" c="dimmed">
          Opened by customer <RelativeTime datetime={viewed_at} />
        </Text>
      )}
    </div>
  )
}
