import type { AuditAction, AuditChanges } from '#contract/account/audit-actions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

import { ofResources } from './fields.ts'
import { type AuditTarget, audit } from './record.ts'

/** An entry of the activity as the audit log reads it. */
interface Activity {
  readonly event: string
  readonly subject: { readonly type: string; readonly id: number }
  readonly title: string
  readonly changes?: AuditChanges | undefined
}

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

/** Records those of the entries that belong into the audit log, too. */
export async function auditActivities(tenant: Tenant, activities: readonly Activity[]): Promise<void> {
  const entries = activities.flatMap(({ event, subject, title, changes }) => {
    const [action, kind] = audited[`${subject.type}.${event}`] ?? []
    if (!action || !kind) return []
    return [{ action, target: { kind, id: subject.id || null, name: title }, ...(changes && { changes }) }]
  })
  await audit(tenant, ...entries)
}
