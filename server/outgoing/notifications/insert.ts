import { randomUUID } from 'node:crypto'

import type { NotificationKind } from '#contract/account/notification-kinds.ts'
import type { CustomerAct, OverdueDigest } from '#contract/account/notifications.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import type { Recipient } from './recipients.ts'

/** An occasion that members are notified of. */
export interface Occasion {
  readonly kind: NotificationKind
  /** Sets it apart from all others of its kind: a member is notified of it once. */
  readonly name: string
  readonly webhook?: number
  readonly digest?: OverdueDigest
  readonly act?: CustomerAct
  /** How long its email waits, in milliseconds. */
  readonly emailAfterMs?: number
}

/** Notifies those members, in the transaction of what happened. Returns how many hadn't been before. */
export async function notify(
  tenant: Tenant,
  recipients: readonly Recipient[],
  { kind, name, webhook, digest, act, emailAfterMs = 0 }: Occasion,
  nowMs: number,
): Promise<number> {
  const ids = await tenant.insertNew(
    'notifications',
    recipients.map(({ member, in_app, email }) => ({
      member_id: member,
      kind,
      occasion: `${kind} ${name}`,
      webhook_id: webhook ?? null,
      digest: digest === undefined ? null : JSON.stringify(digest),
      customer_act: act === undefined ? null : JSON.stringify(act),
      is_shown: in_app ? 1 : 0,
      created_at: timestamp(nowMs),
      message_id: randomUUID(),
      next_attempt_at: email ? timestamp(nowMs + emailAfterMs) : null,
    })),
  )
  return ids.length
}
