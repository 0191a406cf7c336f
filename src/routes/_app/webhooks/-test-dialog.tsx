import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import type { KnownWebhook } from '#api/webhooks.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { useFeatures } from './-use-features.ts'

interface Props {
  webhook: KnownWebhook
  onClose: () => void
  /** With the id of the delivery. */
  onSent: (delivery: number) => void
}

/** Sends a sample of an event to this endpoint only. */
export function TestDialog({ webhook, onClose, onSent }: Props) {
  const features = useFeatures()
  const types = useQuery(eventTypes.list(features.records))
  const names = [...new Set([...webhook.events, ...(types.data ?? []).map(({ name }) => name)])]
  const [event, setEvent] = useState(names[0] ?? '')
  const test = useSingleFlightMutation(deliveries.test(webhook.id))
  const sample = types.data?.find(({ name }) => name === event)?.sample
  const send = () => {
    test.mutate(event, {
      onSuccess: ({ id }) => {
        onSent(id)
        void toast.success(`Sent ${event} to ${endpointName(webhook)}`)
      },
    })
  }
  return (
    <FormDialog
      title="Send test event"
      action="Send"
      size="lg"
      request={test}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        Sends a signed sample event, marked as a test, to this endpoint only, even while it’s paused.
      </Text>
      <Select
        label="Event"
        data-autofocus
        data={names}
        value={event}
        onChange={(change) => setEvent(change.currentTarget.value)}
      />
      {sample && (
        <CodeBlock
          label="Sample"
          language="json"
          text={JSON.stringify(sample, null, 2)}
          copies={null}
          wraps
          maxHeight={240}
        />
      )}
    </FormDialog>
  )
}
