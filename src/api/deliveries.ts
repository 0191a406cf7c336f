import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type ListedDelivery,
  listDeliveries,
  redeliver,
  redeliverFailed,
  retryDelivery,
  showDelivery,
  testWebhook,
} from '#contract/webhooks/deliveries.ts'

import { backgroundEvery } from './budget.ts'
import { call } from './client.ts'
import { fromB } from './page.ts'

/** Filters the deliveries of an endpoint; undefined doesn't filter. */
export interface DeliveryFilter {
  readonly status?: ListedDelivery['status'] | undefined
  readonly event?: string | undefined
  readonly code?: string | undefined
  /** Days, YYYY-MM-DD, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const pageSize = 25
const refreshMs = 15_000

/** The queries and mutations of a webhook’s deliveries. */
export const deliveries = {
  all: ['deliveries'] as const,
  pageSize,
  list: (webhookId: number, page: number, filter: DeliveryFilter) =>
    queryOptions({
      queryKey: [...deliveries.all, 'list', webhookId, page, filter] as const,
      queryFn: async ({ signal }) => {
        const query = { page, limit: pageSize, ...filter }
        return fromB(await call(listDeliveries, { params: { id: webhookId }, query }, signal))
      },
      placeholderData: keepPreviousData,
      refetchInterval: backgroundEvery(refreshMs),
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...deliveries.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showDelivery, { params: { id } }, signal)).data,
    }),
  /** Sends a sample of that event to this endpoint alone. */
  test: (webhookId: number) =>
    mutationOptions({
      mutationFn: async (event: string) =>
        (await call(testWebhook, { params: { id: webhookId }, body: { event } })).data,
      meta: { stale: ['deliveries'] },
    }),
  redeliver: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(redeliver, { params: { id } })).data,
      meta: { stale: ['deliveries'] },
    }),
  /** Sends a pending delivery now instead of at its next attempt. */
  retry: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(retryDelivery, { params: { id } })).data,
      meta: { stale: ['deliveries'] },
    }),
  /** How many failed deliveries a filter has, before they are sent again. */
  countFailed: (webhookId: number, filter: DeliveryFilter) =>
    queryOptions({
      queryKey: [...deliveries.all, 'failed', webhookId, withoutStatus(filter)] as const,
      queryFn: async ({ signal }) =>
        (
          await call(
            redeliverFailed,
            { params: { id: webhookId }, body: { dry_run: true, ...withoutStatus(filter) } },
            signal,
          )
        ).data.count,
      staleTime: 0,
      gcTime: 0,
    }),
  redeliverFailed: (webhookId: number) =>
    mutationOptions({
      mutationFn: async (filter: DeliveryFilter) =>
        (
          await call(redeliverFailed, {
            params: { id: webhookId },
            body: { dry_run: false, ...withoutStatus(filter) },
          })
        ).data.count,
      meta: { stale: ['deliveries'] },
    }),
}

const withoutStatus = ({ event, code, from, to }: DeliveryFilter) => ({ event, code, from, to })
