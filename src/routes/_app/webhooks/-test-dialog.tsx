import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import { session } from '#api/session.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

interface Props {
  webhook: Webhook
  onClose: () => void
  /** With the id of the delivery. */
  onSent: (delivery: number) => void
}

/** Sends a sample of an event to this endpoint alone. */
export function TestDialog({ webhook, onClose, onSent }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const types = useQuery(eventTypes.list(current.features.includes('event-types')))
  const names = [...new Set([...webhook.events, ...(types.data ?? []).map(({ name }) => name)])]
  const [event, setEvent] = useState(names[0] ?? '')
  const test = useSingleFlightMutation(deliveries.test(webhook.id))
  const sample = types.data?.find(({ name }) => name === event)?.sample
  const send = () => {
    test.mutate(event, { onSuccess: ({ id }) => onSent(id) })
  }
  return (
    <Modal opened onClose={onClose} size="lg" title="Send a test event">
      <Stack>
        <Text size="sm">
          Sends a signed sample event, marked as a test, to this endpoint only, even while it’s paused.
        </Text>
        <NativeSelect
          label="Event"
          data-autofocus
          data={names}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value)}
        />
        {sample && (
          <CodeBlock
            label="Sample"
            text={JSON.stringify(sample, null, 2)}
            copies={null}
            wraps
            maxHeight={240}
          />
        )}
        <InlineProblem error={test.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={test.isPending} onClick={send}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
