import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { deliveries } from '#api/deliveries.ts'
import { webhooks } from '#api/webhooks.ts'
import { Select } from '#kit/select.tsx'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { useFeatures } from './-use-features.ts'

interface Props {
  /** The webhook whose delivery is filled in. */
  webhookId: number | undefined
  onFill: (delivery: number) => void
}

/** Fills the checker with the latest delivery of a webhook. */
export function FillFromDelivery({ webhookId, onFill }: Props) {
  const queryClient = useQueryClient()
  const features = useFeatures()
  const list = useQuery(webhooks.list({ page: 1, size: 100 }, features))
  const fill = useMutation({
    mutationFn: async (webhookId: number) => {
      const { rows } = await queryClient.fetchQuery({
        ...deliveries.list(webhookId, 1, {}),
        // What was read before an attempt would say that nothing has been sent.
        staleTime: 0,
      })
      return rows.find(({ attempts }) => attempts > 0)?.id
    },
    onSuccess: (delivery) => {
      if (delivery !== undefined) onFill(delivery)
    },
  })
  const rows = list.data?.rows ?? []
  if (rows.length === 0 && !list.isPending) return null
  const isEmpty = fill.isSuccess && fill.data === undefined
  return (
    <Select
      label="Fill in the last delivery of"
      description="Fills in the headers and body as they were sent. Add the secret yourself."
      data={[
        { value: '', label: 'Choose a webhook' },
        ...rows.map((webhook) => ({ value: String(webhook.id), label: endpointName(webhook) })),
      ]}
      error={fill.error?.message ?? (isEmpty && 'Nothing has been sent to this webhook yet')}
      disabled={list.isPending}
      value={String(webhookId ?? '')}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') fill.mutate(Number(value))
      }}
    />
  )
}
