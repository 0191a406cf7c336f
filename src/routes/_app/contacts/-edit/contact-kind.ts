import type { QueryClient } from '@tanstack/react-query'

import { type EditedContact, contacts } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import type { Contact, ContactInput } from '#contract/customers/contacts.ts'
import type { RecordKind } from '#parts/records/record-kind.ts'

import { ContactForm } from './contact-form.tsx'
import { type ContactValues, checkContact, mergeContact, pathOf, valuesOf } from './contact-values.ts'

/** Contacts, as they are created and changed. Conflicts name customers as far as they have been read. */
export const contactKind = (
  queryClient: QueryClient,
): RecordKind<ContactValues, EditedContact, ContactInput, Contact> => ({
  noun: 'contact',
  plural: 'contacts',
  createdText: () => 'Contact added',
  draft: 'contact',
  ability: 'contacts.manage',
  queries: { ...contacts, one: contacts.toEdit },
  valuesOf: ({ contact, version }) => ({ values: valuesOf(contact), version }),
  check: checkContact,
  inputOf: (values) => values,
  pathOf,
  merge: (versions) =>
    mergeContact(versions, (id) => {
      const known = queryClient.getQueryData(customers.one(id).queryKey)
      return known ? `${known.name} ${known.last_name}` : `Customer ${id}`
    }),
  form: ContactForm,
  list: { to: '/contacts' },
  page: (id) => ({ to: '/contacts', search: { open: id } }),
})
