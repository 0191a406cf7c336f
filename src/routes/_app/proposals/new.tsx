import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { NewDocument } from '#parts/documents/new-document.tsx'

export const Route = createFileRoute('/_app/proposals/new')({
  validateSearch: z.object({ customer: z.optional(z.catch(z.optional(z.int()), undefined)) }),
  component: NewProposal,
})

function NewProposal() {
  const { customer } = Route.useSearch()
  return <NewDocument kind="proposal" customer={customer} />
}
