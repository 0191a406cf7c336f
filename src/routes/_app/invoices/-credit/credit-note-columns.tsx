import type { CreditNoteRow } from '#contract/credit-notes.ts'
import { TextLink } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'

export const creditNoteColumns: readonly ListColumn<CreditNoteRow>[] = [
  { id: 'credit_number', label: 'Number', text: ({ credit_number }) => credit_number, widthRem: 9 },
  { id: 'customer_name', label: 'Customer', text: ({ customer_name }) => customer_name, widthRem: 10.5 },
  {
    id: 'invoice_number',
    label: 'Invoice',
    text: ({ invoice_number }) => invoice_number,
    cell: ({ invoice_id, invoice_number }) => (
      <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} inherit>
        {invoice_number}
      </TextLink>
    ),
    widthRem: 9,
  },
  { id: 'reason', label: 'Reason', text: ({ reason }) => reason, widthRem: 11 },
  {
    id: 'created_at',
    label: 'Issued',
    text: ({ created_at }) => dayTextOf(created_at),
    widthRem: 7.5,
  },
  {
    id: 'total_amount',
    label: 'Amount',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency} />,
    widthRem: 8,
    align: 'end',
  },
]
