import { Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { webhookStates } from '#contract/webhook-filter.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, isBlank } from '#kit/list/screen.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { pageDefaults, pageSearch, pageSizes } from '#lib/page-search.ts'
import { endpointLines } from '#parts/webhooks/endpoint-name.ts'
import { EndpointStatus } from '#parts/webhooks/endpoint-status.tsx'

import { webhookColumns } from './-columns.tsx'
import { prefetchWithFeatures } from './-prefetch.ts'
import { useFeatures } from './-use-features.ts'
import { pauseHint, useWebhookActions } from './-webhook-actions.tsx'
import { type WebhookAction, WebhookMenu } from './-webhook-menu.tsx'
import { WebhookTabs } from './-webhook-tabs.tsx'

const WebhookListSearch = z.object({
  ...pageSearch,
  state: z.catch(z.optional(z.enum(webhookStates)), undefined),
})
type WebhookListSearch = z.infer<typeof WebhookListSearch>

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: WebhookListSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) =>
    prefetchWithFeatures(
      queryClient,
      (features) => void queryClient.prefetchQuery(webhooks.list(deps, features)),
    ),
  component: WebhookList,
})

function WebhookList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const features = useFeatures()
  const list = useQuery(webhooks.list(search, features))
  const actions = useWebhookActions({
    onTested: ({ id }, delivery) =>
      void navigate({ to: '/webhooks/$id', params: { id: String(id) }, search: { delivery } }),
  })
  const hasDetails = features.records
  const columns = useColumnChoice(
    'webhooks',
    useMemo(() => webhookColumns(hasDetails), [hasDetails]),
  )
  const screen = useListScreen<KnownWebhook, WebhookListSearch>({
    list,
    query: search,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const { run } = actions
  const hasTest = features.records
  const row = useMemo(() => rowOptions(run, hasTest), [run, hasTest])

  const answer = (
    <ListAnswer
      list={list}
      empty={
        search.state === undefined ? (
          <NoWebhooks isPastTheEnd={screen.total > 0} onFirstPage={() => screen.change({ page: 1 })} />
        ) : (
          <EmptyState icon={IconCircleCheck} title={`No ${search.state} webhooks`}>
            {search.state === 'failing'
              ? 'The last attempt at every active webhook succeeded.'
              : 'Webhooks you pause appear here.'}
          </EmptyState>
        )
      }
    >
      <ListTable label="Webhooks" one="webhook" columns={columns} page={screen.page} row={row} />
      {/* Together with the rows: below their skeleton it would move when they arrive. */}
      {list.data && (
        <Text size="xs" c="dimmed" mt="sm">
          {pauseHint}
        </Text>
      )}
    </ListAnswer>
  )

  return (
    <ListScreen isBlank={isBlank(list, search.state !== undefined)}>
      <PageHeader title="Webhooks" subtitle={countText(list, 'endpoint')} actions={<ListActions />} />
      {actions.error && (
        <Stack mb="md">
          <InlineProblem error={actions.error} />
        </Stack>
      )}
      {hasDetails ? (
        <WebhookTabs
          state={search.state}
          counts={list.data?.counts}
          onState={(state) => screen.change({ state })}
        >
          {answer}
        </WebhookTabs>
      ) : (
        answer
      )}
      {screen.pager && screen.total > pageSizes[0] && <ListPager {...screen.pager} />}
      {actions.dialogs}
    </ListScreen>
  )
}

function ListActions() {
  return (
    <>
      <ButtonLink
        to="/webhooks/checker"
        variant="default"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
      >
        Check a signature
      </ButtonLink>
      <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New webhook
      </ButtonLink>
    </>
  )
}

function NoWebhooks(props: { isPastTheEnd: boolean; onFirstPage: () => void }) {
  return (
    <EmptyList
      {...props}
      icon={IconWebhook}
      nothing={{
        title: 'No webhooks yet',
        hint: 'A webhook notifies another system the moment something happens here: a new contact, a paid invoice.',
        action: <ButtonLink to="/webhooks/new">Create your first webhook</ButtonLink>,
      }}
    />
  )
}

/** Must be stable, or every row renders again. */
function rowOptions(
  run: (action: WebhookAction, webhook: KnownWebhook) => void,
  hasTest: boolean,
): RowOptions<KnownWebhook> {
  const actions: readonly WebhookAction[] = hasTest ? ['test', 'toggle', 'delete'] : ['toggle', 'delete']
  return {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/webhooks/$id', params: { id: String(id) } }),
    detail: (webhook) => endpointLines(webhook)[1],
    menu: (webhook) => <WebhookMenu webhook={webhook} actions={actions} onAction={run} />,
    phone: (webhook) => ({
      detail: endpointLines(webhook)[1],
      end: <EndpointStatus webhook={webhook} />,
    }),
  }
}
