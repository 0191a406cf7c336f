import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type DeliveryFilter, deliveries } from '#api/deliveries.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props {
  webhookId: number
  filter: DeliveryFilter
  onClose: () => void
}

/** Counts the failed deliveries of a filter, and sends them again for whoever has seen the number. */
export function RedeliverDialog({ webhookId, filter, onClose }: Props) {
  const counted = useQuery(deliveries.countFailed(webhookId, filter))
  const send = useSingleFlightMutation(deliveries.redeliverFailed(webhookId))
  const { event, code, from, to } = filter
  const narrowing = [event, code && `responded ${code}`, from && `from ${from}`, to && `to ${to}`].filter(
    Boolean,
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={send.isSuccess ? 'Queued for redelivery' : 'Redeliver failed deliveries?'}
    >
      <Stack>
        <Text size="sm" role="status">
          {send.isSuccess
            ? `${deliveriesOf(send.data)} queued for redelivery.`
            : counted.data === undefined
              ? 'Counting…'
              : `${deliveriesOf(counted.data)} failed${narrowing.length > 0 ? ` (${narrowing.join(', ')})` : ''}. They will be redelivered with the same id and body.`}
        </Text>
        <InlineProblem error={counted.error ?? send.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!send.isSuccess && (
            <Button disabled={!counted.data} loading={send.isPending} onClick={() => send.mutate(filter)}>
              {counted.data ? `Redeliver ${deliveriesOf(counted.data)}` : 'Redeliver'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const deliveriesOf = (count: number) => pluralize(count, 'delivery', 'deliveries')
