import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { CustomerAct } from '#contract/notifications.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import { notify } from './insert.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

const kinds: Readonly<Record<CustomerAct['record'], NotificationKind>> = {
  proposal: 'proposal.answered',
  contract: 'contract.answered',
  meeting: 'meeting.changed',
}

/** The same about the same record is told once in this time. */
const gatherMs = 15 * 60_000
/** Beyond so many notifications in an hour, a person sees what customers do in Bureau alone. */
const mostEmailed = 30
const hourMs = 60 * 60_000

/** Notifies people of what a customer did in the portal, in the transaction of it. */
export async function notifyOfCustomer(trx: Tenant, act: CustomerAct): Promise<void> {
  const kind = kinds[act.record]
  const nowMs = Date.now()
  const occasion = { kind, name: `${act.id} ${act.what} ${Math.floor(nowMs / gatherMs)}`, act }
  const recipients = await recipientsOf(trx, kind)
  const isFlooded = recipients[0] !== undefined && (await hasMany(trx, recipients[0], nowMs))
  await notify(
    trx,
    isFlooded ? recipients.map((recipient) => ({ ...recipient, email: false })) : recipients,
    occasion,
    nowMs,
  )
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
