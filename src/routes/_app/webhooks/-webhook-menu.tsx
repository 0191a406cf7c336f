import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

import type { KnownWebhook } from '#api/webhooks.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import classes from './-webhook-menu.module.css'

/** Actions on an endpoint besides editing; `toggle` pauses and resumes. */
export type WebhookAction = 'test' | 'toggle' | 'rotate' | 'delete'

interface Props {
  webhook: KnownWebhook
  /** Which entries there are, besides Edit. */
  actions: readonly WebhookAction[]
  /** Edit is a button beside the menu, except on phones. */
  hasEditButton?: boolean
  variant?: 'default' | 'subtle'
  /** Stable. */
  onAction: (action: WebhookAction, webhook: KnownWebhook) => void
}

/** Actions on an endpoint, behind one button. */
export function WebhookMenu({
  webhook,
  actions,
  hasEditButton = false,
  variant = 'subtle',
  onAction,
}: Props) {
  const isActive = webhook.status === 'active'
  const ToggleIcon = isActive ? IconPlayerPause : IconPlayerPlay
  const has = (action: WebhookAction) => actions.includes(action)
  const run = (action: WebhookAction) => () => onAction(action, webhook)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant={variant}
          color="gray"
          {...(variant === 'default' && { className: classes['button'] ?? '' })}
          aria-label={`Actions for ${endpointName(webhook)}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {has('test') && (
          <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={run('test')}>
            Send test event
          </Menu.Item>
        )}
        {has('toggle') && (
          <Menu.Item leftSection={<ToggleIcon size={16} aria-hidden />} onClick={run('toggle')}>
            {isActive ? 'Pause' : 'Resume'}
          </Menu.Item>
        )}
        <MenuLink
          to="/webhooks/$id/edit"
          params={{ id: String(webhook.id) }}
          leftSection={<IconPencil size={16} aria-hidden />}
          {...(hasEditButton && { hiddenFrom: 'sm' as const })}
        >
          Edit
        </MenuLink>
        {has('rotate') && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={run('rotate')}>
            Rotate secret
          </Menu.Item>
        )}
        {has('delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="var(--bureau-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={run('delete')}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const MenuLink = createLink(
  (props: MenuItemProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>) => (
    <Menu.Item component="a" {...props} />
  ),
)
