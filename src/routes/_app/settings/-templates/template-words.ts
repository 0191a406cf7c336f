import type { TemplateKind } from '#contract/values/placeholders.ts'

/** Labels of the kinds of templates. */
export const kindNames: Readonly<Record<TemplateKind, string>> = {
  invoice_email: 'Invoice email',
  reminder_email: 'Invoice reminder',
  proposal_email: 'Proposal email',
  proposal_reminder: 'Proposal reminder',
  contract_email: 'Contract email',
  contract_reminder: 'Contract reminder',
  proposal: 'Proposal',
  contract: 'Contract',
}

/** In the order of the list. */
export const kindOrder = Object.keys(kindNames) as TemplateKind[]

/** Records that start with the default template of a kind. */
export const defaultWords: Readonly<Record<TemplateKind, string>> = {
  invoice_email: 'New invoice emails start with it, including those of subscriptions.',
  reminder_email: 'New invoice reminders start with it.',
  proposal_email: 'New proposal emails start with it.',
  proposal_reminder: 'New proposal reminders start with it.',
  contract_email: 'New contract emails start with it.',
  contract_reminder: 'New contract reminders start with it.',
  proposal: 'New proposals start with it.',
  contract: 'New contracts start with it.',
}
