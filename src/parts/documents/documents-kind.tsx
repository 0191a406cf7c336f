import { type DocumentRow, documents } from '#api/documents.ts'
import type { Page } from '#api/page.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { ContractSort, ProposalSort } from '#contract/wire/list-sorts.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { useCustomerFilter } from '#parts/customers/customer-filter.tsx'
import type { ListKind } from '#parts/lists/list-kind.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'

import { DocumentBadge, documentStatusWord } from './document-badge.tsx'
import type { DocumentSearch } from './document-search.ts'
import { kindIcons, kindWords, lastDayText, titleOf } from './document-words.tsx'

import classes from './documents.module.css'

interface Answer extends Page<DocumentRow> {
  readonly counts: readonly { readonly status: string; readonly count: number }[]
}

const days = ['earliest first', 'latest first'] as const

const columnsOf = <Sort extends ProposalSort | ContractSort>(
  words: (typeof kindWords)[DocumentKind],
  lastDaySort: Sort,
): readonly ListColumn<DocumentRow>[] => [
  textColumn('number', 'Number', { widthRem: 9 }),
  { id: 'title', label: 'Title', text: titleOf, widthRem: 14 },
  textColumn('customer_name', 'Customer', { sort: 'customer_name', widthRem: 11 }),
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
    sort: 'sent_at',
    sortWords: days,
    widthRem: 8,
  },
  {
    id: 'last_day',
    label: words.lastDay,
    text: lastDayText,
    sort: lastDaySort,
    sortWords: days,
    widthRem: 8,
  },
  amountColumn('total_amount', 'Total', {
    sort: 'total_amount',
    sortWords: ['lowest first', 'highest first'],
    widthRem: 8,
  }),
]

const kindOf = <Sort extends ProposalSort | ContractSort>(
  kind: DocumentKind,
  lastDaySort: Sort,
): ListKind<DocumentRow, DocumentSearch<Sort>, Answer> => {
  const words = kindWords[kind]
  const statusOf = ({ status }: Pick<DocumentSearch, 'status'>) =>
    words.statuses.find((one) => one === status)
  return {
    noun: words.one,
    plural: words.many,
    icon: kindIcons[kind],
    path: words.list,
    list: (search) => documents.list(kind, { ...search, status: statusOf(search) }),
    columns: columnsOf(words, lastDaySort),
    row: {
      id: ({ id }) => id,
      link: ({ id }) => ({ to: words.page, params: { id: String(id) } }),
      phone: (row) => ({
        detail: `${titleOf(row)} · ${row.customer_name}`,
        end: (
          <span className={classes.end}>
            <Money amount={row.total_amount} currency={row.currency} />
            <DocumentBadge status={row.status} />
          </span>
        ),
      }),
    },
    csv: [
      'id',
      'number',
      'title',
      'customer_id',
      'customer_name',
      'status',
      'sent_at',
      'starts_on',
      'ends_on',
      'total_amount',
      'currency',
      'created_at',
      'updated_at',
    ],
    // Both kinds have this order.
    usualSort: () => '-id' as Sort,
    otherSorts: entrySorts,
    searches: 'Number, title, customer',
    useFilters: useCustomerFilter,
    tabs: {
      label: 'Status',
      of: (answer) =>
        ['', ...words.statuses].map((status) => ({
          value: status,
          label: status === '' ? 'All' : documentStatusWord(status),
          count: answer?.counts.reduce(
            (sum, one) => (status === '' || one.status === status ? sum + one.count : sum),
            0,
          ),
        })),
      value: (search) => statusOf(search) ?? '',
      change: (status) => ({ status }),
    },
    noMatch: (search) => {
      const status = statusOf(search)
      return status !== undefined && search.search === '' && search.customer === undefined
        ? {
            title: `No ${documentStatusWord(status).toLowerCase()} ${words.many}`,
            hint: 'Choose another status above.',
            clear: `Show all ${words.many}`,
          }
        : { title: `No matching ${words.many}`, hint: 'Try fewer words, another customer or another status.' }
    },
    nothing: { title: `No ${words.many} yet`, hint: words.hint },
    create: {
      ability: words.ability,
      to: `create ${words.many}`,
      label: `New ${words.one}`,
      address: ({ customer }) => ({ to: words.create, search: { customer } }),
      shortcut: 'c',
    },
  }
}

/** The proposals and contracts of the account. */
export const documentsKind = {
  proposal: kindOf<ProposalSort>('proposal', 'valid_until'),
  contract: kindOf<ContractSort>('contract', 'ends_on'),
}
