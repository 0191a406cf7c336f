import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'
import { requireId } from '#kit/require-id.ts'

import { SavedDraft } from './-editor/saved-draft.tsx'
import { NoInvoiceAccess } from './-no-invoice-access.tsx'

export const Route = createFileRoute('/_app/invoices/$id_/edit')({
  loader: requireId,
  component: EditInvoice,
})

function EditInvoice() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  return <SavedDraft key={id} id={Number(id)} />
}
