import { Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCircleCheck, IconPlus, IconShieldCheck, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { type KnownWebhook, type WebhookPage, webhooks } from '#api/webhooks.ts'
import { webhookStates } from '#contract/webhooks/filter.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { type ListColumn, useColumnChoice } from '#kit/list/columns.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import { countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { type ListTab, ListTabs } from '#kit/list/tabs.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { pageDefaults, pageSearch, pageSizes } from '#lib/page-search.ts'
import { pluralize } from '#lib/pluralize.ts'
import { endpointLines } from '#parts/webhooks/endpoint-name.ts'
import { EndpointStatus, stateWord } from '#parts/webhooks/endpoint-status.tsx'

import { prefetchWithFeatures } from './-prefetch.ts'
import { RecentAttempts } from './-recent-attempts.tsx'
import { useFeatures } from './-use-features.ts'
import { pauseHint, useWebhookActions } from './-webhook-actions.tsx'
import { type WebhookAction, WebhookMenu } from './-webhook-menu.tsx'

import classes from './-event-count.module.css'

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

  return (
    <ListPage
      title="Webhooks"
      one="endpoint"
      subtitle={countText(list, 'endpoint')}
      tools={
        <ButtonLink
          to="/webhooks/checker"
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
        >
          Check a signature
        </ButtonLink>
      }
      actions={
        <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New webhook
        </ButtonLink>
      }
      note={
        actions.error && (
          <Stack mb="md">
            <InlineProblem error={actions.error} />
          </Stack>
        )
      }
      list={list}
      screen={screen}
      columns={columns}
      row={row}
      isNarrowed={search.state !== undefined}
      nothing={<NoWebhooks state={search.state} />}
      renderTabs={
        hasDetails
          ? (rows) => (
              <ListTabs
                label="State"
                tabs={tabsOf(list.data?.counts)}
                value={search.state ?? ''}
                onValue={(value) => screen.change({ state: webhookStates.find((state) => state === value) })}
              >
                {rows}
              </ListTabs>
            )
          : undefined
      }
      below={
        // Together with the rows: below their skeleton it would move when they arrive.
        list.data && (
          <Text size="xs" c="dimmed" mt="sm">
            {pauseHint}
          </Text>
        )
      }
      pagesFrom={pageSizes[0] + 1}
    >
      {actions.dialogs}
    </ListPage>
  )
}

/** All of them, and what one looks for. */
const tabsOf = (counts: WebhookPage['counts'] | undefined): readonly ListTab[] => [
  { value: '', label: 'All', count: counts?.all },
  { value: 'failing', label: 'Failing', count: counts?.failing, isAlert: (counts?.failing ?? 0) > 0 },
  { value: 'paused', label: 'Paused', count: counts?.paused },
]

/** In place of the webhooks where there are none, or none in a state. */
const NoWebhooks = ({ state }: { state: WebhookListSearch['state'] }) =>
  state === undefined ? (
    <EmptyState
      icon={IconWebhook}
      title="No webhooks yet"
      action={<ButtonLink to="/webhooks/new">Create your first webhook</ButtonLink>}
    >
      A webhook notifies another system the moment something happens here: a new contact, a paid invoice.
    </EmptyState>
  ) : (
    <EmptyState icon={IconCircleCheck} title={`No ${state} webhooks`}>
      {state === 'failing'
        ? 'The last attempt at every active webhook succeeded.'
        : 'Webhooks you pause appear here.'}
    </EmptyState>
  )

/** Must be stable, or every row renders again. */
function rowOptions(
  run: (action: WebhookAction, webhook: KnownWebhook) => void,
  hasTest: boolean,
): RowOptions<KnownWebhook> {
  return {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/webhooks/$id', params: { id: String(id) } }),
    detail: (webhook) => endpointLines(webhook)[1],
    menu: (webhook) => <WebhookMenu webhook={webhook} hasTest={hasTest} onAction={run} />,
    phone: (webhook) => ({
      detail: endpointLines(webhook)[1],
      end: <EndpointStatus webhook={webhook} />,
    }),
  }
}

/** The columns of the list of webhooks. `hasDetails`: the service knows the last attempts at each. */
function webhookColumns(hasDetails: boolean): readonly ListColumn<KnownWebhook>[] {
  return [
    { id: 'endpoint', label: 'Endpoint', text: (webhook) => endpointLines(webhook)[0], widthRem: 14 },
    {
      id: 'status',
      label: 'Status',
      text: stateWord,
      cell: (webhook) => <EndpointStatus webhook={webhook} />,
      widthRem: 6,
    },
    ...(hasDetails ? [attemptsColumn] : []),
    {
      id: 'last',
      label: 'Last delivery',
      text: ({ last_delivery_at: at }) => (at === null ? 'Never' : momentOf(at)),
      cell: ({ last_delivery_at: at }) => (at === null ? 'Never' : <RelativeTime datetime={at} />),
      widthRem: 8,
    },
    {
      id: 'events',
      label: 'Events',
      // Several have a tooltip of their own, which the keyboard reaches.
      text: ({ events }) => (events.length === 1 ? (events[0] ?? '') : ''),
      cell: ({ events }) => <EventCount events={events} />,
      widthRem: 6.5,
    },
  ]
}

const attemptsColumn: ListColumn<KnownWebhook> = {
  id: 'attempts',
  label: 'Last 10 attempts',
  // The strip has a tooltip of its own.
  text: () => '',
  cell: ({ details }) => <RecentAttempts attempts={details?.recent_attempts ?? []} />,
  widthRem: 8,
}

/** The only event of an endpoint, or how many there are: pointing, focus or a tap names them. */
function EventCount({ events }: { events: readonly string[] }) {
  if (events.length === 1) return events[0]
  return (
    <Tooltip label={events.join(', ')} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes['count'] ?? ''}>{pluralize(events.length, 'event')}</UnstyledButton>
    </Tooltip>
  )
}
