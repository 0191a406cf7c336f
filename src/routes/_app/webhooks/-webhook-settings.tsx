import { Card, Code, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { formOf } from '#api/webhook-form.ts'
import type { KnownWebhook } from '#api/webhooks.ts'
import { ButtonLink } from '#kit/link.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { numberText } from '#lib/locale.ts'
import { stateMeaning, stateOf } from '#parts/webhooks/endpoint-status.tsx'

import { RecentAttempts } from './-recent-attempts.tsx'
import { describeConfig } from './-webhook-descriptions.ts'

import classes from './-webhook-settings.module.css'

/** Settings of an endpoint, its health and its secret. */
export function WebhookSettings({ webhook }: { webhook: KnownWebhook }) {
  const { details } = webhook
  const state = stateOf(webhook)
  return (
    <div className={classes['cards']}>
      <SettingsCard
        title="Settings"
        action={
          <ButtonLink to="/webhooks/$id/edit" params={{ id: String(webhook.id) }} variant="default" size="xs">
            Edit
          </ButtonLink>
        }
      >
        <SettingRow label="URL">{webhook.url}</SettingRow>
        <SettingRow label="Events">
          <TextLines lines={webhook.events} />
        </SettingRow>
        {describeConfig(formOf(webhook), details?.retries)
          .filter(({ lines }) => lines.length > 0)
          .map(({ label, lines }) => (
            <SettingRow key={label} label={label}>
              <TextLines lines={lines} />
            </SettingRow>
          ))}
      </SettingsCard>
      <SettingsCard title="Health">
        {state && <SettingRow label="Status">{stateMeaning[state]}</SettingRow>}
        {details && (
          <SettingRow label="Last 10 attempts">
            <RecentAttempts attempts={details.recent_attempts} />
          </SettingRow>
        )}
        <SettingRow label="Consecutive failures">{numberText(webhook.failure_count)}</SettingRow>
        {details && (
          <SettingRow label="Queued">
            {details.waiting === 0 ? 'None' : numberText(details.waiting)}
          </SettingRow>
        )}
        <SettingRow label="Created">
          <RelativeTime datetime={webhook.created_at} />
        </SettingRow>
        {details && (
          <SettingRow label="Secret">
            Fingerprint <Code>{details.secret_fingerprint}</Code>
            {details.previous_secret_until && (
              <Text size="xs" c="dimmed" mt={2}>
                The previous secret stays valid until {momentOf(details.previous_secret_until)}.
              </Text>
            )}
          </SettingRow>
        )}
      </SettingsCard>
    </div>
  )
}

function SettingsCard({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <div className={classes['head']}>
        <Title order={2}>{title}</Title>
        {action}
      </div>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} layout="fixed">
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Card>
  )
}

function SettingRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={156} fw={400} c="dimmed" className={classes['label'] ?? ''}>
        {label}
      </Table.Th>
      <Table.Td className={classes['value'] ?? ''}>{children}</Table.Td>
    </Table.Tr>
  )
}

function TextLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>)
}
