import { Skeleton, Stack, Tabs } from '@mantine/core'
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'

import { deliveries } from '#api/deliveries.ts'
import type { RecentDelivery } from '#api/webhook-answers.ts'
import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { deliveryFilter } from '#contract/webhooks/delivery-filter.ts'
import { BackLink } from '#kit/back-link.tsx'
import { CopyIcon } from '#kit/copy-button.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { requireId } from '#kit/require-id.ts'
import { pageSearch } from '#lib/page-search.ts'
import { addressOf, endpointName } from '#parts/webhooks/endpoint-name.ts'

import { DeliveryHistory } from './-delivery-history.tsx'
import { prefetchWithFeatures } from './-prefetch.ts'
import { RecentDeliveries } from './-recent-deliveries.tsx'
import { useFeatures } from './-use-features.ts'
import { useWebhookActions } from './-webhook-actions.tsx'
import type { WebhookAction } from './-webhook-menu.tsx'
import { WebhookSettings } from './-webhook-settings.tsx'
import { WebhookStatusLine } from './-webhook-status-line.tsx'

import classes from './-webhook-page.module.css'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

export const Route = createFileRoute('/_app/webhooks/$id')({
  validateSearch: z.object({
    tab: optional(z.literal('settings')),
    page: pageSearch.page,
    status: optional(deliveryFilter.status),
    event: optional(deliveryFilter.event),
    // A code such as 404 is parsed as a number.
    code: optional(
      z.coerce
        .string<string | number>()
        .check(z.refine((code) => deliveryFilter.code.safeParse(code).success)),
    ),
    from: optional(deliveryFilter.from),
    to: optional(deliveryFilter.to),
    /** The delivery that is open beside the list. */
    delivery: optional(z.int().check(z.gte(1))),
  }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search: { delivery: _open, tab: _tab, ...rest } }) => rest,
  loader: ({ context: { queryClient }, params, deps: { page, ...filter } }) => {
    const id = requireId({ params })
    return prefetchWithFeatures(queryClient, (features) => {
      void queryClient.prefetchQuery(webhooks.one(id, features))
      if (features.records) void queryClient.prefetchQuery(webhooks.activity(id))
      if (features.records) void queryClient.prefetchQuery(deliveries.list(id, page, filter))
    })
  },
  component: WebhookPage,
})

function WebhookPage() {
  const { id } = Route.useParams()
  const features = useFeatures()
  // Nothing of a deleted webhook is requested again while the list loads.
  const [deletedId, setDeletedId] = useState('')
  const isDeleted = deletedId === id
  const one = useQuery({ ...webhooks.one(Number(id), features), enabled: !isDeleted })
  const navigate = Route.useNavigate()
  const onDeleted = () => {
    setDeletedId(id)
    void navigate({ to: '/webhooks' })
  }
  if (one.data && !isDeleted) return <LoadedWebhook key={id} {...one.data} onDeleted={onDeleted} />
  if (one.error?.kind === 'absent') return <Problem error={one.error} isPage />
  return (
    <>
      <PageHeader title="Webhook" />
      {one.error ? <Problem error={one.error} retry={() => void one.refetch()} /> : <WebhookSkeleton />}
    </>
  )
}

interface LoadedProps {
  webhook: KnownWebhook
  recent: readonly RecentDelivery[]
  onDeleted: () => void
}

function LoadedWebhook({ webhook, recent, onDeleted }: LoadedProps) {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const features = useFeatures()
  const actions = useWebhookActions({
    onDeleted,
    onTested: (_webhook, delivery) => void navigate({ search: { delivery, page: 1 }, resetScroll: false }),
  })
  const isActive = webhook.status === 'active'
  const run = (action: WebhookAction) => () => actions.run(action, webhook)
  return (
    <div className={classes['page']}>
      <PageHeader
        back={
          <BackLink to="/webhooks" aria-label="Back to webhooks">
            Webhooks
          </BackLink>
        }
        title={endpointName(webhook)}
        subtitle={<Address webhook={webhook} />}
        actions={
          <RecordActions
            actions={[
              {
                label: isActive ? 'Pause webhook' : 'Resume webhook',
                word: isActive ? 'Pause' : 'Resume',
                icon: isActive ? IconPlayerPause : IconPlayerPlay,
                run: run('toggle'),
                button: 'default',
              },
              features.records && {
                label: 'Send test event',
                word: 'Send test',
                icon: IconSend,
                run: run('test'),
                button: 'default',
              },
              {
                label: 'Edit webhook',
                word: 'Edit',
                icon: IconPencil,
                run: { to: '/webhooks/$id/edit', params: { id: String(webhook.id) } },
                button: 'default',
                keys: 'e',
              },
              features.records && { label: 'Rotate secret', icon: IconKey, run: run('rotate') },
              {
                label: 'Delete webhook',
                word: 'Delete',
                icon: IconTrash,
                run: run('delete'),
                isDestructive: true,
              },
            ]}
          />
        }
      />
      {actions.error && (
        <Stack mb="md">
          <InlineProblem error={actions.error} />
        </Stack>
      )}
      <WebhookStatusLine webhook={webhook} />
      <Tabs
        className={classes['tabs'] ?? ''}
        mt="sm"
        value={search.tab ?? 'deliveries'}
        keepMounted={false}
        onChange={(next) =>
          void navigate({
            search: (old) => ({ ...old, tab: next === 'settings' ? ('settings' as const) : undefined }),
            resetScroll: false,
          })
        }
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries" className={classes['panel'] ?? ''}>
          {features.records ? (
            <DeliveryHistory
              webhook={webhook}
              search={search}
              onSearch={(part, replace = false) =>
                void navigate({ search: (old) => ({ ...old, ...part }), replace, resetScroll: false })
              }
            />
          ) : (
            <RecentDeliveries deliveries={recent} isPaused={webhook.status === 'paused'} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <WebhookSettings webhook={webhook} />
        </Tabs.Panel>
      </Tabs>
      {actions.dialogs}
    </div>
  )
}

function Address({ webhook }: { webhook: KnownWebhook }) {
  return (
    <span className={classes['address']}>
      {webhook.name ? addressOf(webhook.url) : webhook.url}
      <CopyIcon label="URL" text={webhook.url} />
    </span>
  )
}

function WebhookSkeleton() {
  return (
    <Stack aria-hidden>
      <Skeleton height={84} />
      <Skeleton height={32} width={200} />
      <Skeleton height={400} />
    </Stack>
  )
}
