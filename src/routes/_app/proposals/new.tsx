import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'
import { NewDocument } from '#parts/documents/new-document.tsx'

export const Route = createFileRoute('/_app/proposals/new')({
  validateSearch: z.object({ customer: optionalOf(z.int()) }),
  component: NewProposal,
})

function NewProposal() {
  const { customer } = Route.useSearch()
  return <NewDocument kind="proposal" customer={customer} />
}
