import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ApiError } from '#api/errors.ts'
import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { TextLink } from '#kit/link.tsx'

type Finding = { kind: 'exists'; webhook: KnownWebhook } | { kind: 'absent' } | { kind: 'unknown' }

/** Errors after which the endpoint may have been created anyway. */
const ambiguous = new Set(['offline', 'timeout', 'broken'])

/** Checks whether a creation whose response was lost happened; its secret was lost with the response. */
export function useLostResponse() {
  const queryClient = useQueryClient()
  const [finding, setFinding] = useState<Finding>()
  return {
    finding,
    forget: () => setFinding(undefined),
    check: (error: ApiError, url: string) => {
      if (!ambiguous.has(error.kind)) return
      void queryClient.fetchQuery({ ...webhooks.list({ page: 1, size: 100 }), staleTime: 0 }).then(
        ({ rows }) => {
          const webhook = rows.find((row) => row.url === url)
          setFinding(webhook ? { kind: 'exists', webhook } : { kind: 'absent' })
        },
        () => setFinding({ kind: 'unknown' }),
      )
    },
  }
}

/** The state of a creation without a response, and what to do about it. */
export function LostResponse({ finding }: { finding: Finding }) {
  if (finding.kind === 'absent') return <Text size="sm">The webhook wasn’t created. You can try again.</Text>
  if (finding.kind === 'unknown')
    return (
      <Text size="sm">
        We can’t tell whether the webhook was created. Check the list before trying again.
      </Text>
    )
  const { webhook } = finding
  return (
    <Alert
      variant="light"
      icon={<IconCircleCheck size={18} aria-hidden />}
      title="A webhook with this URL already exists"
      role="alert"
    >
      <Text size="sm">
        If you just created it, its secret was lost with the response:{' '}
        <TextLink to="/webhooks/$id" params={{ id: String(webhook.id) }} size="sm" target="_blank">
          open it
        </TextLink>{' '}
        and rotate the secret. Trying again would create a second webhook.
      </Text>
    </Alert>
  )
}
