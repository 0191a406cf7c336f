import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import type { Features } from '#contract/access/session.ts'
import { rotateSecret } from '#contract/webhooks/deliveries.ts'
import {
  type NamedWebhookCreate,
  type NamedWebhookUpdate,
  type WebhookDetails,
  createNamedWebhook,
  listWebhookDetails,
  showRetrySchedule,
  showWebhookActivity,
  showWebhookDetails,
  updateNamedWebhook,
} from '#contract/webhooks/details.ts'
import type { WebhookState } from '#contract/webhooks/filter.ts'
import {
  Webhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  showWebhook,
  type settableStatuses,
  updateWebhook,
} from '#contract/webhooks/webhooks.ts'

import { backgroundEvery } from './budget.ts'
import { call, callUnread } from './client.ts'
import { counts } from './counts.ts'
import { ApiError } from './errors.ts'
import { type Page, fromRows } from './page.ts'
import { callRows } from './rows.ts'
import { type RecentDelivery, deliveriesIn, webhookIn } from './webhook-answers.ts'

type SettableStatus = (typeof settableStatuses)[number]

const refreshMs = 30_000
const activityRefreshMs = 60_000

/** A webhook with what Surface X knows of it; `name` and `details` are null on another service. */
export type KnownWebhook = Webhook & {
  readonly name: string | null
  readonly details: WebhookDetails | null
}

/** A page of webhooks, and how many there are in each state; null where the service doesn't count them. */
export interface WebhookPage extends Page<KnownWebhook> {
  readonly counts: { readonly all: number; readonly failing: number; readonly paused: number } | null
}

/** Where the session isn't known yet. */
const elsewhere = { records: false }

const withDetails = (details: WebhookDetails): KnownWebhook => ({ ...details, details })
const withoutDetails = (webhook: Webhook): KnownWebhook => ({ ...webhook, name: null, details: null })

