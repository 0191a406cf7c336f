import type { DocumentRow } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'

import { DocumentBadge, documentStatusWord } from './document-badge.tsx'
import { kindWords, lastDayText, titleOf } from './document-words.tsx'

const columnsOf = (kind: DocumentKind): readonly ListColumn<DocumentRow>[] => [
  { id: 'number', label: 'Number', text: ({ number }) => number, widthRem: 9.5 },
  { id: 'title', label: 'Title', text: titleOf, widthRem: 16 },
  { id: 'customer_name', label: 'Customer', text: ({ customer_name }) => customer_name, widthRem: 12 },
  {
    id: 'status',
    label: 'Status',
    text: ({ status }) => documentStatusWord(status),
    cell: ({ status }) => <DocumentBadge status={status} />,
    widthRem: 7,
  },
  {
    id: 'sent_at',
    label: 'Sent',
    text: ({ sent_at }) => (sent_at === null ? '' : dayTextOf(sent_at)),
    widthRem: 8,
  },
  { id: 'last_day', label: kindWords[kind].lastDay, text: lastDayText, widthRem: 8 },
  {
    id: 'total_amount',
    label: 'Total',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency} />,
    widthRem: 8,
    align: 'end',
  },
]

export const documentColumns: Readonly<Record<DocumentKind, readonly ListColumn<DocumentRow>[]>> = {
  proposal: columnsOf('proposal'),
  contract: columnsOf('contract'),
}
