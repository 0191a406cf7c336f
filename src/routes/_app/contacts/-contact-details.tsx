import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { cellText, otherFields } from '#parts/contacts/contact-fields.ts'

import { ContactActions } from './-contact-actions.tsx'

interface Props {
  contact: Contact
  /** Closes the drawer. */
  onClose: () => void
}

/** Who a contact is, how to reach them, and the customer they belong to. */
export function ContactDetails({ contact, onClose }: Props) {
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
