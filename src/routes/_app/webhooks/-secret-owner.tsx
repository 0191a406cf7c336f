import { Card, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { webhooks } from '#api/webhooks.ts'
import { TextLink } from '#kit/link.tsx'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { useFeatures } from './-use-features.ts'
import { useFingerprint } from './-use-fingerprint.ts'

/** Which endpoints of this account currently have that secret, judging by its fingerprint. */
export function SecretOwner({ secret }: { secret: string }) {
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
