import { Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type Control, useController } from 'react-hook-form'

import { type WebhookForm, urlMessage } from '#api/webhook-form.ts'
import { longestUrl } from '#contract/webhooks/webhooks.ts'
import { numberText } from '#lib/locale.ts'
import { isPrivateHost } from '#lib/private-host.ts'

/** The URL of an endpoint, checked while it is typed. */
export function UrlInput({ control }: { control: Control<WebhookForm> }) {
  const { field, fieldState } = useController({ control, name: 'url' })
  const url = field.value.trim()
  return (
    <Stack gap={6}>
      <TextInput
        {...field}
        type="url"
        inputMode="url"
        label="Endpoint URL"
        description="Events are sent here. Must use HTTPS."
        placeholder="https://hooks.example.com/bureau"
        autoComplete="off"
        spellCheck={false}
        required
        error={fieldState.error?.message}
      />
      {url !== '' && !fieldState.error && <UrlHint url={url} />}
    </Stack>
  )
}

function UrlHint({ url }: { url: string }) {
  const problem = urlMessage(url)
  if (problem !== undefined)
    return <HintLine icon={IconCircleX} color="var(--mantine-color-error)" text={problem} />
  if (isPrivateHost(url))
    return (
      <HintLine
        icon={IconAlertTriangle}
        color="var(--bureau-notice-dot)"
        text="This is a private network address. Deliveries are blocked unless the server allows it (WEBHOOK_ALLOW_NETWORKS)."
      />
    )
  const length = `${numberText(url.length)} of ${numberText(longestUrl)} characters`
  return <HintLine icon={IconCircleCheck} color="var(--bureau-good)" text={`Valid URL, ${length}`} />
}

function HintLine({ icon: Icon, color, text }: { icon: typeof IconCircleX; color: string; text: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="status">
      <Icon size={16} style={{ flexShrink: 0 }} color={color} aria-hidden />
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Group>
  )
}
