import type { Ability } from '#contract/access/session.ts'
import {
  type NotificationKind,
  kindsOfNotifications,
  notificationKinds,
} from '#contract/account/notification-kinds.ts'
import type { Channels, DigestTime, NotifiedCustomers } from '#contract/account/notifications.ts'
import { abilitiesOf } from '#server/platform/access/roles.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

import { channelsIn, customersIn, digestTimeIn } from './settings.ts'

/** A member who is notified of a kind, and how. */
export interface Recipient extends Channels {
  readonly member: number
  readonly user: number
  readonly digest: DigestTime
  readonly customers: NotifiedCustomers
}

/** Returns the members who are notified of that kind: those whose role may see it and whose settings don't turn it off. */
export async function recipientsOf(tenant: Tenant, kind: NotificationKind): Promise<Recipient[]> {
  const rows = await tenant
    .select('memberships')
    .leftJoin('notification_settings', 'notification_settings.member_id', 'memberships.id')
    .select(['memberships.id', 'memberships.role', 'memberships.user_id', 'notification_settings.channels'])
    .select(['digest_every', 'digest_weekday', 'digest_hour', 'customers'])
    .orderBy('memberships.id')
    .execute()
  return rows
    .filter(({ role }) => maySee(kind, abilitiesOf(role)))
    .map((row) => ({
      member: row.id,
      user: row.user_id,
      digest: digestTimeIn(row),
      customers: customersIn(row),
      ...channelsIn(row.channels)[kind],
    }))
    .filter(({ in_app, email }) => in_app || email)
}

/** The kinds that someone with these abilities may see. */
export const kindsFor = (abilities: readonly Ability[]): NotificationKind[] =>
  notificationKinds.filter((kind) => maySee(kind, abilities))

function maySee(kind: NotificationKind, abilities: readonly Ability[]): boolean {
  const ability: Ability | null = kindsOfNotifications[kind].ability
  return ability === null || abilities.includes(ability)
}
