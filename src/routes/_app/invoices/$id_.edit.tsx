import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'

import { SavedDraft } from './-editor/saved-draft.tsx'
import { NoInvoiceAccess } from './-no-invoice-access.tsx'

export const Route = createFileRoute('/_app/invoices/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditInvoice,
})

function EditInvoice() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('invoices.edit')) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  return <SavedDraft key={id} id={Number(id)} />
}
