import { Card, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'

import type { RecentDelivery } from '#api/webhook-answers.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { readable } from '#lib/readable-text.ts'

import { DeliveryList } from './-delivery-list.tsx'

/** The latest deliveries that come with an endpoint, where the service has no history to browse. */
export function RecentDeliveries({
  deliveries,
  isPaused,
}: {
  deliveries: readonly RecentDelivery[]
  isPaused: boolean
}) {
  const [selected, setSelected] = useState<number>()
  const delivery = deliveries.find(({ id }) => id === selected)
  return (
    <Card withBorder component="section" aria-label="Deliveries" p={0}>
      <Title order={2} p="md">
        Latest deliveries
      </Title>
      {deliveries.length === 0 ? (
        <Text c="dimmed" ta="center" py={48}>
          No deliveries yet.
        </Text>
      ) : (
        <DeliveryList rows={deliveries} isPaused={isPaused} selected={selected} onSelect={setSelected} />
      )}
      {delivery && (
        <Stack p="md" gap="sm">
          {delivery.error && <Text size="sm">{delivery.error}</Text>}
          <CodeBlock
            label={`Response to ${delivery.event_id || delivery.event}`}
            text={`${delivery.response_status ?? 'No response'}\n${readable(delivery.response_body ?? '')}`}
            wraps
          />
        </Stack>
      )}
    </Card>
  )
}
