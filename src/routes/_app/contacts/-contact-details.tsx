import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import type { Contact } from '#contract/contacts.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

import { cellText, contactName, otherFields } from './-contact-fields.ts'
import { ContactMenu } from './-contact-menu.tsx'

/** Who a contact is, how to reach them, and the customer they belong to. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const [showsJson, setShowsJson] = useState(false)
  const { email, phone, company_name, customer_id, created_at, updated_at } = contact
  const name = contactName(contact)
  const call = phone ? telUrl(phone) : undefined
  return (
    <Stack gap="lg">
      <Group gap="xs">
        {email && (
          <Button
            component="a"
            href={mailUrl(email)}
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
          >
            Email<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        {call && (
          <Button
            component="a"
            href={call}
            variant="default"
            leftSection={<IconPhone size={16} aria-hidden />}
          >
            Call<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <ContactMenu id={contact.id} showsJson={showsJson} onJson={() => setShowsJson(!showsJson)} />
      </Group>
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
