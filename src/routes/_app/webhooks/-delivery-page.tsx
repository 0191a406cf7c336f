import { Pagination, Skeleton, Stack } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'

import { deliveries } from '#api/deliveries.ts'
import type { Delivery } from '#contract/webhooks/webhooks.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'

import { DeliveryList } from './-delivery-list.tsx'

interface Props {
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
export function DeliveryPage({ list, page, isFiltered, isPaused, selected, onSelect, onPage }: Props) {
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
