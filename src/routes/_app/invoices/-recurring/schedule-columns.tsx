import type { ScheduleSummary } from '#contract/invoice-schedules.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { Money } from '#kit/money.tsx'
import { money } from '#lib/money.ts'

import { ScheduleBadge, frequencyWords, nextText, scheduleStatusWord } from './schedule-words.tsx'

export const scheduleColumns: readonly ListColumn<ScheduleSummary>[] = [
  {
    id: 'customer_name',
    label: 'Customer',
    text: ({ customer_name }) => customer_name,
    sort: 'customer_name',
    widthRem: 13,
  },
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
  {
    id: 'total_amount',
    label: 'Amount',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency} />,
    widthRem: 8,
    align: 'end',
  },
]
