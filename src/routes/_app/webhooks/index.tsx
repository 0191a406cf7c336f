import { Alert, Badge, Group, Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'

import type { WebhookHealth } from '#contract/deliveries.ts'
import type { Webhook } from '#contract/webhooks.ts'

import { session } from '../../../api/session.ts'
import { webhooks } from '../../../api/webhooks.ts'
import { Ago } from '../../../kit/ago.tsx'
import { ButtonLink, TextLink } from '../../../kit/link.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { InlineProblem, Problem } from '../../../kit/problem.tsx'
import { hostOf } from './-host-of.ts'
import { OutcomeStrip } from './-outcome-strip.tsx'
import { PauseButton, pausingMeans } from './-pause-button.tsx'
import { readAhead } from './-read-ahead.ts'
import { StatusBadge } from './-status.tsx'

const defaults = { page: 1, size: 25 } as const

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: z.object({
    page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
    size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    readAhead(queryClient, () => void queryClient.prefetchQuery(webhooks.list(deps))),
  component: WebhookList,
})

function WebhookList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const list = useQuery(webhooks.list(search))
  const rows = list.data?.rows ?? []
  const ids = rows.map(({ id }) => id)
  const hasHealth = current.features.includes('webhooks.health')
  const health = useQuery({ ...webhooks.health(ids), enabled: hasHealth && ids.length > 0 })
  const healthOf = new Map(health.data?.map((one) => [one.webhook_id, one]))
  const setStatus = useMutation(webhooks.setStatus())
  const total = list.data?.total ?? 0

  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle={list.data ? count(total) : 'Loading …'}
        actions={
          <>
            <ButtonLink
              to="/webhooks/checker"
              variant="default"
              leftSection={<IconShieldCheck size={18} aria-hidden />}
            >
              Check a signature
            </ButtonLink>
            <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={18} aria-hidden />}>
              New webhook
            </ButtonLink>
          </>
        }
      />
      {setStatus.error && (
        <Stack mb="md">
          <InlineProblem error={setStatus.error} />
        </Stack>
      )}
      {list.error && rows.length === 0 ? (
        <Problem error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <Table.ScrollContainer
            minWidth={880}
            type="native"
            tabIndex={0}
            role="region"
            aria-label="Webhooks"
          >
            <Table highlightOnHover verticalSpacing="sm" aria-busy={list.isFetching}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Endpoint</Table.Th>
                  <Table.Th>Events</Table.Th>
                  <Table.Th>Status</Table.Th>
                  {hasHealth && <Table.Th>Last ten</Table.Th>}
                  <Table.Th ta="right">Failures in a row</Table.Th>
                  <Table.Th>Last delivery</Table.Th>
                  <Table.Th>
                    <span aria-hidden />
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((webhook) => (
                  <Row
                    key={webhook.id}
                    webhook={webhook}
                    health={healthOf.get(webhook.id)}
                    hasHealth={hasHealth}
                    action={<PauseButton webhook={webhook} setStatus={setStatus} />}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Text size="sm" c="dimmed" mt="sm">
            {pausingMeans}
          </Text>
        </>
      )}
      {list.error && rows.length > 0 && (
        <Alert color="yellow" variant="light" mt="md" title="This may be out of date">
          {list.error.message}
        </Alert>
      )}
      {total > search.size && (
        <Pagination
          mt="md"
          total={Math.ceil(total / search.size)}
          value={search.page}
          onChange={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </>
  )
}

interface RowProps {
  webhook: Webhook
  health: WebhookHealth | undefined
  hasHealth: boolean
  action: ReactNode
}

function Row({ webhook, health, hasHealth, action }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td maw={320}>
        <TextLink to="/webhooks/$id" params={{ id: String(webhook.id) }} fw={600} lineClamp={1}>
          {hostOf(webhook.url)}
        </TextLink>
        <Text size="xs" c="dimmed" truncate title={webhook.url}>
          {webhook.url}
        </Text>
      </Table.Td>
      <Table.Td maw={230}>
        <Group gap={4}>
          {webhook.events.slice(0, eventsShown).map((event) => (
            <Badge key={event} variant="default" radius="sm" tt="none" fw={500} maw={200}>
              {event}
            </Badge>
          ))}
          {webhook.events.length > eventsShown && (
            <Text size="xs" c="dimmed" title={webhook.events.slice(eventsShown).join(', ')}>
              and {webhook.events.length - eventsShown} more
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusBadge webhook={webhook} />
      </Table.Td>
      {hasHealth && <Table.Td>{health && <OutcomeStrip outcomes={health.outcomes} />}</Table.Td>}
      <Table.Td ta="right">{webhook.failure_count.toLocaleString('en-GB')}</Table.Td>
      <Table.Td>
        {webhook.last_delivery_at === null ? (
          <Text size="sm" c="dimmed">
            Never
          </Text>
        ) : (
          <Ago datetime={webhook.last_delivery_at} />
        )}
      </Table.Td>
      <Table.Td ta="right">{action}</Table.Td>
    </Table.Tr>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" aria-hidden>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </Stack>
  )
}

function Nothing() {
  return (
    <Stack align="center" py={64}>
      <IconWebhook size={40} stroke={1.5} aria-hidden />
      <Title order={2} size="h3">
        No webhooks yet
      </Title>
      <Text ta="center" maw={440}>
        A webhook tells another system the moment something happens here: a new contact, a paid invoice.
      </Text>
      <ButtonLink to="/webhooks/new">Create the first one</ButtonLink>
    </Stack>
  )
}

const eventsShown = 2

const count = (total: number) =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? 'endpoint' : 'endpoints'} in all`
