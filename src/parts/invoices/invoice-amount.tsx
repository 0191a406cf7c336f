import type { Invoice } from '#contract/invoices/invoices.ts'
import { Money } from '#kit/money.tsx'

import { isOpen } from './invoice-status.tsx'

import classes from './invoice-amount.module.css'

/** The total of an invoice in a list, and below it what is still due where part of it is settled. */
export function InvoiceAmount({ invoice }: { invoice: Invoice }) {
  const { status, total_amount, amount_due = total_amount, currency } = invoice
  return (
    <span className={classes['amount']}>
      <Money amount={total_amount} currency={currency} />
      {isOpen(status) && amount_due !== total_amount && (
        <span className={classes['due']}>
          <Money amount={amount_due} currency={currency} /> due
        </span>
      )}
    </span>
  )
}
