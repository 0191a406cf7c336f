import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { type EditedContact, contacts } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import { draftName, session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { contactName } from './-contact-fields.ts'
import { ContactForm } from './-edit/contact-form.tsx'
import { type ContactValues, checkContact, mergeContact, pathOf, valuesOf } from './-edit/contact-values.ts'

export const Route = createFileRoute('/_app/contacts/$id/edit')({
  component: EditContactScreen,
})

function EditContactScreen() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const canEdit = current.abilities.includes('contacts.manage') && current.features.includes('contacts.edit')
  const one = useQuery({ ...contacts.toEdit(Number(id)), staleTime: Infinity, enabled: canEdit })
  // What is edited is what was read first; later versions are merged when the contact is saved.
  const [first, setFirst] = useState(one.data)
  if (!first && one.data) setFirst(one.data)
  if (!current.features.includes('contacts.edit')) return <NotFound />
  if (!canEdit) return <NoAccess title="You can’t edit contacts" ability="contacts.manage" />
  if (first) return <EditContact key={id} start={first} />
  return <RecordFormPending title="Edit contact" record={one} />
}

function EditContact({ start }: { start: EditedContact }) {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { id } = start.contact
  const { data: current } = useSuspenseQuery(session.current())
  const asValues = ({ contact, version }: EditedContact) => ({ values: valuesOf(contact), version })
  const nameOf = (customer: number) => {
    const known = queryClient.getQueryData(customers.one(customer).queryKey)
    return known ? `${known.name} ${known.last_name}` : `Customer ${customer}`
  }
  const editor = useRecordForm({
    draftName: draftName(`contact:${id}`, current),
    start: asValues(start),
    check: (values: ContactValues) => checkContact(values),
    mutation: contacts.update(id),
    requestOf: (input, attempt) => ({ input, ...attempt }),
    pathOf,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...contacts.toEdit(id), staleTime: 0 })),
      merge: (versions) => mergeContact(versions, nameOf),
    },
    onSaved: () => {
      void navigate({ to: '/contacts', search: { open: id }, replace: true })
      void toast.success('Contact saved')
    },
  })
  return (
    <ContactForm
      title="Edit contact"
      subtitle={<bdi>{contactName(start.contact)}</bdi>}
      saveLabel="Save"
      editor={editor}
      cancel={
        <ButtonLink to="/contacts" search={{ open: id }} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}
