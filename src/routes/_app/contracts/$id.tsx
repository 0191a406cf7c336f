import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { requireId } from '#kit/require-id.ts'
import { optionalOf } from '#lib/page-search.ts'
import { DocumentPage } from '#parts/documents/document-page.tsx'

export const Route = createFileRoute('/_app/contracts/$id')({
  // A version that was sent, instead of the present text.
  validateSearch: z.object({ edition: optionalOf(z.int()) }),
  // What the page shows is read by the page: its queries come with its chunk, which isn’t part of a first visit.
  loader: requireId,
  component: ContractPage,
})

function ContractPage() {
  const { id } = Route.useParams()
  const { edition } = Route.useSearch()
  return <DocumentPage kind="contract" id={Number(id)} edition={edition} />
}
