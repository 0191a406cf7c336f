import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import { listWebhookHealth, rotateSecret } from '#contract/deliveries.ts'
import {
  type Webhook,
  type WebhookCreate,
  type WebhookUpdate,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  showWebhook,
  type settableStatuses,
  updateWebhook,
} from '#contract/webhooks.ts'

import { backgroundEvery } from './budget.ts'
import { call } from './client.ts'
import { type Page, fromV1 } from './page.ts'

type SettableStatus = (typeof settableStatuses)[number]

const refreshMs = 30_000

export const webhooks = {
  all: ['webhooks'] as const,
  list: ({ page, size }: { page: number; size: number }) =>
    queryOptions({
      queryKey: [...webhooks.all, 'list', { page, size }] as const,
      queryFn: async ({ signal }) =>
        fromV1(await call(listWebhooks, { query: { page, per_page: size } }, signal)),
      placeholderData: keepPreviousData,
      refetchInterval: backgroundEvery(refreshMs),
    }),
  /** The endpoint with its latest deliveries, under whichever of three names the service sends them. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...webhooks.all, 'one', id] as const,
      queryFn: async ({ signal }) => {
        const answer = await call(showWebhook, { params: { id } }, signal)
        const { deliveries: nested, ...webhook } = answer.data
        return { webhook, recent: answer.deliveries ?? nested ?? answer.recent_deliveries ?? [] }
      },
      refetchInterval: backgroundEvery(refreshMs),
    }),
  /** By endpoint. At most 100 ids. */
  health: (ids: readonly number[]) =>
    queryOptions({
      queryKey: [...webhooks.all, 'health', ids] as const,
      queryFn: async ({ signal }) =>
        (await call(listWebhookHealth, { query: { ids: ids.join(',') } }, signal)).data,
      placeholderData: keepPreviousData,
    }),
  /** Its answer holds the secret: whoever calls takes it and resets the mutation, so that nothing keeps it. */
  create: () =>
    mutationOptions({
      mutationFn: (body: WebhookCreate) => call(createWebhook, { body }),
      gcTime: 0,
      meta: { stale: ['webhooks'] },
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async (body: WebhookUpdate) => (await call(updateWebhook, { params: { id }, body })).data,
      meta: { stale: ['webhooks'] },
    }),
  /** Pauses or resumes; shown at once, and taken back when refused. */
  setStatus: () =>
    mutationOptions({
      mutationKey: [...webhooks.all, 'status'],
      // One after the other, so that what was asked for last is what stays.
      scope: { id: 'webhooks.status' },
      mutationFn: ({ id, status }: { id: number; status: SettableStatus }) =>
        call(updateWebhook, { params: { id }, body: { status } }),
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
        // While another waits, what the service says now is not yet what is wanted.
        const isLast = client.isMutating({ mutationKey: [...webhooks.all, 'status'] }) === 1
        return isLast ? client.invalidateQueries({ queryKey: webhooks.all }) : undefined
      },
    }),
  remove: (id: number) =>
    mutationOptions({
      mutationFn: () => call(deleteWebhook, { params: { id } }),
      onSuccess: (_answer, _input, _before, { client }) => {
        client.removeQueries({ queryKey: [...webhooks.all, 'one', id] })
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
  // Setting `active` clears both, also on the service.
  const cleared = status === 'active' ? { failure_count: 0, disabled_at: null } : {}
  const changed = (webhook: Webhook): Webhook =>
    webhook.id === id ? { ...webhook, status, ...cleared } : webhook
  client.setQueriesData<Page<Webhook>>(
    { queryKey: [...webhooks.all, 'list'] },
    (page) => page && { ...page, rows: page.rows.map(changed) },
  )
  client.setQueryData(
    webhooks.one(id).queryKey,
    (one) => one && { ...one, webhook: { ...one.webhook, status, ...cleared } },
  )
}
