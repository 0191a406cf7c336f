import type { Invoice } from '#contract/invoices/invoices.ts'
import type { RowOptions } from '#kit/list/rows.tsx'
import { InvoiceAmount } from '#parts/invoices/invoice-amount.tsx'
import { DueDay } from '#parts/invoices/invoice-due.tsx'
import { StatusBadge } from '#parts/invoices/invoice-status.tsx'

import classes from './-invoice-list.module.css'

/** How a row of the list of invoices is opened and shown on a phone. */
export const invoiceRowOptions: RowOptions<Invoice> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices', search: (old: object) => ({ ...old, open: id }) }),
  phone: (invoice) => ({
    detail: <PhoneDetail invoice={invoice} />,
    end: (
      <span className={classes['amount']}>
        <InvoiceAmount invoice={invoice} />
      </span>
    ),
  }),
}

function PhoneDetail({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <bdi>{invoice.customer_name}</bdi>
      <span className={classes['phone']}>
        <StatusBadge status={invoice.status} />
        <span>
          <DueDay invoice={invoice} isShort />
        </span>
      </span>
    </>
  )
}
