import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { contacts } from '#api/contacts.ts'
import { customers } from '#api/customers.ts'
import { draftName, session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { ContactForm } from './-edit/contact-form.tsx'
import { type ContactValues, checkContact, emptyContact, pathOf } from './-edit/contact-values.ts'

export const Route = createFileRoute('/_app/contacts/new')({
  // The customer whose contact it becomes.
  validateSearch: z.object({ customer: z.catch(z.optional(z.int().check(z.gte(1))), undefined) }),
  loaderDeps: ({ search: { customer } }) => ({ customer }),
  loader: async ({ context: { queryClient }, deps: { customer } }) => {
    if (customer !== undefined) await queryClient.ensureQueryData(customers.one(customer))
  },
  component: NewContactScreen,
})

function NewContactScreen() {
  const { data: current } = useSuspenseQuery(session.current())
  const { customer } = Route.useSearch()
  if (!current.features.includes('contacts.edit')) return <NotFound />
  if (!current.abilities.includes('contacts.manage'))
    return <NoAccess title="You can’t add contacts" ability="contacts.manage" />
  return <NewContact key={customer ?? 'alone'} customerId={customer} />
}

function NewContact({ customerId }: { customerId: number | undefined }) {
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: customer } = useQuery({
    ...customers.one(customerId ?? 0),
    enabled: customerId !== undefined,
  })
  const company = customer?.business_information.company_name ?? ''
  const editor = useRecordForm({
    draftName: draftName('contact:new', current),
    start: { values: emptyContact(customerId ?? null, company), version: '' },
    check: (values: ContactValues) => checkContact(values),
    mutation: contacts.create(),
    requestOf: (input, { key }) => ({ input, key }),
    pathOf,
    onSaved: ({ id }) => {
      void (customerId === undefined
        ? navigate({ to: '/contacts', search: { open: id }, replace: true })
        : navigate({ to: '/customers/$id', params: { id: String(customerId) }, replace: true }))
      void toast.success('Contact added')
    },
  })
  const back = { variant: 'subtle', color: 'gray' } as const
  return (
    <ContactForm
      title="New contact"
      subtitle={
        customer && (
          <>
            Contact of{' '}
            <bdi>
              {customer.name} {customer.last_name}
            </bdi>
          </>
        )
      }
      saveLabel="Create contact"
      isNew
      editor={editor}
      cancel={
        customerId === undefined ? (
          <ButtonLink to="/contacts" {...back}>
            Cancel
          </ButtonLink>
        ) : (
          <ButtonLink to="/customers/$id" params={{ id: String(customerId) }} {...back}>
            Cancel
          </ButtonLink>
        )
      }
    />
  )
}
