import { Group, Skeleton, Text } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { contacts } from '#api/contacts.ts'
import { usePendingIds } from '#api/grace.ts'
import type { Session } from '#contract/access/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { ContactAction } from '#kit/contact-action.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { numberText } from '#lib/locale.ts'
import { contactName } from '#parts/contacts/contact-fields.ts'
import { NewContactButton } from '#parts/contacts/new-contact-button.tsx'

import classes from './customer-contacts.module.css'

const shownAtMost = 5

interface Props {
  customer: Customer
  session: Session
}

/** The people at a customer; nothing on a service that can't find them, or without the permission to see them. */
export function CustomerContacts({ customer, session: { abilities, features } }: Props) {
  const isOffered = abilities.includes('contacts.view') && features.records
  const list = useQuery({
    ...contacts.list({ page: 1, size: shownAtMost, customer: customer.id, sort: 'id' }),
    enabled: isOffered,
  })
  const hidden = usePendingIds('contacts')
  const navigate = useNavigate()
  const add = () => void navigate({ to: '/contacts/new', search: { customer: customer.id } })
  const canAdd = isOffered && abilities.includes('contacts.manage')
  usePageActions(canAdd ? [{ label: 'Add contact', icon: IconAddressBook, run: add }] : [])
  if (!isOffered) return null
  const { data, error } = list
  const rows = data?.rows.filter(({ id }) => !hidden.has(id))
  return (
    <SectionCard
      title="Contacts"
      actions={
        <Group gap="md">
          {data && data.total > shownAtMost && (
            <TextLink to="/contacts" search={{ customer: customer.id }} size="sm">
              View all {numberText(data.total)}
            </TextLink>
          )}
          <NewContactButton
            canManage={abilities.includes('contacts.manage')}
            label="Add contact"
            customer={customer.id}
            size="xs"
          />
        </Group>
      }
    >
      {error && <InlineProblem error={error} />}
      {!rows && !error && <Skeleton height={48} aria-hidden />}
      {rows?.length === 0 && (
        <Text c="dimmed" size="sm">
          No contacts yet.
        </Text>
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.list}>
          {rows.map((contact) => (
            <Person key={contact.id} contact={contact} isCustomer={isSamePerson(contact, customer)} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

/** Every customer is created with a contact that has the same data. */
const isSamePerson = (contact: Contact, { name, last_name, email }: Customer) =>
  contact.name === name && contact.last_name === last_name && contact.email === email

function Person({ contact, isCustomer }: { contact: Contact; isCustomer: boolean }) {
  const name = contactName(contact)
  // The customer's own email and phone are at the top of the page.
  const reach = isCustomer ? 'Primary contact' : [contact.email, contact.phone].filter(Boolean).join(' · ')
  return (
    <li className={classes.person}>
      <div className={classes.words}>
        <TextLink to="/contacts" search={{ open: contact.id }} inherit className={classes.name}>
          <bdi>{name}</bdi>
        </TextLink>
        {reach !== '' && reach !== name && <span className={classes.reach}>{reach}</span>}
      </div>
      {!isCustomer && <ContactAction name={name} phone={contact.phone} email={contact.email} />}
    </li>
  )
}
