import { IconBuildingBank } from '@tabler/icons-react'

import { bankPayments } from '#api/bank-payments.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayText } from '#lib/calendar.ts'
import type { ListKind } from '#parts/lists/list-kind.ts'

import { MatchesButton, StatementButton } from './bank-actions.tsx'
import type { BankSearch } from './bank-search.ts'
import { SuggestionBadge, invoicesText, payerOf, stateWords } from './bank-words.tsx'

import classes from './bank.module.css'

/** Payments that arrived at the bank. */
export const bankKind: ListKind<BankPayment, BankSearch> = {
  noun: 'bank payment',
  plural: 'bank payments',
  icon: IconBuildingBank,
  path: '/invoices/bank',
  back: { label: 'Invoices', address: { to: '/invoices' } },
  list: ({ state, ...search }) => bankPayments.list({ ...search, state: state ?? 'open' }),
  columns: [
    { id: 'payer', label: 'From', text: payerOf, sort: 'payer', widthRem: 11 },
    {
      id: 'paid_on',
      label: 'Received',
      text: ({ paid_on }) => dayText(paid_on),
      sort: 'paid_on',
      sortWords: ['earliest first', 'latest first'],
      widthRem: 8,
    },
    textColumn('text', 'Reference', { widthRem: 11 }),
    {
      id: 'invoices',
      label: 'Invoice',
      text: invoicesText,
      cell: (payment) => (
        <span className={classes.suggested}>
          <span>{invoicesText(payment)}</span>
          <SuggestionBadge payment={payment} />
        </span>
      ),
      widthRem: 16,
    },
    { id: 'source', label: 'File', text: ({ source }) => source, isExtra: true },
    amountColumn('amount', 'Amount', {
      sort: 'amount',
      sortWords: ['lowest first', 'highest first'],
      widthRem: 8,
    }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/bank/$id', params: { id: String(id) } }),
    phone: (payment) => ({
      detail: [dayText(payment.paid_on), invoicesText(payment) || payment.text].join(' · '),
      end: <Money amount={payment.amount} currency={payment.currency} />,
    }),
  },
  csv: [
    'id',
    'state',
    'paid_on',
    'amount',
    'amount_left',
    'currency',
    'payer',
    'payer_account',
    'text',
    'source',
    'imported_by',
    'created_at',
  ],
  usualSort: () => '-paid_on',
  searches: 'Payer, account, reference',
  tabs: {
    label: 'State',
    of: () =>
      Object.entries(stateWords).map(([state, label]) => ({
        value: state === 'open' ? '' : state,
        label,
        count: null,
      })),
    value: ({ state = '' }) => state,
    change: (value) => ({ state: value === 'recorded' || value === 'set_aside' ? value : undefined }),
  },
  subtitle: (count, { state }) =>
    state === undefined ? `${count} to match with invoices` : `${count} ${stateWords[state].toLowerCase()}`,
  noMatch: ({ state, search }) =>
    state !== undefined && search === ''
      ? {
          title: `No payments ${stateWords[state].toLowerCase()}`,
          hint: 'Choose another state above.',
          clear: 'Show payments to match',
        }
      : {
          title: 'No matching payments',
          hint: 'Search for who paid, or for a part of the reference.',
          clear: 'Clear search',
        },
  nothing: {
    title: 'No payments here',
    hint: 'Import a bank statement, and Bureau finds the invoices that its payments belong to.',
  },
  links: <MatchesButton />,
  actions: <StatementButton />,
}
