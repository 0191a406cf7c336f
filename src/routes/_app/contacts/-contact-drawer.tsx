import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { contacts } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { type OpenRowProps, useOpenRow } from '#kit/list/open-row.ts'
import { RowDrawer } from '#kit/list/row-drawer.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { cellText, contactName, otherFields } from '#parts/contacts/contact-fields.ts'

import { ContactActions } from './-contact-actions.tsx'

/** A contact beside the list, which stays usable: j and k walk through its rows. */
export function ContactDrawer(props: OpenRowProps<Contact>) {
  const { data: current } = useSuspenseQuery(session.current())
  const open = useOpenRow({ ...props, one: (id) => contacts.one(id, current.features) })
  return (
    <RowDrawer {...open} titleOf={contactName} one="contact" size={440} skeleton={<Waiting />}>
      {(contact) => <ContactDetails key={contact.id} contact={contact} onClose={open.onClose} />}
    </RowDrawer>
  )
}

function Waiting() {
  return (
    <Stack aria-hidden>
      <Skeleton height={48} width="70%" />
      <Skeleton height={36} width="50%" />
      <Skeleton height={180} />
    </Stack>
  )
}

interface ContactDetailsProps {
  contact: Contact
  /** Closes the drawer. */
  onClose: () => void
}

/** Who a contact is, how to reach them, and the customer they belong to. */
function ContactDetails({ contact, onClose }: ContactDetailsProps) {
  const [showsJson, setShowsJson] = useState(false)
  const { email, phone, company_name, customer_id, created_at, updated_at } = contact
  return (
    <Stack gap="lg">
      <ContactActions
        contact={contact}
        showsJson={showsJson}
        onJson={() => setShowsJson(!showsJson)}
        onClose={onClose}
      />
      <FactList>
        <Fact label="Email" value={email}>
          <EmailLink value={email ?? ''} />
        </Fact>
        <Fact label="Phone" value={phone}>
          <PhoneLink value={phone ?? ''} />
        </Fact>
        <Fact label="Company" value={company_name} />
        <FactState label="Customer">
          {customer_id == null ? (
            <Text span size="sm" c="dimmed">
              Not linked to a customer
            </Text>
          ) : (
            <CustomerName id={customer_id} />
          )}
        </FactState>
        {otherFields([contact]).map((field) => (
          <Fact key={field} label={field} value={cellText(contact[field])} />
        ))}
        <Fact label="Created" value={created_at && dayTextOf(created_at)} />
        <Fact label="Updated" value={updated_at && dayTextOf(updated_at)} />
      </FactList>
      {showsJson && (
        <CodeBlock
          label="Raw JSON"
          text={JSON.stringify(contact, null, 2)}
          language="json"
          wraps
          maxHeight={640}
        />
      )}
    </Stack>
  )
}

function CustomerName({ id }: { id: number }) {
  const { data } = useQuery(customers.one(id))
  return (
    <TextLink to="/customers/$id" params={{ id: String(id) }} inherit style={{ overflowWrap: 'anywhere' }}>
      {data ? `${data.name} ${data.last_name}`.trim() : 'View customer'}
    </TextLink>
  )
}
