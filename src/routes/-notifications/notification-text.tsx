import {
  type Icon,
  IconBell,
  IconClockExclamation,
  IconPlugConnectedX,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Notification } from '#contract/notifications.ts'
import { listText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { hostOf } from '#lib/url-parts.ts'

interface Look {
  readonly icon: Icon
  readonly tone: 'bad' | 'warn' | 'plain'
  readonly text: ReactNode
  /** Where the record is. */
  readonly link: LinkProps
}

/** Returns how a notification reads, and where it leads. */
export function lookOf({ kind, webhook, overdue }: Notification): Look {
  if (webhook) {
    const link: LinkProps = { to: '/webhooks/$id', params: { id: String(webhook.id) } }
    const name = <b dir="auto">{webhook.name ?? hostOf(webhook.url)}</b>
    return kind === 'webhook.disabled'
      ? { icon: IconPlugConnectedX, tone: 'bad', text: <>{name} was disabled</>, link }
      : { icon: IconWebhook, tone: 'warn', text: <>{name} is failing</>, link }
  }
  if (overdue) {
    const sums = listText(
      overdue.totals.map(({ amount, currency }) => money(amount, currency)),
      'and',
    )
    return {
      icon: IconClockExclamation,
      tone: 'warn',
      text: (
        <>
          <b>{pluralize(overdue.count, 'overdue invoice')}</b>: {sums}
        </>
      ),
      link: { to: '/invoices', search: { status: 'overdue' } },
    }
  }
  // Of a kind that this version doesn't know.
  return { icon: IconBell, tone: 'plain', text: 'Something needs your attention', link: { to: '/overview' } }
}
