import {
  type Icon,
  IconBell,
  IconCalendarEvent,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClockExclamation,
  IconEye,
  IconPlugConnectedX,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { verbOf } from '#contract/account/act-words.ts'
import type { CustomerAct, Notification } from '#contract/account/notifications.ts'
import { listText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { hostOf } from '#lib/url-parts.ts'

interface Look {
  readonly icon: Icon
  readonly tone: 'bad' | 'warn' | 'good' | 'plain'
  readonly text: ReactNode
  /** Where the record is. */
  readonly link: LinkProps
}

/** Names the record that it is about; one about none stands alone. */
export function subjectOf({ id, webhook, customer_act: act }: Notification): string {
  if (webhook) return `webhook ${webhook.id}`
  return act ? `${act.record} ${act.id}` : `notification ${id}`
}

/** Returns how a notification reads, and where it leads. */
export function lookOf({ kind, webhook, overdue, customer_act }: Notification): Look {
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
  if (customer_act) return actLook(customer_act)
  // Of a kind that this version doesn't know.
  return { icon: IconBell, tone: 'plain', text: 'Something needs your attention', link: { to: '/overview' } }
}

const places = {
  proposal: '/proposals/$id',
  contract: '/contracts/$id',
  meeting: '/meetings/$id',
  invoice: '/invoices/$id',
} as const

const icons: Readonly<Partial<Record<CustomerAct['what'], Icon>>> = {
  viewed: IconEye,
  declined: IconCircleX,
  accepted: IconCircleCheck,
  signed: IconCircleCheck,
  paid: IconCash,
}
const good: readonly CustomerAct['what'][] = ['accepted', 'signed', 'paid']
const bad: readonly CustomerAct['what'][] = ['declined', 'canceled']

function actLook({ record, id, title, what, customer_name, signed_as, note }: CustomerAct): Look {
  return {
    icon: icons[what] ?? IconCalendarEvent,
    tone: bad.includes(what) ? 'bad' : good.includes(what) ? 'good' : 'plain',
    text: (
      <>
        <b dir="auto">{customer_name}</b>
        {signed_as !== null && (
          <>
            {' '}
            (as <bdi>{signed_as}</bdi>)
          </>
        )}{' '}
        {verbOf(what)} <bdi>{title}</bdi>
        {note !== '' && (
          <>
            : “<bdi>{note}</bdi>”
          </>
        )}
      </>
    ),
    link: { to: places[record], params: { id: String(id) } },
  }
}
