import type { Placeholder, TemplateKind } from '#contract/values/placeholders.ts'

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

/** Description of a placeholder. */
export const placeholderNames: Readonly<Record<Placeholder, string>> = {
  'customer.name': 'Customer’s full name',
  'customer.first_name': 'Customer’s first name',
  'customer.last_name': 'Customer’s last name',
  'customer.email': 'Customer’s email',
  'customer.phone': 'Customer’s phone',
  'customer.company': 'Customer’s company',
  'customer.address': 'Customer’s address',
  'company.name': 'Your company',
  'company.address': 'Your address',
  'company.tax_number': 'Your tax number',
  'company.bank_details': 'Your bank details',
  'sender.name': 'Person who sends it',
  today: 'Day it’s sent',
  'invoice.number': 'Invoice number',
  'invoice.total': 'Invoice total',
  'invoice.amount_due': 'Amount due',
  'invoice.issued_on': 'Issue date',
  'invoice.due_date': 'Due date',
  'invoice.payment_link': 'Address of the online payment',
  'proposal.number': 'Proposal number',
  'proposal.title': 'Proposal title',
  'proposal.total': 'Proposal total',
  'proposal.valid_until': 'Last day of the proposal',
  'contract.number': 'Contract number',
  'contract.title': 'Contract title',
  'contract.total': 'Contract total',
  'contract.starts_on': 'First day of the contract',
  'contract.ends_on': 'Last day of the contract',
}
