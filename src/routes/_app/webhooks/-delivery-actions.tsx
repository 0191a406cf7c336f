import { Button, Group } from '@mantine/core'
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react'

import { deliveries } from '#api/deliveries.ts'
import type { Attempt, DeliveryInFull } from '#contract/webhooks/deliveries.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { asCurl } from '#lib/curl.ts'

import { useFeatures } from './-use-features.ts'

interface Props {
  delivery: DeliveryInFull
  isPaused: boolean
  /** The attempt that is shown; undefined before the first. */
  attempt: Attempt | undefined
}

/** Actions on a delivery. */
export function DeliveryActions({ delivery, isPaused, attempt }: Props) {
  const features = useFeatures()
  const redelivery = useSingleFlightMutation(deliveries.redeliver())
  const retry = useSingleFlightMutation(deliveries.retry())
  const { id } = delivery
  const isPending = delivery.status === 'pending'
  return (
    <>
      <Group gap="xs">
        {isPending && !isPaused && features.records && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate(id)}
          >
            Retry now
          </Button>
        )}
        {!isPending && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={redelivery.isPending}
            onClick={() => redelivery.mutate(id)}
          >
            Redeliver
          </Button>
        )}
        {attempt && (
          <ButtonLink
            to="/webhooks/checker"
            search={{ delivery: id, attempt: attempt.number }}
            size="xs"
            variant="default"
            leftSection={<IconShieldCheck size={14} aria-hidden />}
          >
            Check signature
          </ButtonLink>
        )}
        <CopyButton
          label="Copy as curl"
          text={asCurl({ ...delivery.request, headers: attempt?.request_headers ?? {} })}
        />
      </Group>
      <InlineProblem error={isPending ? retry.error : redelivery.error} />
    </>
  )
}
