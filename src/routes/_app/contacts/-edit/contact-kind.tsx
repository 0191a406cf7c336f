import { Stack, TextInput } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'

import { type EditedContact, contacts } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import type { Contact, ContactInput } from '#contract/customers/contacts.ts'
import { longestText } from '#contract/customers/customers.ts'
import { Columns } from '#kit/columns.tsx'
import { bind } from '#kit/form.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { contactName } from '#parts/contacts/contact-fields.ts'
import { personFields } from '#parts/customer-inputs/person-fields.ts'
import { CustomerPicker, usePickedCustomer } from '#parts/customers/customer-picker.tsx'
import type { FormProps, RecordKind } from '#parts/records/record-kind.ts'

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

/** The page of a contact's form, for a new one and for one that exists. */
const ContactForm = ({ editor, page, start }: FormProps<ContactValues, EditedContact>) => (
  <RecordForm
    {...page}
    subtitle={
      start ? (
        <bdi>{contactName(start.contact)}</bdi>
      ) : (
        <OfCustomer id={editor.form.formState.defaultValues?.customer_id ?? null} />
      )
    }
    editor={editor}
  >
    <SectionCard title="Contact">
      <ContactInputs control={editor.form.control} />
    </SectionCard>
  </RecordForm>
)

/** The customer whose page the form was opened from. */
function OfCustomer({ id }: { id: number | null }) {
  const { data } = useQuery({ ...customers.one(id ?? 0), enabled: id !== null })
  if (id === null || !data) return null
  return (
    <>
      Contact of{' '}
      <bdi>
        {data.name} {data.last_name}
      </bdi>
    </>
  )
}

const FormText = bind(TextInput)

/** Everything about a contact; the same for a new one and for one that exists. */
function ContactInputs({ control }: { control: Control<ContactValues> }) {
  const { field, fieldState } = useController({ control, name: 'customer_id' })
  const customer = usePickedCustomer({
    id: field.value,
    placeholder: 'Not linked to a customer',
    onId: field.onChange,
  })
  // No autocomplete: this is somebody else's data, so the browser's suggestions would be wrong.
  const shared = { control, autoComplete: 'off' } as const
  return (
    <Stack gap="md">
      <Columns>
        <FormText {...shared} {...personFields.name} required />
        <FormText {...shared} {...personFields.lastName} />
        <FormText {...shared} {...personFields.email} />
        <FormText {...shared} {...personFields.phone} />
        <FormText
          {...shared}
          name="company_name"
          label="Company"
          maxLength={longestText.business}
          dir="auto"
        />
        <CustomerPicker {...customer} error={fieldState.error?.message} />
      </Columns>
    </Stack>
  )
}
