import { hourMs } from '#contract/values/durations.ts'
import { type Occasion, notify } from '#server/outgoing/notifications/insert.ts'
import { recipientsOf } from '#server/outgoing/notifications/recipients.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { readDigest } from '#server/records/invoices/digest.ts'

/** Today’s digest, which was read, and the webhook that has begun to fail since; nothing is emailed. */
export async function addNotifications(trx: Tenant): Promise<void> {
  const webhook = await trx
    .select('webhooks')
    .select('id')
    .where('failure_count', '>', 0)
    .orderBy('id')
    .executeTakeFirst()
  // With the name of its day, so that no other one comes while somebody has just begun to look around.
  await add(trx, { kind: 'invoices.overdue', name: await trx.today(), digest: await readDigest(trx) }, 5)
  await trx
    .update('notifications')
    .set({ read_at: timestamp(Date.now() - 4 * hourMs) })
    .where('kind', '=', 'invoices.overdue')
    .execute()
  if (webhook) await add(trx, { kind: 'webhook.failing', name: 'demo', webhook: webhook.id }, 3)
}

async function add(trx: Tenant, occasion: Occasion, hoursAgo: number): Promise<void> {
  const recipients = await recipientsOf(trx, occasion.kind)
  const inBureau = recipients.map((recipient) => ({ ...recipient, email: false }))
  await notify(trx, inBureau, occasion, Date.now() - hoursAgo * hourMs)
}
