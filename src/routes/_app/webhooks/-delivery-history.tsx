import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import { type DeliveryFilter, deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import { liveState, watchLiveState } from '#api/live.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { FilterChips } from '#kit/list/filters/chips.tsx'
import { partsOf } from '#kit/list/filters/filter.tsx'
import { FilterButton, useFilters } from '#kit/list/filters/filters.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { DeliveryDetail } from './-delivery-detail.tsx'
import { deliveryFilters } from './-delivery-filters.tsx'
import { DeliveryPage } from './-delivery-page.tsx'
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
