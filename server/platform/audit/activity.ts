import type { AuditAction } from '#contract/account/audit-actions.ts'
import {
  type CustomerActivity as ShownActivity,
  customerActivityShown,
} from '#contract/customers/activity.ts'
import type { ResourceSubject } from '#contract/resources.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'

import { ofResources } from './fields.ts'
import { type AuditTarget, audit } from './record.ts'

/** The activity that is audited, by subject and event. What happens to customers, invoices and services every day isn't. */
const audited: Readonly<Record<string, readonly [AuditAction, AuditTarget]>> = {
  'member.member_joined': ['member.joined', 'person'],
  'member.role_changed': ['member.role_changed', 'person'],
  'member.member_removed': ['member.removed', 'person'],
  'invitation.invited': ['member.invited', 'invitation'],
  'invitation.invitation_renewed': ['invitation.renewed', 'invitation'],
  'invitation.invitation_revoked': ['invitation.revoked', 'invitation'],
  'credential.credential_created': ['credential.created', 'credential'],
  'credential.credential_updated': ['credential.changed', 'credential'],
  'credential.credential_revoked': ['credential.revoked', 'credential'],
  'company.updated': ['company.changed', 'account'],
  'company.logo_changed': ['company.logo_changed', 'account'],
  'company.logo_removed': ['company.logo_removed', 'account'],
  'custom_field.created': ['custom_field.created', 'custom_field'],
  'custom_field.updated': ['custom_field.changed', 'custom_field'],
  'custom_field.retired': ['custom_field.retired', 'custom_field'],
  'custom_field.restored': ['custom_field.restored', 'custom_field'],
  'custom_field.deleted': ['custom_field.deleted', 'custom_field'],
  'custom_field.reordered': ['custom_fields.reordered', 'custom_field'],
  'customer.merged': ['customer.merged', 'customer'],
  'customer.restored': ['customer.restored', 'customer'],
  'customer.note_deleted': ['note.deleted', 'customer'],
  'customer.note_restored': ['note.restored', 'customer'],
  'customer.schedule_deleted': ['schedule.deleted', 'customer'],
  'contact.contact_deleted': ['contact.deleted', 'contact'],
  'invoice.deleted': ['invoice.deleted', 'invoice'],
  'proposal.deleted': ['proposal.deleted', 'proposal'],
  'contract.deleted': ['contract.deleted', 'contract'],
  'invoice.payment_deleted': ['payment.deleted', 'invoice'],
  'invoice.refund_deleted': ['refund.deleted', 'invoice'],
  ...Object.fromEntries(ofResources.map(({ event, action, target }) => [event, [action, target] as const])),
}

/** Changes by the name of the field. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** Who did it: a caller, a customer in the portal, or the person of something that was requested before. */
export type Actor =
  | { readonly kind: 'staff'; readonly user: { readonly id: number } }
  | { readonly kind: 'token' | 'key' | 'customer' }

/** Kinds of records that an entry can be about. */
type Subject =
  | ResourceSubject
  | 'company'
  | 'contact'
  | 'credential'
  | 'custom_field'
  | 'customer'
  | 'invitation'
  | 'invoice'
  | 'member'
  | 'service'

/** An entry of the activity to write. */
export interface CustomerActivity {
  /** Null for what isn't about a customer, and for one who is gone. */
  readonly customerId: number | null
  /** The name of what the entry is about. */
  readonly title: string
  /** The customer unless given. */
  readonly subject?: { readonly type: Subject; readonly id: number }
  readonly event: string
  readonly description: string
  readonly changes?: Changes
}

/** Records what someone did to a customer or to one of its contacts; call it in the transaction of the change. */
export async function recordActivity(
  tenant: Tenant,
  actor: Actor,
  activity: CustomerActivity,
): Promise<void> {
  await recordActivities(tenant, actor, [activity])
}

/** What happened to a record of a customer. */
export type RecordedEvent = Pick<CustomerActivity, 'event' | 'description' | 'changes'>

/** Records what happened to a record in the activity of its customer, who may be gone: the entry outlives both. */
export async function recordForCustomer(
  tenant: Tenant,
  actor: Actor,
  { customer_id, ...entry }: Omit<CustomerActivity, 'customerId'> & { readonly customer_id: number | null },
): Promise<void> {
  const customer =
    customer_id === null
      ? undefined
      : await tenant.select('customers').select('id').where('id', '=', customer_id).executeTakeFirst()
  await recordActivity(tenant, actor, { ...entry, customerId: customer?.id ?? null })
}

/** Records several entries, in the audit log too where they belong there. */
export async function recordActivities(
  tenant: Tenant,
  actor: Actor,
  activities: readonly CustomerActivity[],
): Promise<void> {
  const created_at = now()
  const entries = activities.map(({ subject, ...entry }) => ({
    ...entry,
    subject: subject ?? { type: 'customer' as const, id: entry.customerId ?? 0 },
  }))
  await tenant.insert(
    'activity_log',
    entries.map(({ customerId, title, event, description, changes, subject }) => ({
      customer_id: customerId,
      description,
      note: null,
      event,
      subject_id: subject.id,
      subject_type: subject.type,
      subject_title: title,
      caused_by: tenant.actor,
      created_at,
      actor_id: actorId(actor),
      changes: changes ? JSON.stringify(changes) : null,
    })),
  )
  const forAudit = entries.flatMap(({ event, subject, title, changes }) => {
    const [action, kind] = audited[`${subject.type}.${event}`] ?? []
    if (!action || !kind) return []
    return [{ action, target: { kind, id: subject.id || null, name: title }, ...(changes && { changes }) }]
  })
  await audit(tenant, ...forAudit)
}

/** The id of the person; null for integrations and customers. */
export const actorId = (actor: Actor): number | null => (actor.kind === 'staff' ? actor.user.id : null)

/** Returns who asked for what is carried out later, by the id that was stored with it. */
export const storedActor = (id: number | null): Actor =>
  id === null ? { kind: 'key' } : { kind: 'staff', user: { id } }

/** Returns the names whose values differ, with both values. */
export function changesBetween<Values extends object>(from: Values, to: Values): Changes {
  const names = Object.keys(to) as (keyof Values & string)[]
  return Object.fromEntries(
    names.filter((name) => from[name] !== to[name]).map((name) => [name, { from: from[name], to: to[name] }]),
  )
}

/** Returns the newest entries of a customer's activity with what they changed, the newest first. */
export async function readActivity(tenant: Tenant, id: number): Promise<ShownActivity[]> {
  const rows = await tenant
    .select('activity_log')
    .select([
      'id',
      'description',
      'event',
      'subject_id',
      'subject_type',
      'subject_title',
      'changes',
      'caused_by',
    ])
    .select('created_at')
    .where('customer_id', '=', id)
    .orderBy('id', 'desc')
    .limit(customerActivityShown)
    .execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : (JSON.parse(changes) as ShownActivity['changes']),
  }))
}
