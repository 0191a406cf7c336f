import { IconPackages, IconUsers } from '@tabler/icons-react'

import { plans } from '#api/plans.ts'
import type { PlanSummary } from '#contract/invoices/plans.ts'
import { ButtonLink } from '#kit/link.tsx'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import type { ListKind } from '#parts/lists/list-kind.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'
import { intervalWords, priceText, trialText } from '#parts/subscriptions/plan-words.tsx'

import type { PlanSearch } from './plan-search.ts'

import classes from '#parts/subscriptions/plans.module.css'

/** The subscription plans of the account. */
export const plansKind: ListKind<PlanSummary, PlanSearch> = {
  noun: 'plan',
  plural: 'plans',
  icon: IconPackages,
  path: '/invoices/plans',
  back: { label: 'Invoices', address: { to: '/invoices' } },
  list: plans.list,
  columns: [
    textColumn('name', 'Name', { sort: 'name', widthRem: 15 }),
    { id: 'frequency', label: 'Interval', text: ({ frequency }) => intervalWords[frequency], widthRem: 8 },
    { id: 'trial_days', label: 'Trial', text: ({ trial_days }) => trialText(trial_days), widthRem: 7 },
    {
      id: 'subscription_count',
      label: 'Subscriptions',
      text: ({ subscription_count }) => numberText(subscription_count),
      widthRem: 8,
      align: 'end',
    },
    amountColumn('net_amount', 'Price excl. tax', {
      sort: 'net_amount',
      sortWords: ['lowest first', 'highest first'],
      widthRem: 9,
    }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/plans/$id', params: { id: String(id) } }),
    phone: ({ net_amount, currency, frequency, subscription_count }) => ({
      detail: `${priceText(net_amount, currency, frequency)} · ${pluralize(subscription_count, 'subscription')}`,
      end: <span className={classes.end} />,
    }),
  },
  csv: [
    'id',
    'name',
    'frequency',
    'net_amount',
    'total_amount',
    'currency',
    'trial_days',
    'subscription_count',
    'archived_at',
    'created_at',
    'updated_at',
  ],
  usualSort: () => '-id',
  otherSorts: entrySorts,
  searches: 'Name',
  tabs: {
    label: 'Which plans',
    of: () => [
      { value: '', label: 'Available', count: null },
      { value: 'archived', label: 'Archived', count: null },
    ],
    value: ({ archived }) => (archived ? 'archived' : ''),
    change: (value) => ({ archived: value === 'archived' }),
  },
  subtitle: () => 'Products with a recurring price',
  noMatch: ({ archived, search }) => ({
    title: archived && search === '' ? 'No archived plans' : 'No matching plans',
    hint: 'Show the available ones, or search for another name.',
  }),
  nothing: {
    title: 'No plans yet',
    hint: 'Create a plan for what you sell at a regular price, then subscribe customers to it. Bureau drafts or sends each invoice on its day.',
  },
  create: {
    ability: 'invoices.manage',
    to: 'create plans',
    label: 'New plan',
    address: () => ({ to: '/invoices/plans/new' }),
  },
  links: (
    <ButtonLink
      to="/invoices/subscriptions"
      variant="default"
      leftSection={<IconUsers size={16} aria-hidden />}
    >
      Subscriptions
    </ButtonLink>
  ),
}
