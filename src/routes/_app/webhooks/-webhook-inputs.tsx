import { Card, Grid, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import type { WebhookForm } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'

import { DeliverySettings } from './-delivery-settings.tsx'
import { EventPicker } from './-event-picker.tsx'
import { FormText } from './-inputs.tsx'
import { payloadFields } from './-payload-fields.ts'
import { RequestPreview } from './-request-preview.tsx'
import { UrlInput } from './-url-input.tsx'
import { useFeatures } from './-use-features.ts'

interface Props {
  form: UseFormReturn<WebhookForm>
  types: readonly EventType[]
}

/** The inputs of an endpoint, for creating and editing, beside a preview of the request they make. */
export function WebhookInputs({ form: { control }, types }: Props) {
  const features = useFeatures()
  const { data: waits } = useQuery({ ...webhooks.retrySchedule(), enabled: features.records })
  const values = useWatch({ control }) as WebhookForm
  const selected = types.filter(({ name }) => values.events.includes(name))
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <InputCard title="Endpoint">
            <Stack gap="md">
              <UrlInput control={control} />
              {features.records && (
                <FormText
                  control={control}
                  name="name"
                  label="Name"
                  description="Optional. Shown instead of the host and path."
                  placeholder="Ledger sync"
                  autoComplete="off"
                />
              )}
            </Stack>
          </InputCard>
          <InputCard title="Events">
            <EventPicker control={control} types={types} />
          </InputCard>
          <InputCard title="Advanced">
            <DeliverySettings
              control={control}
              values={values}
              scheduledRetries={waits?.length}
              fields={payloadFields(selected.map(({ sample }) => sample))}
            />
          </InputCard>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <RequestPreview form={values} sample={selected[0]?.sample ?? types[0]?.sample ?? null} />
      </Grid.Col>
    </Grid>
  )
}

function InputCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Title order={2} size="h2" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}
