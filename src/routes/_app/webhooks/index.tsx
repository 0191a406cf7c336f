import { Stack, Text } from '@mantine/core'
import { IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager, offsetOf } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import { ListScreen } from '#kit/list/screen.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { pageDefaults, pageSearch, pageSizes } from '#lib/page-search.ts'

import { webhookColumns } from './-columns.tsx'
import { pausingMeans } from './-pause-button.tsx'
import { readAhead } from './-read-ahead.ts'

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
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
  const rows = list.data?.rows
  const total = list.data?.total ?? 0
  const ids = rows?.map(({ id }) => id) ?? []
  const hasHealth = current.features.includes('webhooks.health')
  const { data: health } = useQuery({ ...webhooks.health(ids), enabled: hasHealth && ids.length > 0 })
  const { mutate: setStatus, error: refusal } = useMutation(webhooks.setStatus())
  const columns = useColumnChoice(
    'webhooks',
    useMemo(() => {
      const healthOf = new Map(health?.map((one) => [one.webhook_id, one]))
      return webhookColumns({ health: hasHealth ? healthOf : null, setStatus })
    }, [health, hasHealth, setStatus]),
  )
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }) })

  return (
    <ListScreen>
      <PageHeader
        title="Webhooks"
        subtitle={countText(list, 'endpoint')}
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
      {refusal && (
        <Stack mb="md">
          <InlineProblem error={refusal} />
        </Stack>
      )}
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconWebhook}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            nothing={{
              title: 'No webhooks yet',
              hint: 'A webhook notifies another system the moment something happens here: a new contact, a paid invoice.',
              action: <ButtonLink to="/webhooks/new">Create your first webhook</ButtonLink>,
            }}
          />
        }
      >
        <ListTable
          label="Webhooks"
          columns={columns}
          page={{
            rows,
            total,
            offset: offsetOf(search),
            isStale: list.isPlaceholderData,
          }}
          row={traits}
        />
        <Text size="sm" c="dimmed" mt="sm">
          {pausingMeans}
        </Text>
      </ListAnswer>
      {total > pageSizes[0] && (
        <ListPager
          {...search}
          total={total}
          sizes={pageSizes}
          onPage={(page) => change({ page })}
          onSize={(size) => change({ size })}
        />
      )}
    </ListScreen>
  )
}

const traits = {
  id: ({ id }: Webhook) => id,
  link: ({ id }: Webhook) => ({ to: '/webhooks/$id' as const, params: { id: String(id) } }),
}
