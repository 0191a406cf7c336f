import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { customers } from '#api/customers.ts'
import { session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { customerWay } from '#parts/records/ways.ts'

import { CustomerEditor } from './-edit/customer-editor.tsx'

const ability = 'customers.manage'

export const Route = createFileRoute('/_app/customers/$id_/edit')({
  loader: async ({ context: { queryClient }, params }) => {
    const { abilities, features } = await queryClient.ensureQueryData(session.current())
    if (!abilities.includes(ability) || !features.records) return
    void queryClient.prefetchQuery(customers.toEdit(Number(params.id)))
    await queryClient.ensureQueryData(customFields.asked(features))
  },
  component: EditCustomer,
})

function EditCustomer() {
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes(ability))
    return <NoAccess title="You can’t edit customers" ability={ability} />
  return <LoadedEditor features={current.features} />
}

function LoadedEditor({ features }: { features: Features }) {
  const { id } = Route.useParams()
  const { data: fields } = useSuspenseQuery(customFields.asked(features))
  const one = useQuery({ ...customers.toEdit(Number(id)), staleTime: Infinity })
  // What is edited is what was read first; later versions are merged when the customer is saved.
  const [first, setFirst] = useState(one.data)
  if (!first && one.data) setFirst(one.data)
  if (first) return <CustomerEditor key={id} start={first} fields={fields} features={features} />
  return <RecordFormPending title="Edit customer" back={customerWay(Number(id))} hasSubtitle record={one} />
}
