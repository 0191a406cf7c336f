import type { AuditAction, AuditGroup } from '#contract/audit-actions.ts'
import type { AuditEntry } from '#contract/audit.ts'

/** What groups of actions are called. */
export const groupNames: Readonly<Record<AuditGroup, string>> = {
  sign_in: 'Sign-in and security',
  people: 'People',
  credentials: 'API credentials',
  settings: 'Settings',
  webhooks: 'Webhooks',
  exports: 'Exports',
  creations: 'New records',
  deletions: 'Deletions',
}

/** What someone did; `{}` is what they did it to. */
const sentences: Readonly<Record<AuditAction, string>> = {
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'entered a wrong password for {}',
  'sign_in.throttled': 'was blocked after too many failed sign-ins for {}',
  'own_sign_in.throttled': 'was blocked after too many wrong passwords or codes',
  'session.ended': 'signed out',
  'password.changed': 'changed their password',
  'password.check_failed': 'entered a wrong current password',
  'password.reset_requested': 'asked to reset the password of {}',
  'password.reset': 'reset the password of {}',
  'profile.changed': 'changed their profile',
  'profile.photo_changed': 'changed their photo',
  'profile.photo_removed': 'removed their photo',
  'two_factor.enabled': 'turned on two-factor authentication',
  'two_factor.disabled': 'turned off two-factor authentication',
  'two_factor.recovery_codes_replaced': 'replaced their recovery codes',
  'two_factor.recovery_code_used': 'used a recovery code',
  'two_factor.reset': 'reset two-factor authentication for {}',
  'two_factor.required': 'made two-factor authentication required',
  'two_factor.not_required': 'made two-factor authentication optional',
  'account.created': 'set up the account',
  'member.invited': 'invited {}',
  'member.joined': 'joined by invitation',
  'member.role_changed': 'changed the role of {}',
  'member.removed': 'removed {}',
  'invitation.renewed': 'created a new invitation link for {}',
  'invitation.revoked': 'revoked the invitation of {}',
  'credential.created': 'created the API credential {}',
  'credential.changed': 'changed the API credential {}',
  'credential.revoked': 'revoked the API credential {}',
  'connection.changed': 'connected the account to {}',
  'connection.removed': 'disconnected the account from {}',
  'company.changed': 'changed the company settings',
  'company.logo_changed': 'changed the logo',
  'company.logo_removed': 'removed the logo',
  'custom_field.created': 'created the custom field {}',
  'custom_field.changed': 'changed the custom field {}',
  'custom_field.retired': 'retired the custom field {}',
  'custom_field.restored': 'brought back the custom field {}',
  'custom_field.deleted': 'deleted the custom field {}',
  'custom_fields.reordered': 'reordered the custom fields',
  'audit_log.retention_changed': 'changed how long the audit log is kept',
  'notifications.changed': 'changed their notification settings',
  'saved_view.shared': 'shared the view {}',
  'saved_view.changed': 'changed the shared view {}',
  'saved_view.unshared': 'stopped sharing the view {}',
  'saved_view.deleted': 'deleted the shared view {}',
  'webhook.created': 'created the webhook {}',
  'webhook.changed': 'changed the webhook {}',
  'webhook.paused': 'paused the webhook {}',
  'webhook.resumed': 'resumed the webhook {}',
  'webhook.disabled': 'disabled the webhook {}',
  'webhook.secret_rotated': 'rotated the signing secret of the webhook {}',
  'webhook.deleted': 'deleted the webhook {}',
  'export.customers': 'exported customers',
  'export.contacts': 'exported contacts',
  'export.invoices': 'exported invoices',
  'export.services': 'exported services',
  'export.failed_rows': 'exported rows that weren’t imported',
  'export.audit_log': 'exported the audit log',
  'customer.created': 'created the customer {}',
  'customer.deleted': 'deleted the customer {}',
  'customer.merged': 'merged the customer {} into another one',
  'customer.restored': 'restored the customer {}',
  'customer.purged': 'permanently deleted the customer {}',
  'customers.deleted': 'deleted several customers',
  'customers.purged': 'permanently deleted customers after 30 days in the trash',
  'contact.deleted': 'deleted the contact {}',
  'note.deleted': 'deleted a note about {}',
  'note.restored': 'restored a note about {}',
  'invoice.deleted': 'deleted the draft invoice {}',
  'proposal.deleted': 'deleted the draft proposal {}',
  'contract.deleted': 'deleted the draft contract {}',
  'payment.deleted': 'deleted a payment of invoice {}',
  'schedule.deleted': 'deleted a recurring invoice of {}',
}

/** Returns what someone did in up to three parts, of which the second names what it was about. */
export function sentenceOf({ action, target }: AuditEntry): readonly [string, string, string] {
  const text = Object.hasOwn(sentences, action)
    ? sentences[action as AuditAction]
    : // Only a newer service knows it.
      `${action.replaceAll(/[._]/g, ' ')}${target ? ' {}' : ''}`
  const [before = '', after] = text.split('{}')
  return after === undefined ? [before, '', ''] : [before, target?.name ?? '', after]
}
