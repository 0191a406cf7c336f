import { IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import type { Page } from '#api/page.ts'
import { plans, subscriptions } from '#api/plans.ts'
import { subscriptionStatuses } from '#contract/invoices/subscription-states.ts'
import type { SubscriptionSummary } from '#contract/invoices/subscriptions.ts'
import { choice, choices } from '#kit/list/filters/filter.tsx'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayText } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import type { ListKind } from '#parts/lists/list-kind.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'
import {
  SubscriptionBadge,
  nextText,
  perPeriod,
  priceText,
  subscriptionStatusWord,
} from '#parts/subscriptions/plan-words.tsx'

import { recurringText } from './recurring-text.ts'
import type { SubscriptionSearch } from './subscription-search.ts'

import classes from '#parts/subscriptions/plans.module.css'

interface Answer extends Page<SubscriptionSummary> {
  readonly recurring_revenue: Parameters<typeof recurringText>[0]
}

/** The subscriptions of all customers, with what they come to in a month. */
export const subscriptionsKind: ListKind<SubscriptionSummary, SubscriptionSearch, Answer> = {
  noun: 'subscription',
  plural: 'subscriptions',
  icon: IconPackages,
  path: '/invoices/subscriptions',
  back: { label: 'Plans', address: { to: '/invoices/plans' } },
  list: subscriptions.list,
  columns: [
    textColumn('customer_name', 'Customer', { sort: 'customer_name', widthRem: 11 }),
    textColumn('plan_name', 'Plan', { widthRem: 9 }),
    {
      id: 'status',
      label: 'Status',
      text: ({ status }) => subscriptionStatusWord(status),
      cell: ({ status }) => <SubscriptionBadge status={status} />,
      widthRem: 7,
    },
    {
      id: 'quantity',
      label: 'Quantity',
      text: ({ quantity }) => numberText(quantity),
      widthRem: 6,
      align: 'end',
      isExtra: true,
    },
    {
      id: 'next_on',
      label: 'Next invoice',
      text: (row) => (row.next_on === null ? nextText(row) : dayText(row.next_on)),
      cell: (row) =>
        row.next_on === null ? <span className={classes.aside}>{nextText(row)}</span> : dayText(row.next_on),
      sort: 'next_on',
      sortWords: ['soonest first', 'latest first'],
      widthRem: 9,
    },
    {
      id: 'ends_on',
      label: 'Last day',
      text: ({ ends_on }) => (ends_on === null ? '' : dayText(ends_on)),
      widthRem: 8,
      isExtra: true,
    },
    {
      id: 'net_amount',
      label: 'Price excl. tax',
      text: ({ net_amount, currency, frequency }) => priceText(net_amount, currency, frequency),
      widthRem: 10,
      align: 'end',
    },
    amountColumn('total_amount', 'With tax', { widthRem: 8, isExtra: true }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/subscriptions/$id', params: { id: String(id) } }),
    phone: (row) => ({
      detail: [row.plan_name, nextText(row) || subscriptionStatusWord(row.status)].join(' · '),
      end: (
        <span className={classes.end}>
          <Money amount={row.net_amount} currency={row.currency} />
          <span className={classes.interval}>{perPeriod(row.frequency)}</span>
        </span>
      ),
    }),
  },
  csv: [
    'id',
    'customer_id',
    'customer_name',
    'plan_id',
    'plan_name',
    'status',
    'quantity',
    'frequency',
    'net_amount',
    'total_amount',
    'currency',
    'next_on',
    'ends_on',
    'created_at',
    'updated_at',
  ],
  usualSort: () => 'next_on',
  otherSorts: entrySorts,
  searches: 'Customer, plan',
  useFilters: ({ plan }) => {
    const name = usePlanName(plan)
    return [
      choices({
        label: 'Status',
        name: 'status',
        options: subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusWord(value) })),
      }),
      choice({ label: 'Plan', name: 'plan', useOptions: usePlanOptions, chip: () => `Plan: ${name}` }),
    ]
  },
  subtitle: (count, _search, answer) =>
    [count, recurringText(answer?.recurring_revenue ?? [])].filter(Boolean).join(' · '),
  noMatch: () => ({
    title: 'No matching subscriptions',
    hint: 'Choose another status or plan, or search for another customer.',
  }),
  nothing: {
    title: 'No subscriptions yet',
    hint: 'Subscribe a customer to a plan, and Bureau drafts or sends each invoice on its day.',
  },
  create: {
    ability: 'invoices.manage',
    to: 'subscribe customers',
    label: 'New subscription',
    address: ({ plan }) => ({ to: '/invoices/subscriptions/new', search: { plan } }),
  },
}

/** Those that take new subscriptions, then the archived ones. */
function usePlanOptions() {
  const available = useQuery(plans.list({ page: 1, size: 100 }))
  const archived = useQuery(plans.list({ page: 1, size: 100, archived: true }))
  return [
    ...(available.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(archived.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: `${name} (archived)` })),
  ]
}

/** What the chip of a plan says. */
function usePlanName(id: number | undefined): string {
  const { data } = useQuery({ ...plans.one(id ?? 0), enabled: id !== undefined })
  return data?.name ?? String(id)
}
