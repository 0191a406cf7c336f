import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import { plans as contract } from '#contract/invoices/plans.ts'
import type { SubscriptionStatus } from '#contract/invoices/subscription-states.ts'
import {
  type Subscription,
  type SubscriptionChange,
  type SubscriptionInput,
  cancelSubscription,
  createSubscription,
  keepSubscription,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
  settleSubscription,
  showSubscription,
  updateSubscription,
} from '#contract/invoices/subscriptions.ts'
import type { PlanSort, ScheduleSort } from '#contract/wire/list-sorts.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'
import { fromB } from './page.ts'
import { type PageQuery, type Save, pageQuery, recordQueries } from './record-queries.ts'

interface PlanQuery extends PageQuery {
  readonly search?: string | undefined
  readonly archived?: boolean | undefined
  readonly sort?: PlanSort | undefined
}

const allPlans = [...invoices.all, 'plans'] as const
// What is changed may have been billed at once.
const stale = { stale: invoices.all }

/** Subscription plans. */
export const plans = {
  ...recordQueries(contract, allPlans, invoices.all),
  list: ({ search, archived, sort, ...page }: PlanQuery) =>
    pageQuery(contract.list, allPlans, page, { search, archived: archived ? 'true' : undefined, sort }),
  setArchived: (id: number) =>
    mutationOptions({
      mutationFn: async ({ isArchived, key }: { readonly isArchived: boolean; readonly key: string }) =>
        (await call(contract.actions[isArchived ? 'archive' : 'unarchive'], { params: { id }, key })).data,
      meta: stale,
    }),
}

interface SubscriptionQuery extends PageQuery {
  readonly plan?: number | undefined
  readonly customer?: number | undefined
  readonly search?: string | undefined
  readonly status?: SubscriptionStatus | readonly SubscriptionStatus[] | undefined
  readonly sort?: ScheduleSort | undefined
}

const moves = {
  pause: pauseSubscription,
  resume: resumeSubscription,
  cancel: cancelSubscription,
  keep: keepSubscription,
  settle: settleSubscription,
} as const

/** Subscriptions of customers. */
export const subscriptions = {
  list: ({ page, size, plan, customer, search, status, sort }: SubscriptionQuery) =>
    queryOptions({
      queryKey: [
        ...invoices.all,
        'subscriptions',
        'list',
        { page, size, plan, customer, search, status, sort },
      ] as const,
      queryFn: async ({ signal }) => {
        const narrowed = { plan_id: plan, customer_id: customer, search: search || undefined, status, sort }
        const answer = await call(listSubscriptions, { query: { page, limit: size, ...narrowed } }, signal)
        return { ...fromB(answer), recurring_revenue: answer.recurring_revenue }
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'subscriptions', 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showSubscription, { params: { id } }, signal)).data,
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save<SubscriptionInput>) =>
        (await call(createSubscription, { body: input, key })).data,
      meta: stale,
    }),
  update: ({ id, version }: Pick<Subscription, 'id' | 'version'>) =>
    mutationOptions({
      mutationFn: async ({ input, key }: Pick<Save<SubscriptionChange>, 'input' | 'key'>) =>
        (await call(updateSubscription, { params: { id }, body: input, key, version: `"${version}"` })).data,
      meta: stale,
    }),
  move: (id: number) =>
    mutationOptions({
      mutationFn: async ({ move, key }: { readonly move: keyof typeof moves; readonly key: string }) =>
        (await call(moves[move], { params: { id }, key })).data,
      meta: stale,
    }),
}