/** The queries and mutations of webhooks. */
export const webhooks = {
  all: ['webhooks'] as const,
  /**
   * A page of endpoints. What needs attention comes first,
   * `state` narrows, and each row says how it is doing. On another service it is Surface V1's list, newest first.
   */
  list: (
    { page, size, state }: { page: number; size: number; state?: WebhookState | undefined },
    features: Pick<Features, 'records'> = elsewhere,
  ) =>
    queryOptions({
      queryKey: [...webhooks.all, 'list', { page, size, state, records: features.records }] as const,
      queryFn: async ({ signal }): Promise<WebhookPage> => {
        if (!features.records) {
          const query = { page, per_page: size }
          const found = fromRows(await callRows(listWebhooks, Webhook, { query }, signal), { page, size })
          return { ...found, rows: found.rows.map(withoutDetails), counts: null }
        }
        const { data, meta } = await call(listWebhookDetails, { query: { page, limit: size, state } }, signal)
        return { rows: data.map(withDetails), total: meta.total, counts: meta.counts }
      },
      placeholderData: keepPreviousData,
      refetchInterval: backgroundEvery(refreshMs),
    }),
  /**
   * One endpoint. On another service it comes with its latest deliveries, wherever
   * and in whatever shape that service sends them.
   */
  one: (id: number, features: Pick<Features, 'records'> = elsewhere) =>
    queryOptions({
      queryKey: [...webhooks.all, 'one', id, { records: features.records }] as const,
      queryFn: async ({ signal }): Promise<{ webhook: KnownWebhook; recent: readonly RecentDelivery[] }> => {
        if (features.records) {
          const { data } = await call(showWebhookDetails, { params: { id } }, signal)
          return { webhook: withDetails(data), recent: [] }
        }
        const body = await callUnread(showWebhook, { params: { id } }, signal)
        const webhook = await webhookIn(body)
        if (!webhook) throw new ApiError('broken', 'Unexpected response from the server')
        return { webhook: withoutDetails(webhook), recent: deliveriesIn(body) }
      },
      refetchInterval: backgroundEvery(refreshMs),
    }),
  /** Attempts of the last 24 hours. */
  activity: (id: number) =>
    queryOptions({
      queryKey: [...webhooks.all, 'activity', id] as const,
      queryFn: async ({ signal }) => (await call(showWebhookActivity, { params: { id } }, signal)).data,
      refetchInterval: backgroundEvery(activityRefreshMs),
    }),
  /** The waits between attempts, in seconds; as many retries as waits are possible. With `webhooks.details`. */
  retrySchedule: () =>
    queryOptions({
      queryKey: ['retry-schedule'] as const,
      queryFn: async ({ signal }) => (await call(showRetrySchedule, {}, signal)).data.waits_seconds,
      // It changes with the service's configuration only.
      staleTime: Infinity,
    }),
  /** Its response contains the secret: the caller takes it and resets the mutation, so that nothing keeps it. */
  create: (features: Pick<Features, 'records'> = elsewhere) =>
    mutationOptions({
      mutationFn: async ({ name, ...body }: NamedWebhookCreate) => {
        if (!features.records) return call(createWebhook, { body })
        return call(createNamedWebhook, { body: { ...body, name } })
      },
      gcTime: 0,
      meta: { stale: ['webhooks'] },
    }),
  update: (id: number, features: Pick<Features, 'records'> = elsewhere) =>
    mutationOptions({
      /** Resolves to null where the service doesn’t send the changed endpoint. */
      mutationFn: async ({ name, ...body }: NamedWebhookUpdate): Promise<KnownWebhook | null> => {
        const params = { id }
        if (!features.records) {
          const changed = await webhookIn(await callUnread(updateWebhook, { params, body }))
          return changed ? withoutDetails(changed) : null
        }
        return withDetails((await call(updateNamedWebhook, { params, body: { ...body, name } })).data)
      },
      meta: { stale: ['webhooks'] },
    }),
  /** Pauses or resumes; shown at once, and taken back when refused. */
  setStatus: () =>
    mutationOptions({
      mutationKey: [...webhooks.all, 'status'],
      // One after the other, so that what was asked for last is what stays.
      scope: { id: 'webhooks.status' },
      mutationFn: ({ id, status }: { id: number; status: SettableStatus }) =>
        callUnread(updateWebhook, { params: { id }, body: { status } }),
      onMutate: async ({ id, status }, { client }) => {
        await client.cancelQueries({ queryKey: webhooks.all })
        const before = client.getQueriesData<unknown>({ queryKey: webhooks.all })
        showStatus(client, id, status)
        return before
      },
      onError: (_error, _input, before, { client }) => {
        for (const [key, data] of before ?? []) client.setQueryData(key, data)
      },
      onSettled: (_answer, _error, _input, _before, { client }) => {
        // While another change is pending, the service's answer isn't the final state yet.
        const isLast = client.isMutating({ mutationKey: [...webhooks.all, 'status'] }) === 1
        if (!isLast) return
        void client.invalidateQueries({ queryKey: counts.all })
        return client.invalidateQueries({ queryKey: webhooks.all })
      },
    }),
  remove: (id: number) =>
    mutationOptions({
      mutationFn: () => call(deleteWebhook, { params: { id } }),
      onSuccess: (_answer, _input, _before, { client }) => {
        client.removeQueries({ queryKey: [...webhooks.all, 'one', id] })
        void client.invalidateQueries({ queryKey: counts.all })
      },
      meta: { stale: ['webhooks', 'list'] },
    }),
  /** Holds the new secret: see `create`. */
  rotateSecret: (id: number) =>
    mutationOptions({
      mutationFn: () => call(rotateSecret, { params: { id } }),
      gcTime: 0,
      meta: { stale: ['webhooks'] },
    }),
}

function showStatus(client: QueryClient, id: number, status: SettableStatus) {
  const changed = (webhook: KnownWebhook): KnownWebhook =>
    webhook.id === id ? withStatus(webhook, status) : webhook
  client.setQueriesData<WebhookPage>(
    { queryKey: [...webhooks.all, 'list'] },
    (page) => page && { ...page, rows: page.rows.map(changed) },
  )
  client.setQueriesData<{ webhook: KnownWebhook }>(
    { queryKey: [...webhooks.all, 'one', id] },
    (one) => one && { ...one, webhook: withStatus(one.webhook, status) },
  )
}

function withStatus(webhook: KnownWebhook, status: SettableStatus): KnownWebhook {
  // Leaving `disabled` clears both, also on the service. A paused endpoint isn't failing, whatever it did before.
  const cleared = webhook.status === 'disabled' ? { failure_count: 0, disabled_at: null } : {}
  const changes = { status, ...cleared }
  const is_failing = status === 'active' && ({ ...webhook, ...changes }.failure_count ?? 0) > 0
  return {
    ...webhook,
    ...changes,
    details: webhook.details && { ...webhook.details, ...changes, is_failing },
  }
}
