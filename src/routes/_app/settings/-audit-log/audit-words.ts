import type { AuditGroup, OtherAction } from '#contract/audit-actions.ts'
import type { AuditEntry } from '#contract/audit.ts'

/** Labels of groups of actions. */
export const groupNames: Readonly<Record<AuditGroup, string>> = {
  sign_in: 'Sign-in and security',
  people: 'People',
  credentials: 'API credentials',
  settings: 'Settings',
  webhooks: 'Webhooks',
  exports: 'Exports',
  answers: 'Answers of customers',
  creations: 'New records',
  deletions: 'Deletions',
}

/** Texts of actions; `{}` is their target. */
const sentences: Readonly<Record<OtherAction, string>> = {
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
  'portal.link_created': 'created a link to the portal for {}',
  'portal.signed_in': 'signed in to the portal',
  'portal.viewed_as': 'viewed the portal as {}',
  'portal.sessions_ended': 'ended the portal sessions of {}',
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
  'webhook.create_unconfirmed': 'tried to create the webhook {}, outcome unknown',
  'webhook.change_unconfirmed': 'tried to change the webhook {}, outcome unknown',
  'webhook.delete_unconfirmed': 'tried to delete the webhook {}, outcome unknown',
  'export.customers': 'exported customers',
  'export.contacts': 'exported contacts',
  'export.taxes': 'exported taxes',
  'export.payments': 'exported payments',
  'export.credit_notes': 'exported credit notes',
  'export.invoice_pdfs': 'exported invoices as PDFs',
  'export.credit_note_pdfs': 'exported credit notes as PDFs',
  'export.invoices': 'exported invoices',
  'export.services': 'exported services',
  'export.failed_rows': 'exported rows that weren’t imported',
  'export.audit_log': 'exported the audit log',
  'proposal.accepted': 'accepted the proposal {}',
  'proposal.declined': 'declined the proposal {}',
  'contract.signed': 'signed the contract {}',
  'contract.countersigned': 'countersigned the contract {}',
  'contract.declined': 'declined the contract {}',
  'customer.created': 'created the customer {}',
  'customer.create_unconfirmed': 'tried to create a customer, outcome unknown',
  'customer.deleted': 'deleted the customer {}',
  'customer.merged': 'merged the customer {} into another one',
  'customer.restored': 'restored the customer {}',
  'customer.purged': 'permanently deleted the customer {}',
  'customers.deleted': 'deleted several customers',
  'customers.purged': 'permanently deleted customers after 30 days in the trash',
  'customer.delete_unconfirmed': 'tried to delete the customer {}, outcome unknown',
  'customers.delete_unconfirmed': 'tried to delete several customers, outcome unknown',
  'contact.deleted': 'deleted the contact {}',
  'note.deleted': 'deleted a note about {}',
  'note.restored': 'restored a note about {}',
  'invoice.deleted': 'deleted the draft invoice {}',
  'proposal.deleted': 'deleted the draft proposal {}',
  'contract.deleted': 'deleted the draft contract {}',
  'payment.deleted': 'deleted a payment of invoice {}',
  'refund.deleted': 'deleted a refund of invoice {}',
  'schedule.deleted': 'deleted a recurring invoice of {}',
}

/** Returns what someone did in up to three parts, of which the second names what it was about. */
export function sentenceOf({ action, target }: AuditEntry): readonly [string, string, string] {
  const [before = '', after] = textOf(action, target !== null).split('{}')
  return after === undefined ? [before, '', ''] : [before, target?.name ?? '', after]
}

function textOf(action: string, hasTarget: boolean): string {
  if (Object.hasOwn(sentences, action)) return sentences[action as OtherAction]
  const [kind = '', verb = ''] = action.replaceAll('_', ' ').split('.')
  // A kind of record is declared once, in the contract; or only a newer service knows it.
  return /^(created|changed|deleted)$/.test(verb)
    ? `${verb} the ${kind} {}`
    : `${kind} ${verb}${hasTarget ? ' {}' : ''}`
}
