import { IconRepeat } from '@tabler/icons-react'

import { schedules } from '#api/schedules.ts'
import { scheduleStatuses } from '#contract/invoices/schedule-filter.ts'
import type { ScheduleSummary } from '#contract/invoices/schedules.ts'
import { choices } from '#kit/list/filters/filter.tsx'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { useCustomerFilter } from '#parts/customers/customer-filter.tsx'
import type { ListKind } from '#parts/lists/list-kind.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'

import type { ScheduleSearch } from './schedule-search.ts'
import { ScheduleBadge, frequencyWords, nextText, scheduleStatusWord } from './schedule-words.tsx'

import classes from './recurring.module.css'

/** The recurring invoices of the account, or of one customer. */
export const schedulesKind: ListKind<ScheduleSummary, ScheduleSearch> = {
  noun: 'recurring invoice',
  plural: 'recurring invoices',
  icon: IconRepeat,
  path: '/invoices/recurring',
  back: { label: 'Invoices', address: { to: '/invoices' } },
  list: schedules.list,
  columns: [
    textColumn('customer_name', 'Customer', { sort: 'customer_name', widthRem: 13 }),
    {
      id: 'status',
      label: 'Status',
      text: ({ status }) => scheduleStatusWord(status),
      cell: ({ status }) => <ScheduleBadge status={status} />,
      widthRem: 7,
    },
    { id: 'frequency', label: 'Frequency', text: ({ frequency }) => frequencyWords[frequency], widthRem: 8 },
    {
      id: 'next_on',
      label: 'Next invoice',
      text: nextText,
      sort: 'next_on',
      sortWords: ['soonest first', 'latest first'],
      widthRem: 9,
    },
    amountColumn('total_amount', 'Amount', { widthRem: 8 }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/recurring/$id', params: { id: String(id) } }),
    phone: (schedule) => ({
      detail: [
        frequencyWords[schedule.frequency],
        schedule.status === 'active' ? `next ${nextText(schedule)}` : scheduleStatusWord(schedule.status),
      ].join(' · '),
      end: (
        <span className={classes['end']}>
          <Money amount={schedule.total_amount} currency={schedule.currency} />
        </span>
      ),
    }),
  },
  csv: [
    'id',
    'customer_id',
    'customer_name',
    'status',
    'frequency',
    'next_on',
    'total_amount',
    'currency',
    'created_at',
    'updated_at',
  ],
  usualSort: () => '-id',
  otherSorts: entrySorts,
  searches: 'Customer',
  useFilters: (search) => [
    ...useCustomerFilter(search),
    choices({
      label: 'Status',
      name: 'status',
      options: scheduleStatuses.map((value) => ({ value, label: scheduleStatusWord(value) })),
    }),
  ],
  subtitle: (_count, { customer }, answer) =>
    customer === undefined
      ? 'Created as drafts on schedule, for you to review and send'
      : `Of ${answer?.rows[0]?.customer_name ?? 'one customer'}`,
  noMatch: ({ status, search }) =>
    status === undefined && search === ''
      ? {
          title: 'No recurring invoices for this customer',
          hint: 'Create one, or make an invoice of theirs recurring.',
          clear: 'Show all recurring invoices',
        }
      : {
          title: 'No matching recurring invoices',
          hint: 'Choose another status, or search for another customer.',
        },
  nothing: {
    title: 'No recurring invoices yet',
    hint: 'For rent, retainers and subscriptions: Bureau drafts the same invoice every week, month, quarter or year.',
  },
  create: {
    ability: 'invoices.manage',
    to: 'create recurring invoices',
    label: 'New recurring invoice',
    address: ({ customer }) => ({ to: '/invoices/recurring/new', search: { customer } }),
  },
}
