import type { Invoice } from '#contract/invoices/invoices.ts'
import { TextLink } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import { currentDay, dayTextOf } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'
import { InvoiceAmount } from '#parts/invoices/invoice-amount.tsx'
import { DueDay, dueInList } from '#parts/invoices/invoice-due.tsx'
import { StatusBadge, statusWord } from '#parts/invoices/invoice-status.tsx'

import { invoiceHints } from './-invoice-hints.ts'

/** The columns of the list of invoices. */
export const invoiceColumns: readonly ListColumn<Invoice>[] = [
  {
    id: 'number',
    label: 'Number',
    text: ({ invoice_number }) => invoice_number,
    sort: 'invoice_number',
    widthRem: 8.5,
  },
  {
    id: 'customer',
    staysBeside: true,
    label: 'Customer',
    text: ({ customer_name }) => customer_name,
    cell: ({ customer_id, customer_name }) => (
      <TextLink to="/customers/$id" params={{ id: String(customer_id) }} size="sm" dir="auto">
        {customer_name}
      </TextLink>
    ),
    sort: 'customer_name',
    widthRem: 9,
  },
  {
    id: 'issued',
    label: 'Issued',
    text: ({ created_at }) => dayTextOf(created_at),
    sort: 'created_at',
    sortWords: ['oldest first', 'newest first'],
    widthRem: 6.75,
  },
  {
    id: 'due',
    label: 'Due',
    text: dueInList,
    cell: (invoice) => <DueDay invoice={invoice} />,
    sort: 'due_date',
    sortWords: ['soonest first', 'latest first'],
    widthRem: 11,
  },
  {
    id: 'status',
    staysBeside: true,
    label: 'Status',
    text: ({ status }) => statusWord(status),
    cell: ({ status }) => <StatusBadge status={status} />,
    widthRem: 6,
  },
  {
    id: 'amount',
    staysBeside: true,
    label: 'Amount',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    cell: (invoice) => <InvoiceAmount invoice={invoice} />,
    sort: 'total_amount',
    sortWords: ['smallest total first', 'largest total first'],
    align: 'end',
    widthRem: 7,
  },
  { id: 'email', label: 'Email', text: ({ customer_email }) => customer_email, isExtra: true, widthRem: 15 },
  {
    id: 'lines',
    label: 'Lines',
    text: ({ line_items }) => String(line_items.length),
    align: 'end',
    isExtra: true,
    widthRem: 5,
  },
  {
    id: 'hints',
    label: 'Needs review',
    text: (invoice) => invoiceHints(invoice, currentDay()).join(' '),
    isExtra: true,
    widthRem: 20,
  },
]
