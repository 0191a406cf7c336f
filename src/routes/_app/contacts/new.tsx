import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { customers } from '#api/customers.ts'
import { NewRecord } from '#parts/records/new-record.tsx'
import { customerWay } from '#parts/records/ways.ts'

import { contactKind } from './-edit/contact-kind.tsx'
import { emptyContact } from './-edit/contact-values.ts'

export const Route = createFileRoute('/_app/contacts/new')({
  // The customer whose contact it becomes.
  validateSearch: z.object({ customer: z.catch(z.optional(z.int().check(z.gte(1))), undefined) }),
  loaderDeps: ({ search: { customer } }) => ({ customer }),
  loader: async ({ context: { queryClient }, deps: { customer } }) => {
    if (customer !== undefined) await queryClient.ensureQueryData(customers.one(customer))
  },
  component: NewContact,
})

function NewContact() {
  const queryClient = useQueryClient()
  const { customer: id } = Route.useSearch()
  const { data } = useQuery({ ...customers.one(id ?? 0), enabled: id !== undefined })
  const back = id === undefined ? undefined : customerWay(id)
  return (
    <NewRecord
      key={id}
      kind={contactKind(queryClient)}
      start={emptyContact(id ?? null, data?.business_information.company_name ?? '')}
      back={back}
      next={back?.address}
    />
  )
}
