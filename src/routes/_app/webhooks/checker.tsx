import { Box, Card, Code, Grid, Group, PasswordInput, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'

import { deliveries } from '#api/deliveries.ts'
import { webhooks } from '#api/webhooks.ts'
import type { DeliveryInFull } from '#contract/webhooks/deliveries.ts'
import { BackLink } from '#kit/back-link.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { CheckerResult } from './-checker-result.tsx'
import { FillFromDelivery } from './-fill-from-delivery.tsx'
import { useFeatures } from './-use-features.ts'
import { useFingerprint } from './-use-fingerprint.ts'

const optionalId = z.catch(z.optional(z.int().check(z.gte(1))), undefined)

export const Route = createFileRoute('/_app/webhooks/checker')({
  // Fills in what was sent. Secrets never get into an address.
  validateSearch: z.object({ delivery: optionalId, attempt: optionalId }),
  component: SignatureChecker,
})

const placeholder = `webhook-id: msg_2b…
webhook-timestamp: 1767225600
webhook-signature: v1,K5oZ…`

const areaProps = {
  autosize: true,
  minRows: 4,
  maxRows: 14,
  spellCheck: false,
  autoComplete: 'off',
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } },
} as const

function SignatureChecker() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const features = useFeatures()
  const delivery = useQuery({
    ...deliveries.one(search.delivery ?? 0),
    enabled: search.delivery !== undefined,
  })
  // Typed here, checked here: it goes into no request, no storage and no address.
  const [secret, setSecret] = useState('')
  const [typed, setTyped] = useState<Signed>()
  const sent = delivery.data && signedPart(delivery.data, search.attempt)
  const { headers, body } = typed ?? sent ?? nothing
  const change = (part: Partial<Signed>) => setTyped({ headers, body, ...part })

  return (
    <Box maw="var(--bureau-width-list)" mx="auto">
      <PageHeader
        title="Check a signature"
        subtitle="Runs entirely in your browser; nothing you paste is sent anywhere"
        back={<WayBack delivery={delivery.data} />}
        actions={
          features.records && (
            <ButtonLink to="/settings/api" hash="events" variant="default">
              How deliveries are signed
            </ButtonLink>
          )
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Card withBorder p={{ base: 'md', sm: 'lg' }}>
            <Stack>
              {features.records && (
                <FillFromDelivery
                  webhookId={typed === undefined ? delivery.data?.webhook_id : undefined}
                  onFill={(id) => {
                    setTyped(undefined)
                    void navigate({ search: { delivery: id }, replace: true })
                  }}
                />
              )}
              <InlineProblem error={delivery.error} />
              <PasswordInput
                label="Secret"
                description="As configured in the receiver"
                placeholder="whsec_…"
                autoComplete="off"
                spellCheck={false}
                visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
                value={secret}
                onChange={(event) => setSecret(event.currentTarget.value)}
              />
              <Textarea
                {...areaProps}
                label="Headers"
                description="Include the three webhook-* headers; others are ignored"
                placeholder={placeholder}
                value={headers}
                onChange={(event) => change({ headers: event.currentTarget.value })}
              />
              <Textarea
                {...areaProps}
                label="Raw body"
                description="Exactly as received, before parsing"
                placeholder='{"type":"contact.created",…}'
                value={body}
                onChange={(event) => change({ body: event.currentTarget.value })}
              />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack role="status" aria-label="Result">
            <CheckerResult
              secret={secret}
              headers={headers}
              body={body}
              sentAt={typed === undefined ? sent?.sentAt : undefined}
            />
            <SecretOwner secret={secret} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Box>
  )
}

function WayBack({ delivery }: { delivery: DeliveryInFull | undefined }) {
  if (!delivery)
    return (
      <BackLink to="/webhooks" aria-label="Back to webhooks">
        Webhooks
      </BackLink>
    )
  return (
    <BackLink
      to="/webhooks/$id"
      params={{ id: String(delivery.webhook_id) }}
      search={{ delivery: delivery.id }}
      aria-label="Back to the delivery"
    >
      Delivery
    </BackLink>
  )
}

interface Signed {
  headers: string
  body: string
}

const nothing: Signed = { headers: '', body: '' }

/** The headers and body of an attempt, by default the latest, and when it was sent. */
function signedPart({ attempt_log, request }: DeliveryInFull, number: number | undefined) {
  const attempt = attempt_log.find((one) => one.number === number) ?? attempt_log[0]
  const headers = Object.entries(attempt?.request_headers ?? {}).filter(([name]) =>
    name.toLowerCase().startsWith('webhook-'),
  )
  return {
    headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: request.body,
    sentAt: attempt?.started_at,
  }
}

/** Which endpoints of this account currently have that secret, judging by its fingerprint. */
function SecretOwner({ secret }: { secret: string }) {
  const features = useFeatures()
  const fingerprint = useFingerprint(secret)
  const { data } = useQuery({ ...webhooks.list({ page: 1, size: 100 }, features), enabled: features.records })
  if (fingerprint === null || !data) return null
  const owners = data.rows.filter(({ details }) => details?.secret_fingerprint === fingerprint)
  return (
    <Card withBorder p="md">
      <Group gap={6} mb={4}>
        <Text size="sm" fw={600}>
          Fingerprint of this secret
        </Text>
        <Code>{fingerprint}</Code>
      </Group>
      {owners.length === 0 && (
        <Text size="sm" c="dimmed">
          No webhook in this account currently uses this secret.
        </Text>
      )}
      {owners.map((webhook) => (
        <Text size="sm" key={webhook.id}>
          It’s the current secret of{' '}
          <TextLink to="/webhooks/$id" params={{ id: String(webhook.id) }} size="sm">
            {endpointName(webhook)}
          </TextLink>
          .
        </Text>
      ))}
    </Card>
  )
}
