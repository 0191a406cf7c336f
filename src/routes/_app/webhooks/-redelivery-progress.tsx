import { Button, Group, Progress, Stack, Text } from '@mantine/core'

import { pluralize } from '#lib/pluralize.ts'

import type { RedeliveryOutcome } from './-redelivery-outcome.ts'

interface Props {
  outcome: RedeliveryOutcome
  onClose: () => void
}

/** The outcome of the redelivered deliveries so far. */
export function RedeliveryProgress({ outcome, onClose }: Props) {
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
          value={share(delivered, count)}
          color="var(--bureau-good-dot)"
          aria-label="Succeeded"
        />
        <Progress.Section
          value={share(failed, count)}
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

const share = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100)
