import type { NotificationKind } from '#contract/account/notification-kinds.ts'
import type { CustomerAct } from '#contract/account/notifications.ts'
import { hourMs, minuteMs } from '#contract/values/durations.ts'
import type { LiveChange } from '#contract/wire/live.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import { notify } from './insert.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

const kinds: Readonly<Record<CustomerAct['record'], NotificationKind>> = {
  proposal: 'proposal.answered',
  contract: 'contract.answered',
  meeting: 'meeting.changed',
  invoice: 'invoice.paid',
}

/** The same about the same record is told once in this time. */
const gatherMs = 15 * minuteMs
/** Beyond so many notifications in an hour, a person sees what customers do in Bureau alone. */
const mostEmailed = 30

/** What a customer did; most acts have neither another name nor a note. */
type NewAct = Omit<CustomerAct, 'signed_as' | 'note'> & Partial<Pick<CustomerAct, 'signed_as' | 'note'>>

/**
 * Notifies people of what a customer did, in the transaction of it, apart from the person who recorded it. `customer` is null for
 * somebody who is none.
 */
export async function notifyOfCustomer(
  trx: Tenant,
  actor: Actor,
  customer: number | null,
  done: NewAct,
): Promise<void> {
  const act: CustomerAct = { signed_as: null, note: '', ...done }
  const kind = act.what === 'viewed' ? 'document.viewed' : kinds[act.record]
  const nowMs = Date.now()
  const occasion = {
    kind,
    name: `${act.id} ${act.what} ${act.signed_as ?? act.customer_name} ${Math.floor(nowMs / gatherMs)}`,
    act,
  }
  const all = await recipientsOf(trx, kind)
  const others = all.filter(({ user }) => actor.kind !== 'staff' || user !== actor.user.id)
  const recipients = await concerned(trx, others, customer)
  const isFlooded = recipients[0] !== undefined && (await hasMany(trx, recipients[0], nowMs))
  await notify(
    trx,
    isFlooded ? recipients.map((recipient) => ({ ...recipient, email: false })) : recipients,
    occasion,
    nowMs,
  )
}

/** Leaves out those who want to hear of their customers alone, unless this one is theirs, or nobody’s. */
async function concerned(
  trx: Tenant,
  recipients: readonly Recipient[],
  customer: number | null,
): Promise<readonly Recipient[]> {
  if (customer === null || recipients.every(({ customers }) => customers === 'all')) return recipients
  const assignee = await trx
    .select('memberships')
    .select('user_id')
    .where('user_id', '=', trx.select('customers').select('assigned_to').where('id', '=', customer))
    .executeTakeFirst()
  return recipients.filter(
    ({ customers, user }) => customers === 'all' || !assignee || assignee.user_id === user,
  )
}

interface Needs {
  readonly live: { publish(account: number, change: LiveChange): void }
  readonly outbox: { wake(): void }
}

/** Shows and emails the notifications, once the transaction is committed. */
export function tellPeople({ live, outbox }: Needs, account: number): void {
  live.publish(account, { topic: 'notifications', id: null })
  outbox.wake()
}

async function hasMany(trx: Tenant, { member }: Recipient, nowMs: number): Promise<boolean> {
  const row = await trx
    .select('notifications')
    .select('created_at')
    .where('member_id', '=', member)
    .orderBy('id', 'desc')
    .offset(mostEmailed - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.created_at > timestamp(nowMs - hourMs)
}
