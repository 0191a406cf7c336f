import { Text } from '@mantine/core'

import type { Contact } from '#contract/customers/contacts.ts'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { TextLink } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { cellText, contactName } from '#parts/contacts/contact-fields.ts'

/**
 * The columns of the contact list; `others` are fields this dashboard does not know. `customers`: their names by id, undefined
 * where the service doesn't tell.
 */
export function contactColumns(
  others: readonly string[],
  customers: ReadonlyMap<number, string> | undefined,
): readonly ListColumn<Contact>[] {
  return [
    { id: 'name', label: 'Name', text: contactName, sort: 'name', widthRem: 13 },
    {
      id: 'company_name',
      staysBeside: true,
      label: 'Company',
      text: ({ company_name }) => company_name ?? '',
      sort: 'company_name',
      widthRem: 10,
    },
    {
      id: 'email',
      staysBeside: true,
      label: 'Email',
      text: ({ email }) => email ?? '',
      cell: ({ email }) => email && <EmailLink value={email} isQuiet />,
      sort: 'email',
      widthRem: 13,
    },
    {
      id: 'phone',
      label: 'Phone',
      text: ({ phone }) => phone ?? '',
      cell: ({ phone }) => phone && <PhoneLink value={phone} isQuiet />,
      widthRem: 9.25,
    },
    ...others.map((field) => ({
      id: `other-${field}`,
      label: field,
      text: (contact: Contact) => cellText(contact[field]),
    })),
    {
      id: 'customer',
      label: 'Customer',
      text: ({ customer_id, email }) =>
        customer_id != null ? (customers?.get(customer_id) ?? 'View') : email ? 'Find' : '',
      cell: (contact) => <CustomerLink contact={contact} customers={customers} />,
      widthRem: customers ? 11 : 6,
    },
    {
      id: 'created_at',
      label: 'Created',
      ...moment(({ created_at }) => created_at),
      isExtra: true,
      widthRem: 7.5,
    },
    {
      id: 'updated_at',
      label: 'Updated',
      ...moment(({ updated_at }) => updated_at),
      sort: 'updated_at',
      sortWords: ['oldest first', 'newest first'],
      widthRem: 7.5,
    },
  ]
}

const moment = (
  of: (contact: Contact) => string | null | undefined,
): Pick<ListColumn<Contact>, 'text' | 'cell'> => ({
  text: (contact) => momentOf(of(contact) ?? ''),
  cell: (contact) => {
    const at = of(contact)
    return at ? <RelativeTime datetime={at} /> : null
  },
})

/** The customer a contact belongs to; where the service does not say which, those with the same email. */
function CustomerLink({
  contact,
  customers,
}: {
  contact: Contact
  customers: ReadonlyMap<number, string> | undefined
}) {
  const { customer_id, email } = contact
  const name = contactName(contact)
  const customer = customer_id == null ? undefined : customers?.get(customer_id)
  if (customer_id != null && customer !== undefined)
    return (
      <TextLink to="/customers/$id" params={{ id: String(customer_id) }} inherit title={customer}>
        <bdi>{customer}</bdi>
      </TextLink>
    )
  if (customer_id != null)
    return (
      <TextLink
        to="/customers/$id"
        params={{ id: String(customer_id) }}
        inherit
        aria-label={`View the customer of ${name}`}
      >
        View
      </TextLink>
    )
  if (customer_id === undefined && email)
    return (
      <TextLink
        to="/customers"
        search={{ search: email }}
        inherit
        aria-label={`Find customers with ${email}`}
      >
        Find
      </TextLink>
    )
  return (
    <Text span size="sm" c="dimmed" role="img" aria-label="Not linked to a customer">
      –
    </Text>
  )
}
