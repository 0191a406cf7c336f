import {
  type AuditAction,
  type AuditGroup,
  type OtherAction,
  auditActions,
} from '#contract/account/audit-actions.ts'
import { kindsOfNotifications, notificationKinds } from '#contract/account/notification-kinds.ts'
import { resources } from '#contract/resources.ts'
import { companyFields } from '#server/platform/db/tables/company.ts'

const person = ['role'] as const
const credential = ['name', 'abilities', 'rate_limit', 'expires_at'] as const
const field = [
  'type',
  'name',
  'group',
  'description',
  'placeholder',
  'required',
  'options',
  'retired_options',
  'file_config',
] as const
const webhook = [
  'name',
  'url',
  'events',
  'method',
  'payload_format',
  'conditions',
  'timeout',
  'max_retries',
  'header_names',
] as const
const view = ['list', 'name', 'filters', 'columns'] as const
const answer = ['name', 'link'] as const
const exported = ['filters'] as const

/** What is recorded of the declared kinds of record, by action. */
export const ofResources = resources.flatMap(({ subject, history }) => {
  if (!history) return []
  const { audited: group, fields } = history
  const verbs = group === 'settings' ? (['created', 'changed', 'deleted'] as const) : (['deleted'] as const)
  return verbs.map((verb) => ({
    action: `${subject}.${verb}` as const,
    event: `${subject}.${verb === 'changed' ? 'updated' : verb}`,
    target: subject,
    group,
    fields,
  }))
})

const otherFields: Readonly<Record<OtherAction, readonly string[]>> = {
  'sign_in.succeeded': [],
  'sign_in.failed': [],
  'sign_in.throttled': [],
  'own_sign_in.throttled': [],
  'session.ended': ['sessions'],
  'password.changed': [],
  'password.check_failed': [],
  'password.reset_requested': [],
  'password.reset': [],
  'profile.changed': ['name', 'format_region'],
  'profile.photo_changed': [],
  'profile.photo_removed': [],
  'two_factor.enabled': [],
  'two_factor.disabled': [],
  'two_factor.recovery_codes_replaced': [],
  'two_factor.recovery_code_used': ['left'],
  'two_factor.reset': [],
  'portal.link_created': ['is_emailed'],
  'portal.signed_in': [],
  'portal.viewed_as': [],
  'portal.sessions_ended': [],
  'two_factor.required': [],
  'two_factor.not_required': [],
  'account.created': ['name'],
  'member.invited': person,
  'member.joined': person,
  'member.role_changed': person,
  'member.removed': person,
  'invitation.renewed': person,
  'invitation.revoked': person,
  'credential.created': credential,
  'credential.changed': credential,
  'credential.revoked': ['revoked_at'],
  'connection.changed': ['environment', 'base_url'],
  'connection.removed': [],
  'company.changed': companyFields,
  'company.logo_changed': ['logo'],
  'company.logo_removed': ['logo'],
  'booking_times.changed': ['is_on'],
  'custom_field.created': field,
  'custom_field.changed': field,
  'custom_field.retired': [],
  'custom_field.restored': [],
  'custom_field.deleted': [],
  'custom_fields.reordered': ['order'],
  'audit_log.retention_changed': ['keep_days'],
  'notifications.changed': [
    ...notificationKinds.map((kind) => kindsOfNotifications[kind].audited),
    'digest_every',
    'digest_weekday',
    'digest_hour',
    'notified_customers',
  ],
  'saved_view.shared': view,
  'saved_view.changed': view,
  'saved_view.unshared': [],
  'saved_view.deleted': view,
  'webhook.created': webhook,
  'webhook.changed': webhook,
  'webhook.paused': [],
  'webhook.resumed': [],
  'webhook.disabled': ['because'],
  'webhook.secret_rotated': ['secret_fingerprint'],
  'webhook.deleted': webhook,
  'webhook.create_unconfirmed': [],
  'webhook.change_unconfirmed': [],
  'webhook.delete_unconfirmed': [],
  'export.customers': exported,
  'export.contacts': exported,
  'export.invoices': exported,
  'export.services': exported,
  'export.taxes': exported,
  'export.payments': exported,
  'export.credit_notes': exported,
  'export.invoice_pdfs': exported,
  'export.credit_note_pdfs': exported,
  'export.failed_rows': [],
  'export.audit_log': exported,
  'proposal.accepted': answer,
  'proposal.declined': answer,
  'contract.signed': answer,
  'contract.countersigned': ['name'],
  'contract.declined': answer,
  'customer.created': [],
  'customer.create_unconfirmed': [],
  'customer.deleted': [],
  'customer.merged': [],
  'customer.restored': [],
  'customer.purged': [],
  'customers.deleted': ['count', 'filters'],
  'customers.purged': ['count'],
  'customer.delete_unconfirmed': [],
  'customers.delete_unconfirmed': ['count'],
  'contact.deleted': [],
  'note.deleted': [],
  'note.restored': [],
  'invoice.deleted': [],
  'proposal.deleted': [],
  'contract.deleted': [],
  'payment.deleted': ['status'],
  'refund.deleted': ['status'],
  'schedule.deleted': [],
}

const ofAction = new Map<string, { readonly group: AuditGroup; readonly fields: readonly string[] }>([
  ...ofResources.map((one) => [one.action, one] as const),
  ...Object.entries(auditActions).map(
    ([action, group]) => [action, { group, fields: otherFields[action as OtherAction] }] as const,
  ),
])

/**
 * Returns the group of an action, and the fields whose values its entries store, before and after. Everything else is left
 * out, so a secret reaches the log only if someone adds its name here or in the declaration of its kind of record.
 */
export function recordedOf(action: AuditAction) {
  const recorded = ofAction.get(action)
  if (!recorded) throw new Error(`${action} isn’t recorded`)
  return recorded
}

/** Every action that is recorded. */
export const recordedActions: readonly string[] = [...ofAction.keys()]
