import { Button, Pagination, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import { type DeliveryFilter, deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import { liveState, watchLiveState } from '#api/live.ts'
import { deliveryFilter, deliveryStatuses } from '#contract/webhooks/delivery-filter.ts'
import type { Delivery, Webhook } from '#contract/webhooks/webhooks.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { FilterChips } from '#kit/list/filters/chips.tsx'
import { type ListFilter, chipText, choice, partsOf, period } from '#kit/list/filters/filter.tsx'
import { FilterButton, useFilters } from '#kit/list/filters/filters.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { pastPresets } from '#lib/calendar.ts'
import { capitalized } from '#lib/capitalized.ts'
import { pluralize } from '#lib/pluralize.ts'

import { DeliveryDetail } from './-delivery-detail.tsx'
import { DeliveryList } from './-delivery-list.tsx'
import { RedeliverDialog } from './-redeliver-dialog.tsx'
import { useFeatures } from './-use-features.ts'

import classes from './-delivery-history.module.css'

interface Search extends DeliveryFilter {
  page: number
  delivery?: number | undefined
}

interface Props {
  webhook: Webhook
  search: Search
  onSearch: (part: Partial<Search>, replace?: boolean) => void
}

/** Every delivery of an endpoint, with the selected one beside them, or instead of them on a phone. */
export function DeliveryHistory({ webhook, search, onSearch }: Props) {
  const { page, delivery, status, event, code, from, to } = search
  const filter: DeliveryFilter = { status, event, code, from, to }
  const features = useFeatures()
  const types = useQuery(eventTypes.list(features.records))
  const list = useQuery(deliveries.list(webhook.id, page, filter))
  const [isRedelivering, setIsRedelivering] = useState(false)
  const hasRoom = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const first = useFirstDelivery(list.data?.rows)
  const selected = delivery ?? (hasRoom ? first : undefined)
  const events = [...new Set([...webhook.events, ...(types.data ?? []).map(({ name }) => name)])]
  const isPaused = webhook.status === 'paused'
  const narrowing = useFilters<DeliveryFilter>({
    filters: deliveryFilters(events),
    search: filter,
    refused: list.error?.fields,
    change: (next) => onSearch({ ...partsOf(next, filter), page: 1, delivery: undefined }),
  })
  const isFiltered = narrowing.isNarrowed

  return (
    <section className={classes['panel']} aria-label="Deliveries">
      <div className={classes['toolbar']}>
        <FilterButton {...narrowing.button} />
        <div className={classes['rest']}>
          <span className={classes['live']}>
            <LiveBadge />
          </span>
          {/* With room for the count, which would wrap the bar when it comes. */}
          <Text size="xs" c="dimmed" role="status" miw="7rem" ta="end">
            {list.data &&
              pluralize(
                list.data.total,
                isFiltered ? 'result' : 'delivery',
                isFiltered ? 'results' : 'deliveries',
              )}
          </Text>
          <Button variant="default" size="xs" onClick={() => setIsRedelivering(true)}>
            Redeliver failed…
          </Button>
        </div>
      </div>
      {isFiltered && (
        <div className={classes['chips']}>
          <FilterChips {...narrowing.row} />
        </div>
      )}
      <div className={classes['columns']} data-open={delivery !== undefined || undefined}>
        <div className={classes['list']}>
          <DeliveryPage
            list={list}
            page={page}
            isFiltered={isFiltered}
            isPaused={isPaused}
            selected={selected}
            onSelect={(id) => onSearch({ delivery: id }, delivery !== undefined)}
            onPage={(next) => onSearch({ page: next, delivery: undefined })}
          />
        </div>
        <div className={classes['detail']}>
          {selected !== undefined && (
            <>
              <Button
                hiddenFrom="md"
                variant="subtle"
                size="xs"
                mb="sm"
                leftSection={<IconArrowLeft size={14} aria-hidden />}
                onClick={() => onSearch({ delivery: undefined })}
              >
                All deliveries
              </Button>
              <DeliveryDetail key={selected} id={selected} isPaused={isPaused} />
            </>
          )}
        </div>
      </div>
      {isRedelivering && (
        <RedeliverDialog webhookId={webhook.id} filter={filter} onClose={() => setIsRedelivering(false)} />
      )}
    </section>
  )
}

/** The first row when they came, for as long as it is among them: a newer delivery must not replace what is being read. */
function useFirstDelivery(rows: readonly { id: number }[] | undefined): number | undefined {
  const [first, setFirst] = useState<number>()
  const isShown = rows?.some(({ id }) => id === first) === true
  const next = rows === undefined || isShown ? first : rows[0]?.id
  if (next !== first) setFirst(next)
  return next
}

/** Whether the list updates by itself as deliveries happen. */
function LiveBadge() {
  const state = useSyncExternalStore(watchLiveState, liveState)
  if (state !== 'live') return null
  return (
    <StatusBadge tone="good" isLive>
      Live
    </StatusBadge>
  )
}

/** The filters of a delivery history; `events` are those to choose from. */
const deliveryFilters = (events: readonly string[]): readonly ListFilter<DeliveryFilter>[] => [
  choice({
    label: 'Status',
    name: 'status',
    options: deliveryStatuses.map((value) => ({ value, label: capitalized(value) })),
  }),
  choice({ label: 'Event', name: 'event', options: events.map((value) => ({ value, label: value })) }),
  {
    label: 'Response code',
    off: { code: undefined },
    params: ['code'],
    chip: ({ code }) => chipText('Response code', code === undefined ? [] : [code]),
    control: ({ TypedControl }, { search: { code = '' }, error, change }) => (
      <TypedControl
        label="Response code"
        placeholder="404 or 4xx"
        value={code}
        error={error}
        problem={(text) => (codeIn(text).success ? undefined : 'Enter 404 or 4xx')}
        onText={(text) => change({ code: codeIn(text).data })}
      />
    ),
  },
  period({
    label: 'Sent',
    from: 'from',
    to: 'to',
    none: undefined,
    presets: pastPresets,
    params: ['from', 'to'],
  }),
]

const codeIn = (text: string) => deliveryFilter.code.safeParse(text === '' ? undefined : text.toLowerCase())

interface DeliveryPageProps {
  /** The query of the page. */
  list: {
    readonly data: { readonly rows: readonly Delivery[]; readonly total: number } | undefined
    readonly error: Failure | null
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  page: number
  isFiltered: boolean
  isPaused: boolean
  selected: number | undefined
  onSelect: (id: number) => void
  onPage: (page: number) => void
}

/** One page of deliveries, its skeleton, or why there is none. */
function DeliveryPage({ list, page, isFiltered, isPaused, selected, onSelect, onPage }: DeliveryPageProps) {
  const { data, error } = list
  if (!data)
    return error ? <Problem error={error} retry={() => void list.refetch()} /> : <DeliveryListSkeleton />
  if (data.rows.length === 0)
    return (
      <EmptyState
        icon={IconInbox}
        isSmall
        title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}
      >
        {isFiltered ? 'Change or clear the filters.' : 'Send a test event to try it out.'}
      </EmptyState>
    )
  return (
    <>
      <div style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }} aria-busy={list.isFetching}>
        <DeliveryList rows={data.rows} isPaused={isPaused} selected={selected} onSelect={onSelect} />
      </div>
      {data.total > deliveries.pageSize && (
        <Pagination
          p="sm"
          total={Math.ceil(data.total / deliveries.pageSize)}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </>
  )
}

function DeliveryListSkeleton() {
  return (
    <Stack gap="xs" p="md" aria-hidden>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={40} />
      ))}
    </Stack>
  )
}
