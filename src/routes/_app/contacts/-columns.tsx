import { Anchor, Button } from '@mantine/core'

import type { Contact } from '#contract/contacts.ts'
import { TextLink } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import { cellText, contactName } from './-contact-fields.ts'

/** The columns of the contact list; `others` are fields this dashboard does not know. */
export function contactColumns(
  others: readonly string[],
  onRaw: (contact: Contact) => void,
): readonly ListColumn<Contact>[] {
  return [
    { id: 'name', label: 'Name', text: contactName, widthRem: 11 },
    {
      id: 'email',
      label: 'Email',
      text: ({ email }) => email ?? '',
      cell: ({ email }) => email && <CellLink href={`mailto:${email}`}>{email}</CellLink>,
      widthRem: 12.25,
    },
    {
      id: 'phone',
      label: 'Phone',
      text: ({ phone }) => phone ?? '',
      cell: ({ phone }) =>
        phone &&
        (/[0-9]{3}/.test(phone) ? (
          <CellLink href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>{phone}</CellLink>
        ) : (
          phone
        )),
      widthRem: 9.25,
    },
    { id: 'company_name', label: 'Company', text: ({ company_name }) => company_name ?? '', widthRem: 9.5 },
    ...others.map((field) => ({
      id: `other-${field}`,
      label: field,
      text: (contact: Contact) => cellText(contact[field]),
    })),
    {
      id: 'customer',
      label: 'Customer',
      text: ({ customer_id, email }) => (customer_id != null ? 'Open' : email ? 'Find' : ''),
      cell: (contact) => <CustomerLink contact={contact} />,
      widthRem: 6.75,
    },
    { id: 'created_at', label: 'Created', ...moment(({ created_at }) => created_at), isExtra: true },
    { id: 'updated_at', label: 'Updated', ...moment(({ updated_at }) => updated_at), widthRem: 7.5 },
    {
      id: 'raw',
      label: 'Raw',
      text: () => 'JSON',
      cell: (contact) => (
        <Button
          variant="subtle"
          size="compact-sm"
          // Its text stands under the head of the column, its tint beside it.
          mx={-8}
          aria-label={`JSON of ${contactName(contact)}`}
          onClick={() => onRaw(contact)}
        >
          JSON
        </Button>
      ),
      widthRem: 4.75,
    },
  ]
}

const CellLink = ({ href, children }: { href: string; children: string }) => (
  <Anchor href={href} c="inherit" inherit>
    {children}
  </Anchor>
)

const moment = (
  of: (contact: Contact) => string | null | undefined,
): Pick<ListColumn<Contact>, 'text' | 'cell'> => ({
  text: (contact) => momentOf(of(contact) ?? ''),
  cell: (contact) => {
    const at = of(contact)
    return at ? <RelativeTime datetime={at} /> : null
  },
})

/** The customer a contact came from; where the service does not say which, those with the same email. */
function CustomerLink({ contact }: { contact: Contact }) {
  const { customer_id, email } = contact
  if (customer_id != null)
    return (
      <TextLink
        to="/customers/$id"
        params={{ id: String(customer_id) }}
        size="sm"
        aria-label={`Open the customer ${contactName(contact)}`}
      >
        Open
      </TextLink>
    )
  if (email)
    return (
      <TextLink
        to="/customers"
        search={{ search: email }}
        size="sm"
        aria-label={`Find customers with ${email}`}
      >
        Find
      </TextLink>
    )
  return null
}
