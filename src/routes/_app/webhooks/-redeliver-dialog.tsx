import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type DeliveryFilter, deliveries } from '#api/deliveries.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type DeliveryCounts, type RedeliveryOutcome, redeliveryOutcome } from './-redelivery-outcome.ts'

interface Props {
  webhookId: number
  filter: DeliveryFilter
  onClose: () => void
}

/** Counts the failed deliveries of a filter, redelivers them once confirmed, and follows what becomes of them. */
export function RedeliverDialog({ webhookId, filter, onClose }: Props) {
  const matching = useQuery(deliveries.countFailed(webhookId, filter))
  const send = useSingleFlightMutation(deliveries.redeliverFailed(webhookId))
  const [before, setBefore] = useState<DeliveryCounts>()
  const counts = useDeliveryCounts(webhookId, before !== undefined)
  const { event, code, from, to } = filter
  const narrowing = [event, code && `responded ${code}`, from && `from ${from}`, to && `to ${to}`]
    .filter(Boolean)
    .join(', ')
  const suffix = narrowing === '' ? '' : ` (${narrowing})`

  if (send.isSuccess && before && counts)
    return (
      <Modal opened onClose={onClose} title="Redelivering">
        <RedeliveryProgress outcome={redeliveryOutcome(send.data, before, counts)} onClose={onClose} />
      </Modal>
    )
  return (
    <FormDialog
      title="Redeliver failed deliveries?"
      action={matching.data ? `Redeliver ${deliveriesText(matching.data)}` : 'Redeliver'}
      isDisabled={!matching.data || !counts}
      request={send}
      problem={<InlineProblem error={matching.error ?? send.error} />}
      onSubmit={() => {
        setBefore(counts)
        send.mutate(filter)
      }}
      onClose={onClose}
    >
      <Text size="sm" role="status">
        {matching.data === undefined
          ? 'Counting…'
          : matching.data === 0
            ? `No failed deliveries${suffix}.`
            : `${deliveriesText(matching.data)} failed${suffix}. They will be redelivered with the same id and body.`}
      </Text>
    </FormDialog>
  )
}

const deliveriesText = (count: number) => pluralize(count, 'delivery', 'deliveries')

const pollMs = 2000

/** Returns how many deliveries of a webhook wait and have failed; kept current with `isPolling`. */
function useDeliveryCounts(webhookId: number, isPolling: boolean): DeliveryCounts | undefined {
  const refetchInterval = isPolling ? pollMs : false
  const pending = useQuery({
    ...deliveries.list(webhookId, 1, { status: 'pending' }),
    refetchInterval,
    staleTime: 0,
  })
  const failed = useQuery({ ...deliveries.countFailed(webhookId, {}), refetchInterval })
  if (pending.data === undefined || failed.data === undefined) return undefined
  return { pending: pending.data.total, failed: failed.data }
}

interface RedeliveryProgressProps {
  outcome: RedeliveryOutcome
  onClose: () => void
}

/** The outcome of the redelivered deliveries so far. */
function RedeliveryProgress({ outcome, onClose }: RedeliveryProgressProps) {
  const { count, delivered, failed, waiting } = outcome
  return (
    <Stack>
      <Text size="sm" role="status">
        {waiting === count && count > 0
          ? `${pluralize(count, 'delivery', 'deliveries')} queued for redelivery.`
          : [
              `${pluralize(delivered, 'delivery', 'deliveries')} succeeded`,
              failed > 0 && `${failed} failed again`,
              waiting > 0 && `${waiting} waiting for the next attempt`,
            ]
              .filter(Boolean)
              .join(', ')}
      </Text>
      <Progress.Root size="sm" aria-label="Redelivered">
        <Progress.Section
          value={percentOf(delivered, count)}
          color="var(--bureau-good-dot)"
          aria-label="Succeeded"
        />
        <Progress.Section
          value={percentOf(failed, count)}
          color="var(--bureau-bad-dot)"
          aria-label="Failed again"
        />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant={waiting > 0 ? 'default' : 'filled'} onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100)
