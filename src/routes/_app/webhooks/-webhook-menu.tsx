import { IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import type { KnownWebhook } from '#api/webhooks.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

/** Actions on an endpoint besides editing; `toggle` pauses and resumes. */
export type WebhookAction = 'test' | 'toggle' | 'rotate' | 'delete'

interface Props {
  webhook: KnownWebhook
  /** The service can send test events. */
  hasTest: boolean
  /** Stable. */
  onAction: (action: WebhookAction, webhook: KnownWebhook) => void
}

/** Actions on an endpoint in its row. */
export function WebhookMenu({ webhook, hasTest, onAction }: Props) {
  const isActive = webhook.status === 'active'
  const run = (action: WebhookAction) => () => onAction(action, webhook)
  return (
    <RecordMenu name={endpointName(webhook)}>
      {hasTest && (
        <RecordMenuItem icon={IconSend} onClick={run('test')}>
          Send test event
        </RecordMenuItem>
      )}
      <RecordMenuItem icon={isActive ? IconPlayerPause : IconPlayerPlay} onClick={run('toggle')}>
        {isActive ? 'Pause' : 'Resume'}
      </RecordMenuItem>
      <RecordMenuItem
        icon={IconPencil}
        renderRoot={(props) => (
          <Link {...props} to="/webhooks/$id/edit" params={{ id: String(webhook.id) }} />
        )}
      >
        Edit
      </RecordMenuItem>
      <RecordMenuItem icon={IconTrash} isDestructive onClick={run('delete')}>
        Delete
      </RecordMenuItem>
    </RecordMenu>
  )
}
