import type { Ability } from '../access/session.ts'

/**
 * Kinds of notifications, in the order of the settings: the ability that seeing what they are about takes, null for everybody in the
 * account; and their name in the audit log.
 */
export const kindsOfNotifications = {
  'proposal.answered': { ability: null, audited: 'answered_proposals' },
  'contract.answered': { ability: null, audited: 'answered_contracts' },
  'document.viewed': { ability: null, audited: 'viewed_documents' },
  'invoice.paid': { ability: null, audited: 'paid_invoices' },
  'meeting.changed': { ability: null, audited: 'changed_meetings' },
  'invoices.overdue': { ability: null, audited: 'overdue_invoices' },
  'webhook.failing': { ability: 'settings.manage', audited: 'failing_webhooks' },
  'webhook.disabled': { ability: 'settings.manage', audited: 'disabled_webhooks' },
} as const satisfies Readonly<Record<string, { readonly ability: Ability | null; readonly audited: string }>>

/** Readers take any text: a newer service may have more. */
export type NotificationKind = keyof typeof kindsOfNotifications
export const notificationKinds = Object.keys(kindsOfNotifications) as [
  NotificationKind,
  ...NotificationKind[],
]
