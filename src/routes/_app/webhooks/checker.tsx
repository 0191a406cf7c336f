import { Alert, Card, Code, Grid, Group, PasswordInput, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck, IconCircleX, IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { session } from '#api/session.ts'
import { webhooks } from '#api/webhooks.ts'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { type Verdict, checkSignature, fingerprintOf, readHeaders } from '#lib/signature-check.ts'
import { hostOf } from '#lib/url-parts.ts'

export const Route = createFileRoute('/_app/webhooks/checker')({ component: SignatureChecker })

interface Pasted {
  secret: string
  headers: string
  body: string
}

const placeholder = `webhook-id: msg_2b…
webhook-timestamp: 1767225600
webhook-signature: v1,K5oZ…`

function SignatureChecker() {
  // Typed here, checked here: it goes into no request, no storage and no address.
  const [pasted, setPasted] = useState<Pasted>({ secret: '', headers: '', body: '' })
  const set = (part: Partial<Pasted>) => setPasted((old) => ({ ...old, ...part }))
  const area = {
    autosize: true,
    minRows: 4,
    maxRows: 14,
    spellCheck: false,
    autoComplete: 'off',
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } },
  } as const
  return (
    <>
      <PageHeader
        title="Check a signature"
        subtitle="Runs entirely in your browser; nothing you paste is sent anywhere"
        actions={
          <ButtonLink to="/webhooks" variant="default">
            Back to the list
          </ButtonLink>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Card withBorder p={{ base: 'md', sm: 'lg' }}>
            <Stack>
              <PasswordInput
                label="Secret"
                description="As configured in the receiver"
                placeholder="whsec_…"
                autoComplete="off"
                spellCheck={false}
                visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
                value={pasted.secret}
                onChange={(event) => set({ secret: event.currentTarget.value })}
              />
              <Textarea
                {...area}
                label="Headers"
                description="Include the three webhook-* headers; others are ignored"
                placeholder={placeholder}
                value={pasted.headers}
                onChange={(event) => set({ headers: event.currentTarget.value })}
              />
              <Textarea
                {...area}
                label="Raw body"
                description="Exactly as received, before parsing"
                placeholder='{"type":"contact.created",…}'
                value={pasted.body}
                onChange={(event) => set({ body: event.currentTarget.value })}
              />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack role="status" aria-label="Result">
            <Result pasted={pasted} />
            <WhoseSecret secret={pasted.secret} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

const settleMs = 200

function Result({ pasted }: { pasted: Pasted }) {
  const [settled] = useDebouncedValue(pasted, settleMs)
  const [verdict, setVerdict] = useState<Verdict>()
  useEffect(
    function judge() {
      let isGone = false
      const { secret, body, headers } = settled
      void checkSignature({ secret, body, headers: readHeaders(headers) }, Date.now()).then((found) => {
        if (!isGone) setVerdict(found)
      })
      return () => {
        isGone = true
      }
    },
    [settled],
  )
  if (!verdict) return null
  switch (verdict.kind) {
    case 'incomplete':
      return (
        <Alert
          variant="light"
          color="gray"
          icon={<IconInfoCircle size={18} aria-hidden />}
          title="More information needed"
        >
          Still missing: {verdict.missing.join(', ')}.
        </Alert>
      )
    case 'unavailable':
      return (
        <Alert
          variant="light"
          color="yellow"
          icon={<IconInfoCircle size={18} aria-hidden />}
          title="Not available"
        >
          Signature verification requires HTTPS.
        </Alert>
      )
    case 'valid':
      return (
        <Alert
          variant="light"
          color="teal"
          icon={<IconCircleCheck size={18} aria-hidden />}
          title="The signature is valid"
        >
          The secret, headers and body match, and the timestamp is {Math.abs(verdict.ageSeconds)} s from now.
        </Alert>
      )
    case 'stale':
      return (
        <Alert
          variant="light"
          color="yellow"
          icon={<IconClockExclamation size={18} aria-hidden />}
          title="Valid signature, expired timestamp"
        >
          The signature is valid, but its timestamp is {span(verdict.ageSeconds)}. Receivers reject timestamps
          more than five minutes off. Check the sender’s clock, or whether an old request was replayed.
        </Alert>
      )
    case 'invalid':
      return (
        <Alert
          variant="light"
          color="red"
          icon={<IconCircleX size={18} aria-hidden />}
          title={`Not valid. Likely cause: ${verdict.cause.kind}`}
        >
          {verdict.cause.detail}
        </Alert>
      )
  }
}

/** Whether an endpoint of this account has that secret now, as its fingerprint tells. */
function WhoseSecret({ secret }: { secret: string }) {
  const { data: current } = useSuspenseQuery(session.current())
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  const hasHealth = current.features.includes('webhooks.health')
  const list = useQuery({ ...webhooks.list({ page: 1, size: 100 }), enabled: hasHealth })
  const ids = list.data?.rows.map(({ id }) => id) ?? []
  const health = useQuery({ ...webhooks.health(ids), enabled: hasHealth && ids.length > 0 })
  useEffect(
    function compute() {
      let isGone = false
      void (secret.trim() === '' ? Promise.resolve(null) : fingerprintOf(secret)).then((found) => {
        if (!isGone) setFingerprint(found)
      })
      return () => {
        isGone = true
      }
    },
    [secret],
  )
  if (fingerprint === null || !health.data) return null
  const owners = health.data.filter((one) => one.secret_fingerprint === fingerprint)
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
      {owners.map(({ webhook_id }) => (
        <Text size="sm" key={webhook_id}>
          It’s the current secret of{' '}
          <TextLink to="/webhooks/$id" params={{ id: String(webhook_id) }} size="sm">
            {hostOf(list.data?.rows.find(({ id }) => id === webhook_id)?.url ?? '')}
          </TextLink>
          .
        </Text>
      ))}
    </Card>
  )
}

function span(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const words = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return seconds > 0 ? `${words} old` : `${words} in the future`
}
