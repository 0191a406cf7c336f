import { Box, Button, Card, Grid, Group, Pagination, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import { type DeliveryFilter, deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import { liveState, watchLiveState } from '#api/live.ts'
import { session } from '#api/session.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { Problem } from '#kit/problem.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { DeliveryDetail } from './-delivery-detail.tsx'
import { DeliveryFilters } from './-delivery-filters.tsx'
import { DeliveryList } from './-delivery-list.tsx'
import { RedeliverDialog } from './-redeliver-dialog.tsx'

interface Search extends DeliveryFilter {
  page: number
  delivery?: number | undefined
}

interface Props {
  webhook: Webhook
  search: Search
  onSearch: (part: Partial<Search>, replace?: boolean) => void
}

/** Every delivery of an endpoint, and the one that is chosen beside them. */
export function DeliveryHistory({ webhook, search, onSearch }: Props) {
  const { page, delivery: chosen, status, event, code, from, to } = search
  const filter: DeliveryFilter = { status, event, code, from, to }
  const { data: current } = useSuspenseQuery(session.current())
  const types = useQuery(eventTypes.list(current.features.includes('event-types')))
  const list = useQuery(deliveries.list(webhook.id, page, filter))
  const [isAsking, setIsAsking] = useState(false)
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const events = [...new Set([...webhook.events, ...(types.data ?? []).map(({ name }) => name)])]
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)

  return (
    <Card withBorder component="section" aria-label="Deliveries" p={0}>
      <Stack gap="sm" p="md" pb="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2} size="h4">
              Deliveries
            </Title>
            <LiveMark />
            <Text size="sm" c="dimmed" role="status">
              {list.data &&
                pluralize(total, isNarrowed ? 'result' : 'delivery', isNarrowed ? 'results' : 'deliveries')}
            </Text>
          </Group>
          <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
            Redeliver failed…
          </Button>
        </Group>
        <DeliveryFilters
          filter={filter}
          events={events}
          onChange={(part) => onSearch({ ...part, page: 1, delivery: undefined })}
        />
      </Stack>
      <Grid gap={0} style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
        <Grid.Col span={{ base: 12, md: 5 }} {...(chosen !== undefined && { visibleFrom: 'md' as const })}>
          {list.error && rows.length === 0 ? (
            <Problem error={list.error} retry={() => void list.refetch()} />
          ) : list.isPending ? (
            <Waiting />
          ) : rows.length === 0 ? (
            <Text c="dimmed" ta="center" py={64} px="md">
              {isNarrowed ? 'No matching deliveries.' : 'No deliveries yet. Send a test event to try it out.'}
            </Text>
          ) : (
            <Box opacity={list.isPlaceholderData ? 0.6 : 1} aria-busy={list.isFetching}>
              <DeliveryList
                rows={rows}
                chosen={chosen}
                onChoose={(id) => onSearch({ delivery: id }, chosen !== undefined)}
              />
            </Box>
          )}
          {total > deliveries.pageSize && (
            <Pagination
              p="sm"
              size="sm"
              total={Math.ceil(total / deliveries.pageSize)}
              value={page}
              onChange={(next) => onSearch({ page: next, delivery: undefined })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            />
          )}
        </Grid.Col>
        <Grid.Col
          span={{ base: 12, md: 7 }}
          style={{ borderInlineStart: '1px solid var(--mantine-color-default-border)' }}
        >
          {chosen === undefined ? (
            <Text c="dimmed" ta="center" py={64} px="md" visibleFrom="md">
              Select a delivery. Use the arrow keys to move through the list.
            </Text>
          ) : (
            <Box p="md">
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
              <DeliveryDetail key={chosen} id={chosen} />
            </Box>
          )}
        </Grid.Col>
      </Grid>
      {isAsking && (
        <RedeliverDialog webhookId={webhook.id} filter={filter} onClose={() => setIsAsking(false)} />
      )}
    </Card>
  )
}

/** Whether the list follows by itself. */
function LiveMark() {
  const state = useSyncExternalStore(watchLiveState, liveState)
  if (state !== 'live') return null
  return (
    <StatusBadge tone="good" isLive>
      Live
    </StatusBadge>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" p="md" aria-hidden>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </Stack>
  )
}
