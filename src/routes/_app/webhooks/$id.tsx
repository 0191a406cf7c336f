import { ActionIcon, Button, Grid, Group, Menu, Skeleton, Stack } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'

import { deliveries } from '#api/deliveries.ts'
import { session } from '#api/session.ts'
import { webhooks } from '#api/webhooks.ts'
import { deliveryFilter } from '#contract/delivery-filter.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { pageSearch } from '#lib/page-search.ts'

import { DeleteDialog } from './-delete-dialog.tsx'
import { DeliveryHistory } from './-delivery-history.tsx'
import { endpointName } from './-endpoint-name.ts'
import { PauseButton } from './-pause-button.tsx'
import { readAhead } from './-read-ahead.ts'
import { RecentDeliveries } from './-recent-deliveries.tsx'
import { RotateDialog } from './-rotate-dialog.tsx'
import { TestDialog } from './-test-dialog.tsx'
import { WebhookHealthCard, WebhookSettingsCard } from './-webhook-cards.tsx'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

export const Route = createFileRoute('/_app/webhooks/$id')({
  validateSearch: z.object({
    page: pageSearch.page,
    status: optional(deliveryFilter.status),
    event: optional(deliveryFilter.event),
    // A search for 404 arrives as a number.
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
  loaderDeps: ({ search: { delivery: _open, ...rest } }) => rest,
  loader: ({ context: { queryClient }, params, deps: { page, ...filter } }) =>
    readAhead(queryClient, (features) => {
      const id = Number(params.id)
      void queryClient.prefetchQuery(webhooks.one(id))
      if (features.includes('webhooks.deliveries'))
        void queryClient.prefetchQuery(deliveries.list(id, page, filter))
    }),
  component: WebhookPage,
})

type Asking = 'test' | 'rotate' | 'delete'

function WebhookPage() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const one = useQuery(webhooks.one(Number(id)))
  const has = (feature: string) => current.features.includes(`webhooks.${feature}`)
  const health = useQuery({
    ...webhooks.health([Number(id)]),
    enabled: has('health') && one.data !== undefined,
  })
  const setStatus = useMutation(webhooks.setStatus())
  const [asking, setAsking] = useState<Asking>()

  if (!one.data)
    return (
      <>
        <PageHeader title="Webhook" />
        {one.error ? <Problem error={one.error} retry={() => void one.refetch()} /> : <Waiting />}
      </>
    )
  const { webhook, recent } = one.data
  const close = () => setAsking(undefined)

  return (
    <>
      <PageHeader
        title={endpointName(webhook)}
        subtitle={<Address url={webhook.url} />}
        actions={
          <>
            <PauseButton webhook={webhook} setStatus={setStatus.mutate} size="sm" />
            {has('test') && (
              <ActionButton icon={<IconSend size={16} aria-hidden />} onClick={() => setAsking('test')}>
                Send a test
              </ActionButton>
            )}
            <ButtonLink
              to="/webhooks/$id/edit"
              params={{ id }}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit
            </ButtonLink>
            <MoreMenu canRotate={has('rotate')} onAsk={setAsking} />
          </>
        }
      />
      {setStatus.error && (
        <Stack mb="md">
          <InlineProblem error={setStatus.error} />
        </Stack>
      )}
      <Grid gap="lg" mb="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <WebhookHealthCard webhook={webhook} health={health.data?.[0]} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <WebhookSettingsCard webhook={webhook} />
        </Grid.Col>
      </Grid>
      {has('deliveries') ? (
        <DeliveryHistory
          webhook={webhook}
          search={search}
          onSearch={(part, replace = false) =>
            void navigate({ search: (old) => ({ ...old, ...part }), replace, resetScroll: false })
          }
        />
      ) : (
        <RecentDeliveries deliveries={recent} />
      )}
      {asking === 'test' && (
        <TestDialog
          webhook={webhook}
          onClose={close}
          onSent={(delivery) => {
            close()
            void navigate({ search: { delivery, page: 1 }, resetScroll: false })
          }}
        />
      )}
      {asking === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {asking === 'delete' && (
        <DeleteDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => void navigate({ to: '/webhooks' })}
        />
      )}
    </>
  )
}

function Address({ url }: { url: string }) {
  return (
    <Group gap={6} component="span">
      <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      <CopyButton label="Copy" text={url} size="compact-xs" variant="subtle" />
    </Group>
  )
}

function ActionButton({
  icon,
  children,
  onClick,
}: {
  icon: ReactNode
  children: string
  onClick: () => void
}) {
  return (
    <Button variant="default" leftSection={icon} onClick={onClick}>
      {children}
    </Button>
  )
}

function MoreMenu({ canRotate, onAsk }: { canRotate: boolean; onAsk: (asking: Asking) => void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canRotate && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAsk('rotate')}>
            Rotate the secret
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onAsk('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Waiting() {
  return (
    <Stack aria-hidden>
      <Skeleton height={48} width={320} />
      <Skeleton height={200} />
      <Skeleton height={320} />
    </Stack>
  )
}
