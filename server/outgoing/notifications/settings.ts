import * as z from 'zod/mini'

import {
  type NotificationKind,
  kindsOfNotifications,
  notificationKinds,
} from '#contract/account/notification-kinds.ts'
import type {
  Channels,
  DigestTime,
  NotificationSettings,
  NotifiedCustomers,
  SavedSettings,
} from '#contract/account/notifications.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { audit, auditChanges } from '#server/platform/audit/record.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

type ChannelsByKind = Readonly<Record<NotificationKind, Channels>>

const both: Channels = { in_app: true, email: true }
/** Of what happens often, and asks nothing of anybody. */
const inApp: Channels = { in_app: true, email: false }
/** Defaults: Monday morning for the digest. */
const usualSettings: { readonly channels: ChannelsByKind; readonly digest: DigestTime } = {
  channels: {
    ...(Object.fromEntries(notificationKinds.map((kind) => [kind, both])) as ChannelsByKind),
    'document.viewed': inApp,
  },
  digest: { every: 'week', weekday: 1, hour: 8 },
}

const StoredChannels = z.record(z.string(), z.object({ in_app: z.boolean(), email: z.boolean() }))

/** Returns the channels in a row of the settings; the usual ones for kinds it doesn't have. */
export function channelsIn(text: string | null): ChannelsByKind {
  const stored = StoredChannels.safeParse(jsonIn(text ?? 'null')).data
  return stored ? { ...usualSettings.channels, ...stored } : usualSettings.channels
}

/** The columns of a row that say when the digest comes; all null without a row. */
interface DigestColumns {
  readonly digest_every: DigestTime['every'] | null
  readonly digest_weekday: number | null
  readonly digest_hour: number | null
}

/** Returns when the digest comes by a row of the settings. */
export const digestTimeIn = (row: DigestColumns | undefined): DigestTime => ({
  every: row?.digest_every ?? usualSettings.digest.every,
  weekday: row?.digest_weekday ?? usualSettings.digest.weekday,
  hour: row?.digest_hour ?? usualSettings.digest.hour,
})

/** Returns whose acts a row of the settings is about. */
export const customersIn = (row: { readonly customers: NotifiedCustomers | null } | undefined) =>
  row?.customers ?? 'all'

/** Returns the member's settings. */
export async function readSettings(
  tenant: Tenant,
  member: number,
  canEmail: boolean,
): Promise<SavedSettings> {
  const row = await rowOf(tenant, member)
  const channels = channelsIn(row?.channels ?? null)
  return {
    kinds: notificationKinds.map((kind) => ({
      kind,
      ability: kindsOfNotifications[kind].ability,
      ...channels[kind],
    })),
    digest: digestTimeIn(row),
    customers: customersIn(row),
    can_email: canEmail,
  }
}

/** Saves the member's settings. What they don't mention stays as it is. */
export async function saveSettings(
  tenant: Tenant,
  { user }: StaffCaller,
  member: number,
  { kinds, digest, customers }: NotificationSettings,
): Promise<void> {
  await tenant.transaction(async (trx) => {
    // Two first saves at once would both find no row.
    await trx.lock('notification settings')
    const row = await rowOf(trx, member)
    const changed = Object.fromEntries(kinds.map(({ kind, in_app, email }) => [kind, { in_app, email }]))
    const before = channelsIn(row?.channels ?? null)
    const channels = { ...before, ...changed }
    const whose = customers ?? customersIn(row)
    const columns = {
      channels: JSON.stringify(channels),
      digest_every: digest.every,
      digest_weekday: digest.weekday,
      digest_hour: digest.hour,
      customers: whose,
    }
    if (!row) await trx.insertOne('notification_settings', { member_id: member, ...columns })
    else await trx.update('notification_settings').set(columns).where('id', '=', row.id).execute()
    const changes = auditChanges(
      described(before, digestTimeIn(row), customersIn(row)),
      described(channels, digest, whose),
    )
    if (Object.keys(changes).length === 0) return
    const target = { kind: 'person', id: user.id, name: user.email } as const
    await audit(trx, { action: 'notifications.changed', target, changes })
  })
}

/** Settings as the audit log says them: where each kind arrives, when the digest comes, and whose acts are told. */
const described = (channels: ChannelsByKind, digest: DigestTime, customers: NotifiedCustomers) => ({
  ...Object.fromEntries(
    notificationKinds.map((kind) => [kindsOfNotifications[kind].audited, placesOf(channels[kind])]),
  ),
  digest_every: digest.every,
  digest_weekday: digest.every === 'week' ? digest.weekday : null,
  digest_hour: digest.hour,
  notified_customers: customers,
})

const placesOf = ({ in_app, email }: Channels) => [...(in_app ? ['in_app'] : []), ...(email ? ['email'] : [])]

const rowOf = (tenant: Tenant, member: number) =>
  tenant.select('notification_settings').selectAll().where('member_id', '=', member).executeTakeFirst()
