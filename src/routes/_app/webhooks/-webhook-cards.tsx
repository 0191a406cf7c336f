import { Card, Code, Group, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { formOf } from '#api/webhook-form.ts'
import type { WebhookHealth } from '#contract/deliveries.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { numberText } from '#lib/locale.ts'

import { OutcomeStrip } from './-outcome-strip.tsx'
import { StatusBadge, stateMeaning, stateOf } from './-status-badge.tsx'
import { describeConfig } from './-webhook-descriptions.ts'

interface HealthProps {
  webhook: Webhook
  /** Undefined until it is read, or where the service does not tell. */
  health: WebhookHealth | undefined
}

/** How an endpoint is doing. */
export function WebhookHealthCard({ webhook, health }: HealthProps) {
  const state = stateOf(webhook)
  return (
    <Card withBorder component="section" aria-label="Health" h="100%">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Health
        </Title>
        <StatusBadge webhook={webhook} />
      </Group>
      {state && (
        <Text size="sm" c="dimmed" mb="xs">
          {stateMeaning[state]}
        </Text>
      )}
      <Facts>
        {health && (
          <Fact label="Last 10 attempts">
            <OutcomeStrip outcomes={health.recent_attempts} />
          </Fact>
        )}
        <Fact label="Failed attempts in a row">{numberText(webhook.failure_count)}</Fact>
        {health && <Fact label="Queued">{health.waiting === 0 ? 'None' : numberText(health.waiting)}</Fact>}
        <Fact label="Last delivery">
          {webhook.last_delivery_at ? <RelativeTime datetime={webhook.last_delivery_at} /> : 'Never'}
        </Fact>
        {webhook.disabled_at && (
          <Fact label="Disabled">
            <RelativeTime datetime={webhook.disabled_at} />
          </Fact>
        )}
        <Fact label="Created">
          <RelativeTime datetime={webhook.created_at} />
        </Fact>
        {health && (
          <Fact label="Secret">
            Fingerprint <Code>{health.secret_fingerprint}</Code>
            {health.previous_secret_until && (
              <Text size="xs" c="dimmed" mt={2}>
                The previous secret stays valid until {momentOf(health.previous_secret_until)}.
              </Text>
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

/** What an endpoint is sent, and how, in words. */
export function WebhookSettingsCard({ webhook }: { webhook: Webhook }) {
  return (
    <Card withBorder component="section" aria-label="Settings" h="100%">
      <Title order={2} size="h4" mb="xs">
        Settings
      </Title>
      <Facts>
        <Fact label="Events">
          <Lines lines={webhook.events} />
        </Fact>
        {describeConfig(formOf(webhook))
          .filter(({ lines }) => lines.length > 0)
          .map(({ label, lines }) => (
            <Fact key={label} label={label}>
              <Lines lines={lines} />
            </Fact>
          ))}
      </Facts>
    </Card>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ))
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={164} fw={500} c="dimmed" style={{ verticalAlign: 'top' }}>
        {label}
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}
