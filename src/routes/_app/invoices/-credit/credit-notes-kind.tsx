import { IconReceiptRefund } from '@tabler/icons-react'

import { creditNotes } from '#api/credit-notes.ts'
import type { CreditNoteRow } from '#contract/invoices/credit-notes.ts'
import type { CreditNoteSort } from '#contract/wire/list-sorts.ts'
import { TextLink } from '#kit/link.tsx'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import type { ListKind, ListSearchState } from '#parts/lists/list-kind.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'

type Search = ListSearchState & { readonly sort?: CreditNoteSort | undefined }

/** Every credit note of the account. */
export const creditNotesKind: ListKind<CreditNoteRow, Search> = {
  noun: 'credit note',
  plural: 'credit notes',
  icon: IconReceiptRefund,
  path: '/invoices/credit-notes',
  back: { label: 'Invoices', address: { to: '/invoices' } },
  list: creditNotes.list,
  columns: [
    textColumn('credit_number', 'Number', { widthRem: 9 }),
    textColumn('customer_name', 'Customer', { sort: 'customer_name', widthRem: 10.5 }),
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
    textColumn('reason', 'Reason', { widthRem: 10 }),
    {
      id: 'created_at',
      label: 'Issued',
      text: ({ created_at }) => dayTextOf(created_at),
      sort: 'issued_on',
      sortWords: ['earliest first', 'latest first'],
      widthRem: 7.5,
    },
    amountColumn('total_amount', 'Amount', {
      sort: 'total_amount',
      sortWords: ['lowest first', 'highest first'],
      widthRem: 8,
    }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/credit-notes/$id', params: { id: String(id) } }),
    phone: ({ customer_name, invoice_number, total_amount, currency }) => ({
      detail: `${customer_name} · ${invoice_number}`,
      end: <Money amount={total_amount} currency={currency} />,
    }),
  },
  csv: [
    'id',
    'credit_number',
    'invoice_id',
    'invoice_number',
    'customer_id',
    'customer_name',
    'reason',
    'total_amount',
    'currency',
    'issued_on',
    'created_at',
  ],
  usualSort: () => '-id',
  otherSorts: entrySorts,
  searches: 'Number, invoice, customer',
  noMatch: () => ({
    title: 'No matching credit notes',
    hint: 'Search for a number, an invoice or a customer.',
    clear: 'Clear search',
  }),
  nothing: {
    title: 'No credit notes yet',
    hint: 'To correct or refund a sent invoice, choose “Create credit note” in its menu.',
  },
}
