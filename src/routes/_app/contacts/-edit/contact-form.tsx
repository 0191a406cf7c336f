import { useQuery } from '@tanstack/react-query'

import type { EditedContact } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { contactName } from '#parts/contacts/contact-fields.ts'
import type { FormProps } from '#parts/records/record-kind.ts'

import { ContactInputs } from './contact-inputs.tsx'
import type { ContactValues } from './contact-values.ts'

/** The page of a contact's form, for a new one and for one that exists. */
export const ContactForm = ({ editor, page, start }: FormProps<ContactValues, EditedContact>) => (
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
