import { Menu, Text } from '@mantine/core'

import type { Placeholder } from '#contract/values/placeholders.ts'

export interface PlaceholderItemsProps {
  allowed: readonly Placeholder[]
  onInsert: (name: Placeholder) => void
}

/** The placeholders that a text can have, in a menu. */
export const PlaceholderItems = ({ allowed, onInsert }: PlaceholderItemsProps) =>
  allowed.map((name) => (
    <Menu.Item key={name} onClick={() => onInsert(name)}>
      {placeholderNames[name]}
      <Text size="xs" c="dimmed" component="div">{`{{${name}}}`}</Text>
    </Menu.Item>
  ))

/** Description of a placeholder. */
const placeholderNames: Readonly<Record<Placeholder, string>> = {
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
