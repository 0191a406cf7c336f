import * as z from 'zod/mini'

import { CustomerAct, type Notification, OverdueDigest } from '#contract/account/notifications.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

import { kindsFor } from './recipients.ts'

/** More unread ones than this are shown as so many and more. */
const mostCounted = 100
const usualLimit = 20

/** Returns the id of the person's membership in the account. Throws 401 for someone who was just removed. */
export async function memberOf(tenant: Tenant, { user }: StaffCaller): Promise<number> {
  const row = await tenant
    .select('memberships')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!row) throw new HttpError('UNAUTHENTICATED')
  return row.id
}

interface Page {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** Returns what the person may see of their notifications, the newest first. */
export async function listNotifications(
  tenant: Tenant,
  caller: StaffCaller,
  { before, limit = usualLimit }: Page,
): Promise<{ data: Notification[]; next_before: number | null }> {
  const rows = await shown(tenant, await memberOf(tenant, caller), caller)
    .leftJoin('webhooks', 'webhooks.id', 'notifications.webhook_id')
    .select(['notifications.id', 'notifications.kind', 'notifications.created_at', 'notifications.read_at'])
    .select(['notifications.digest', 'notifications.customer_act'])
    .select(['webhooks.id as webhook', 'webhooks.name', 'webhooks.url'])
    .$if(before !== undefined, (query) => query.where('notifications.id', '<', before ?? 0))
    .orderBy('notifications.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    data: page.map(({ digest, customer_act, webhook, name, url, ...row }) => ({
      ...row,
      webhook: webhook === null ? null : { id: webhook, name, url: url ?? '' },
      overdue: digestIn(digest),
      customer_act: actIn(customer_act),
    })),
    next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Returns how many of them the person hasn't read, up to 100. */
export async function countUnread(tenant: Tenant, caller: StaffCaller): Promise<number> {
  const unread = shown(tenant, await memberOf(tenant, caller), caller)
    .select('notifications.id')
    .where('read_at', 'is', null)
    .limit(mostCounted)
  const row = await tenant
    .from(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Marks one notification of the person as read, or all up to it. Returns whether any changed. */
export async function markRead(
  tenant: Tenant,
  caller: StaffCaller,
  { id, and_earlier }: { readonly id: number; readonly and_earlier: boolean },
): Promise<boolean> {
  const changed = await tenant
    .update('notifications')
    .set({ read_at: now() })
    .where('member_id', '=', await memberOf(tenant, caller))
    .where('kind', 'in', kindsFor(caller.abilities))
    .where('read_at', 'is', null)
    .where('id', and_earlier ? '<=' : '=', id)
    .returning('id')
    .execute()
  return changed.length > 0
}

const shown = (tenant: Tenant, member: number, { abilities }: StaffCaller) =>
  tenant
    .select('notifications')
    .where('notifications.member_id', '=', member)
    .where('notifications.is_shown', '=', 1)
    .where('notifications.kind', 'in', kindsFor(abilities))

/** Returns what reads a column of JSON: null without it, or where it is damaged. */
const storedAs =
  <Schema extends z.ZodMiniType>(schema: Schema) =>
  (text: string | null): z.output<Schema> | null =>
    z.safeParse(schema, jsonIn(text ?? 'null')).data ?? null

export const digestIn = storedAs(OverdueDigest)
export const actIn = storedAs(CustomerAct)
